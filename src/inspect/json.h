/* Writing JSON (RFC 8259) on one line. Commas are written where they are needed. */
#ifndef INSPECT_JSON_H
#define INSPECT_JSON_H

#include "eval/wdl.h"
#include "inspect/document.h"

typedef struct Json {
    Document *out;
    bool comma; /* this level already has a value */
    bool
        in_html; /* no character of a text means anything in HTML, so that a script element may hold
                     it */
} Json;

/* A value in an object has a key; in an array it is NULL. */
void json_open(Json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(Json *j, char bracket);                 /* '}' or ']' */
void json_text(Json *j, const char *key, const char *text);
void json_text_or_null(Json *j, const char *key, const char *text); /* null for NULL */
void json_number(Json *j, const char *key, int64_t number);
void json_number_or_null(Json *j, const char *key, bool is_known, int64_t number);
/* A text that is JSON already, such as a number with a fraction. */
void json_plain(Json *j, const char *key, const char *json);
void json_bool(Json *j, const char *key, bool value);
void json_null(Json *j, const char *key);

/* The name of a square as a string; null for SQUARE_NONE. */
void json_square(Json *j, const char *key, Square sq);

/* The squares of a set as an array of strings. */
void json_squares(Json *j, const char *key, Bitboard set);

/* A piece: {"color": "white", "type": "Rook", "square": "a1"}. */
void json_man(Json *j, const char *key, Color c, PieceType type, Square sq);

/* The piece on a square; null for an empty one. */
void json_piece(Json *j, const char *key, const State *s, Square sq);

/* The keys of a score that an evaluation gives White in a position: "centipawns" and "units". */
void json_score(Json *j, Evaluation evaluation, const Position *pos, int units);

/* The state of the game that stands at a position: see inspect/game_state_internal.h, and the README of this
 * folder for its keys. */
void json_game(Json *j, const char *key, const Position *pos);

/* "white" or "black". */
const char *json_color(Color c);

/* Begins an answer: its object, "command", "fen", "side" and "game". json_close ends it. */
void json_begin(Json *j, Document *out, const char *command, const Position *pos);

/* Scores of the evaluations as they are printed, each by its own win model: see eval/wdl.h. `units`
 * are what the evaluation counts, for White. In a position all units of one evaluation make the same
 * pawns, so that what adds up in units adds up as printed, but for the rounding. */

/* In centipawns, and in pawns. */
int printed_centipawns(Evaluation evaluation, const Position *pos, int units);
double printed_pawns(Evaluation evaluation, const Position *pos, int units);

/* Adds a line that begins with `name` and shows the score, for the side to move and for White. */
void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units);

#endif
