/* transcript FILE [--slow] BINARY [[-]SCENE]
 *
 * Runs a transcript: a text that reads like sessions with the program. README.md beside it explains
 * the format. */
#include "board/fen.h"
#include "board/make.h"
#include "moves/notation.h"
#include "os/thread.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/json.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINES = 4000, SCENES = 200, WORDS = 32, WORD = 32, QUESTIONS = 1024, OUTPUT = 8 << 20 };

static const char *path;
static char *lines[LINES]; /* of the transcript */
static int line_count, at; /* `at` is carried out */
static Scene scenes[SCENES];
static int first[SCENES], scene_count;

static bool is_broken; /* the scene, by a failure */

static void fail(const char *what, const char *said) {
    check(false, "%s:%d: %s\n    %s\n    %s", path, at + 1, lines[at], what, said);
    is_broken = true;
}

/* --- words that lines have in common ----------------------------------------------------------- */

static char names[WORDS][WORD]; /* of the words that this scene has taken */
static int name_count, taken;   /* `taken`: those that the expectation at hand takes begin there */
static size_t groups[WORDS];    /* and this group of its expression each */

typedef enum Use { TO_SAY, PLAIN, EXPRESSION } Use;

/* The length of a {name} that begins here, or 0. */
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

/* Puts the value of each {name} in its place, and makes an expression of a text that is expected. */
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

/* True if a line is as expected. The words that it takes get their values. */
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
static char output[OUTPUT], *rest = output; /* of a command: what was not yet expected */
static int status;                          /* of a command that has failed, until it is expected */

static char question[1 << 17], *questions[QUESTIONS]; /* the position now, and that of each go */
static int asked, answered;
static Answer answer;

/* `command`: of the shell, or NULL. */
static void start_engine(const char *command) {
    char pid[16];
    if (command)
        start_by(&engine, (const char *const[]){"/bin/sh", "-c", command, NULL});
    else
        start(&engine);
    snprintf(pid, sizeof pid, "%d", (int)engine.pid);
    setenv("pid", pid, 1);
    is_running = true;
    asked = answered = 0;
    strcpy(question, "position startpos");
}

static void run_command(const char *command) {
    UciProcess shell;
    size_t used = 0;
    ssize_t n;
    start_by(&shell, (const char *const[]){"/bin/sh", "-c", command, NULL});
    uci_process_close(&shell);
    fcntl(shell.out, F_SETFL, 0); /* lines of any length are waited for */
    while ((n = read(shell.out, output + used, OUTPUT - 1 - used)) > 0 || (n < 0 && errno == EINTR))
        used += n > 0 ? (size_t)n : 0;
    output[used] = '\0';
    rest = output;
    status = end(&shell);
}

static bool is_go(const char *line) {
    return strncmp(line, "go", 2) == 0 && isspace((unsigned char)line[2]) &&
           strncmp(line, "go perft", 8) != 0 && strncmp(line, "go json", 7) != 0;
}

/* Says lines, and notes the position of each answer that they ask for. */
static void say_lines(const char *text) {
    if (!is_running)
        start_engine(NULL);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, "position ", 9) == 0)
            snprintf(question, sizeof question, "%.*s", (int)strcspn(line, "\n"), line);
        if (is_go(line) && asked < QUESTIONS)
            questions[asked++] = strdup(question);
    }
    say_text(&engine, text);
}

/* Sets up what a `position` says; false if that takes more than this to read. */
static bool set_up(Position *pos, const char *said) {
    char fen[FEN_SIZE], text[16], error[FEN_ERROR_SIZE];
    const char *moves = strstr(said, " moves ");
    int used = 0;
    snprintf(fen, sizeof fen, "%s", FEN_START);
    if ((sscanf(said, "position fen %90[^m]", fen) != 1 &&
         strncmp(said, "position startpos", 17) != 0) ||
        fen_parse(pos, fen, error, sizeof error))
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

/* Checks a line of an answer by the rules. */
static void check_answer(const char *line) {
    static Position *pos;
    static bool known;
    static int of = -1; /* the answer that pos is of */
    pos = pos ? pos : position_new();
    if (*line == '{' && strlen(line) < LINE - 1)
        check(json_is_object(line), "%s:%d: no JSON: %s", path, at + 1, line);
    if (answered == asked)
        return;
    if (of != answered) {
        of = answered;
        known = set_up(pos, questions[answered]);
        answer = (Answer){0};
    }
    if (known)
        answer_line(&answer, line, pos);
    if (strncmp(line, "bestmove", 8) == 0)
        free(questions[answered++]), of = -1;
}

/* --- what is heard ----------------------------------------------------------------------------- */

typedef enum Heard { A_LINE, A_STATUS, NOTHING } Heard;

static bool any; /* any lines may come before the next one that is expected */
static regex_t never[WORDS];
static int never_count;

/* The next line of a command or of the engine, or the exit status after the last. */
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
    if (is_running && hear(&engine, line, timeout_ms)) {
        check_answer(line);
        return A_LINE;
    }
    if (!is_running || !engine.ended)
        return NOTHING;
    is_running = false;
    sprintf(line, "[%d]", end(&engine));
    return A_STATUS;
}

/* True if a line may come before what is expected. The infos of a search may come anywhere. */
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

