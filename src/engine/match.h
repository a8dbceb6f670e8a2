/* Games between engines: how they begin, how they end, and one with clocks. */
#ifndef ENGINE_MATCH_H
#define ENGINE_MATCH_H

#include "board/fen.h"
#include "engine/engine.h"

/* --- random openings: balanced positions to begin games of self-play with -------------------- */

typedef struct Openings Openings;

/* Makes a source of openings, or returns NULL if memory is short. The same seed and the same calls
 * give the same openings on every machine. */
Openings *openings_create(uint64_t seed);

void openings_free(Openings *openings);

/* A random number from 0 to n - 1, from the same source; n > 0. */
uint64_t openings_draw(Openings *openings, uint64_t n);

/* Plays 8 or 9 random legal moves from a FEN (its counters may be missing) and writes the position
 * to `fen`. False if the FEN is invalid, if the game ends within these moves, or if a short search
 * finds one side better by more than OPENING_SCORE_MAX. Another call may succeed then. */
bool openings_try(Openings *openings, const char *start, char fen[FEN_SIZE]);

enum { OPENING_SCORE_MAX = 150 }; /* centipawns */

/* --- how a game ends: by the rules, or because the scores of both sides leave no doubt ------- */

typedef enum GameEnd {
    GAME_GOES_ON,
    GAME_MATE, /* of the side to move */
    GAME_STALEMATE,
    GAME_REPETITION, /* the third time */
    GAME_FIFTY_MOVES,
    GAME_MATERIAL, /* neither side can mate */
    GAME_CLEAR_WIN,
    GAME_CLEAR_DRAW,
    GAME_TOO_LONG,
    GAME_TIME /* of the side to move has run out */
} GameEnd;

/* GAME_MATE to GAME_MATERIAL if the rules end the game with this position, whose keys hold the game
 * before it; else GAME_GOES_ON. */
GameEnd game_end_by_rules(const Position *pos);

/* When scores end a game. A score counts from White. */
typedef struct ScoreRule {
    int win_score, win_plies;   /* at least so much for one side, so many plies in a row */
    int draw_score, draw_plies; /* at most so much for either, so many plies in a row */
    int draw_from;              /* no draw before this ply of the game */
} ScoreRule;

/* The scores of the latest plies; {0} for a new game. */
typedef struct ScoreStreaks {
    int plies;               /* of the game */
    int white, black, level; /* plies in a row that speak for this end */
} ScoreStreaks;

/* Adds the score of the next ply. */
void score_streaks_add(ScoreStreaks *streaks, const ScoreRule *rule, int score);

/* GAME_CLEAR_WIN, of the side that the scores are for, GAME_CLEAR_DRAW or GAME_GOES_ON. */
GameEnd game_end_by_scores(const ScoreStreaks *streaks, const ScoreRule *rule);

/* --- a game between two engines, with clocks ------------------------------------------------- */

enum { MATCH_PLIES_MAX = 2000 }; /* a longer game is a draw */

/* The limits of a side. A game with clocks has `base`, any other one of the other limits. Fields
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

/* The difference in Elo by the logistic curve, and the bounds of its 95 % interval. */
typedef struct EloEstimate {
    double elo, low, high;
} EloEstimate;

/* The estimate from independent results: counts[i] is how many have i / (kinds - 1) of the points. The kinds are
 * games lost, drawn and won, or pairs of games from 0 to 2 points. The bounds are those of the mean,
 * 1.96 standard deviations either way. All are NAN with fewer than two results, or if all was won or
 * lost. */
EloEstimate elo_estimate(const int counts[], int kinds);

#endif
