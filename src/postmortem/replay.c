#define _GNU_SOURCE /* vasprintf */

#include "postmortem/postmortem.h"

#include "kernels/registry.h"
#include "os/files.h"
#include "selfcheck/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SCRIPT_LINES = 81,
    OPTIONS_NAMED = 20,
    LAST_LINES = 5, /* the script's lines after the options, at most */
    /* the bytes that a replay reads; the lines "name: value" at the start need far fewer */
    HEAD_SIZE = 1 << 20,
    STATUS_CHECK_FAILED = 3,
    STATUS_REFUSED = 4,
    EXTRA_NODES = 100000
};

static const char TITLE[] = "Panoptes post-mortem\n";

/* The commands of a replay. */
typedef struct Script {
    int count;
    char *lines[SCRIPT_LINES];
    const char *kernels;  /* the line of the post-mortem that names the kernels in use, or NULL */
    const char *left_out; /* the file's command if the replay does not run it, else NULL */
    int options_left_out;
    const char *options[OPTIONS_NAMED]; /* name and value of the first options left out */
} Script;

__attribute__((format(printf, 2, 3))) static void add(Script *script, const char *format, ...) {
    va_list arguments;
    char *line = NULL;
    va_start(arguments, format);
    if (script->count < SCRIPT_LINES && vasprintf(&line, format, arguments) >= 0)
        script->lines[script->count++] = line;
    va_end(arguments);
}

static void free_script(Script *script) {
    while (script->count)
        free(script->lines[--script->count]);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Returns the first HEAD_SIZE bytes of a file, or fewer, as a text that the caller frees. If reading fails, returns
 * NULL, with the reason in *reason. */
static char *read_head(const char *path, const char **reason) {
    FILE *file = regular_file_stream(path, reason);
    if (!file)
        return NULL;
    char *text = malloc(HEAD_SIZE + 1);
    const size_t size = text ? fread(text, 1, HEAD_SIZE, file) : 0;
    const bool good = text && !ferror(file);
    *reason = text ? strerror(EIO) : strerror(ENOMEM);
    fclose(file);
    if (!good) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

/* Returns the value of the first line "name: value" from `from` on. Replaces the end of this line
 * by a 0, and sets *rest to the text after the line. Returns NULL if no line begins with the
 * name. */
static char *take_value(char *from, const char *name, char **rest) {
    const size_t length = strlen(name);
    for (char *line = from; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) != 0 || line[length] != ':')
            continue;
        char *value = line + length + 1, *end = value + strcspn(value, "\n");
        *rest = end + (*end != '\0');
        *end = '\0';
        return value + strspn(value, " ");
    }
    return NULL;
}

/* --- the script ------------------------------------------------------------------------------ */

/* True for a token of `go` that lets time or the front end stop the search. *numbered is true if a
 * number follows the token. */
static bool leaves_it_open(Token token, bool *numbered) {
    static const char *const NAMES[] = {"infinite", "ponder",   "wtime",     "btime", "winc",
                                        "binc",     "movetime", "movestogo", NULL};
    const int i = token_among(token, NAMES);
    *numbered = i >= 2;
    return i >= 0;
}

/* Adds `go` with only those limits that have the same effect in every run, such as depth and nodes.
 * If no token limits the nodes, adds a limit of nodes. An analysis, or a `go` without limits, keeps
 * its full strength. */
static void add_go(Script *script, Tokens tokens, int64_t nodes) {
    Text go;
    bool numbered, counted = false, analysis = script->left_out != NULL, limited = false;
    text_clear(&go);
    token_take(&tokens, "json");
    int64_t limit;
    for (Token token; (token = token_next(&tokens)).length;) {
        counted |= token_is(token, "perft") ||
                   (token_is(token, "nodes") && token_number(token_peek(tokens), &limit));
        analysis |= token_is(token, "infinite");
        if (!leaves_it_open(token, &numbered)) {
            text_add(&go, " %.*s", (int)token.length, token.text);
            limited |= token_is(token, "depth") || token_is(token, "nodes") ||
                       token_is(token, "softnodes") || token_is(token, "mate");
        } else if (numbered) {
            token_next(&tokens);
            limited = true;
        }
    }
    if (analysis || !limited)
        add(script, "setoption name UCI_AnalyseMode value true");
    if (counted)
        add(script, "go%s", go.data);
    else
        add(script, "go nodes %" PRId64 "%s", 2 * nodes + EXTRA_NODES, go.data);
}

