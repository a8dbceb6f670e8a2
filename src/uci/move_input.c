#include "uci/move_input.h"

#include "moves/notation.h"

#include <ctype.h>
#include <string.h>

enum { SIZE = 16 }; /* a longer text is no move */

/* How many characters at its beginning number a move: "12...", "1.". */
static size_t number_length(Token token) {
    size_t digits = 0, dots = 0;
    while (digits < token.length && isdigit((unsigned char)token.text[digits]))
        digits++;
    while (digits + dots < token.length && token.text[digits + dots] == '.')
        dots++;
    return digits && dots ? digits + dots : 0;
}

bool move_input_is_number(Token token) {
    return token.length > 0 && number_length(token) == token.length;
}

/* Reads a move as UCI or SAN has it. */
static int read_exactly(const Position *pos, const char *text, Move *m) {
    *m = move_read(pos, text);
    return *m != MOVE_NONE ? 1 : san_read(pos, text, m);
}

/* Takes the hyphens out, but of castling, which gets its capitals. */
static void straighten(char *text) {
    char *to = text;
    if (strchr("oO0", *text)) {
        for (; *text; text++)
            *text = *text == 'o' ? 'O' : *text;
        return;
    }
    for (; *text; text++)
        if (*text != '-')
            *to++ = *text;
    *to = '\0';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* Writes the pieces with capitals: the first letter, and that which a pawn becomes, behind a rank or
 * an equals sign. */
static void capitalize(char *text) {
    static const char PIECES[] = "nbrqk";
    for (char *c = text; *c; c++)
        if (strchr(PIECES, *c) && (c == text || c[-1] == '=' || (is_rank(c[-1]) && !is_rank(c[1]))))
            *c = (char)toupper((unsigned char)*c);
}

/* A pawn's move with a capital behind it: "e8q" is "e8Q". */
static void capitalize_promotion(char *text) {
    const char first = *text;
    capitalize(text);
    *text = first;
}

Move move_input_uci(const Position *pos, Token token) {
    char text[MOVE_TEXT_SIZE] = "";
    if (token.length < sizeof text)
        memcpy(text, token.text, token.length);
    return move_read(pos, text);
}

/* What is tried one after the other with a text that is no move yet. */
static void (*const LOOSEN[])(char *) = {straighten, capitalize_promotion, capitalize};
enum { LOOSEN_COUNT = sizeof LOOSEN / sizeof *LOOSEN };

/* Copies a move without its number; empty if it is too long. */
static void copy_move(Token token, char text[SIZE]) {
    const size_t number = number_length(token), length = token.length - number;
    memset(text, 0, SIZE);
    if (length < SIZE)
        memcpy(text, token.text + number, length);
}

int move_input_read(const Position *pos, Token token, Move *m) {
    char text[SIZE];
    copy_move(token, text);
    int count = read_exactly(pos, text, m);
    for (int i = 0; !count && i < LOOSEN_COUNT; i++) {
        LOOSEN[i](text);
        count = read_exactly(pos, text, m);
    }
    return count;
}

const char *move_input_reason(const Position *pos, Token token) {
    static char reason[ILLEGAL_SIZE + 2] = ": ";
    char text[SIZE];
    copy_move(token, text);
    bool known = move_illegal(pos, text, reason + 2);
    for (int i = 0; !known && i < LOOSEN_COUNT; i++) {
        LOOSEN[i](text);
        known = move_illegal(pos, text, reason + 2);
    }
    return known ? reason : "";
}
