/* transcript FILE [--slow] BINARY [[-]SCENE]
 *
 * Runs a transcript: a text that reads like sessions with the program. README.md in the same folder explains the
 * format. */
#include "board/fen.h"
#include "board/make.h"
#include "lib/uci_process.h"
#include "moves/notation.h"
#include "os/thread.h"
#include "support/answers.h"
#include "support/fens.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "support/timing.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 4000, WORDS = 32, WORD = 32, QUESTIONS = 1024, OUTPUT = 8 << 20 };

static const char *path;
static bool slow;          /* --slow: time limits are ten times as long */
static char *lines[LINES]; /* the lines of the transcript */
static int line_count, at; /* `at`: the line in progress */

static bool is_broken; /* a check of this scene has failed */

static void fail(const char *what, const char *said) {
    check(false, "%s:%d: %s\n    %s\n    %s", path, at + 1, lines[at], what, said);
    is_broken = true;
}

/* --- words that lines have in common ----------------------------------------------------------- */

static char names[WORDS][WORD]; /* the {name}s to which this scene has given a word */
static int name_count, taken;   /* the current line sets names[taken] and all later names */
static size_t groups[WORDS];    /* the group of the regular expression that matches each name */

typedef enum Use { TO_SAY, PLAIN, EXPRESSION } Use;

/* If `text` begins with a {name}, copies the name and returns the length with braces, else returns 0. */
static size_t name_at(const char *text, char name[WORD]) {
    const size_t n = *text == '{' ? strspn(text + 1, "abcdefghijklmnopqrstuvwxyz0123456789") : 0;
    if (n == 0 || n >= WORD || text[n + 1] != '}')
        return 0;
    snprintf(name, WORD, "%.*s", (int)n, text + 1);
    return n + 2;
}

static char *add(char *out, const char *text, bool quote) {
    for (; *text; *out++ = *text++)
        if (quote && strchr("\\^$.[]|()*+?{}", *text))
            *out++ = '\\';
    return out;
}

/* Replaces each {name} by its value. Turns an expected text into a regular expression. */
static void translate(const char *text, Use use, char *out) {
    char name[WORD];
    size_t length, group = 0;
    taken = name_count;
    for (; *text; text += length) {
        const char *value = (length = name_at(text, name)) ? getenv(name) : NULL;
        if (value) {
            out = add(out, value, use != TO_SAY);
        } else if (length && use != TO_SAY) {
            groups[name_count] = ++group;
            strcpy(names[name_count++], name);
            out = add(out, "([^ ]+)", false);
        } else if (use == PLAIN && strncmp(text, "...", length = 3) == 0) {
            out = add(out, ".*", false);
        } else {
            group += use == EXPRESSION && *text == '(';
            out = add(out, (const char[]){*text, '\0'}, use == PLAIN);
            length = 1;
        }
    }
    *out = '\0';
}

static regex_t compiled(const char *text, Use use) {
    static char pattern[4 * LINE] = "^";
    regex_t expression;
    translate(text, use, pattern + 1);
    strcat(pattern, use == PLAIN ? "$" : "");
    if (regcomp(&expression, pattern, REG_EXTENDED)) {
        fprintf(stderr, "%s:%d: a bad expression\n", path, at + 1);
        exit(2);
    }
    return expression;
}

/* True if a line matches the expression. Sets the values of the expression's new names. */
static bool matches(const regex_t *expression, const char *line) {
    regmatch_t found[WORDS];
    char value[LINE];
    if (regexec(expression, line, WORDS, found, 0))
        return false;
    for (int i = taken; i < name_count; i++) {
        const regmatch_t *m = &found[groups[i]];
        snprintf(value, sizeof value, "%.*s", (int)(m->rm_eo - m->rm_so), line + m->rm_so);
        setenv(names[i], value, 1);
    }
    return true;
}

/* --- what is said ------------------------------------------------------------------------------ */

static UciProcess engine;
static bool is_running;
static char output[OUTPUT], *rest = output; /* shell command's output; `rest`: still to compare */
static int status; /* exit status of a shell command; 0 after its comparison */

