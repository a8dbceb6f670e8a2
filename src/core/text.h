/* A text of bounded size to compose output in. It needs no heap; what does not fit is cut. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "core/types.h"

#include <stdarg.h>

/* Room for the longest output that is written in one piece: the list of commands. */
enum { TEXT_SIZE = 8192 };

typedef struct Text {
    size_t length;
    char data[TEXT_SIZE]; /* with a 0 at data[length] */
} Text;

void text_clear(Text *text);

/* Appends, as printf does. */
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* --- english names, for reports and messages ------------------------------------------------- */

/* "a1" to "h8", "--" for anything else. */
const char *square_name(Square sq);

/* "White" or "Black". */
const char *color_name(Color c);

/* The letters of FEN: White's by type, then Black's. */
extern const char PIECE_LETTERS[];

/* 'P' to 'K' for White, 'p' to 'k' for Black; '?' for another type. */
char piece_letter(Color c, PieceType type);

/* "Pawn" to "King", "ghost" for anything else. */
const char *type_name(PieceType type);

/* The same within a sentence: "pawn" to "king". */
const char *type_word(PieceType type);

/* The tokens of an input line: what lies between blanks, tabs and other white space.
 *
 * Nothing is copied or changed. A Token points into its line and has a length, so a line may hold
 * any bytes, zeros included.
 */

/* Length 0 means that there is no token. */
typedef struct Token {
    const char *text;
    size_t length;
} Token;

/* How many bytes of a text's beginning are the byte order mark that some programs put before UTF-8:
 * 3 or 0. */
size_t byte_order_mark(const char *text, size_t size);

/* What is left of a line. */
typedef struct Tokens {
    const char *at, *end;
} Tokens;

Tokens tokens_of(const char *line, size_t length);

/* Copies what is left, with the blanks inside it but without those around it, and ends it with a 0.
 * Returns false if `size` bytes are too few; the text is then cut. */
bool tokens_rest(Tokens tokens, char *out, size_t size);

/* Takes the next token. At the end of the line its length is 0. */
Token token_next(Tokens *tokens);

/* Takes the next token; if it begins with a double quote, all up to the next single one, blanks
 * included, or to the end of the line. Two quotes there are one quote of the text. The Token has
 * them as they are in the line. */
Token token_next_quoted(Tokens *tokens);

/* Takes the same as a text with a 0 at its end, which the caller frees: two quotes are one. Returns
 * NULL if memory is short; "" if there is none. */
char *token_take_quoted(Tokens *tokens);

/* Returns the next token without taking it. */
Token token_peek(Tokens tokens);

/* Takes the next token if it is `text`. */
bool token_take(Tokens *tokens, const char *text);

/* Moves to after the first token that is `text`. If there is none, returns false and changes
 * nothing. */
bool tokens_skip_to(Tokens *tokens, const char *text);

/* Takes the tokens before the token `until` (NULL: all that are left) and writes them with single
 * blanks between them and a 0 at the end. Returns false if `size` bytes are too few; the text is
 * then cut, and the first token that did not fit is the next one. */
bool tokens_join(Tokens *tokens, const char *until, char *out, size_t size);

bool token_is(Token token, const char *text);

/* The same, without regard to case. */
bool token_is_any_case(Token token, const char *text);

/* Reads a decimal integer with an optional sign. A number beyond 64 bits becomes INT64_MAX or
 * INT64_MIN. Returns false, with *out unchanged, if the token is anything else. */
bool token_number(Token token, int64_t *out);

/* A copy of a token with a 0 at its end, to be freed; NULL if memory is short. */
char *token_copy(Token token);

/* A token for a message: shortened, with '?' in place of unprintable bytes. */
typedef struct ShownToken {
    char text[40];
} ShownToken;

ShownToken token_show(Token token);

/* --- characters in UTF-8 --------------------------------------------------------------------- */

enum { UTF8_LONGEST = 4 }; /* bytes of a character */

/* The character at the beginning of a text that ends with a zero, and how many bytes it has. A byte
 * that begins none is one of Windows-1252, which has all of Latin-1; *length is 1 then, and *valid,
 * which else stays as it is, becomes false. */
unsigned utf8_read(const char *text, size_t *length, bool *valid);

/* Writes a character, 0 to 0x10FFFF; returns how many bytes it has. */
size_t utf8_write(unsigned character, char bytes[UTF8_LONGEST]);

#endif