/* Adds the file's command to the script if the command is `go`. Replaces any other command, which might write a file,
 * by a search with a limit of nodes. */
static void add_command(Script *script, char *command, int64_t nodes) {
    Tokens tokens = tokens_of(command, strlen(command));
    if (!token_take(&tokens, "go")) {
        script->left_out = command;
        tokens = tokens_of("", 0);
    }
    add_go(script, tokens, nodes);
}

/* True for a value that cannot name a file: a number, true, false, or an evaluation's name. */
static bool is_harmless(Token value) {
    static const char *const WORDS[] = {"true", "false", "classical", "network"};
    int64_t number;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (token_is_any_case(value, WORDS[i]))
            return true;
    return token_number(value, &number);
}

/* Adds an option if it matters to a search and does not name a file. Returns false for other
 * options.
 */
static bool add_option(Script *script, const char *option) {
    static const char *const NAMES[] = {"Hash",
                                        "Threads",
                                        "MultiPV",
                                        "UCI_Chess960",
                                        "UCI_ShowWDL",
                                        "UCI_AnalyseMode",
                                        "nodestime",
                                        "Evaluation",
                                        "UCI_LimitStrength",
                                        "UCI_Elo",
                                        "Skill Level",
                                        "Skill Seed",
                                        "Move Overhead",
                                        "SyzygyProbeDepth",
                                        "SyzygyProbeLimit",
                                        "Syzygy50MoveRule",
                                        "Ponder"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const size_t length = strlen(NAMES[i]);
        if (strncmp(option, NAMES[i], length) != 0 || option[length] != ' ')
            continue;
        Tokens tokens = tokens_of(option + length, strlen(option + length));
        if (!token_take(&tokens, "value"))
            continue;
        const Token value = token_next(&tokens);
        if (!is_harmless(value) || token_next(&tokens).length)
            continue;
        add(script, "setoption name %s value %.*s", NAMES[i], (int)value.length, value.text);
        return true;
    }
    return false;
}

static void leave_option_out(Script *script, const char *option) {
    if (script->options_left_out < OPTIONS_NAMED)
        script->options[script->options_left_out] = option;
    script->options_left_out++;
}

/* True if the command `position` would read a file. The author of a post-mortem must not choose a
 * file that the replay reads. */
static bool names_a_file(const char *position) {
    return token_is(token_peek(tokens_of(position, strlen(position))), "pgn");
}

/* Makes the script from the lines "name: value" at the start of a file, and replaces the ends of these lines by zeros.
 * Returns false if the file is not a post-mortem. */
static bool make_script(char *text, Script *script) {
    char *rest = text, *option, *position, *command, *nodes;
    int64_t count = 0;
    if (strncmp(text, TITLE, strlen(TITLE)) != 0)
        return false;
    while ((option = take_value(rest, "option", &rest)) != NULL)
        if (script->count == SCRIPT_LINES - LAST_LINES || !add_option(script, option))
            leave_option_out(script, option);
    if (!(position = take_value(rest, "position", &rest)) || names_a_file(position) ||
        !(command = take_value(rest, "command", &rest)) ||
        !(nodes = take_value(rest, "nodes", &rest)))
        return false;
    token_number((Token){nodes, strlen(nodes)}, &count);
    script->kernels = take_value(rest, "CPU level", &rest);
    if (count < 0 || count > INT64_MAX / 4)
        count = 0;
    const int options = script->count;
    add(script, "setoption name Debug Interval value 16");
    add(script, "debug on");
    add(script, "position %s", position);
    add_command(script, command, count);
    return script->count >= options + LAST_LINES - 1;
}

/* --- running --------------------------------------------------------------------------------- */

/* Prints a line about the replay. The line may quote the file, which may hold any bytes: bytes that
 * a terminal could take for commands become '?'. */
