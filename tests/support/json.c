#include "support/json.h"

#include <ctype.h>
#include <string.h>

enum { DEPTH = 64 };

static bool value(const char **at, int depth);

static void skip_blanks(const char **at) {
    *at += strspn(*at, " \t\r\n");
}

static bool take(const char **at, const char *text) {
    const size_t length = strlen(text);
    const bool there = strncmp(*at, text, length) == 0;
    *at += there ? length : 0;
    return there;
}

static bool escape(const char **at) {
    if (!take(at, "u"))
        return **at && strchr("\"\\/bfnrt", *(*at)++);
    for (int i = 0; i < 4; i++)
        if (!isxdigit((unsigned char)*(*at)++))
            return false;
    return true;
}

static bool string(const char **at) {
    if (!take(at, "\""))
        return false;
    while (!take(at, "\"")) {
        const unsigned char c = (unsigned char)**at;
        if (c < ' ')
            return false;
        ++*at;
        if (c == '\\' && !escape(at))
            return false;
    }
    return true;
}

static bool digits(const char **at) {
    const size_t count = strspn(*at, "0123456789");
    *at += count;
    return count > 0;
}

static bool number(const char **at) {
    take(at, "-");
    if (!take(at, "0") && !digits(at))
        return false;
    if (take(at, ".") && !digits(at))
        return false;
    if (take(at, "e") || take(at, "E")) {
        *at += **at == '+' || **at == '-';
        return digits(at);
    }
    return true;
}

/* Reads a member of an object, or an element of an array. */
static bool member(const char **at, int depth, bool keyed) {
    skip_blanks(at);
    if (keyed) {
        if (!string(at))
            return false;
        skip_blanks(at);
        if (!take(at, ":"))
            return false;
    }
    return value(at, depth);
}

/* Reads the members of an object or an array after its opening bracket. */
static bool members(const char **at, int depth, bool keyed) {
    const char *const close = keyed ? "}" : "]";
    skip_blanks(at);
    if (take(at, close))
        return true;
    do
        if (!member(at, depth, keyed))
            return false;
    while (take(at, ","));
    return take(at, close);
}

static bool value(const char **at, int depth) {
    skip_blanks(at);
    const bool good =
        depth < DEPTH && (take(at, "{")   ? members(at, depth + 1, true)
                          : take(at, "[") ? members(at, depth + 1, false)
                          : **at == '"'   ? string(at)
                          : take(at, "true") || take(at, "false") || take(at, "null") ? true
                                                                                      : number(at));
    skip_blanks(at);
    return good;
}

bool json_is_object(const char *text) {
    return *text == '{' && value(&text, 0) && !*text;
}
