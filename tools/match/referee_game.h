/* A game between two engines, and who has won it and why. */
#ifndef REFEREE_GAME_H
#define REFEREE_GAME_H

#include "board/fen.h"
#include "engine/match.h"
#include "match/referee_player.h"
#include "moves/notation.h"

enum { REFEREE_PLIES_MAX = 1200 }; /* a longer game is a draw */

typedef struct RefereeMove {
    Move move;
    PlayerAnswer said;
} RefereeMove;

/* What has ended a game. By a fault it is lost for the side to move. */
typedef enum RefereeEnd {
    REFEREE_BY_GAME, /* rules or scores: see `end` */
    REFEREE_TIME,
    REFEREE_ILLEGAL,
    REFEREE_CRASH,
    REFEREE_STALL,
    REFEREE_STOPPED /* it does not count */
} RefereeEnd;

typedef struct RefereeGame {
    char fen[FEN_SIZE]; /* where it begins */
    bool chess960, ponders;
    Move expected[COLOR_COUNT]; /* what a side that ponders expects; MOVE_NONE: it does not */
    int count;
    RefereeMove moves[REFEREE_PLIES_MAX];
    RefereeEnd how;
    GameEnd end;                                   /* which of these */
    Color to_move;                                 /* in the end */
    int points;                                    /* twice White's: 0, 1 or 2 */
    char illegal[PLAYER_MOVE_SIZE + ILLEGAL_SIZE]; /* the move that was none, and why */
    ScoreStreaks streaks;
    int64_t left[COLOR_COUNT]; /* on the clocks, in microseconds */
} RefereeGame;

/* Plays a game from a valid FEN; players[WHITE] has White. game->chess960 and game->ponders count. `pos` is room to
 * work in. */
void referee_game_play(RefereeGame *game, Player *const players[COLOR_COUNT], const char *fen,
                       Position *pos);

enum { REFEREE_REASON_SIZE = 160 }; /* room for each reason, its final 0 included */

/* In words why it is over: "White makes an illegal move: e2e5, the Pawn on e2 does not reach e5". */
void referee_game_reason(const RefereeGame *game, char *text, size_t size);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *referee_game_result(const RefereeGame *game);

#endif
