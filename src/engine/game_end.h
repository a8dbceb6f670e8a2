/* How a game ends: by the rules, or because the scores of both sides leave no doubt. */
#ifndef ENGINE_GAME_END_H
#define ENGINE_GAME_END_H

#include "board/position.h"

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

/* What the rules say of the position on the board, with the keys of the game before it. */
GameEnd game_end_by_rules(const Position *pos);

/* When scores end a game. A score counts from White. */
typedef struct ScoreRule {
    int win_score, win_plies;   /* at least so much for one side, so many plies in a row */
    int draw_score, draw_plies; /* at most so much for either, so many plies in a row, */
    int draw_from;              /* and not before this ply of the game */
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

#endif
