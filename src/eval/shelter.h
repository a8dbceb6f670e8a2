/* A king's shelter: its own pawns in front of it, and the enemy pawns that storm it.
 *
 * It depends on the pawns and the king's square alone. Each thread keeps a table of shelters by
 * both, since kings and pawns move less often than other pieces.
 */
#ifndef EVAL_SHELTER_H
#define EVAL_SHELTER_H

#include "board/state.h"
#include "eval/trace.h"

typedef struct Shelter {
    Key key;        /* of the pawns and the king, inverted, so that a zeroed entry never matches */
    Tapered score;  /* what it is worth to the king's side */
    int16_t danger; /* what it adds to the king's danger */
} Shelter;

/* The shelter of a colour's king. */
Shelter shelter_probe(const State *s, Color c);

/* The same, made anew, counting into a trace. */
Shelter shelter_trace(const State *s, Color c, Trace *t);

#endif