/* Reads on until a line as expected, or the status; `what` is expected. */
static void expect(Heard what, const regex_t *expression, const char *wanted) {
    char line[LINE];
    Heard heard = A_LINE;
    bool found = false;
    while (!found && heard == A_LINE && !is_broken) {
        heard = next(line, PATIENCE);
        found = heard == what &&
                (expression ? matches(expression, line) : wanted && strcmp(line, wanted) == 0);
        if (!found && (heard != A_LINE || !is_passed_over(line)))
            fail("is expected, but there comes", line);
    }
    check(found, "%s:%d", path, at + 1);
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
    expect(A_LINE, &expression, NULL);
    regfree(&expression);
    const double took = milliseconds_since_say();
    snprintf(took_text, sizeof took_text, "after %.0f ms", took);
    if (took < least || (most && !is_broken && !in_time(took, slow ? 10 * most : most)))
        fail("comes at another time:", took_text);
}

/* Nothing but the infos of a search, for so long. */
static void expect_silence(int milliseconds) {
    const int64_t end = clock_microseconds() + milliseconds * (int64_t)1000;
    char line[LINE];
    for (int64_t left; !is_broken && (left = (end - clock_microseconds()) / 1000) > 0;)
        if (next(line, (int)left) != NOTHING && !is_passed_over(line))
            fail("but there comes", line);
}

/* All that a command has printed must have been expected. */
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
    if (!is_broken && !in_time((double)(clock_microseconds() - from) / 1000, slow ? 10000 : 2000))
        fail("ends late", "");
}

/* --- scenes ------------------------------------------------------------------------------------ */

static void carry_out(const char *line) {
    static char text[1 << 17];
    const char *const words = line + (line[0] && line[1] ? 2 : 1);
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
    } else if (*line == '>') {
        translate(words, TO_SAY, text);
        say_lines(strcat(text, "\n"));
    } else if (sscanf(line, "< (nothing for %d ms)", &number) == 1) {
        expect_silence(number);
    } else if (sscanf(line, "< (work of %d ms)", &number) == 1) {
        let_work(&engine, number);
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

static void run_scene(void) {
    static int number;
    char dir[64];
    int i = 0;
    while (scenes[i].name != scene)
        i++;
    if (slow && strstr(scene, "(release)"))
        return;
    snprintf(dir, sizeof dir, "%s/%d", getenv("base"), ++number);
    mkdir(dir, 0700);
    setenv("dir", dir, 1);
    is_broken = false;
    for (at = first[i]; !is_broken && at < line_count && lines[at][0] != '#'; at++)
        carry_out(lines[at]);
    at--;
    end_command();
    if (is_running && !is_broken)
        end_engine();
    if (is_running)
        uci_process_end(&engine, 0);
    check(!is_broken, "%s: %s", path, scene);
    is_running = false;
    forget_exceptions();
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
        if (strncmp(line, "# ", 2) == 0 && scene_count < SCENES) {
            first[scene_count] = line_count;
            scenes[scene_count++] = (Scene){lines[line_count - 1] + 2, run_scene};
        }
    }
    fclose(file);
}

/* Prints a network of random weights, as wide as this program's if `width` is 0. Its scores are small:
 * else quiescence finds something better in nearly each capture, and searches a hundred times as many
 * nodes. */
static int print_network(int width, int seed) {
    const int hidden = width ? width : NETWORK_HIDDEN;
    const size_t size = network_size(hidden);
    uint8_t *bytes = random_network_file(hidden, (uint64_t)seed);
    NetworkHeader header;
    memcpy(&header, bytes, sizeof header);
    header.scale = 1;
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
    return fwrite(bytes, 1, size, stdout) == size ? 0 : 1;
}

/* The folder of all scenes, in which the program under test is `panoptes`, and the shell finds it. */
static void make_base(const char *program) {
    static char base[] = "/tmp/transcript-XXXXXX", search[2 * PATH_MAX], tools[PATH_MAX];
    char *whole = realpath(program, NULL), link[64];
    if (!realpath(path, tools))
        exit(2);
    dirname(tools);
    snprintf(link, sizeof link, "%s/network", mkdtemp(base));
    if (symlink(realpath("/proc/self/exe", NULL), link))
        perror(link);
    snprintf(link, sizeof link, "%s/panoptes", base);
    snprintf(search, sizeof search, "%s:%s:%s", base, tools, getenv("PATH"));
    if (!whole || symlink(whole, link)) {
        perror(program);
        exit(2);
    }
    free(whole);
    setenv("base", base, 1);
    setenv("PATH", search, 1);
    setenv("kiwipete", MIDDLE, 1);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(basename(argv[0]), "network") == 0)
        return print_network(atoi(argv[1]), atoi(argv[2]));
    const bool is_slow = argc > 3 && strcmp(argv[2], "--slow") == 0;
    if (argc < 3) {
        fprintf(stderr, "usage: %s FILE [--slow] BINARY [[-]SCENE]\n", argv[0]);
        return 2;
    }
    path = argv[1];
    argv[1] = argv[0];
    read_transcript();
    make_base(argv[is_slow ? 3 : 2]);
    setenv(is_slow ? "slow" : "fast", "1", 1);
    const int failed = dialogue_main(argc - 1, argv + 1, scenes, scene_count);
    run_command("rm -rf \"$base\"");
    return failed;
}
