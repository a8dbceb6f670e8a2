#include "inspect/fen_tidy.h"

#include "board/fen.h"
#include "core/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- characters ------------------------------------------------------------------------------ */

/* What some sequences of bytes stand for; a blank for what no FEN has, '\0' for nothing at all. */
static const struct {
    const char *bytes;
    char stands_for;
} SEQUENCES[] = {
    {"&nbsp;", ' '},
    {"&quot;", ' '},
    {"&apos;", ' '},
    {"&sol;", '/'},
    {"&#47;", '/'},
    {"&#x2F;", '/'},
    {"&#x2f;", '/'},
    {"&amp;", ' '},
    {"\xC2\xA0", ' '},
    {"\xE2\x80\x90", '-'},
    {"\xE2\x80\x91", '-'},
    {"\xE2\x80\x92", '-'},
    {"\xE2\x80\x93", '-'},
    {"\xE2\x80\x94", '-'},
    {"\xE2\x88\x92", '-'},
    {"\xE2\x80\x8B", '\0'},
    {"\xEF\xBB\xBF", '\0'},
    {"\xE2\x80\x98", ' '},
    {"\xE2\x80\x99", ' '},
    {"\xE2\x80\x9C", ' '},
    {"\xE2\x80\x9D", ' '},
    {"\xE2\x80\x9E", ' '},
    {"\xC2\xAB", ' '},
    {"\xC2\xBB", ' '},
    {"~", '\0'},
    {"\\", '\0'},
};
enum { SEQUENCE_COUNT = sizeof SEQUENCES / sizeof *SEQUENCES };

/* Takes what stands at *at and returns it, with signs that no FEN has as blanks. */
static char next_character(const char **at) {
    static const char SIGNS[] = "\"'`_+:;=,<>()[]{}|&";
    for (int i = 0; i < SEQUENCE_COUNT; i++) {
        const size_t length = strlen(SEQUENCES[i].bytes);
        if (strncmp(*at, SEQUENCES[i].bytes, length) == 0) {
            *at += length;
            return SEQUENCES[i].stands_for;
        }
    }
    char c = *(*at)++;
    if (c == '%' && isxdigit((unsigned char)(*at)[0]) && isxdigit((unsigned char)(*at)[1])) {
        const char digits[] = {(*at)[0], (*at)[1], '\0'};
        c = (char)strtol(digits, NULL, 16);
        *at += 2;
    }
    return c == '\0' || strchr(SIGNS, c) ? ' ' : c;
}

/* --- fields ---------------------------------------------------------------------------------- */

static const char BOARD[] = "/12345678PNBRQKpnbrqk";

static bool has_only(Token token, const char *letters) {
    for (size_t i = 0; i < token.length; i++)
        if (!strchr(letters, token.text[i]))
            return false;
    return token.length > 0;
}

static bool is_board(Token token) {
    enum { RANKS_LEAST = 5 };
    int ranks = 1;
    for (size_t i = 0; i < token.length; i++)
        ranks += token.text[i] == '/';
    return ranks >= RANKS_LEAST;
}

/* The last eight parts of an address, which are ranks; a board with nothing before them as it is. */
static Token without_address(Token board) {
    enum { RANKS = 8 };
    const char *end = board.text + board.length, *start = end;
    for (int parts = 0; start > board.text && parts < RANKS;)
        parts += *--start == '/';
    if (has_only(board, BOARD) || *start != '/')
        return board;
    return (Token){start + 1, (size_t)(end - start) - 1};
}

/* Whether a text may be the content of a field. */
static bool fits(FenField field, Token token) {
    const bool none = token_is(token, "-");
    switch (field) {
    case FEN_SIDE:
        return token_is_any_case(token, "w") || token_is_any_case(token, "b") ||
               token_is_any_case(token, "white") || token_is_any_case(token, "black");
    case FEN_CASTLING:
        return none || (token.length <= 4 && has_only(token, "KQkqABCDEFGHabcdefgh"));
    case FEN_EP:
        return none || (token.length == 2 && isalpha((unsigned char)token.text[0]) &&
                        isdigit((unsigned char)token.text[1]));
    default:
        return has_only(token, "0123456789");
    }
}

/* Whether a text is the content of a later field, so that this one is missing. */
static bool is_later(FenField field, Token token) {
    if (fits(field, token))
        return false;
    while (++field <= FEN_HALFMOVE)
        if (fits(field, token))
            return true;
    return false;
}

/* Adds a field, cut if there is no room for all of it. */
static void append(char *out, size_t size, Token token) {
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)token.length, token.text);
}

/* Writes the fields from the board on. */
static void arrange(Tokens tokens, char *out, size_t size) {
    static const char *const MISSING[] = {[FEN_SIDE] = "w", [FEN_CASTLING] = "-", [FEN_EP] = "-"};
    Token token;
    while (!is_board(token = token_next(&tokens)) && token.length)
        continue;
    append(out, size, without_address(token));
    token = token_next(&tokens);
    for (FenField field = FEN_SIDE; token.length && field < FEN_FIELD_COUNT; field++) {
        if (field < FEN_HALFMOVE && is_later(field, token)) {
            append(out, size, (Token){MISSING[field], 1});
            continue;
        }
        if (field >= FEN_HALFMOVE && isalpha((unsigned char)*token.text)) /* an operation of EPD */
            break;
        append(out, size, token);
        token = token_next(&tokens);
    }
}

bool fen_tidy(const char *text, char *out, size_t size) {
    char plain[2 * FEN_SIZE];
    size_t length = 0;
    for (const char *at = text; *at && length < sizeof plain;) {
        const char c = next_character(&at);
        if (c)
            plain[length++] = c;
    }
    *out = '\0';
    arrange(tokens_of(plain, length), out, size);
    return *out && strcmp(text, out) != 0;
}
