/* The classical static evaluation, read from the attack matrix.
 *
 * The evaluation is a sum of weights (eval/weights.h) times counts, in families: material, squares,
 * mobility, pieces, pawns, passed pawns, threats, king, space, tempo. The game phase interpolates
 * between middlegame and endgame. Two factors multiply the endgame half: complexity, and a scale
 * for drawish material. The evaluation uses integers only, so results are the same on every
 * machine. Any number of threads may evaluate at once.
 */
#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H

#include "eval/weights.h"

enum { EVAL_MAX = 10000 };

/* Fills tables. Call once before evaluate; further calls change nothing. */
void evaluate_init(void);

/* Returns the score for the side to move, in units near centipawns, within +-EVAL_MAX. If two
 * positions mirror each other, by files or by colours, their scores are equal. */
int evaluate(const Position *pos);

/* True if evaluate scores the position by the rules of a known ending, such as king and pawn
 * against king, instead of the sum of terms. */
bool evaluate_knows(const State *s);

/* --- a trace added up by family, for the command `eval` -------------------------------------- */

typedef struct Half {
    int mg, eg;
} Half;

typedef struct Breakdown {
    Half family[FAMILY_COUNT][COLOR_COUNT]; /* the value of each family for a colour */
    Half total;                             /* White's sum minus Black's */
    int complexity; /* factor of the endgame half; COMPLEXITY_NORMAL means 1 */
    int scale;      /* further factor of the endgame half; SCALE_NORMAL means 1 */
    int eg;         /* the endgame half times complexity and scale */
    int phase;      /* weight of the middlegame half; the endgame half weighs PHASE_FULL - phase */
    const char *ending; /* the ending whose value replaces the sum, or NULL */
    int score;          /* the score of evaluate, for White */
} Breakdown;

/* Computes the breakdown from the counts of a trace, with code that evaluate does not use. `side`
 * is the side to move. */
Breakdown breakdown_of(const Trace *t, Color side);

/* Returns the name of a family: "Material", "Squares" and so on. */
const char *family_name(Family family);

#endif
