/* uci_faults [--slow] BINARY [SCENE]
 *
 * What the program does when something is wrong: signals and real crashes in one thread and in
 * four, self-checks on memory that was tampered with while it searches, post-mortems, replay.
 */
#define _GNU_SOURCE /* tgkill */

#include "os/thread.h"
#include "support/dialogue.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[64]; /* where the post-mortems go */

/* --- help ------------------------------------------------------------------------------------ */

/* Returns the text of a file, which the caller frees. */
static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    enum { ROOM = 1 << 22 };
    char *text = calloc(ROOM, 1);
    if (!text || !file || fread(text, 1, ROOM - 1, file) == 0)
        check(false, "%s cannot be read", path);
    if (file)
        fclose(file);
    return text;
}

static void wants(const char *text, const char *part) {
    check(text && strstr(text, part) != NULL, "the post-mortem has no \"%s\"", part);
}

/* Waits for the line that announces a post-mortem, and returns its text; `path` gets its path. */
static char *announced(UciProcess *e, const char *begin, char path[LINE]) {
    char line[LINE];
    *path = '\0';
    if (wait_for(e, begin, line) < 0)
        return calloc(1, 1);
    const char *at = strstr(line, "post-mortem: ");
    check(at != NULL, "no path in \"%s\"", line);
    snprintf(path, LINE, "%s", at ? at + 13 : "");
    return read_file(path);
}

/* The processor time of a task of a process, in nanoseconds; 0 if it is not known. */
static unsigned long long task_time(pid_t pid, const char *task) {
    char path[300];
    unsigned long long used = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, task);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%llu", &used) != 1)
        used = 0;
    if (file)
        fclose(file);
    return used;
}

/* How many threads besides the first have run for 20 milliseconds: these search. A thread that still
 * fills its memory has run for less. *best is the one that has run longest. */
static int running_threads(pid_t pid, pid_t *best) {
    enum { BEGUN = 20000000 };
    char path[300];
    unsigned long long most = 0;
    int count = 0;
    *best = pid;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    for (struct dirent *task; tasks && (task = readdir(tasks)) != NULL;) {
        if (*task->d_name == '.' || atoi(task->d_name) == pid)
            continue;
        const unsigned long long used = task_time(pid, task->d_name);
        count += used > BEGUN;
        if (used > most) {
            most = used;
            *best = (pid_t)atoi(task->d_name);
        }
    }
    if (tasks)
        closedir(tasks);
    return count;
}

/* The thread that searches, once so many do: those beyond the CPUs let others go first. */
static pid_t searching_thread(pid_t pid, int threads) {
    pid_t best;
    usleep(50000);
    for (int tries = 0; running_threads(pid, &best) < threads && tries < 30000; tries++)
        usleep(10000);
    return best;
}

/* What the addresses of a running child begin at: a position-independent program is loaded anywhere. */
static uint64_t base_of(const UciProcess *e) {
    Elf64_Ehdr header = {.e_type = ET_NONE};
    char path[64], line[512];
    uint64_t base = 0;
    FILE *file = fopen(binary, "r");
    const bool read = file && fread(&header, sizeof header, 1, file) == 1;
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "/proc/%d/maps", (int)e->pid);
    const char *name = strrchr(binary, '/');
    FILE *maps = read && header.e_type == ET_DYN ? fopen(path, "r") : NULL;
    while (maps && !base && fgets(line, sizeof line, maps))
        if (strstr(line, name ? name : binary))
            base = strtoull(line, NULL, 16);
    if (maps)
        fclose(maps);
    return base;
}

/* The address of a symbol in a running child; 0 if it is not known. */
static uint64_t address_of(const UciProcess *e, const char *symbol) {
    char command[600], line[512], name[300];
    uint64_t address = 0, found = 0;
    snprintf(command, sizeof command, "nm '%s'", binary);
    FILE *output = popen(command, "r");
    while (output && fgets(line, sizeof line, output))
        if (sscanf(line, "%" SCNx64 " %*c %299s", &address, name) == 2 && strcmp(name, symbol) == 0)
            found = address;
    if (output)
        pclose(output);
    return found ? base_of(e) + found : 0;
}

/* The memory of a running child; -1, after saying so, if the system does not allow it. */
static int open_memory(const UciProcess *e) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)e->pid);
    const int memory = open(path, O_RDWR);
    if (memory < 0)
        printf("left out: the memory of a child cannot be written to here\n");
    return memory;
}

