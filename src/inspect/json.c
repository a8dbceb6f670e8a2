#include "inspect/json.h"

#include "board/fen.h"
#include "core/text.h"
#include "inspect/game_state_internal.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <string.h>

/* How many bytes from `text` on stand for themselves in a string. */
static size_t plain_length(const Json *j, const char *text) {
    size_t length = 0;
    for (unsigned char c; (c = (unsigned char)text[length]) >= ' ' && c != '"' && c != '\\';
         length++)
        if (j->in_html && strchr("<>&\xE2", c))
            break;
    return length;
}

/* Adds what does not: one character, which may have several bytes. Returns how many. Scripts once
 * took U+2028 and U+2029 for ends of line. */
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

/* The comma and the key before a value. */
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

void json_man(Json *j, const char *key, Color c, PieceType type, Square sq) {
    json_open(j, key, '{');
    json_text(j, "color", json_color(c));
    json_text(j, "type", type_name(type));
    json_square(j, "square", sq);
    json_close(j, '}');
}

void json_piece(Json *j, const char *key, const State *s, Square sq) {
    if (s->man_on[sq] == MAN_NONE) {
        json_null(j, key);
        return;
    }
    json_man(j, key, bit_color(man_bit(s->man_on[sq])), type_on(s, sq), sq);
}

const char *json_color(Color c) {
    return c == WHITE ? "white" : "black";
}

void json_score(Json *j, Evaluation evaluation, const Position *pos, int units) {
    json_number(j, "centipawns", printed_centipawns(evaluation, pos, units));
    json_number(j, "units", units);
}

void json_game(Json *j, const char *key, const Position *pos) {
    static const char *const ENDS[] = {[GAME_GOES_ON] = NULL,
                                       [GAME_CHECKMATE] = "checkmate",
                                       [GAME_STALEMATE] = "stalemate",
                                       [GAME_DEAD] = "dead material",
                                       [GAME_REPETITION] = "repetition",
                                       [GAME_FIFTY_MOVES] = "fifty moves"};
    GameState game;
    game_state_find(pos, &game);
    json_open(j, key, '{');
    json_text_or_null(j, "end", ENDS[game.end]);
    json_bool(j, "over", game_state_is_over(&game));
    json_number(j, "occurrences", game.occurrences);
    json_open(j, "repeating", '[');
    for (int i = 0; i < game.repeating.count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, game.repeating.moves[i], text);
        json_text(j, NULL, text);
    }
    json_close(j, ']');
    json_number(j, "quiet_plies", game.quiet_plies);
    json_number(j, "fifty_moves_in", max_int(QUIET_CLAIM - game.quiet_plies, 0));
    json_number(j, "dead_in", game.dead_in);
    json_close(j, '}');
}

void json_begin(Json *j, Document *out, const char *command, const Position *pos) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    *j = (Json){.out = out};
    json_open(j, NULL, '{');
    json_text(j, "command", command);
    json_text(j, "fen", fen);
    json_text(j, "side", json_color(pos->state->side));
    json_game(j, "game", pos);
}

/* --- printed --------------------------------------------------------------------------------- */

int printed_centipawns(Evaluation evaluation, const Position *pos, int units) {
    return wdl_centipawns(evaluation, units, wdl_material(pos->state));
}

double printed_pawns(Evaluation evaluation, const Position *pos, int units) {
    return printed_centipawns(evaluation, pos, units) / 100.0;
}

void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units) {
    const Color side = pos->state->side;
    const int sign = side == WHITE ? 1 : -1, points = printed_centipawns(evaluation, pos, units);
    document_add(out,
                 "%s: %d as the search counts it, printed as %+.2f pawns, for %s, to move; "
                 "%+.2f from White's point of view\n",
                 name, sign * units, sign * points / 100.0, color_name(side), points / 100.0);
}
