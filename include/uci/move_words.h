/* Men and moves in plain words. */
#ifndef UCI_MOVE_WORDS_H
#define UCI_MOVE_WORDS_H

#include "board/position.h"

/* Room for the longest: "White's Bishop from a7 takes Knight on b8 and becomes a Knight". */
typedef struct MoveWords {
    char text[96];
} MoveWords;

/* What a legal move does: "Knight from g5 takes Pawn on f7". */
MoveWords move_words(const Position *pos, Move m);

/* The man on a square: "Knight f3", "f3" if nobody stands there. */
MoveWords man_words(const State *s, Square sq);

#endif
