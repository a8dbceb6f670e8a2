/* A Document is a text that grows, for answers of any length. The functions json_... write JSON
 * (RFC 8259) into a Document. */
#ifndef INSPECT_DOCUMENT_H
#define INSPECT_DOCUMENT_H

#include "core/types.h"

#include <stdbool.h>
#include <stddef.h>

/* --- texts ----------------------------------------------------------------------------------- */

/* {0} is an empty document. */
typedef struct Document {
    char *data;          /* the text, with a 0 at data[length]; NULL if the document is empty */
    size_t length, size; /* the bytes of the text, and the bytes of the buffer */
    /* memory was short for a text; the document then ignores all later texts */
    bool out_of_memory;
} Document;

/* Appends a text that it formats as printf does. */
void document_add(Document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends bytes without a change; a byte may be 0. */
void document_add_bytes(Document *d, const char *bytes, size_t length);

/* Appends a text without a change. */
void document_add_text(Document *d, const char *text);

/* Frees the text and empties the document. */
void document_free(Document *d);

/* --- JSON on one line ------------------------------------------------------------------------ */

/* A writer of JSON, which puts the commas between values. */
typedef struct Json {
    Document *out;
    bool comma; /* the innermost open object or array already has a value */
    /* the writer escapes characters that HTML interprets, so that a script element may contain the
     * JSON */
    bool in_html;
} Json;

/* These functions add a value. In an object the value has a key; in an array the key is NULL. */
void json_open(Json *j, const char *key, char bracket); /* begins an object '{' or an array '[' */
void json_close(Json *j, char bracket);                 /* ends an object '}' or an array ']' */
void json_text(Json *j, const char *key, const char *text);
/* adds the text, or null if `text` is NULL */
void json_text_or_null(Json *j, const char *key, const char *text);
void json_number(Json *j, const char *key, int64_t number);
void json_number_or_null(Json *j, const char *key, bool is_known, int64_t number);
void json_plain(Json *j, const char *key, const char *json); /* adds a value that is JSON already */
void json_bool(Json *j, const char *key, bool value);
void json_null(Json *j, const char *key);

/* Adds the name of a square as a string, or null for SQUARE_NONE. */
void json_square(Json *j, const char *key, Square sq);

/* Adds the squares of a set as an array of strings. */
void json_squares(Json *j, const char *key, Bitboard set);

/* Returns "white" or "black". */
const char *json_color(Color c);

#endif