static char question[1 << 17], *questions[QUESTIONS]; /* last position; each go's position */
static int asked, answered, checked; /* numbers of `go` sent, answered; `go` being checked, or -1 */
static Answer answer;

static int64_t said_at; /* time at which the runner last began to send */

static int64_t deadline_in(int milliseconds) {
    return clock_microseconds() + (int64_t)milliseconds * 1000;
}

static double milliseconds_since(int64_t from) {
    return (double)(clock_microseconds() - from) / 1000;
}

static void start_shell(UciProcess *shell, const char *command) {
    if (uci_process_start(shell, (const char *const[]){"/bin/sh", "-c", command, NULL}, true, NULL))
        return;
    printf("FAILED: /bin/sh cannot be started\n");
    exit(1);
}

static void start_engine(const char *command) {
    char pid[16];
    start_shell(&engine, command);
    snprintf(pid, sizeof pid, "%d", (int)engine.pid);
    setenv("pid", pid, 1);
    is_running = true;
    asked = answered = 0;
    checked = -1;
    strcpy(question, "position startpos");
}

static void run_command(const char *command) {
    UciProcess shell;
    size_t used = 0;
    ssize_t n;
    start_shell(&shell, command);
    uci_process_close(&shell);
    fcntl(shell.out, F_SETFL, 0); /* read() waits for output */
    while ((n = read(shell.out, output + used, OUTPUT - 1 - used)) > 0 || (n < 0 && errno == EINTR))
        used += n > 0 ? (size_t)n : 0;
    output[used] = '\0';
    rest = output;
    status = uci_process_end(&shell, deadline_in(2 * PATIENCE));
}

static bool is_go(const char *line) {
    return strncmp(line, "go", 2) == 0 && isspace((unsigned char)line[2]) &&
           strncmp(line, "go perft", 8) != 0 && strncmp(line, "go json", 7) != 0;
}

/* Sends lines to the engine, and remembers the position of each `go` among them. */
static void say_lines(const char *text) {
    if (!is_running)
        start_engine("exec panoptes");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "position ", 9) == 0)
            snprintf(question, sizeof question, "%.*s", (int)strcspn(line, "\n"), line);
        if (is_go(line) && asked < QUESTIONS)
            questions[asked++] = strdup(question);
    }
    load_begin(engine.pid);
    said_at = clock_microseconds();
    check(uci_process_send(&engine, text, deadline_in(PATIENCE)),
          "%s:%d: the program reads no more", path, at + 1);
}

/* Waits until the engine has used `milliseconds` of processor time from now on, or has ended. */
static void let_work(int milliseconds) {
    enum { STEP = 2000 };
    siginfo_t end = {0};
    load_begin(engine.pid);
    while (load_used() < milliseconds && end.si_pid == 0) {
        usleep(STEP);
        waitid(P_PID, (id_t)engine.pid, &end, WEXITED | WNOHANG | WNOWAIT);
    }
}

/* Writes to the memory of the engine, for each line of a text "ADDRESS BYTES" in hexadecimal. */
static void write_memory(const char *text) {
    unsigned long long address;
    char name[64], digits[64];
    unsigned char bytes[32];
    int used, written = 0;
    snprintf(name, sizeof name, "/proc/%d/mem", (int)engine.pid);
    const int memory = open(name, O_WRONLY | O_CLOEXEC);
    kill(engine.pid, SIGSTOP);
    waitpid(engine.pid, NULL, WUNTRACED);
    for (; sscanf(text, "%llx %63[0-9A-F] %n", &address, digits, &used) == 2; text += used) {
        size_t size = 0;
        while (size < sizeof bytes && sscanf(digits + 2 * size, "%2hhx", &bytes[size]) == 1)
            size++;
        written += pwrite(memory, bytes, size, (off_t)address) == (ssize_t)size;
    }
    kill(engine.pid, written > 0 && !*text ? SIGCONT : SIGKILL);
    close(memory);
    check(written > 0 && !*text, "%s:%d: memory cannot be written to", path, at + 1);
}

