/* Text of bounded size, tokens of an input line, and characters in UTF-8. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include "core/types.h"

#include <stdarg.h>

/* TEXT_SIZE is large enough for the longest output written in one piece, the list of commands. */
enum { TEXT_SIZE = 8192 };

/* A buffer to compose output in, without the heap. text_add cuts a text that does not fit. */
typedef struct Text {
    size_t length;
    char data[TEXT_SIZE]; /* data[length] is 0 */
} Text;

void text_clear(Text *text);

/* Appends a text, formatted as by printf. */
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* --- English names, for reports and messages ------------------------------------------------- */

/* Returns "a1" to "h8", or "--" if `sq` is not a square. */
const char *square_name(Square sq);

/* Returns the square that two characters name, such as "e4", or SQUARE_NONE. */
Square square_read(const char *text);

/* Returns "White" or "Black". */
const char *color_name(Color c);

/* The letters of pieces in FEN: White's letters by type, then Black's letters. */
extern const char PIECE_LETTERS[];

/* Returns the FEN letter of a piece, 'P' to 'K' for White, 'p' to 'k' for Black, or '?' if the type
 * does not exist. */
char piece_letter(Color c, PieceType type);

/* Returns the type's name, such as "Pawn", or "ghost" if the type does not exist. */
const char *type_name(PieceType type);

/* Returns type_name in small letters, for use within a sentence. */
const char *type_word(PieceType type);

/* The tokens of an input line, which white space separates.
 *
 * Nothing is copied or changed. A Token points into its line and has a length, so a line may hold
 * any bytes, zeros included.
 */

/* A token. Its length is 0 if the line has no more tokens. */
typedef struct Token {
    const char *text;
    size_t length;
} Token;

/* Returns the length of the UTF-8 byte order mark at the beginning of a text: 3 or 0 bytes. */
size_t byte_order_mark(const char *text, size_t size);

/* The part of a line that has not been read. */
typedef struct Tokens {
    const char *at, *end;
} Tokens;

Tokens tokens_of(const char *line, size_t length);

/* Copies the unread part of a line without the blanks around it, and ends the copy with a 0.
 * Returns false if `size` bytes are too few; the copy is then cut. */
bool tokens_rest(Tokens tokens, char *out, size_t size);

/* Takes the next token. At the end of the line the token has length 0. */
Token token_next(Tokens *tokens);

/* Takes the next token. A token that begins with a double quote ends at the closing quote or with
 * the line, and may contain blanks. Two quotes in a row stand for one quote, as in CSV; the Token
 * still holds both quotes. */
Token token_next_quoted(Tokens *tokens);

/* Takes the next token as token_next_quoted does. Returns the token's text without the quotes
 * around it; two quotes in a row become one quote. Returns "" if there is no token. The caller
 * frees the text. Returns NULL if memory is short. */
char *token_take_quoted(Tokens *tokens);

/* Returns the next token without taking it. */
Token token_peek(Tokens tokens);

/* Takes the next token if it is `text`. */
bool token_take(Tokens *tokens, const char *text);

/* Skips all tokens up to and including the first that is `text`. If no token is `text`, returns
 * false and changes nothing. */
bool tokens_skip_to(Tokens *tokens, const char *text);

/* Takes the tokens before the token `until`, or all tokens if `until` is NULL. Writes the tokens,
 * separated by single blanks, with a 0 at the end. Returns false if `size` bytes are too few: the
 * text is then cut, and the first token that did not fit is the next one to take. */
bool tokens_join(Tokens *tokens, const char *until, char *out, size_t size);

bool token_is(Token token, const char *text);

/* Returns the index of the word that the token is, or -1. The words end with NULL. */
int token_among(Token token, const char *const words[]);

/* True if the token is `text`; the case of letters does not matter. */
bool token_is_any_case(Token token, const char *text);

/* Reads a decimal integer with an optional sign. A number beyond 64 bits becomes INT64_MAX or
 * INT64_MIN. Returns false, with *out unchanged, if the token is anything else. */
bool token_number(Token token, int64_t *out);

/* Returns a copy of a token with a 0 at its end, which the caller frees. Returns NULL if memory is
 * short. */
char *token_copy(Token token);

/* A token for a message: shortened, with '?' in place of unprintable bytes. */
typedef struct ShownToken {
    char text[40];
} ShownToken;

ShownToken token_show(Token token);

/* --- characters in UTF-8 --------------------------------------------------------------------- */

enum { UTF8_LONGEST = 4 }; /* bytes of a character */

/* Returns the first character of a text, and sets *length to the number of its bytes. The text ends
 * with a zero. If the text does not begin with valid UTF-8, reads its first byte as Windows-1252,
 * which contains Latin-1: *length is then 1 and *valid becomes false. Otherwise *valid keeps its
 * value. */
unsigned utf8_read(const char *text, size_t *length, bool *valid);

/* Writes a character, 0 to 0x10FFFF; returns the number of its bytes. */
size_t utf8_write(unsigned character, char bytes[UTF8_LONGEST]);

#endif
