/* The lines of a search, as UCI or as JSON, and the parts that reports for a person share with them. */
#ifndef API_LINES_H
#define API_LINES_H

#include "api/player.h"
#include "core/text.h"
#include "inspect/document.h"

/* --- the reports of a player's search: see SearchReporter -------------------------------------- */

void lines_info(Player *player, const Position *root, const SearchInfo *info);
void lines_current_move(const Player *player, const Position *root, int depth, Move m, int number);
void lines_done(const Player *player, const Position *root, Move best, Move ponder);

/* Keeps an exact info as the latest, and says nothing. */
void lines_note(Player *player, const SearchInfo *info);

/* --- parts ----------------------------------------------------------------------------------- */

/* Nodes per second; an unmeasurably short time counts as a millisecond. */
uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds);

/* A score in normalised pawns (see eval/wdl.h), "+0.31", or a mate in moves, "+M3", "-M2". */
typedef struct PawnsText {
    char text[16];
} PawnsText;

PawnsText pawns_text(const State *root, Evaluation evaluation, int score);

/* Adds a blank and a move, as UCI writes it, for each move of a line from `root`. */
void add_moves(Text *text, const Position *root, const Move *moves, int count);

/* Adds the same in SAN. `at` is working space. */
void add_san(Text *text, Position *at, const Position *root, const Move *moves, int count);

/* Begins an object {"event": EVENT, ...} in an empty document. */
Json json_event_begin(Document *out, const char *event);

/* "centipawns" and "mate": a score for the side to move, one of them null. */
void json_search_score(Json *j, const State *root, Evaluation evaluation, int score);

#endif
