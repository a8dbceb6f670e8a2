#define _GNU_SOURCE /* vasprintf */

#include "postmortem/replay.h"

#include "board/verify.h"
#include "core/text.h"
#include "core/token.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SCRIPT_LINES = 80,
    HEAD_SIZE = 1 << 20, /* what is read of a file: far more than its head */
    STATUS_CHECK_FAILED = 3,
    EXTRA_NODES = 100000
};

static const char TITLE[] = "Panoptes post-mortem\n";

/* The commands to run. */
typedef struct Script {
    int count;
    char *lines[SCRIPT_LINES];
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

/* Returns the head of a file as a text that the caller frees; NULL, with errno, if that fails. */
static char *read_head(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = malloc(HEAD_SIZE + 1);
    const size_t size = file && text ? fread(text, 1, HEAD_SIZE, file) : 0;
    const bool good = file && text && !ferror(file);
    if (file)
        fclose(file);
    if (!good) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

/* Returns the value of the first line "name: value" from `from` on, its end of line replaced by a
 * 0, and what follows in *rest. Returns NULL if there is none. */
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

/* True for a token of `go` that lets time or the front end stop the search. *numbered tells whether
 * a number follows it. */
static bool leaves_it_open(Token token, bool *numbered) {
    static const char *const NAMES[] = {"infinite", "ponder", "wtime",    "btime",
                                        "winc",     "binc",   "movetime", "movestogo"};
    for (int i = 0; i < (int)(sizeof NAMES / sizeof *NAMES); i++) {
        *numbered = i >= 2;
        if (token_is(token, NAMES[i]))
            return true;
    }
    return false;
}

/* Adds `go` with only those limits that mean the same on every run, such as depth and nodes.
 * Without a limit of nodes, one is added. */
static void add_go(Script *script, Tokens tokens, int64_t nodes) {
    Text go;
    bool numbered, counted = false;
    text_clear(&go);
    for (Token token; (token = token_next(&tokens)).length;) {
        counted |= token_is(token, "nodes") || token_is(token, "perft");
        if (!leaves_it_open(token, &numbered))
            text_add(&go, " %.*s", (int)token.length, token.text);
        else if (numbered)
            token_next(&tokens);
    }
    if (counted)
        add(script, "go%s", go.data);
    else
        add(script, "go nodes %" PRId64 "%s", 2 * nodes + EXTRA_NODES, go.data);
}

static void add_command(Script *script, char *command, int64_t nodes) {
    Tokens tokens = tokens_of(command, strlen(command));
    if (token_take(&tokens, "go"))
        add_go(script, tokens, nodes);
    else if (*command)
        add(script, "%s", command);
}

/* Makes the script from the head of a file, which it cuts into lines. Returns false if the file is
 * no post-mortem. */
static bool make_script(char *text, Script *script) {
    char *rest = text, *option, *position, *command, *nodes;
    int64_t count = 0;
    if (strncmp(text, TITLE, strlen(TITLE)) != 0)
        return false;
    while (option = rest, (option = take_value(rest, "option", &rest)) != NULL)
        if (strncmp(option, "Debug ", 6) != 0 && strncmp(option, "Post-Mortem ", 12) != 0)
            add(script, "setoption name %s", option);
    if (!(position = take_value(rest, "position", &rest)) ||
        !(command = take_value(rest, "command", &rest)) ||
        !(nodes = take_value(rest, "nodes", &rest)))
        return false;
    token_number((Token){nodes, strlen(nodes)}, &count);
    if (count < 0 || count > INT64_MAX / 4)
        count = 0;
    add(script, "setoption name Debug Interval value 16");
    add(script, "debug on");
    add(script, "position %s", position);
    add_command(script, command, count);
    return true;
}

/* --- running --------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void tell(const ReplayHost *host, const char *format,
                                                       ...) {
    Text text;
    va_list arguments;
    text_clear(&text);
    text_add(&text, "replay: ");
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    host->tell(text.data);
}

/* Runs the script in the new process, and ends it. */
static void run(const Script *script, const ReplayHost *host) {
    for (int i = 0; i < script->count; i++)
        tell(host, "%s", script->lines[i]);
    host->run((const char *const *)script->lines, script->count);
    exit(*verify_failure() ? STATUS_CHECK_FAILED : EXIT_SUCCESS);
}

/* Tells how the process ended. */
static ReplayResult tell_result(const ReplayHost *host, int status, const char *cause) {
    tell(host, "the file's cause was: %s", cause);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) {
        tell(host, "the fault did not happen again");
        return REPLAY_NO_FAULT;
    }
    if (WIFSIGNALED(status))
        tell(host, "it happens again: ended by signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status) == STATUS_CHECK_FAILED)
        tell(host, "it happens again: a self-check fails");
    else
        tell(host, "it happens again: ended with status %d", WEXITSTATUS(status));
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
    return tell_result(host, status, cause);
}

ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size) {
    Script script = {0};
    char *text = read_head(path), *rest;
    ReplayResult result = REPLAY_UNUSABLE;
    if (!text) {
        snprintf(error, error_size, "replay: '%s' cannot be read: %s; give a post-mortem's path",
                 path, strerror(errno));
        return REPLAY_UNUSABLE;
    }
    if (make_script(text, &script)) {
        /* make_script has cut the head into lines, but only those behind the cause. */
        const char *cause = take_value(text, "cause", &rest);
        result = run_apart(&script, cause ? cause : "unknown", host, error, error_size);
    } else {
        snprintf(error, error_size, "replay: '%s' is no post-mortem of Panoptes", path);
    }
    free_script(&script);
    free(text);
    return result;
}