/* Sets up the position of a `position` command. Returns false if this simple reader does not understand it. */
static bool set_up(Position *pos, const char *said) {
    char fen[FEN_SIZE], text[16];
    const char *moves = strstr(said, " moves ");
    int used = 0;
    snprintf(fen, sizeof fen, "%s", FEN_START);
    if ((sscanf(said, "position fen %90[^m]", fen) != 1 &&
         strncmp(said, "position startpos", 17) != 0) ||
        !fen_parse(pos, fen, NULL, 0))
        return false;
    for (moves = moves ? moves + 7 : ""; sscanf(moves, " %15s%n", text, &used) == 1;
         moves += used) {
        const Move m = move_read(pos, text);
        if (m == MOVE_NONE || plies_left(pos) < 2)
            return false;
        make_move(pos, m);
    }
    position_reroot(pos);
    return true;
}

/* Checks a line of an answer by the rules of chess. */
static void check_answer(const char *line) {
    static Position *pos;
    static bool known;
    pos = pos ? pos : position_new();
    if (answered == asked)
        return;
    if (checked != answered) {
        checked = answered;
        known = set_up(pos, questions[answered]);
        answer = (Answer){0};
    }
    if (known)
        answer_line(&answer, line, pos);
    if (strncmp(line, "bestmove", 8) == 0)
        free(questions[answered++]), checked = -1;
}

/* --- what is heard ----------------------------------------------------------------------------- */

typedef enum Heard { A_LINE, A_STATUS, NOTHING } Heard;

/* Reads the next line of the engine, cut to LINE bytes. Returns false if none comes in time. A wait of PATIENCE
 * is extended while the machine is overloaded and the program uses the processor. */
static bool hear(char *line, int timeout_ms) {
    enum { AT_REST = 10000 /* microseconds of a wait */ };
    for (;;) {
        const int64_t before = processor_time(engine.pid);
        const char *heard = uci_process_line(&engine, deadline_in(timeout_ms));
        if (heard) {
            check(!strpbrk(heard, "\r\x1b"), "a carriage return or a colour in \"%s\"", heard);
            snprintf(line, LINE, "%s", heard);
            return true;
        }
        if (engine.ended || timeout_ms < PATIENCE ||
            processor_time(engine.pid) - before < AT_REST || !machine_is_overloaded())
            return false;
    }
}

static bool any; /* any lines may come before the next expected line */
static regex_t never[WORDS];
static int never_count;

/* Reads the next output line of a shell command or of the engine. After the last line, reads the exit status. */
static Heard next(char line[LINE], int timeout_ms) {
    if (*rest) {
        const size_t length = strcspn(rest, "\n");
        snprintf(line, LINE, "%.*s", (int)length, rest);
        rest += length + (rest[length] == '\n');
        return A_LINE;
    }
    strcpy(line, "(nothing)");
    if (status) {
        sprintf(line, "[%d]", status);
        status = 0;
        return A_STATUS;
    }
    if (is_running && hear(line, timeout_ms)) {
        check_answer(line);
        return A_LINE;
    }
    if (!is_running || !engine.ended)
        return NOTHING;
    is_running = false;
    sprintf(line, "[%d]", uci_process_end(&engine, deadline_in(2 * PATIENCE)));
    return A_STATUS;
}

/* True if a line may come before the expected line. The infos of a search may come anywhere. */
static bool is_passed_over(const char *line) {
    for (int i = 0; i < never_count; i++)
        if (regexec(&never[i], line, 0, NULL, 0) == 0)
            return false;
    return any || (strncmp(line, "info ", 5) == 0 && strncmp(line, "info string", 11) != 0);
}

static void forget_exceptions(void) {
    any = false;
    while (never_count)
        regfree(&never[--never_count]);
}

/* A signal ends a program with a status above 128. Sanitizers replace this status by their own. */
static bool is_wanted_status(const char *ended, const char *wanted) {
    return strcmp(ended, wanted) == 0 ||
           (slow && atoi(wanted + 1) > 128 && strcmp(ended, "[0]") != 0);
}

/* Reads lines until one matches `expression`, or until the program ends. `what` tells whether a line or the end is
 * expected. */
