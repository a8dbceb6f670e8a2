/* Weaker play, made of what weaker players do worse.
 *
 * A limited player thinks shorter (a budget of nodes), misjudges what he sees (an error in the
 * static evaluation), and overlooks moves (a part of his own and of the opponent's). All three
 * follow from one number, the skill, and shrink as it grows, so that more skill is more strength by
 * construction. Nothing is drawn by lot at the root: the move played is the best of what was seen.
 *
 * - Misjudgement: an error with a normal distribution, fixed for a position through a whole game.
 *   Half of it belongs to the Pawn structure and the material: whoever is wrong about a structure
 * is wrong about it in all lines.
 * - Blindness: whether a move is overlooked depends on man, squares and the position on the board,
 *   and not on the line, since who does not see that the Bishop reaches g7 does not see it in any
 *   line. Never overlooked: taking the man that the opponent has just moved, taking back therefore,
 *   and any way out of check. Captures and promotions are seen
 *   more often than quiet moves, short steps and steps forward more often than long ones and
 *   retreats. At the root, checks are seen, too.
 * - With fewer men there is less to misjudge and to overlook, and time to look further: errors
 *   shrink and the budget grows, so that a won ending is won.
 *
 * The move is a function of position, skill and the seed of the game: the table and the history
 * should be cleared before a limited search (engine/engine.c does), and one thread should search.
 */
#ifndef SEARCH_HANDICAP_H
#define SEARCH_HANDICAP_H

#include "board/position.h"
#include "search/limits.h"

/* Skill in hundredths of UCI's Skill Level. SKILL_FULL is play without a handicap. */
enum { SKILL_UNIT = 100, SKILL_LEVEL_MAX = 20, SKILL_FULL = SKILL_LEVEL_MAX * SKILL_UNIT };

/* The range of UCI_Elo; it ends at UCI_ELO_MAX of search/ratings.h. */
enum { UCI_ELO_MIN = 1000, UCI_ELO_DEFAULT = 1500 };

/* All zero: no handicap. */
typedef struct Handicap {
    int misjudgement; /* standard deviation of the error of the static evaluation, centipawns */
    int blindness;    /* of 1024 plain quiet moves, how many are overlooked */
    uint64_t game;    /* what the errors of this game are drawn from */
    uint64_t glance;  /* what is overlooked at this root */
} Handicap;

/* The skill that plays at a rating, as measured (see search/ratings.h): 0 to just below SKILL_FULL,
 * never falling as elo rises. */
int handicap_skill_of_elo(int elo);

/* Makes the handicap of a skill (0 to SKILL_FULL - 1) for a search of `pos` in the game that `game`
 * is the seed of, and narrows the limits to what such a player looks at: nodes, and the root moves
 * that he sees, at least one. `pos` is left as it was. */
void handicap_begin(Handicap *h, int skill, uint64_t game, Position *pos, SearchLimits *limits);

/* What the two below do once there is a handicap. */
int handicap_misjudged(const Handicap *h, const State *s, int eval);
bool handicap_is_blind(const Handicap *h, const State *s, Move m);

/* The static evaluation (centipawns) of a position as the player sees it. */
static ALWAYS_INLINE int handicap_judge(const Handicap *h, const State *s, int eval) {
    return LIKELY(h->misjudgement == 0) ? eval : handicap_misjudged(h, s, eval);
}

/* True if the player does not see that this legal move is possible. */
static ALWAYS_INLINE bool handicap_overlooks(const Handicap *h, const State *s, Move m) {
    return UNLIKELY(h->blindness != 0) && handicap_is_blind(h, s, m);
}

#endif
