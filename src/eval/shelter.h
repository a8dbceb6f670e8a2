/* A King's shelter: his own Pawns before him and the enemy's that storm it.
 *
 * It depends on the Pawns and on his square alone, so each thread keeps a table of shelters by
 * both: Kings go to and fro more often than Pawns move.
 */
#ifndef EVAL_SHELTER_H
#define EVAL_SHELTER_H

#include "board/state.h"
#include "eval/trace.h"

typedef struct Shelter {
    Key key;        /* of the Pawns and the King, inverted, so that a zeroed entry is of none */
    Tapered score;  /* what it is worth to him */
    int16_t danger; /* what it adds to his danger */
} Shelter;

/* The shelter of a colour's King. */
Shelter shelter_probe(const State *s, Color c);

/* The same, made anew, counting into a trace. */
Shelter shelter_trace(const State *s, Color c, Trace *t);

#endif
