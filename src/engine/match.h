/* Games between engines: openings, ends of games, and a game with clocks. */
#ifndef ENGINE_MATCH_H
#define ENGINE_MATCH_H

#include "board/fen.h"
#include "engine/engine.h"

/* --- random openings: balanced positions to begin games of self-play with -------------------- */

typedef struct Openings Openings;

/* Makes a source of openings. Returns NULL if memory is short. The same seed and the same calls give the same
 * openings on every machine. */
Openings *openings_create(uint64_t seed);

void openings_free(Openings *openings);

/* Draws a random number from 0 to n - 1 from the generator of the openings; n > 0. */
uint64_t openings_draw(Openings *openings, uint64_t n);

/* Plays 8 or 9 random legal moves from a FEN and writes the position to `fen`. The two counters of
 * the FEN may be missing. Returns false if the FEN is invalid or the game ends within these moves.
 * Also returns false if a short search finds one side better by more than OPENING_SCORE_MAX. With a
 * valid FEN another call may succeed. */
bool openings_try(Openings *openings, const char *start, char fen[FEN_SIZE]);

enum { OPENING_SCORE_MAX = 150 }; /* centipawns */

/* --- how a game ends: by the rules, or because the scores of both sides leave no doubt ------- */

typedef enum GameEnd {
    GAME_GOES_ON,
    GAME_MATE, /* the side to move is mated */
    GAME_STALEMATE,
    GAME_REPETITION, /* the position occurs for the third time */
    GAME_FIFTY_MOVES,
    GAME_MATERIAL, /* neither side can mate */
    GAME_CLEAR_WIN,
    GAME_CLEAR_DRAW,
    GAME_TOO_LONG,
    GAME_TIME /* the clock of the side to move has run out */
} GameEnd;

/* Returns GAME_MATE to GAME_MATERIAL if the rules end the game in this position, else GAME_GOES_ON.
 * The stack of `pos` must hold the game before this position. */
GameEnd game_end_by_rules(const Position *pos);

/* The rule by which scores end a game. All scores are from White's point of view. */
typedef struct ScoreRule {
    /* a side wins if its scores are at least win_score for win_plies plies in a row */
    int win_score, win_plies;
    /* a game is drawn if neither side's score exceeds draw_score for draw_plies plies in a row */
    int draw_score, draw_plies;
    int draw_from; /* the first ply at which scores may end the game as a draw */
} ScoreRule;

/* The plies of a game, and for how many of the latest plies the scores agree on its result. For a
 * new game all counts are 0. */
typedef struct ScoreStreaks {
    int plies; /* plies of the game so far */
    /* the number of latest plies, without a break, whose score says: White wins, Black wins, or a
     * draw */
    int white, black, level;
} ScoreStreaks;

/* Adds the score of the next ply, from White's point of view. */
void score_streaks_add(ScoreStreaks *streaks, const ScoreRule *rule, int score);

/* Returns how the game ends in this position: by the rules of chess, after `longest` plies, or by its scores. If `rule`
 * is NULL, scores do not end the game. Returns GAME_GOES_ON if the game is not over. */
GameEnd game_end(const Position *pos, const ScoreStreaks *streaks, const ScoreRule *rule,
                 int longest);

/* Returns twice White's points for the end of a game: 0, 1 or 2. */
int game_points(GameEnd end, Color to_move, const ScoreStreaks *streaks);

/* --- a game between two engines, with clocks ------------------------------------------------- */

enum { MATCH_PLIES_MAX = 2000 }; /* a longer game is a draw */

/* The limits of one side. A game with clocks sets `base`; a game without clocks sets movetime,
 * nodes or depth. Fields that are not set are LIMIT_NONE. */
typedef struct TimeControl {
    int64_t base, increment; /* milliseconds for the game, and milliseconds added for each move */
    int64_t movetime;        /* milliseconds a move */
    int64_t nodes, depth;    /* most nodes, or plies, of a move's search */
    /* 0, or in a game with clocks the number of nodes that counts as a millisecond; the engines
     * must have the same nodestime in their settings */
    int nodestime;
} TimeControl;

typedef struct MatchSettings {
    TimeControl control;
    /* True if scores may end the game. A game is won if both sides' scores put one side 7 pawns
     * ahead for three moves. From move 40 a game is drawn if both sides' scores are at most 0.08
     * pawns for eight moves. */
    bool adjudicate;
} MatchSettings;

typedef struct MatchMove {
    Move move;
    SearchResult thought; /* thought.time is the time that the clock lost, in microseconds */
} MatchMove;

typedef struct MatchGame {
    char fen[FEN_SIZE]; /* the game's first position */
    bool chess960;
    int count;
    MatchMove moves[MATCH_PLIES_MAX];
    GameEnd end;   /* GAME_GOES_ON if the game was stopped */
    Color to_move; /* the side to move at the end */
    int points;    /* twice White's points: 0, 1 or 2 */
} MatchGame;

/* Plays a game from a valid FEN; players[WHITE] has White. First empties the players' tables and
 * histories. `pos` is working space; only its field chess960 matters before the call. Returns true
 * if the game has ended. Returns false if *stop became true, which also ends the search under
 * way. */
bool match_play(Engine *const players[COLOR_COUNT], const MatchSettings *settings, const char *fen,
                Position *pos, const atomic_bool *stop, MatchGame *game);

/* A difference in Elo (logistic curve), and the bounds of its 95 % interval. */
typedef struct EloEstimate {
    double elo, low, high;
} EloEstimate;

/* Estimates a difference in Elo from independent results. counts[i] is the number of results that
 * gain i / (kinds - 1) of the points: games lost, drawn and won (3 kinds), or pairs of games with 0
 * to 2 points (5 kinds). The bounds lie 1.96 standard deviations of the mean from the estimate. All
 * fields are NAN if there are fewer than two results, or if all results are equal. */
EloEstimate elo_estimate(const int counts[], int kinds);

#endif
