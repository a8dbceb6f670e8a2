#include "support/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ListedOption listed[OPTION_LIMIT];
static int listed_count;

static void read_option(const char *line) {
    ListedOption *o = &listed[listed_count];
    const char *name = line + 12, *type = strstr(line, " type ");
    check(type != NULL, "no type: %s", line);
    if (!type || listed_count == OPTION_LIMIT)
        return;
    listed_count++;
    snprintf(o->name, sizeof o->name, "%.*s", (int)(type - name), name);
    sscanf(type + 6, "%15s", o->type);
    const char *initial = strstr(type, " default ");
    snprintf(o->initial, sizeof o->initial, "%s", initial ? initial + 9 : "");
    o->initial[strcmp(o->type, "string") ? strcspn(o->initial, " ") : strlen(o->initial)] = '\0';
    const char *min = strstr(type, " min "), *max = strstr(type, " max ");
    o->min = min ? strtoll(min + 5, NULL, 10) : 0;
    o->max = max ? strtoll(max + 5, NULL, 10) : 0;
    check((strcmp(o->type, "spin") == 0) == (min && max), "min and max: %s", line);
    check((strcmp(o->type, "button") == 0) == !initial, "default: %s", line);
}

static void read_options(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0)
        if (strncmp(line, "option name ", 12) == 0)
            read_option(line);
    quit(&e);
}

const ListedOption *options_listed(int *count) {
    if (!listed_count)
        read_options();
    *count = listed_count;
    return listed;
}

const ListedOption *find_option(const char *name) {
    int count;
    const ListedOption *options = options_listed(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

bool is_there(const char *name) {
    const bool there = find_option(name) != NULL;
    check(there, "no option %s", name);
    return there;
}

bool is_listed(const char *name, const char *type, const char *initial, int64_t min, int64_t max) {
    if (!is_there(name))
        return false;
    const ListedOption *o = find_option(name);
    check(strcmp(o->type, type) == 0 && strcmp(o->initial, initial) == 0, "%s: type %s default %s",
          name, o->type, o->initial);
    check(o->min == min && o->max >= max, "%s: from %" PRId64 " to %" PRId64, name, o->min, o->max);
    return true;
}

void set_silently(Child *e, const char *name, const char *value) {
    say(e, "setoption name %s value %s", name, value);
    check(count_until_ready(e, "") == 0, "%s is not set to '%s' silently", name, value);
}

void refuse(Child *e, const char *name, const char *value) {
    say(e, "setoption name %s value %s", name, value);
    check(count_until_ready(e, "info string error: ") == 1, "%s may be '%s'", name, value);
}

void set_number(Child *e, const char *name, int64_t value, bool good) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    (good ? set_silently : refuse)(e, name, text);
}
