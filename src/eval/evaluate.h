/* Static evaluation, read off the attack matrix.
 *
 * The sum of weights (eval/weights.h) times counts, in families: material, squares, mobility,
 * pieces, pawns, passed pawns, threats, king, space, tempo; tapered between middlegame and endgame
 * by the game phase, the endgame half scaled by how winnable it is. Integers only: the same on
 * every machine. Any number of threads may evaluate at once.
 */
#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H

#include "eval/weights.h"

enum { EVAL_MAX = 10000 };

/* Fills tables. Call once before evaluate; further calls change nothing. */
void evaluate_init(void);

/* Units near centipawns for the side to move, within +-EVAL_MAX. Positions that mirror each other,
 * by files or by colours, get equal scores. */
int evaluate(const Position *pos);

/* True if an ending's own rules give the score of evaluate, such as that a king and a pawn win or do
 * not: they know what no sum of terms shows. */
bool evaluate_knows(const State *s);

/* --- a trace added up by family: what `eval` prints ------------------------------------------ */

typedef struct Half {
    int mg, eg;
} Half;

typedef struct Breakdown {
    Half family[FAMILY_COUNT][COLOR_COUNT]; /* what each family is worth to a colour */
    Half total;                             /* White's less Black's */
    int complexity; /* factor of the endgame half, in 1 / COMPLEXITY_NORMAL */
    int scale;      /* further factor of the endgame half, in 1 / SCALE_NORMAL */
    int eg;         /* the endgame half times both factors */
    int phase;      /* weight of the middlegame half; the endgame half weighs PHASE_FULL - phase */
    const char *ending; /* the ending whose value replaces all that, or NULL */
    int score;          /* the result of evaluate, from White's side */
} Breakdown;

/* Adds the counts of a trace up, independently of how evaluate did. `side` is to move. */
Breakdown breakdown_of(const Trace *t, Color side);

/* "Material", "Squares" and so on. */
const char *family_name(Family family);

#endif
