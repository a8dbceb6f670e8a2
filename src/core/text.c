#include "core/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void text_clear(Text *text) {
    text->length = 0;
    text->data[0] = '\0';
}

void text_add_list(Text *text, const char *format, va_list arguments) {
    const size_t room = TEXT_SIZE - text->length;
    const int length = vsnprintf(text->data + text->length, room, format, arguments);
    if (length > 0)
        text->length += (size_t)length < room ? (size_t)length : room - 1;
}

void text_add(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

/* --- names ----------------------------------------------------------------------------------- */

const char *square_name(Square sq) {
    static const char NAMES[SQUARE_COUNT + 1][3] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2",
        "f2", "g2", "h2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4",
        "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5", "c5", "d5", "e5", "f5", "g5",
        "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7", "d7",
        "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "--"};
    return NAMES[sq >= 0 && sq < SQUARE_NONE ? sq : SQUARE_NONE];
}

Square square_read(const char *text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return SQUARE_NONE;
    return square_at(text[0] - 'a', text[1] - '1');
}

const char *color_name(Color c) {
    return c == WHITE ? "White" : "Black";
}

const char PIECE_LETTERS[] = "PNBRQKpnbrqk";

char piece_letter(Color c, PieceType type) {
    return type >= PAWN && type <= KING ? PIECE_LETTERS[TYPE_COUNT * c + type] : '?';
}

const char *type_name(PieceType type) {
    static const char *const NAMES[TYPE_COUNT] = {"Pawn", "Knight", "Bishop",
                                                  "Rook", "Queen",  "King"};
    return type >= PAWN && type <= KING ? NAMES[type] : "ghost";
}

const char *type_word(PieceType type) {
    static const char *const WORDS[TYPE_COUNT] = {"pawn", "knight", "bishop",
                                                  "rook", "queen",  "king"};
    return type >= PAWN && type <= KING ? WORDS[type] : "ghost";
}

/* --- token ----------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t byte_order_mark(const char *text, size_t size) {
    static const char MARK[] = "\xEF\xBB\xBF";
    const size_t length = sizeof MARK - 1;
    return size >= length && memcmp(text, MARK, length) == 0 ? length : 0;
}

Tokens tokens_of(const char *line, size_t length) {
    return (Tokens){line, line + length};
}

Token token_next(Tokens *tokens) {
    const char *at = tokens->at;
    while (at < tokens->end && is_blank(*at))
        at++;
    const char *start = at;
    while (at < tokens->end && !is_blank(*at))
        at++;
    tokens->at = at;
    return (Token){start, (size_t)(at - start)};
}

/* Returns the first quote that is not one of two quotes in a row, or `end`. */
static const char *closing_quote(const char *at, const char *end) {
    while (at < end && (*at != '"' || (at + 1 < end && at[1] == '"')))
        at += *at == '"' ? 2 : 1;
    return at;
}

Token token_next_quoted(Tokens *tokens) {
    const Token first = token_peek(*tokens);
    if (!first.length || *first.text != '"')
        return token_next(tokens);
    const char *start = first.text + 1, *quote = closing_quote(start, tokens->end);
    tokens->at = quote < tokens->end ? quote + 1 : quote;
    return (Token){start, (size_t)(quote - start)};
}

char *token_take_quoted(Tokens *tokens) {
    const Token token = token_next_quoted(tokens);
    char *copy = token_copy(token), *to = copy;
    const bool is_quoted = token.length && token.text[-1] == '"';
    for (const char *from = copy; copy && is_quoted && *from; from++) {
        *to++ = *from;
        from += from[0] == '"' && from[1] == '"';
    }
    if (is_quoted && copy)
        *to = '\0';
    return copy;
}

Token token_peek(Tokens tokens) {
    return token_next(&tokens);
}

bool token_take(Tokens *tokens, const char *text) {
    Tokens rest = *tokens;
    if (!token_is(token_next(&rest), text))
        return false;
    *tokens = rest;
    return true;
}

bool tokens_skip_to(Tokens *tokens, const char *text) {
    Tokens rest = *tokens;
    for (Token token; (token = token_next(&rest)).length;) {
        if (token_is(token, text)) {
            *tokens = rest;
            return true;
        }
    }
    return false;
}

bool tokens_join(Tokens *tokens, const char *until, char *out, size_t size) {
    size_t used = 0;
    for (Token token; (token = token_peek(*tokens)).length;) {
        if (until && token_is(token, until))
            break;
        if (used + token.length + 2 > size) {
            out[used] = '\0';
            return false;
        }
        if (used)
            out[used++] = ' ';
        memcpy(out + used, token.text, token.length);
        used += token.length;
        token_next(tokens);
    }
    out[used] = '\0';
    return true;
}

bool tokens_rest(Tokens tokens, char *out, size_t size) {
    const char *at = tokens.at, *end = tokens.end;
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    const size_t length = (size_t)(end - at) < size ? (size_t)(end - at) : size - 1;
    memcpy(out, at, length);
    out[length] = '\0';
    return at + length == end;
}

bool token_is(Token token, const char *text) {
    return token.length == strlen(text) && memcmp(token.text, text, token.length) == 0;
}

int token_among(Token token, const char *const words[]) {
    for (int i = 0; words[i]; i++)
        if (token_is(token, words[i]))
            return i;
    return -1;
}

bool token_is_any_case(Token token, const char *text) {
    return token.length == strlen(text) && strncasecmp(token.text, text, token.length) == 0;
}

bool token_number(Token token, int64_t *out) {
    const bool negative = token.length && token.text[0] == '-';
    size_t i = negative || (token.length && token.text[0] == '+');
    if (i == token.length)
        return false;
    int64_t number = 0; /* negative until the end, since INT64_MIN has no positive counterpart */
    for (; i < token.length; i++) {
        if (!isdigit((unsigned char)token.text[i]))
            return false;
        const int digit = token.text[i] - '0';
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, digit, &number))
            number = INT64_MIN;
    }
    *out = negative ? number : number == INT64_MIN ? INT64_MAX : -number;
    return true;
}