static void expect(Heard what, const regex_t *expression, const char *wanted) {
    char line[LINE];
    Heard heard = A_LINE;
    bool found = false;
    while (!found && heard == A_LINE && !is_broken) {
        heard = next(line, PATIENCE);
        found = heard == what &&
                (expression ? matches(expression, line) : is_wanted_status(line, wanted));
        if (!found && (heard != A_LINE || !is_passed_over(line)))
            fail("is expected, but there comes", line);
    }
    forget_exceptions();
}

/* An expected line may end in "(within N ms)", "(after N ms)" or "(N to N ms)". */
static void expect_line(const char *expected, Use use) {
    char text[LINE], took_text[32];
    int least = 0, most = 0;
    snprintf(text, sizeof text, "%s", expected);
    char *limits = strrchr(text, '(');
    if (limits && sscanf(limits, "(%d to %d ms)", &least, &most) != 2 &&
        sscanf(limits, "(within %d ms)", &most) + sscanf(limits, "(after %d ms)", &least) < 1)
        least = 0;
    if (least || most)
        limits[-1] = '\0';
    regex_t expression = compiled(text, use);
    expect(A_LINE, &expression, "");
    regfree(&expression);
    const double took = milliseconds_since(said_at);
    snprintf(took_text, sizeof took_text, "after %.0f ms", took);
    if (took < least || (most && !is_broken && !in_time(took, slow ? 10 * most : most)))
        fail("comes at another time:", took_text);
}

/* Fails if a line other than an info of a search comes within the time. */
static void expect_silence(int milliseconds) {
    const int64_t end = deadline_in(milliseconds);
    char line[LINE];
    for (int64_t left; !is_broken && (left = (end - clock_microseconds()) / 1000) > 0;)
        if (next(line, (int)left) != NOTHING && !is_passed_over(line))
            fail("but there comes", line);
}

/* Fails unless the transcript has compared all output of the shell command, and its exit status. */
static void end_command(void) {
    char line[LINE];
    while (!is_broken && (*rest || status))
        if (next(line, 0) != A_LINE || !is_passed_over(line))
            fail("before it there is", line);
}

static void end_engine(void) {
    if (engine.in >= 0)
        uci_process_send(&engine, "quit\n", clock_microseconds());
    load_begin(engine.pid);
    const int64_t from = clock_microseconds();
    expect(A_STATUS, NULL, "[0]");
    if (!is_broken && !in_time(milliseconds_since(from), slow ? 10000 : 2000))
        fail("ends late", "");
}

/* --- scenes ------------------------------------------------------------------------------------ */

static void carry_out(const char *line);

/* Carries out a row with "=>", which stands for two rows: see tests/uci/README.md. `arrow` is the place of " => ". */
static void carry_out_row(const char *row, const char *arrow) {
    char said[LINE], heard[LINE];
    const char *text = row + 2;
    if (!arrow) {
        fail("has no =>", "");
        return;
    }
    snprintf(said, sizeof said, "> %.*s", (int)(arrow - text), text);
    if (*row != '?')
        snprintf(heard, sizeof heard, "%s %s", *row == '=' ? "<<" : "<", arrow + 4);
    else
        snprintf(heard, sizeof heard, "< info string error: %.*s: %s", (int)strcspn(text, " "),
                 text, arrow + 4);
    carry_out(said);
    carry_out(heard);
}

