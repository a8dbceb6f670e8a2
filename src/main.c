/* Panoptes. Sets up the tables and the kernels, then hands over to the protocol or to a replay. */
#include "core/version.h"
#include "engine/engine.h"
#include "os/process.h"
#include "os/thread.h"
#include "postmortem/postmortem.h"
#include "selfcheck/selfcheck.h"
#include "uci/uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The commit of this build, or "". The Makefile defines COMMIT. */
#ifndef COMMIT
#define COMMIT ""
#endif

static void report(const char *line) {
    output_line("info string %s", line);
}

static int replay(const char *path) {
    static const ReplayHost HOST = {uci_run, tables_init, report};
    char error[TEXT_SIZE];
    const ReplayResult result = replay_file(path, &HOST, error, sizeof error);
    if (*error)
        output_error("%s", error);
    return (int)result;
}

int main(int argc, char **argv) {
    if (!cpu_runs_this_build()) {
        fprintf(stderr,
                "panoptes: this CPU cannot run this binary, which was built for %s; a release, "
                "or a build with %s\n",
                CPU_BUILT_FOR, CPU_OLDEST);
        return EXIT_FAILURE;
    }
    const size_t stack = main_stack_limit();
    if (stack) {
        fprintf(stderr,
                "panoptes: the stack may have %zu KB here and needs %d; raise the limit before "
                "starting it: ulimit -s %d\n",
                stack >> 10, MAIN_STACK_MIN >> 10, THREAD_STACK >> 10);
        return EXIT_FAILURE;
    }
    bool known;
    version_set_commit(COMMIT);
    argv = arguments_take(&argc, argv);
    const CpuLevel level = cpu_level(&known);
    output_init();
    tables_init(level);
    selfcheck_init();
    if (!known)
        output_line("info string PANOPTES_CPU names no level of this machine (%s); %s is used",
                    CPU_LEVELS, cpu_level_name(level));
    if (argc == 3 && strcmp(argv[1], "--replay") == 0)
        return replay(argv[2]);
    return uci_main(argc, argv);
}
