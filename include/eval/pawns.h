/* Pawn structure and the Kings' shelters: what depends on the Pawns alone, or on them and a King.
 *
 * It changes seldom, so each thread keeps a table of structures by the key of the Pawns. An entry's
 * shelters are made anew when the King has moved.
 */
#ifndef EVAL_PAWNS_H
#define EVAL_PAWNS_H

#include "board/position.h"
#include "eval/trace.h"

typedef struct PawnEntry {
    Key key;                           /* inverted, so that a zeroed entry is of no structure */
    Bitboard passed;                   /* passed Pawns of both colours */
    Bitboard reach[COLOR_COUNT];       /* squares that Pawns attack, now or after advances */
    Tapered score;                     /* Pawns' squares and structure, White's less Black's */
    Tapered shelter[COLOR_COUNT];      /* of the King on shelter_king */
    int16_t danger[COLOR_COUNT];       /* what the shelter adds to his danger */
    uint8_t shelter_king[COLOR_COUNT]; /* Square, SQUARE_NONE if not yet made */
    uint8_t rammed;                    /* Pawns that face each other, in pairs */
    uint8_t both_wings;                /* 1 if Pawns stand on files a-d and on files e-h */
} PawnEntry;

_Static_assert(sizeof(PawnEntry) == 56 || sizeof(PawnEntry) == 64, "an entry fits a cache line");

/* The entry of a position's Pawns, shelters of both Kings included; valid until the next call in
 * this thread. */
PawnEntry *pawns_probe(const State *s);

/* The same, made anew in `entry`, counting into a trace. */
void pawns_trace(const State *s, PawnEntry *entry, Trace *t);

#endif
