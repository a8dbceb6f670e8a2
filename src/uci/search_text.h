/* Parts that the reports of a search for a front end and for a person have in common. */
#ifndef UCI_SEARCH_TEXT_H
#define UCI_SEARCH_TEXT_H

#include "board/position.h"
#include "core/text.h"
#include "eval/wdl.h"

/* Nodes per second; an unmeasurably short time counts as a millisecond. */
uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds);

/* A score in normalised pawns (see eval/wdl.h), "+0.31", or a mate in moves, "+M3", "-M2". */
typedef struct PawnsText {
    char text[16];
} PawnsText;

PawnsText pawns_text(const State *root, Evaluation evaluation, int score);

/* Add a blank and a move for each move of a line from `root`: as UCI writes them, and in SAN. The
 * latter has static working space: it is for the worker's thread. */
void add_moves(Text *text, const Position *root, const Move *moves, int count);
void add_san(Text *text, const Position *root, const Move *moves, int count);

#endif
