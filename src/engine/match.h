/* A game between two engines, with clocks. */
#ifndef ENGINE_MATCH_H
#define ENGINE_MATCH_H

#include "board/fen.h"
#include "engine/engine.h"
#include "engine/game_end.h"

enum { MATCH_PLIES_MAX = 2000 }; /* a longer game is a draw */

/* What a side may spend. A game with clocks has `base`, any other one of the other limits. Fields
 * that are not set are LIMIT_NONE. */
typedef struct TimeControl {
    int64_t base, increment; /* milliseconds for the game, and more for each move */
    int64_t movetime;        /* milliseconds a move */
    int64_t nodes, depth;    /* of a move */
    int nodestime;           /* of a game with clocks: 0, or the nodes that its clocks count as a
                              * millisecond, which the engines must be set to, too */
} TimeControl;

typedef struct MatchSettings {
    TimeControl control;
    bool adjudicate; /* scores may end the game: 7 pawns, or less than 0.08 from move 40 on, seen by
                      * both sides for three and for eight moves */
} MatchSettings;

typedef struct MatchMove {
    Move move;
    SearchResult thought; /* its time is what the clock was charged with */
} MatchMove;

typedef struct MatchGame {
    char fen[FEN_SIZE]; /* where it begins */
    bool chess960;
    int count;
    MatchMove moves[MATCH_PLIES_MAX];
    GameEnd end;   /* GAME_GOES_ON: it was stopped */
    Color to_move; /* in the end */
    int points;    /* twice White's: 0, 1 or 2 */
} MatchGame;

/* Plays a game from a valid FEN; players[WHITE] has White. The players forget what they have learnt
 * first. `pos` is room to work in; its chess960 counts. True if the game has come to an end; false
 * if *stop has ended it, which also ends the search under way. */
bool match_play(Engine *const players[COLOR_COUNT], const MatchSettings *settings, const char *fen,
                Position *pos, const atomic_bool *stop, MatchGame *game);

/* The difference in Elo by the usual logistic curve, from so many wins, draws and losses, and the
 * bounds between which it lies with 95 % probability: those of the mean score of independent games,
 * 1.96 standard deviations either way. Infinite where all was won or lost; without games NAN. */
typedef struct EloEstimate {
    double elo, low, high;
} EloEstimate;

EloEstimate elo_estimate(int wins, int draws, int losses);

#endif
