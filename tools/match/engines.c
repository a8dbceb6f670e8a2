#define _GNU_SOURCE /* strcasestr */

#include "match/referee.h"

#include "lib/options.h"
#include "os/thread.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define refuse(what, word) complain("lab: %s '%s'", what, word)

/* --- programs --------------------------------------------------------------------------------- */

/* Sets the name; replaces characters that are not allowed in a PGN. */
static void set_name(EngineChoice *e, const char *name) {
    snprintf(e->name, sizeof e->name, "%.*s", ENGINE_NAME - 1, name);
    for (char *at = e->name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr(" ._+=/~^@-", *at))
            *at = '_';
}

/* Reads a line without its end; false if there is none. */
static bool read_line(FILE *in, char *line, size_t size) {
    if (!fgets(line, (int)size, in))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

bool engine_find(EngineChoice *e, const char *word) {
    char name[ENGINE_NAME];
    *e = (EngineChoice){{0}, {0}, {0}, {0}, {0}, 0};
    for (const char *at = word; *at; at++)
        if (iscntrl((unsigned char)*at))
            return refuse("there is a control character in", word);
    if (strchr(word, '/') && realpath(word, e->path) && access(e->path, X_OK) == 0) {
        set_name(e, strrchr(word, '/') + 1);
        return true;
    }
    if (access("tools/match/engine", X_OK))
        return refuse("this is not the Makefile's folder, so lab does not find the engine", word);
    if (setenv("LAB_ENGINE", word, 1))
        return refuse("there is no memory for", word);
    /* The word is not a part of the command that the shell reads: NOLINTNEXTLINE(cert-env33-c) */
    FILE *script = popen("exec tools/match/engine \"$LAB_ENGINE\"", "r");
    const bool found = script && read_line(script, e->path, sizeof e->path) &&
                       read_line(script, name, sizeof name);
    if (!script || pclose(script) || !found)
        return refuse("there is no engine", word);
    set_name(e, name);
    return true;
}

static void append_name(EngineChoice *e, const char *text) {
    char name[2 * ENGINE_NAME];
    snprintf(name, sizeof name, "%.*s %.*s", ENGINE_NAME - 1, e->name, ENGINE_NAME - 1, text);
    set_name(e, name);
}

void engines_tell_apart(EngineChoice *a, EngineChoice *b) {
    EngineChoice *const both[] = {a, b};
    if (strcmp(a->name, b->name) != 0)
        return;
    for (int i = 0; i < 2; i++)
        for (char *const *o = both[i]->options; *o; o++)
            if (*o != both[i]->hash && *o != both[i]->threads)
                append_name(both[i], *o);
    if (strcmp(a->name, b->name) != 0)
        return;
    a->name[ENGINE_NAME - 5] = b->name[ENGINE_NAME - 5] = '\0';
    append_name(a, "1");
    append_name(b, "2");
}

/* --- options ---------------------------------------------------------------------------------- */

static int option_count(const EngineChoice *e) {
    int count = 0;
    while (e->options[count])
        count++;
    return count;
}

bool engine_add_option(EngineChoice *e, char *word) {
    const int count = option_count(e);
    if (strcspn(word, "=") == 0 || !strchr(word, '=') || strpbrk(word, "\n\r") ||
        strlen(word) > UCI_LINE_MAX / 2)
        return refuse("an option is NAME=VALUE, not", word);
    if (count == ENGINE_OPTIONS)
        return refuse("too many options:", word);
    e->options[count] = word;
    return true;
}

enum { TEXT_MOST = 1 << 16 };

/* Asks a program for its options, and writes their lines to `text`. */
static bool ask_options(const EngineChoice *e, char text[TEXT_MOST]) {
    static UciProcess process;
    const int64_t deadline = clock_microseconds() + 30000000;
    size_t used = 0;
    const char *line = NULL;
    if (uci_process_start(&process, (const char *const[]){e->path, NULL}, false, NULL) &&
        uci_process_send(&process, "uci\n", deadline))
        while ((line = uci_process_line(&process, deadline)) != NULL &&
               strncmp(line, "uciok", 5) != 0)
            if (strncmp(line, "option name ", 12) == 0 && used + strlen(line) + 2 < TEXT_MOST)
                used += (size_t)snprintf(text + used, TEXT_MOST - used, "%s\n", line + 12);
    text[used] = '\0';
    uci_process_end(&process, clock_microseconds() + 2000000);
    return line ||
           refuse("this does not answer uci; it is not a UCI engine, or cannot run here:", e->path);
}

/* The declaration of an option after its name: " type spin default ..."; NULL if the engine does
 * not have it. */
static const char *find_option(const char *text, const char *name, size_t length) {
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncasecmp(line, name, length) == 0 && strncmp(line + length, " type ", 6) == 0)
            return line + length;
    return NULL;
}

