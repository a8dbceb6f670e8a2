#include "lib/options.h"

#include "core/types.h"
#include "os/thread.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static bool refuse(const char *tool, const Option *o, const char *word) {
    fprintf(stderr, "%s: %s takes ", tool, o->name);
    if (o->text)
        fputs(o->what, stderr);
    else if (o->choice)
        for (const char *const *c = o->choices; *c; c++)
            fprintf(stderr, "%s%s", c == o->choices ? "" : c[1] ? ", " : " or ", *c);
    else if (o->real || o->most > 0)
        fprintf(stderr, "a number from %.15g to %.15g", o->least, o->most);
    else
        fprintf(stderr, "a number from %.15g to %" PRIu64, o->least, UINT64_MAX);
    if (word)
        fprintf(stderr, ", not '%s'", word);
    fputc('\n', stderr);
    return false;
}

static bool in_range(const Option *o, double number) {
    return number >= o->least && (number <= o->most || (o->number && o->most <= 0));
}

/* Stores the value of an option; returns false if the word is not a valid value. */
static bool take(const Option *o, const char *word) {
    char *end;
    errno = 0;
    if (o->text) {
        *o->text = word;
        return true;
    }
    if (o->choice) {
        for (*o->choice = 0; o->choices[*o->choice]; ++*o->choice)
            if (strcmp(word, o->choices[*o->choice]) == 0)
                return true;
        return false;
    }
    if (o->real) {
        *o->real = strtod(word, &end);
        return *word && !*end && in_range(o, *o->real);
    }
    const uint64_t number = strtoull(word, &end, 10);
    if (!isdigit((unsigned char)*word) || *end || errno || !in_range(o, (double)number))
        return false;
    if (o->number)
        *o->number = number;
    else
        *o->integer = (int)number;
    return true;
}

static const Option *find(const Option *table, int command, const char *name) {
    for (; table->name; table++)
        if (strcmp(name, table->name) == 0 && (!table->commands || table->commands & command))
            return table;
    return NULL;
}

/* Reads the option at words[0]; returns the number of its words, 0 if it is refused. */
static int read_option(const char *tool, const Option *table, int command, char **words,
                       uint64_t *seen) {
    const Option *o = find(table, command, words[0]);
    if (!o)
        return complain("%s: there is no option %s%s; --help shows them", tool, words[0],
                        command ? " of this command" : "");
    if (o->flag)
        return *o->flag = true;
    const uint64_t bit = UINT64_C(1) << (o - table);
    if (o->text && *seen & bit)
        return complain("%s: %s is there twice", tool, o->name);
    *seen |= bit;
    return (words[1] && take(o, words[1])) || refuse(tool, o, words[1]) ? 2 : 0;
}

int options_read(const char *tool, const Option *table, int command, char **words, int least,
                 int most) {
    uint64_t seen = 0;
    int count = 0;
    for (char **at = words; *at;) {
        if (strncmp(*at, "--", 2) == 0) {
            const int taken = read_option(tool, table, command, at, &seen);
            if (!taken)
                return -1;
            at += taken;
        } else if (count < most) {
            words[count++] = *at++;
        } else {
            fprintf(stderr, "%s: '%s' is one word too many; --help shows the use\n", tool, *at);
            return -1;
        }
    }
    words[count] = NULL;
    if (count >= least)
        return count;
    fprintf(stderr, "%s: a word is missing; --help shows the use\n", tool);
    return -1;
}

int tool_cores(void) {
    return min_int(thread_cpus(), TOOL_THREADS_MAX);
}