static void carry_out(const char *line) {
    static char text[1 << 17];
    const char *const words = line + (line[0] && line[1] ? 2 : 1), *arrow = strstr(line, " => ");
    int number;
    if (!*line || isalpha((unsigned char)*line) || *line == '`')
        return;
    if (strchr(">$@", *line))
        end_command();
    if (strcmp(line, "> (end of input)") == 0) {
        uci_process_close(&engine);
    } else if (strncmp(line, ">$ ", 3) == 0) {
        run_command(line + 3);
        rest = output + strlen(output);
        say_lines(output);
    } else if (strncmp(line, "%$ ", 3) == 0) {
        run_command(line + 3);
        rest = output + strlen(output);
        write_memory(output);
    } else if (*line == '?' || *line == '=' || (*line == '>' && arrow)) {
        carry_out_row(line, arrow);
    } else if (*line == '>') {
        translate(words, TO_SAY, text);
        say_lines(strcat(text, "\n"));
    } else if (sscanf(line, "< (nothing for %d ms)", &number) == 1) {
        expect_silence(number);
    } else if (sscanf(line, "< (work of %d ms)", &number) == 1) {
        let_work(number);
    } else if (*line == '<' || *line == '~') {
        any |= line[1] == '<';
        expect_line(words + (line[1] == '<'), *line == '<' ? PLAIN : EXPRESSION);
    } else if (*line == '[') {
        expect(A_STATUS, NULL, line);
    } else if (*line == '!' && never_count < WORDS) {
        never[never_count++] = compiled(words, PLAIN);
    } else if (strcmp(line, "...") == 0) {
        any = true;
    } else if (*line == '$') {
        run_command(words);
    } else if (*line == '@') {
        start_engine(words);
    } else {
        fail("is no line of a transcript", "");
    }
}

/* Fails if a sanitizer has reported a fault of a program of this scene, whose exit status may be lost in a pipe. The
 * faults that scenes plant end their program by a signal. Reports of these count only if the scene has failed. */
static void expect_no_report(void) {
    setenv("REPORTED", is_broken ? "." : "runtime error|Sanitizer: [a-z]", 1);
    run_command(
        "cd \"$base\"; grep -v stack-overflow report.* 2>/dev/null | grep -qE \"$REPORTED\" && "
        "cat report.*; rm -f report.*");
    if (*output)
        fail("a sanitizer reports", output);
}

/* Carries out the scene whose title is lines[title]. */
static void run_scene(int title) {
    static int number;
    char dir[64];
    snprintf(dir, sizeof dir, "%s/%d", getenv("base"), ++number);
    mkdir(dir, 0700);
    setenv("dir", dir, 1);
    setenv("PANOPTES_POST_MORTEM", dir, 1);
    is_broken = false;
    for (at = title + 1; !is_broken && at < line_count && lines[at][0] != '#'; at++)
        carry_out(lines[at]);
    at--;
    end_command();
    if (is_running && !is_broken)
        end_engine();
    if (is_running)
        uci_process_end(&engine, 0);
    is_running = false;
    forget_exceptions();
    expect_no_report();
    rest = output + strlen(output);
    status = 0;
    while (name_count)
        unsetenv(names[--name_count]);
}