/* The number after `word` in the line at `rest`; `otherwise` if the line lacks the word. */
static double number_of(const char *rest, const char *word, double otherwise) {
    const char *at = strstr(rest, word), *end = strchr(rest, '\n');
    return at && at < end ? strtod(at + strlen(word), NULL) : otherwise;
}

/* True if the line of a combo option lists the value: "type combo default A var A var B". */
static bool is_variant(const char *rest, const char *value) {
    char line[UCI_LINE_MAX + 8], wanted[UCI_LINE_MAX];
    snprintf(line, sizeof line, "%.*s var ", (int)strcspn(rest, "\r\n"), rest);
    snprintf(wanted, sizeof wanted, " var %s var ", value);
    /* `line` ends with an added " var ", so that the last value also stands between two of them. */
    return *value && strcasestr(line, wanted);
}

static bool takes(const char *rest, const char *value) {
    char *end;
    const double number = (double)strtol(value, &end, 10);
    if (strncmp(rest, " type spin", 10) == 0)
        return *value && !*end && number >= number_of(rest, " min ", number) &&
               number <= number_of(rest, " max ", number);
    if (strncmp(rest, " type check", 11) == 0)
        return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    return strncmp(rest, " type combo", 11) != 0 || is_variant(rest, value);
}

/* Adds an option if the engine has it and the user has not set it. Returns the option's value. */
static int add_default(EngineChoice *e, const char *text, const char *name, char room[32],
                       int value) {
    const size_t length = strlen(name);
    for (char *const *o = e->options; *o; o++)
        if (strncasecmp(*o, name, length) == 0 && (*o)[length] == '=')
            return atoi(*o + length + 1);
    if (!find_option(text, name, length)) {
        fprintf(stderr, "lab: %s has no option %s\n", e->name, name);
        return value;
    }
    snprintf(room, 32, "%s=%d", name, value);
    e->options[option_count(e)] = room;
    return value;
}

bool engine_check(EngineChoice *e, int hash, int default_threads) {
    static char text[TEXT_MOST];
    if (!ask_options(e, text))
        return false;
    add_default(e, text, "Hash", e->hash, hash);
    e->thread_count = add_default(e, text, "Threads", e->threads, default_threads);
    for (char *const *o = e->options; *o; o++) {
        const size_t length = strcspn(*o, "=");
        const char *rest = find_option(text, *o, length);
        if (!rest || !takes(rest, *o + length + 1))
            return complain("lab: %s %s '%s'", e->name, rest ? "does not take" : "has no option",
                            *o);
    }
    return true;
}

int engines_jobs(const EngineChoice *a, const EngineChoice *b, int jobs) {
    const int threads = max_int(a->thread_count, b->thread_count);
    return jobs ? jobs : max_int(tool_cores() / max_int(threads, 1), 1);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* Reads a number at the beginning of *text, and moves *text past it. Returns -1 if there is no
 * number, or if the number is too great. */
static double take_number(const char **text) {
    enum { MOST = 1000000000 };
    char *end;
    const double number = strtod(*text, &end);
    if (!isdigit((unsigned char)**text) || strspn(*text, "0123456789.") != (size_t)(end - *text) ||
        number > MOST)
        return -1;
    *text = end;
    return number;
}

bool limit_read(const char *text, PlayerLimit *limit) {
    static const char *const KINDS[] = {"nodes", "movetime", "depth"};
    const size_t length = strcspn(text, "=");
    *limit = (PlayerLimit){0};
    for (int i = 0; i < 3 && text[length]; i++) {
        const char *at = text + length + 1;
        if (strlen(KINDS[i]) != length || strncmp(text, KINDS[i], length) != 0)
            continue;
        limit->kind = KINDS[i];
        limit->number = strchr(at, '.') ? 0 : (int64_t)take_number(&at);
        return limit->number > 0 && !*at;
    }
    limit->base = llround(take_number(&text) * 1000);
    if (*text == '+') {
        text++;
        const double increment = take_number(&text);
        limit->increment = increment < 0 ? -1 : llround(increment * 1000);
    }
    return limit->base > 0 && limit->increment >= 0 && !*text;
}