/* Inverts bytes of a running child's memory. Returns false if that cannot be done. */
static bool tamper(const UciProcess *e, uint64_t address, size_t size) {
    char bytes[64];
    const int memory = open_memory(e);
    if (memory < 0)
        return false;
    const bool well = address && size <= sizeof bytes &&
                      pread(memory, bytes, size, (off_t)address) == (ssize_t)size;
    for (size_t i = 0; well && i < size; i++)
        bytes[i] = (char)~bytes[i];
    const bool done = well && pwrite(memory, bytes, size, (off_t)address) == (ssize_t)size;
    close(memory);
    check(done, "the memory of the child is not what was expected");
    return done;
}

/* Release builds are killed by the signal; sanitizers may turn it into an exit status. */
static void check_death(UciProcess *e, int number) {
    const int status = end(e);
    if (slow)
        check(status > 0, "after signal %d: status %d", number, status);
    else
        check(status == 128 + number, "after signal %d: status %d", number, status);
}

/* What every file must contain. */
static void check_file(const char *text) {
    static const char *const PARTS[] = {"Panoptes post-mortem\n",
                                        "\nversion: Panoptes ",
                                        "\nbuild id: ",
                                        "\nfeatures: ",
                                        "\nkernel ",
                                        "\noption: Hash value 8",
                                        "protocol, the last",
                                        "\nbacktrace:",
                                        "\nregisters:",
                                        "\nend\n"};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        wants(text, PARTS[i]);
}

/* --- signals --------------------------------------------------------------------------------- */

static const struct {
    int number;
    const char *name;
} SIGNALS[] = {{SIGSEGV, "SIGSEGV"},
               {SIGBUS, "SIGBUS"},
               {SIGILL, "SIGILL"},
               {SIGFPE, "SIGFPE"},
               {SIGABRT, "SIGABRT"}};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static void one_signal(int i, int threads) {
    char path[LINE], wanted[64];
    UciProcess e;
    start(&e);
    say(&e, "setoption name Hash value 8\nsetoption name Threads value %d", threads);
    say(&e, "position startpos moves e2e4 c7c5\ngo infinite");
    wait_for(&e, "info depth 5", path);
    /* What begins no work does not take the place of the command. */
    say(&e, "debug off\nregister later\nsetoption name MultiPV value 1\nponderhit\nisready");
    wait_for(&e, "readyok", path);
    syscall(SYS_tgkill, e.pid, searching_thread(e.pid, threads), SIGNALS[i].number);
    snprintf(wanted, sizeof wanted, "info string error: signal %d (%s)", SIGNALS[i].number,
             SIGNALS[i].name);
    char *text = announced(&e, wanted, path);
    check_death(&e, SIGNALS[i].number);
    check_file(text);
    wants(text, SIGNALS[i].name);
    wants(text, "\nposition: startpos moves e2e4 c7c5\n");
    wants(text, "\ncommand: go infinite\n");
    wants(text, "\nthread 1");
    wants(text, "where it happened");
    wants(text, " search_"); /* deep in the tree the trace may not reach its root */
    wants(text, "  root: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w");
    wants(text, "map, incremental");
    wants(text, "map, from scratch");
    wants(text, "attacks by bit, from scratch");
    wants(text, "squares that differ: none");
    wants(text, "  >> info depth ");
    if (threads > 1)
        wants(text, "\nthread 4");
    free(text);
}

static void signals_while_searching(void) {
    for (int i = 0; i < SIGNAL_COUNT; i++)
        one_signal(i, i % 2 ? 4 : 1);
    one_signal(0, 4);
    one_signal(4, 1);
}

static void signals_while_idle(void) {
    char path[LINE];
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        UciProcess e;
        start(&e);
        say(&e, "setoption name Hash value 8");
        ready(&e);
        /* To the thread that reads, whose id is the process's: `kill` may choose any thread. */
        syscall(SYS_tgkill, e.pid, e.pid, SIGNALS[i].number);
        char *text = announced(&e, "info string error: signal", path);
        check_death(&e, SIGNALS[i].number);
        check_file(text);
        wants(text, "the thread that reads the input");
        wants(text, "no search was under way");
        wants(text, "  << setoption name Hash value 8\n");
        wants(text, " main + ");
        free(text);
    }
}

/* Starts an engine that searches with so many threads. */
static void start_searching(UciProcess *e, int threads) {
    char line[LINE];
    start(e);
    say(e, "setoption name Hash value 8\nsetoption name Threads value %d\ngo infinite", threads);
    wait_for(e, "info depth 5", line);
    searching_thread(e->pid, threads);
}

/* A pointer to a function is corrupted, so that the next call is a real crash. */
static void crash(int threads) {
    char path[LINE];
    UciProcess e;
    start_searching(&e, threads);
    if (!tamper(&e, address_of(&e, "make_normal"), 16)) {
        say(&e, "stop");
        quit(&e);
        return;
    }
    char *text = announced(&e, "info string error: signal", path);
    check(end(&e) > 0, "it survives a jump to nowhere");
    check_file(text);
    wants(text, "where it happened");
    wants(text, "enter_child");
    if (threads > 1)
        wants(text, "\nthread 4");
    free(text);
}

