/* The words of a bitbase (see bitbase.c): where they lie, and how one follows from others. */
#ifndef TOOLS_BITBASE_WORDS_H
#define TOOLS_BITBASE_WORDS_H

#include "board/geometry.h"
#include "tools/bitbase.h"

#include <stddef.h>

enum {
    MIRROR_FILES = 1, /* how a placement is turned until the white king is where it is stored */
    MIRROR_RANKS = 2,
    TRANSPOSE = 4,
    TURNS = 8,
    KINGS_WITH_PAWNS = 32, /* files a-d */
    KINGS_WITHOUT = 10     /* a1-d1-d4 */
};

typedef struct Promotion {
    const Bitbase *base;
    uint8_t from[BITBASE_OTHERS]; /* its i-th piece was the from[i]-th before */
} Promotion;

struct Bitbase {
    char name[BITBASE_NAME_SIZE];
    int count;
    Kind kind[BITBASE_OTHERS];
    bool pawns;
    int kings;
    const Bitbase *without[BITBASE_OTHERS];
    Promotion promoted[BITBASE_OTHERS][TYPE_COUNT]; /* of pawns only */
    size_t stride[BITBASE_OTHERS];                  /* words from one square to the next */
    Bitboard *wins[COLOR_COUNT][COLOR_COUNT];       /* by winner and side to move */
    /* While it is solved, by side to move and block: the words of a block differ in the square of
     * the last piece only. Set if a position that a move leads to has changed. */
    uint8_t *stale[COLOR_COUNT];
    size_t blocks;
    int block_words;
};

/* How placements are turned. Filled by turns_init. */
extern uint8_t turned[TURNS][SQUARE_COUNT];  /* a square, turned */
extern uint8_t turn_of[2][SQUARE_COUNT];     /* by whether there are pawns, and white king */
extern uint8_t king_place[2][SQUARE_COUNT];  /* of a king that needs no turn, */
extern uint8_t king_at[2][KINGS_WITH_PAWNS]; /* and the inverse */

/* Fills the tables; further calls change nothing. */
void turns_init(void);

/* The square that is turned to another one. */
Square turned_from(Square sq, int turn);

/* The place of a word. The first piece, a pawn if there is one, is the slowest index: the words of
 * one square of it lie together. */
static ALWAYS_INLINE size_t place_of(const Bitbase *base, const Placement *p, int turn) {
    const uint8_t *turns = turned[turn];
    const size_t king = king_place[base->pawns][turns[p->white_king]];
    size_t place = base->count ? turns[p->at[0]] * (size_t)base->kings + king : king;
    for (int i = 1; i < base->count; i++)
        place = place * SQUARE_COUNT + turns[p->at[i]];
    return place;
}

static ALWAYS_INLINE Bitboard king_steps(Square sq) {
    return geometry.leaper[WHITE][KING][sq];
}

/* A word, from what it was and what the others are now: the black kings with which a position is
 * won. The white king stands where it is stored. */
Bitboard word_of(const Bitbase *base, const Placement *p, Color winner, Color to_move,
                 Bitboard was);

#endif
