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

Move move_input_uci(const Position *pos, Token token) {
    char text[MOVE_TEXT_SIZE] = "";
    if (token.length < sizeof text)
        memcpy(text, token.text, token.length);
    return move_read(pos, text);
}

/* Writes the letter of a piece as a capital. */
static void capitalize(char *text) {
    if (*text && strchr("nbrqk", *text))
        *text = (char)toupper((unsigned char)*text);
}

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
    const int count = san_read(pos, text, m);
    capitalize(text);
    return count ? count : san_read(pos, text, m);
}

const char *move_input_reason(const Position *pos, Token token) {
    static char reason[ILLEGAL_SIZE + 2] = ": ";
    char text[SIZE];
    copy_move(token, text);
    const bool known = move_illegal(pos, text, reason + 2);
    capitalize(text);
    return known || move_illegal(pos, text, reason + 2) ? reason : "";
}
