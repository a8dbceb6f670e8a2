/* Weaker play.
 *
 * A limited player has a budget of nodes, an error in its static evaluation, and moves of both sides
 * that it overlooks. All three follow from one number, the skill, and shrink as it grows, so that more
 * skill is more strength. No move is random: the player plays the best move that it sees.
 *
 * - Misjudgement: a normally distributed error, fixed for a position through a whole game. Half of
 *   its variance belongs to the pawn structure and the material: a player that is wrong about a
 *   structure is wrong about it in all lines.
 * - Blindness: whether a move is overlooked depends on the piece, its squares and the position on
 *   the board, not on the line: a player that does not see that the bishop reaches g7 does not see
 *   it in any line. Never overlooked are captures of the piece that the opponent has just moved, so
 *   recaptures too, and ways out of check. Captures and promotions are seen more often than quiet
 *   moves, short steps and steps forward more often than long ones and retreats. At the root,
 *   checks are always seen.
 * - With fewer pieces there is less to misjudge and to overlook, and time to look further: errors
 *   shrink and the budget grows, so that a won ending is won.
 *
 * The move is a function of position, skill and the seed of the game, if the table is
 * cleared before the search (engine/engine.c does so), the search is prepared by search_weaken, and
 * one thread searches.
 */
#ifndef SEARCH_HANDICAP_H
#define SEARCH_HANDICAP_H

#include "search/search.h"

/* Skill in hundredths of UCI's Skill Level. SKILL_FULL is play without a handicap. */
enum { SKILL_UNIT = 100, SKILL_LEVEL_MAX = 20, SKILL_FULL = SKILL_LEVEL_MAX * SKILL_UNIT };

enum { UCI_ELO_MIN = 1000, UCI_ELO_DEFAULT = 1500, UCI_ELO_MAX = 2550 };

/* The rating of a skill level. Ratings rise with the level; between two levels they are interpolated. */
typedef struct Rating {
    int level, elo;
} Rating;

/* Measured as tools/match/README.md says, on 2026-11-21: 896 games against each other and against
 * Stockfish 15, in whose ratings they are; standard errors up to 62. */
static const Rating RATINGS[] = {{0, 839}, {3, 1176}, {6, 1596}, {9, 1988}, {12, 2315}, {15, 2581}};
enum { RATING_COUNT = sizeof RATINGS / sizeof *RATINGS };

/* All zero: no handicap. */
typedef struct Handicap {
    int misjudgement; /* standard deviation of the error of the static evaluation, centipawns */
    int blindness;    /* of 1024 plain quiet moves, how many are overlooked */
    uint64_t game;    /* seed of the errors of this game */
    uint64_t glance;  /* seed of what is overlooked at this root */
} Handicap;

/* The skill that plays at a rating, as measured (RATINGS): 0 to SKILL_FULL - 1, never
 * falling as elo rises. */
int handicap_skill_of_elo(int elo);

/* Makes the handicap of a skill (0 to SKILL_FULL - 1) for a search of `pos` in the game with the
 * seed `game`. Narrows the limits to what such a player looks at: nodes, and the root moves that it
 * sees, at least one. Moves are made on `pos`, and unmade again. */
void handicap_begin(Handicap *h, int skill, uint64_t game, Position *pos, SearchLimits *limits);

/* The parts of handicap_judge and handicap_overlooks for a player with a handicap. */
int handicap_misjudged(const Handicap *h, const State *s, int eval);
bool handicap_is_blind(const Handicap *h, const State *s, Move m);

/* The static evaluation, in centipawns, of a position as the player sees it. */
static ALWAYS_INLINE int handicap_judge(const Handicap *h, const State *s, int eval) {
    return LIKELY(h->misjudgement == 0) ? eval : handicap_misjudged(h, s, eval);
}

/* True if the player overlooks this legal move. */
static ALWAYS_INLINE bool handicap_overlooks(const Handicap *h, const State *s, Move m) {
    return UNLIKELY(h->blindness != 0) && handicap_is_blind(h, s, m);
}

#endif