char *token_copy(Token token) {
    char *copy = malloc(token.length + 1);
    if (copy) {
        memcpy(copy, token.text, token.length);
        copy[token.length] = '\0';
    }
    return copy;
}

ShownToken token_show(Token token) {
    ShownToken shown;
    const size_t room = sizeof shown.text - 1;
    const size_t length = token.length < room ? token.length : room;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = token.text[i] >= ' ' && token.text[i] <= '~' ? token.text[i] : '?';
    shown.text[length] = '\0';
    if (token.length > length)
        memcpy(shown.text + length - 3, "...", 3);
    return shown;
}

/* --- utf8 ------------------------------------------------------------------------------------ */

/* Returns the character of a byte in Windows-1252, or the replacement character for one of the five
 * undefined bytes. */
static unsigned windows_1252(unsigned char byte) {
    static const unsigned short HIGH[32] = {
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? HIGH[byte - 0x80] : byte;
}

unsigned utf8_read(const char *text, size_t *length, bool *valid) {
    static const unsigned FIRST[] = {0, 0, 0x80, 0x800, 0x10000}; /* FIRST[n] takes n bytes */
    const unsigned char *t = (const unsigned char *)text;
    const size_t bytes = t[0] < 0x80 ? 1 : t[0] < 0xE0 ? 2 : t[0] < 0xF0 ? 3 : 4;
    unsigned character = bytes == 1 ? t[0] : t[0] & (0x7Fu >> bytes);
    bool good = t[0] < 0x80 || (t[0] >= 0xC2 && t[0] < 0xF5);
    for (size_t i = 1; good && i < bytes; i++) {
        good = (t[i] & 0xC0) == 0x80;
        character = character << 6 | (t[i] & 0x3F);
    }
    good = good && character >= FIRST[bytes] && character <= 0x10FFFF &&
           (character < 0xD800 || character > 0xDFFF);
    *length = good ? bytes : 1;
    *valid &= good;
    return good ? character : windows_1252(t[0]);
}

size_t utf8_write(unsigned c, char bytes[UTF8_LONGEST]) {
    const size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = count; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(LEAD[count] | c);
    return count;
}