static void read_transcript(void) {
    static char line[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    while (line_count < LINES && fgets(line, sizeof line, file)) {
        for (size_t n; (n = strcspn(line, "\n")) > 0 && line[n - 1] == '\\';)
            if (!fgets(line + n - 1, (int)(sizeof line - n), file))
                break;
        line[strcspn(line, "\n")] = '\0';
        lines[line_count++] = strdup(line);
    }
    fclose(file);
}

/* True if line i is the title of a chosen scene. Without a choice all scenes are chosen. */
static bool is_chosen(int i, const char *choice) {
    if (strncmp(lines[i], "# ", 2) != 0)
        return false;
    return *choice == '-' ? !strstr(lines[i], choice + 1)
                          : strncmp(lines[i] + 2, choice, strlen(choice)) == 0;
}

/* An overloaded machine gets an hour and a half for each scene. The handler calls only functions that are
 * safe in a signal handler. */
enum { WATCHDOG_SECONDS = 280, EXTENSIONS = 20 };
// NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c)
static void on_alarm(int signal_number) {
    static const char text[] = "FAILED: watchdog: the session hangs\n";
    static int extensions;
    if (extensions < EXTENSIONS && machine_is_overloaded()) {
        extensions++;
        alarm(WATCHDOG_SECONDS);
        return;
    }
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    _exit(1);
}
// NOLINTEND(bugprone-signal-handler,cert-sig30-c)

/* Runs the chosen scenes. Returns the exit status: 1 if any check failed, 2 if none was chosen. */
static int run_scenes(const char *choice) {
    int chosen = 0;
    for (int i = 0; i < line_count; i++) {
        if (!is_chosen(i, choice))
            continue;
        chosen++;
        if (strstr(lines[i], slow ? "(release)" : "(debug)"))
            continue;
        const int64_t from = clock_microseconds();
        const int before = failures;
        alarm(WATCHDOG_SECONDS);
        run_scene(i);
        printf("%s: %s, %.1f s\n", lines[i] + 2, failures == before ? "ok" : "FAILED",
               milliseconds_since(from) / 1000);
    }
    printf("%d scenes, %d failures\n", chosen, failures);
    return failures ? 1 : chosen ? 0 : 2;
}

/* Prints a network of random weights with `width` neurons, or NETWORK_HIDDEN if `width` is 0. Its scores are small.
 * With large scores nearly every capture in quiescence would raise the score, and a search would need a hundred times
 * as many nodes. */
static int print_network(int width, int seed) {
    const int hidden = width ? width : NETWORK_HIDDEN;
    const size_t size = network_size(hidden);
    void *bytes = random_network_file(hidden, (uint64_t)seed);
    network_set_scale(bytes, 1);
    return fwrite(bytes, 1, size, stdout) == size ? 0 : 1;
}

/* Links this program into the scenes' folder under another name, as a command of the scenes' shell. */
static void add_command(const char *base, const char *name) {
    char link[64];
    snprintf(link, sizeof link, "%s/%s", base, name);
    if (symlink(realpath("/proc/self/exe", NULL), link))
        perror(link);
}

/* Sanitizers write reports into the scenes' folder. The exit status after a report is one that no scene awaits. */
static void set_sanitizers(const char *base) {
    static const char *const NAMES[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS",
                                        "MSAN_OPTIONS"};
    char options[2 * LINE];
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *had = getenv(NAMES[i]);
        snprintf(options, sizeof options, "%s:log_path=%s/report:exitcode=66:exit_code=66",
                 had ? had : "", base);
        setenv(NAMES[i], options, 1);
    }
}

/* Creates the folder of all scenes. The shell of the scenes finds the program under test there as `panoptes`. */
static void make_base(const char *program) {
    static char base[] = "/tmp/transcript-XXXXXX", search[2 * PATH_MAX], tools[PATH_MAX];
    char *whole = realpath(program, NULL), link[64];
    if (!realpath(path, tools))
        exit(2);
    dirname(tools);
    add_command(mkdtemp(base), "network");
    add_command(base, "tgkill");
    snprintf(link, sizeof link, "%s/panoptes", base);
    snprintf(search, sizeof search, "%s:%s:%s", base, tools, getenv("PATH"));
    if (!whole || symlink(whole, link)) {
        perror(program);
        exit(2);
    }
    free(whole);
    setenv("base", base, 1);
    set_sanitizers(base);
    setenv("PATH", search, 1);
    setenv("kiwipete", MIDDLE, 1);
}

int main(int argc, char **argv) {
    enum {
        RESIDENT = 256 << 20
    }; /* bytes of resident memory that the program may use, on any machine */
    if (argc == 3 && strcmp(basename(argv[0]), "network") == 0)
        return print_network(atoi(argv[1]), atoi(argv[2]));
    if (argc == 3 && getenv("pid") && strcmp(basename(argv[0]), "tgkill") == 0)
        return syscall(SYS_tgkill, atoi(getenv("pid")), atoi(argv[2]), atoi(argv[1])) ? 1 : 0;
    slow = argc > 2 && strcmp(argv[2], "--slow") == 0;
    if (argc < 3 + slow || argc > 4 + slow) {
        fprintf(stderr, "usage: %s FILE [--slow] BINARY [[-]SCENE]\n", argv[0]);
        return 2;
    }
    path = argv[1];
    read_transcript();
    make_base(argv[2 + slow]);
    setenv(slow ? "slow" : "fast", "1", 1);
    setup_tables();
    setrlimit(RLIMIT_RSS, &(struct rlimit){RESIDENT, RESIDENT});
    signal(SIGPIPE, SIG_IGN);
    signal(SIGALRM, on_alarm);
    const int result = run_scenes(argc > 3 + slow ? argv[3 + slow] : "");
    run_command("rm -rf \"$base\"");
    return result;
}
