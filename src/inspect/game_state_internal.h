/* The state of the game: whether it is over and why, and how far away the draws are that come by
 * the rules.
 */
#ifndef INSPECT_GAME_STATE_INTERNAL_H
#define INSPECT_GAME_STATE_INTERNAL_H

#include "board/position.h"
#include "inspect/document.h"

/* Why a game ends. The first reason that holds counts: a mate or a stalemate comes before the
 * draws, the fifty-move rule's on the same ply too. Of dead material no sequence of legal moves
 * mates; see insufficient_material. */
typedef enum GameEnd {
    GAME_GOES_ON,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_DEAD,       /* dead material */
    GAME_REPETITION, /* the position has occurred three times */
    GAME_FIFTY_MOVES /* 100 plies without a capture or a pawn move */
} GameEnd;

/* The laws of chess let a player claim a draw after the third repetition and after fifty moves, and
 * end the game without a claim at the fifth and after 75. The search plays for a draw from the
 * first of these on. */
enum { REPETITION_CLAIM = 3, REPETITION_DRAW = 5, QUIET_CLAIM = 100, QUIET_DRAW = 150 };

typedef struct GameState {
    GameEnd end;
    int occurrences;    /* of the position in the game, with this one; at most REPETITION_DRAW */
    int quiet_plies;    /* since the last capture or pawn move */
    int dead_in;        /* as many captures and promotions at least lead to dead material */
    MoveList repeating; /* the legal moves to a position that then occurs the third time or more;
                           none once the game has ended */
} GameState;

/* Finds the state of a game that stands at `pos`, as far as the keys that it remembers show. */
void game_state_find(const Position *pos, GameState *game);

/* True if the game has ended without a claim too. */
bool game_state_is_over(const GameState *game);

/* Adds sentences, a line each, behind `indent`: the end, or how far away draws are. Nothing, if
 * there is nothing of this to report. */
void game_state_text(Document *out, const Position *pos, const GameState *game, const char *indent);

#endif