__attribute__((format(printf, 2, 3))) static void print(const ReplayHost *host, const char *format,
                                                        ...) {
    Text text;
    va_list arguments;
    text_clear(&text);
    text_add(&text, "replay: ");
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    for (char *c = text.data; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    host->print(text.data);
}

/* Uses the kernels that the file names, if this machine has them. */
static void use_kernels(const char *named, const ReplayHost *host) {
    static const char BEFORE[] = "kernels in use: ";
    const char *at = named ? strstr(named, BEFORE) : NULL;
    if (!at)
        return;
    Tokens tokens = tokens_of(at + strlen(BEFORE), strcspn(at + strlen(BEFORE), ", "));
    const Token name = token_next(&tokens);
    CpuLevel level = cpu_highest_level();
    while (level > CPU_C && !token_is(name, cpu_level_name(level)))
        level--;
    if (!token_is(name, cpu_level_name(level))) {
        print(host, "this machine has no kernels '%s': others are used", token_show(name).text);
        return;
    }
    host->use_kernels(level);
    print(host, "kernels: %s", cpu_level_name(kernels_level()));
}

/* Runs the script in the new process, and ends the process. */
static void run(const Script *script, const ReplayHost *host) {
    use_kernels(script->kernels, host);
    for (int i = 0; i < script->count; i++)
        print(host, "%s", script->lines[i]);
    for (int i = 0; i < script->options_left_out && i < OPTIONS_NAMED; i++)
        print(host, "left out: option '%.120s': it may name a file, or does not matter to a search",
              script->options[i]);
    if (script->options_left_out > OPTIONS_NAMED)
        print(host, "left out: %d more options", script->options_left_out - OPTIONS_NAMED);
    if (script->left_out)
        print(host, "the command was '%s': only searches are run again", script->left_out);
    const int done = host->run((const char *const *)script->lines, script->count);
    if (*verify_failure())
        exit(STATUS_CHECK_FAILED);
    /* `go` refuses a wrong token and searches nevertheless, but not for `go perft`. */
    if (done == script->count ||
        (done == script->count - 1 && strncmp(script->lines[done], "go perft", 8) != 0))
        exit(EXIT_SUCCESS);
    print(host, "refused: %s", script->lines[done]);
    exit(STATUS_REFUSED);
}

/* Prints how the process ended, and returns the result. */
static ReplayResult print_result(const ReplayHost *host, int status, const char *cause) {
    print(host, "the file's cause was: %s", cause);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) {
        print(host, "the fault did not happen again");
        return REPLAY_NO_FAULT;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_REFUSED) {
        print(host, "nothing is known: the line above was refused; mend it in the file");
        return REPLAY_UNUSABLE;
    }
    if (WIFSIGNALED(status))
        print(host, "it happens again: ended by signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status) == STATUS_CHECK_FAILED)
        print(host, "it happens again: a self-check fails");
    else
        print(host, "it happens again: ended with status %d", WEXITSTATUS(status));
    return REPLAY_FAULT;
}

static ReplayResult run_apart(const Script *script, const char *cause, const ReplayHost *host,
                              char *error, size_t error_size) {
    int status = 0;
    const pid_t child = fork();
    if (child < 0) {
        snprintf(error, error_size, "replay: no process could be started: %s", strerror(errno));
        return REPLAY_UNUSABLE;
    }
    if (child == 0)
        run(script, host);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return print_result(host, status, cause);
}

ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size) {
    Script script = {0};
    const char *reason;
    char *text = read_head(path, &reason), *rest;
    ReplayResult result = REPLAY_UNUSABLE;
    *error = '\0';
    if (!text) {
        snprintf(error, error_size, "replay: '%s' cannot be read: %s; give a post-mortem's path",
                 path, reason);
        return REPLAY_UNUSABLE;
    }
    if (make_script(text, &script)) {
        /* The line "cause" comes before the lines that make_script has cut out, so take_value still finds it. */
        const char *cause = take_value(text, "cause", &rest);
        result = run_apart(&script, cause ? cause : "unknown", host, error, error_size);
    } else {
        snprintf(error, error_size, "replay: '%s' is not a post-mortem of Panoptes", path);
    }
    free_script(&script);
    free(text);
    return result;
}
