/* Tablebases through the protocol: uci_syzygy BINARY. Without the library that reads them the exit
 * status is 77. */
#define _GNU_SOURCE /* dladdr, RTLD_DEFAULT */

#include "support/child.h"
#include "support/timing.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TABLES "tests/data/syzygy"

enum { LINE = 8192, SKIPPED = 77 };

static Child engine;
static int failures, checks;

__attribute__((format(printf, 2, 3))) static void check(bool well, const char *format, ...) {
    va_list arguments;
    checks++;
    if (well)
        return;
    failures++;
    va_start(arguments, format);
    printf("FAILED: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

/* Sends a line and waits for one that begins so, which is left in `line`. */
static void expect(const char *command, const char *begin, char line[LINE]) {
    char text[LINE];
    snprintf(text, sizeof text, "%s\n", command);
    *line = '\0';
    check(child_send(&engine, text), "the engine no longer reads");
    check(child_wait(&engine, begin, line, LINE, PATIENCE), "\"%s\" is not answered by \"%s\"",
          command, begin);
}

static void set_path(const char *path, const char *answer, const char *detail) {
    char command[LINE], line[LINE];
    snprintf(command, sizeof command, "setoption name SyzygyPath value %s", path);
    expect(command, answer, line);
    check(strstr(line, detail) != NULL, "SyzygyPath %s: no \"%s\" in \"%s\"", path, detail, line);
}

static void options_are_listed(void) {
    static const char *const LINES[] = {
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true"};
    char line[LINE];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        expect("uci", LINES[i], line);
        expect("isready", "readyok", line);
    }
}

static void bad_paths_are_refused(void) {
    static const char ERROR[] = "info string error: setoption: SyzygyPath: ";
    set_path("/no/such/folder", ERROR, "No such file or directory");
    set_path("Makefile", ERROR, "Not a directory");
    set_path("src", ERROR, "no Syzygy tables");
}

/* The last info before bestmove, for a position. */
static void last_info(const char *fen, const char *go, char info[LINE]) {
    char command[LINE], line[LINE];
    snprintf(command, sizeof command, "position fen %s", fen);
    strcat(command, "\nisready");
    expect(command, "readyok", line);
    snprintf(command, sizeof command, "%s\n", go);
    check(child_send(&engine, command), "the engine no longer reads");
    *info = '\0';
    while (child_line(&engine, line, sizeof line, PATIENCE) && strncmp(line, "bestmove", 8) != 0)
        if (strstr(line, " score "))
            memcpy(info, line, LINE);
}

static void tables_are_used(void) {
    char info[LINE], line[LINE], folder[] = "/tmp/panoptes tables XXXXXX", target[4096],
                                 link_name[64];
    check(mkdtemp(folder) && realpath(TABLES, target), "no folder of ours");
    snprintf(link_name, sizeof link_name, "%s/with blanks", folder);
    check(symlink(target, link_name) == 0, "no link in it");
    set_path(link_name, "info string SyzygyPath: ", "6 WDL and 5 DTZ tables of up to 4 pieces");

    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", "go depth 4", info);
    check(strstr(info, " score cp 31871 ") != NULL, "KRK: %s", info);
    check(strstr(info, " tbhits 0 ") == NULL && strstr(info, " tbhits ") != NULL, "KRK: %s", info);
    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 90 80", "go depth 4", info);
    check(strstr(info, " score cp 0 ") != NULL, "KRK late: %s", info);
    expect("setoption name Syzygy50MoveRule value false\nisready", "readyok", line);
    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 90 80", "go depth 4", info);
    check(strstr(info, " score cp 31871 ") != NULL, "KRK late, no rule: %s", info);
    expect("setoption name SyzygyProbeLimit value 2\nisready", "readyok", line);
    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", "go depth 4", info);
    check(strstr(info, " tbhits 0 ") != NULL, "limit 2: %s", info);

    set_path("<empty>\nsetoption name SyzygyProbeLimit value 7\nisready", "readyok", "readyok");
    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", "go depth 4", info);
    check(strstr(info, " tbhits 0 ") != NULL, "no path: %s", info);
    unlink(link_name);
    rmdir(folder);
}

/* --- without the library -------------------------------------------------------------------- */

static bool write_no_library(const char *path) {
    FILE *file = fopen(path, "w");
    return file && fputs("not a library", file) >= 0 && fclose(file) == 0;
}

static bool link_other_library(const char *path) {
    Dl_info other;
    void *function = dlsym(RTLD_DEFAULT, "printf");
    return function && dladdr(function, &other) && symlink(other.dli_fname, path) == 0;
}

/* The engine runs, and reports what is wrong when tables are asked for. */
static void runs_without_library(const char *binary, const char *complaint) {
    char info[LINE];
    check(child_start(&engine, binary), "%s does not start", binary);
    set_path(".", "info string error: setoption: SyzygyPath: ", complaint);
    set_path("<empty>\nisready", "readyok", "readyok");
    last_info("8/8/8/8/8/2k5/8/R3K3 w - - 0 1", "go depth 4", info);
    check(strstr(info, " tbhits 0 ") != NULL, "without the library: %s", info);
    check(child_send(&engine, "quit\n"), "the engine no longer reads");
    const int status = child_end(&engine, 2 * PATIENCE);
    check(status == 0, "without the library: exit status %d", status);
}

/* The dynamic linker looks into a folder of ours first. It finds there first a file that is no
 * library, then the wrong library. */
static void libraries_that_are_none(const char *binary) {
    char folder[] = "/tmp/panoptes library XXXXXX", path[64];
    check(mkdtemp(folder) != NULL, "no folder of ours");
    snprintf(path, sizeof path, "%s/libfathom.so.1", folder);
    setenv("LD_LIBRARY_PATH", folder, 1);
    check(write_no_library(path), "no %s", path);
    runs_without_library(binary, "libfathom.so.1 is not installed: apt-get install libfathom1 (");
    unlink(path);
    check(link_other_library(path), "no %s", path);
    runs_without_library(binary, "libfathom.so.1 has no function tb_init: apt-get install "
                                 "libfathom1, ");
    unlink(path);
    unsetenv("LD_LIBRARY_PATH");
    rmdir(folder);
}

/* --- what is said on stderr ------------------------------------------------------------------ */

/* Keeps what we and the engine write to stderr from now on. */
static FILE *keep_stderr(void) {
    FILE *kept = tmpfile();
    check(kept && dup2(fileno(kept), STDERR_FILENO) >= 0, "stderr cannot be kept");
    return kept;
}

static void nothing_was_said(FILE *kept) {
    char line[LINE];
    rewind(kept);
    while (fgets(line, sizeof line, kept))
        check(false, "on stderr: %s", line);
    fclose(kept);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        printf("usage: uci_syzygy BINARY\n");
        return 1;
    }
    if (!dlopen("libfathom.so.1", RTLD_NOW)) {
        printf("no library reads tablebases here: apt-get install libfathom1\n");
        return SKIPPED;
    }
    FILE *kept = keep_stderr();
    libraries_that_are_none(argv[1]);
    check(child_start(&engine, argv[1]), "%s does not start", argv[1]);
    options_are_listed();
    bad_paths_are_refused();
    tables_are_used();
    check(child_send(&engine, "quit\n"), "the engine no longer reads");
    const int status = child_end(&engine, 2 * PATIENCE);
    check(status == 0, "exit status %d", status);
    nothing_was_said(kept);
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
