/* Pawn structure, and sets of squares along files, for the terms of the evaluation and for
 * facts. */
#ifndef EVAL_PAWNS_H
#define EVAL_PAWNS_H

#include "eval/weights.h"

/* --- sets of squares along files ------------------------------------------------------------- */

static ALWAYS_INLINE Bitboard file_bb(int file) {
    return FILE_A_BB << file;
}

/* The squares beside the squares of a set. */
static ALWAYS_INLINE Bitboard beside_bb(Bitboard b) {
    return (b & ~FILE_A_BB) >> 1 | (b & ~FILE_H_BB) << 1;
}

/* All squares in front of the squares of a set, as a colour sees the board. */
static ALWAYS_INLINE Bitboard front_span(Color c, Bitboard b) {
    if (c == WHITE) {
        b <<= 8;
        b |= b << 8;
        b |= b << 16;
        return b | b << 32;
    }
    b >>= 8;
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}

/* All squares of the files on which a set has squares. */
static ALWAYS_INLINE Bitboard file_fill(Bitboard b) {
    return b | front_span(WHITE, b) | front_span(BLACK, b);
}

/* The number of king's moves from one square to another on an empty board. spans_init fills the
 * table. */
extern uint8_t distances[SQUARE_COUNT][SQUARE_COUNT];

static ALWAYS_INLINE int distance(Square a, Square b) {
    return distances[a][b];
}

/* The squares two king's moves away from a square on an empty board. spans_init fills the table. */
extern Bitboard two_away[SQUARE_COUNT];

/* Fills the tables; further calls change nothing. */
void spans_init(void);

/* The distance of a file from the edge: 0 for a and h, 3 for d and e. */
static ALWAYS_INLINE int edge_distance(int file) {
    return min_int(file, 7 - file);
}

/* The squares of the ranks `first` to `last`, as a colour counts ranks. */
static ALWAYS_INLINE Bitboard ranks_bb(Color c, int first, int last) {
    Bitboard ranks = 0;
    for (int r = first; r <= last; r++)
        ranks |= rank_bb(c == WHITE ? r : 7 - r);
    return ranks;
}

/* Pawn structure: the part of the evaluation that depends on the pawns alone. Pawns move seldom, so
 * each thread keeps a table of structures by the key of the pawns.
 */

typedef struct PawnEntry {
    Key key;                     /* the inverted key, so that a zeroed entry matches no structure */
    Bitboard passed;             /* passed pawns of both colours */
    Bitboard reach[COLOR_COUNT]; /* squares that pawns attack, now or after advances */
    Tapered score;               /* White's value of pawns minus Black's */
    uint8_t rammed;              /* pairs of pawns that face each other */
    uint8_t both_wings;          /* 1 if pawns stand on files a-d and on files e-h */
} PawnEntry;

/* Returns the entry of a position's pawns, valid until the next call in this thread. */
PawnEntry *pawns_probe(const State *s);

#endif
