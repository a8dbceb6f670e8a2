/* lab COMMAND WORD...: the program that measures, tunes and makes data. The help of a command is
 * the file NAME.usage beside its source. */
#include "lib/options.h"

#include "engine/engine.h"
#include "kernels/registry.h"
#include "os/files.h"

#include <stdio.h>
#include <string.h>

#include "lab_usage.h"

#ifndef TUNE
/* SPSA needs variable search parameters. In a build with constants the command only fails. */
int lab_spsa(int argc, char **argv) {
    return !complain("spsa: this build has constants as parameters; `make spsa` makes the other");
}
#endif

static const struct {
    const char *name;
    LabCommand *run;
    const char *usage;
    const char *what;
} COMMANDS[] = {
    {"play", lab_play, USAGE_PLAY, "lets two engines play, and says which is stronger"},
    {"gauntlet", lab_gauntlet, USAGE_GAUNTLET, "lets one engine play each of a list of opponents"},
    {"spsa", lab_spsa, USAGE_SPSA, "tunes the parameters of the search by games"},
    {"datagen", lab_datagen, USAGE_DATAGEN, "plays games against itself, for training"},
    {"train", lab_train, USAGE_TRAIN, "trains a network on such games"},
    {"tune", lab_tune, USAGE_TUNE, "tunes the classical evaluation on the same positions"},
    {"wdl", lab_wdl, USAGE_WDL, "fits a win model to games"},
    {"openings", lab_openings, USAGE_OPENINGS, "makes the table of opening names"},
    {"bench-kernels", lab_bench_kernels, USAGE_BENCH_KERNELS,
     "measures the cycles of every kernel"},
};

static void print_commands(FILE *out) {
    fprintf(out, "usage: lab COMMAND WORD...\n\n");
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        fprintf(out, "  %-15s%s\n", COMMANDS[i].name, COMMANDS[i].what);
    fprintf(out, "\n`lab COMMAND --help` prints the options of a command.\n");
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run_command(size_t i, int argc, char **argv) {
    bool known;
    for (int k = 1; k < argc; k++)
        if (is_help(argv[k])) {
            fputs(COMMANDS[i].usage, stdout);
            return fflush(stdout) == EOF;
        }
    if (argc == 1 && COMMANDS[i].run != lab_bench_kernels) {
        fputs(COMMANDS[i].usage, stderr);
        return 2;
    }
    tables_init(cpu_level(&known));
    return COMMANDS[i].run(argc, argv);
}

int main(int argc, char **argv) {
    if (!cpu_runs_this_build()) {
        fprintf(stderr, "lab: this CPU cannot run this build\n");
        return 1;
    }
    regular_file_init();
    for (size_t i = 0; argc > 1 && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strcmp(argv[1], COMMANDS[i].name) == 0)
            return run_command(i, argc - 1, argv + 1);
    if (argc > 1 && is_help(argv[1])) {
        print_commands(stdout);
        return 0;
    }
    print_commands(stderr);
    return 2;
}