static void crashes(void) {
    crash(1);
    crash(4);
}

/* Overwrites the beginning of the kernel that a pointer leads to. Returns false if that cannot be done. */
static bool overwrite_kernel(const UciProcess *e, const char *pointer, const char code[4]) {
    const uint64_t from = address_of(e, pointer);
    uint64_t kernel;
    const int memory = open_memory(e);
    kill(e->pid, SIGSTOP);
    const bool done = memory >= 0 && pread(memory, &kernel, 8, (off_t)from) == 8 &&
                      pwrite(memory, code, 4, (off_t)kernel) == 4;
    kill(e->pid, SIGCONT);
    if (memory >= 0)
        close(memory);
    check(done || memory < 0, "the kernel of %s is not where it was expected", pointer);
    return done;
}

/* A stack overflow: the handler must not need the thread's stack. The kernel that makes moves is
 * overwritten with `push rax` and a jump back to it. */
static void stack_overflow(void) {
    static const char PUSHES[] = {0x50, (char)0xEB, (char)0xFD, (char)0x90};
    char path[LINE];
    UciProcess e;
    start(&e);
    say(&e, "setoption name Hash value 8\ngo infinite");
    wait_for(&e, "info depth 5", path);
    if (!overwrite_kernel(&e, "make_normal", PUSHES)) {
        say(&e, "stop");
        quit(&e);
        return;
    }
    char *text = announced(&e, "info string error: signal 11 (SIGSEGV)", path);
    check_death(&e, SIGSEGV);
    check_file(text);
    wants(text, "where it happened");
    free(text);
}

/* A walk that never ends, by a jump to itself: neither stop nor quit reaches that thread, but the watch does. */
static void loop(int threads, const char *command) {
    static const char JUMP[] = {(char)0xEB, (char)0xFE, (char)0x90, (char)0x90};
    char path[LINE];
    UciProcess e;
    start_searching(&e, threads);
    if (!overwrite_kernel(&e, "captures_advance", JUMP)) {
        say(&e, "stop");
        quit(&e);
        return;
    }
    let_work(&e, 500); /* all threads have met it then */
    say(&e, "%s", command);
    char *text = announced(&e, "info string error: caught in a loop", path);
    check_death(&e, SIGABRT);
    check_file(text);
    wants(text, "cause: caught in a loop: nothing got on");
    wants(text, "where it happened");
    wants(text, "captures_advance_");
    free(text);
}

static void loops(void) {
    char line[LINE];
    UciProcess e;
    start(&e);
    say(&e, "go infinite");
    loop(1, "stop");
    /* A search that gets on is left alone, though it has worked as long. */
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
    loop(2, "quit");
}

/* --- the journal ------------------------------------------------------------------------------ */

/* Exactly the last 200 lines. Long ones are cut, and unprintable bytes are replaced. */
static void last_lines_are_kept(void) {
    char path[LINE];
    static char longest[20000];
    UciProcess e;
    memset(longest, 'x', sizeof longest - 1);
    start(&e);
    say(&e, "setoption name Hash value 8");
    for (int i = 0; i < 250; i++)
        say(&e, "setoption name Threads value %d", i % 3 + 1);
    say(&e, "%s\n\x01\x7F hostile", longest);
    ready(&e);
    kill(e.pid, SIGSEGV);
    char *text = announced(&e, "info string error: signal", path);
    check_death(&e, SIGSEGV);
    check_file(text);
    int lines = 0;
    for (const char *at = strstr(text, "protocol, the last"); at && (at = strchr(at, '\n'));) {
        at++;
        if (strncmp(at, "  << ", 5) != 0 && strncmp(at, "  >> ", 5) != 0)
            break;
        lines++;
    }
    check(lines == 200, "%d lines are kept", lines);
    wants(text, "  << isready\n");
    wants(text, "xxx...\n");
    wants(text, "  << ?? hostile\n");
    free(text);
}

/* --- self-checks ----------------------------------------------------------------------------- */

static void self_checks_count(void) {
    char line[LINE];
    int64_t positions = 0;
    UciProcess e;
    start(&e);
    say(&e, "setoption name Threads value 2\nsetoption name Debug Interval value 4\ndebug on");
    wait_for(&e, "info string debug on", line);
    say(&e, "position startpos\ngo nodes 20000");
    wait_for(&e, "info string debug: self-checks:", line);
    check(sscanf(line, "info string debug: self-checks: %" SCNd64, &positions) == 1 &&
              positions > 2000,
          "20000 nodes, every 4th: \"%s\"", line);
    check(strstr(line, " 0 faults") != NULL, "\"%s\"", line);
    wait_for(&e, "bestmove", line);
    say(&e, "debug off");
    wait_for(&e, "info string debug off", line);
    say(&e, "go nodes 2000");
    check(hear(&e, line, PATIENCE), "no answer");
    while (strncmp(line, "bestmove", 8) != 0 && hear(&e, line, PATIENCE))
        check(!strstr(line, "self-checks"), "debug is off: \"%s\"", line);
    quit(&e);
}

