#include "inspect/document.h"

#include "core/bits.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room in the buffer for `more` bytes and a 0. Returns false if memory is short. */
static bool enlarge(Document *d, size_t more) {
    size_t size = d->size ? d->size : 4096;
    while (size <= d->length + more)
        size *= 2;
    if (size == d->size)
        return true;
    char *data = realloc(d->data, size);
    d->out_of_memory |= !data;
    if (!data)
        return false;
    d->data = data;
    d->size = size;
    return true;
}

void document_add(Document *d, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && !d->out_of_memory && enlarge(d, (size_t)length)) {
        vsnprintf(d->data + d->length, (size_t)length + 1, format, again);
        d->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void document_add_bytes(Document *d, const char *bytes, size_t length) {
    if (d->out_of_memory || !enlarge(d, length))
        return;
    memcpy(d->data + d->length, bytes, length);
    d->length += length;
    d->data[d->length] = '\0';
}

void document_add_text(Document *d, const char *text) {
    document_add_bytes(d, text, strlen(text));
}

void document_free(Document *d) {
    free(d->data);
    *d = (Document){0};
}

/* --- JSON ------------------------------------------------------------------------------------ */

/* Returns the number of bytes at the beginning of `text` that need no escape in a JSON string. */
static size_t plain_length(const Json *j, const char *text) {
    size_t length = 0;
    for (unsigned char c; (c = (unsigned char)text[length]) >= ' ' && c != '"' && c != '\\';
         length++)
        if (j->in_html && strchr("<>&\xE2", c))
            break;
    return length;
}

/* Adds the escape of the first character of `text`, and returns the number of bytes of this character. U+2028 and
 * U+2029 get an escape, since old versions of JavaScript read them as ends of line. */
static size_t add_escaped(Json *j, const char *text) {
    const bool separator =
        strncmp(text, "\xE2\x80\xA8", 3) == 0 || strncmp(text, "\xE2\x80\xA9", 3) == 0;
    const unsigned char c = (unsigned char)*text;
    if (separator)
        document_add(j->out, "\\u202%c", text[2] == '\xA8' ? '8' : '9');
    else if (c == '"' || c == '\\')
        document_add(j->out, "\\%c", c);
    else if (c == 0xE2)
        document_add_bytes(j->out, text, 1);
    else
        document_add(j->out, "\\u%04x", c);
    return separator ? 3 : 1;
}

static void add_string(Json *j, const char *text) {
    document_add_bytes(j->out, "\"", 1);
    for (;;) {
        const size_t plain = plain_length(j, text);
        document_add_bytes(j->out, text, plain);
        text += plain;
        if (!*text)
            break;
        text += add_escaped(j, text);
    }
    document_add_bytes(j->out, "\"", 1);
}

/* Adds the comma and the key that stand before a value. */
static void lead(Json *j, const char *key) {
    if (j->comma)
        document_add_bytes(j->out, ",", 1);
    j->comma = true;
    if (key) {
        add_string(j, key);
        document_add_bytes(j->out, ":", 1);
    }
}

void json_open(Json *j, const char *key, char bracket) {
    lead(j, key);
    document_add(j->out, "%c", bracket);
    j->comma = false;
}

void json_close(Json *j, char bracket) {
    document_add(j->out, "%c", bracket);
    j->comma = true;
}

void json_text(Json *j, const char *key, const char *text) {
    lead(j, key);
    add_string(j, text);
}

void json_number(Json *j, const char *key, int64_t number) {
    lead(j, key);
    document_add(j->out, "%" PRId64, number);
}

void json_number_or_null(Json *j, const char *key, bool is_known, int64_t number) {
    if (is_known)
        json_number(j, key, number);
    else
        json_null(j, key);
}

void json_plain(Json *j, const char *key, const char *json) {
    lead(j, key);
    document_add_text(j->out, json);
}

void json_bool(Json *j, const char *key, bool value) {
    lead(j, key);
    document_add(j->out, value ? "true" : "false");
}

void json_null(Json *j, const char *key) {
    lead(j, key);
    document_add(j->out, "null");
}

void json_text_or_null(Json *j, const char *key, const char *text) {
    if (text)
        json_text(j, key, text);
    else
        json_null(j, key);
}

void json_square(Json *j, const char *key, Square sq) {
    json_text_or_null(j, key, sq == SQUARE_NONE ? NULL : square_name(sq));
}

void json_squares(Json *j, const char *key, Bitboard set) {
    json_open(j, key, '[');
    while (set)
        json_square(j, NULL, pop_bit(&set));
    json_close(j, ']');
}

const char *json_color(Color c) {
    return c == WHITE ? "white" : "black";
}
