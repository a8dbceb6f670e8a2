/* A text that grows as it is written, for answers of any length. JSON (RFC 8259) in such a text. */
#ifndef INSPECT_DOCUMENT_H
#define INSPECT_DOCUMENT_H

#include "core/types.h"

#include <stdbool.h>
#include <stddef.h>

/* --- texts ----------------------------------------------------------------------------------- */

/* {0} is an empty document. */
typedef struct Document {
    char *data;          /* ends with a 0 at data[length]; NULL if empty */
    size_t length, size; /* bytes of the text, and of the buffer */
    bool out_of_memory;  /* a text could not be added; nothing is added after that */
} Document;

/* Appends, as printf does. */
void document_add(Document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends bytes as they are; a byte may be 0. */
void document_add_bytes(Document *d, const char *bytes, size_t length);

/* Appends a text as it is. */
void document_add_text(Document *d, const char *text);

/* Frees the text and empties the document. */
void document_free(Document *d);

/* --- JSON on one line ------------------------------------------------------------------------ */

/* A writer, which adds the commas. */
typedef struct Json {
    Document *out;
    bool comma; /* this level already has a value */
    /* escapes characters that HTML interprets, so that a script element may contain the text */
    bool in_html;
} Json;

/* These functions add a value. In an object the value has a key; in an array the key is NULL. */
void json_open(Json *j, const char *key, char bracket); /* begins an object '{' or an array '[' */
void json_close(Json *j, char bracket);                 /* ends an object '}' or an array ']' */
void json_text(Json *j, const char *key, const char *text);
void json_text_or_null(Json *j, const char *key, const char *text); /* adds null for NULL */
void json_number(Json *j, const char *key, int64_t number);
void json_number_or_null(Json *j, const char *key, bool is_known, int64_t number);
void json_plain(Json *j, const char *key, const char *json); /* adds a text that is JSON already */
void json_bool(Json *j, const char *key, bool value);
void json_null(Json *j, const char *key);

/* Adds the name of a square as a string; null for SQUARE_NONE. */
void json_square(Json *j, const char *key, Square sq);

/* Adds the squares of a set as an array of strings. */
void json_squares(Json *j, const char *key, Bitboard set);

/* Returns "white" or "black". */
const char *json_color(Color c);

#endif
