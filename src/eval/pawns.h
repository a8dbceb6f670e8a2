/* Pawn structure: what depends on the pawns alone.
 *
 * It changes seldom, so each thread keeps a table of structures by the key of the pawns.
 */
#ifndef EVAL_PAWNS_H
#define EVAL_PAWNS_H

#include "board/state.h"
#include "eval/trace.h"

typedef struct PawnEntry {
    Key key;                     /* inverted, so that a zeroed entry is of no structure */
    Bitboard passed;             /* passed pawns of both colours */
    Bitboard reach[COLOR_COUNT]; /* squares that pawns attack, now or after advances */
    Tapered score;               /* Pawns' squares and structure, White's less Black's */
    uint8_t rammed;              /* Pawns that face each other, in pairs */
    uint8_t both_wings;          /* 1 if pawns stand on files a-d and on files e-h */
} PawnEntry;

/* The entry of a position's pawns; valid until the next call in this thread. */
PawnEntry *pawns_probe(const State *s);

/* The same, made anew in `entry`, counting into a trace. */
void pawns_trace(const State *s, PawnEntry *entry, Trace *t);

#endif