/* The Zobrist number of the knight on f3 changes during a search, so that the keys are wrong. */
static void tampering_is_found(int threads) {
    enum { KNIGHT_F3 = (1 * 64 + 21) * 8 };
    char line[LINE], path[LINE];
    UciProcess e;
    start(&e);
    const uint64_t numbers = address_of(&e, "zobrist");
    say(&e,
        "setoption name Threads value %d\nsetoption name Debug Interval value 1\ndebug on\n"
        "position startpos moves g1f3\ngo infinite",
        threads);
    wait_for(&e, "info depth 4", line);
    if (!tamper(&e, numbers ? numbers + KNIGHT_F3 : 0, 8)) {
        say(&e, "stop");
        quit(&e);
        return;
    }
    char *text;
    if (slow) { /* a debug build aborts */
        text = announced(&e, "info string error: signal 6 (SIGABRT)", path);
        check(end(&e) > 0, "it plays on");
    } else {
        text = announced(&e, "info string fault: post-mortem: ", path);
        say(&e, "stop");
        wait_for(&e, "info string debug: self-checks:", line);
        check(!strstr(line, " 0 faults"), "no fault is counted: \"%s\"", line);
        wait_for(&e, "bestmove", line);
        tamper(&e, numbers + KNIGHT_F3, 8); /* back: the table of reversible moves goes by it */
        say(&e, "go nodes 30000");
        wait_for(&e, "info string debug: self-checks:", line);
        check(strstr(line, " 0 faults") != NULL, "it is not well again: \"%s\"", line);
        wait_for(&e, "bestmove", line);
        quit(&e);
        wants(text, "cause: a self-check failed\n");
        wants(text, "search_deepen");
    }
    wants(text, "comparator: difference after");
    wants(text, " key: ");
    wants(text, "where it happened");
    wants(text, "\nend\n");
    free(text);
}

static void tampering(void) {
    tampering_is_found(1);
    tampering_is_found(4);
}

/* --- replay ---------------------------------------------------------------------------------- */

static int replay(const char *path, char *line) {
    return run_with((const char *const[]){binary, "--replay", path, NULL}, "info string", line);
}

static void replays(void) {
    char path[LINE], line[LINE];
    UciProcess e;
    start(&e);
    say(&e, "setoption name Hash value 8\nsetoption name UCI_Chess960 value true");
    say(&e, "position startpos moves d2d4\ngo wtime 3600000 btime 3600000 searchmoves d7d5 g8f6");
    wait_for(&e, "info depth 5", line);
    kill(e.pid, SIGSEGV);
    free(announced(&e, "info string error: signal", path));
    check_death(&e, SIGSEGV);
    /* Nothing was wrong with the search, so the fault does not happen again. */
    const int64_t from = clock_microseconds();
    check(replay(path, line) == 0, "replay: \"%s\"", line);
    check(strstr(line, "did not happen again") != NULL, "replay: \"%s\"", line);
    check(in_time((double)(clock_microseconds() - from) / 1000, 30000),
          "replay takes longer than the search did");
    check(run_with((const char *const[]){binary, "--replay", path, NULL}, "bestmove", line) == 0 &&
              (strncmp(line, "bestmove d7d5", 13) == 0 || strncmp(line, "bestmove g8f6", 13) == 0),
          "replay searched something else: \"%s\"", line);
    check(run_with((const char *const[]){binary, "--replay", path, NULL},
                   "info string replay: setoption name UCI_Chess960 value true", line) == 0 &&
              *line,
          "replay sets other options");
}

/* --- main ------------------------------------------------------------------------------------ */

int main(int argc, char **argv) {
    static const Scene SCENES[] = {
        {"signals_while_searching", signals_while_searching},
        {"signals_while_idle", signals_while_idle},
        {"crashes", crashes},
        {"stack_overflow", stack_overflow},
        {"loops", loops},
        {"last_lines_are_kept", last_lines_are_kept},
        {"self_checks_count", self_checks_count},
        {"tampering", tampering},
        {"replays", replays},
    };
    char command[128];
    snprintf(folder, sizeof folder, "/tmp/panoptes-faults-XXXXXX");
    if (!mkdtemp(folder))
        return 2;
    setenv("PANOPTES_POST_MORTEM", folder, 1);
    const int status = dialogue_main(argc, argv, SCENES, (int)(sizeof SCENES / sizeof *SCENES));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 2 : status;
}
