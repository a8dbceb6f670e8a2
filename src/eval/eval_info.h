/* What the terms of an evaluation share, read off the matrix once.
 *
 * A term is an inline function of a colour that returns what it is worth to that colour. Colour and
 * trace (NULL or not) are constant arguments: each term is written once and compiled four times.
 */
#ifndef EVAL_EVAL_INFO_H
#define EVAL_EVAL_INFO_H

#include "board/position.h"
#include "eval/pawns.h"
#include "eval/spans.h"
#include "eval/square_control.h"
#include "eval/trace.h"

typedef struct Eval {
    const Position *pos;
    const State *s;                        /* pos->state */
    const PawnEntry *pawns;                /* of this structure */
    Bitboard men[COLOR_COUNT][TYPE_COUNT]; /* squares, by type */
    Bitboard pawn_attacks[COLOR_COUNT];
    Bitboard attacked[COLOR_COUNT];       /* squares attacked, */
    Bitboard twice[COLOR_COUNT];          /* more than once, */
    Bitboard by[COLOR_COUNT][TYPE_COUNT]; /* by type */
    Bitboard area[COLOR_COUNT];           /* squares that count as mobility */
    PieceBits bits;                       /* of the pieces, */
    uint32_t pinned_bits;                 /* and of the pieces pinned to either king; */
    Bitboard pinned_attacks;              /* the squares that these attack */
    Bitboard ring[COLOR_COUNT];           /* the king and the squares beside it, */
    Bitboard outer[COLOR_COUNT];          /* and those two away */
    Bitboard pinned[COLOR_COUNT];         /* pieces pinned to their king */
    Square king[COLOR_COUNT];
    int facing[COLOR_COUNT]; /* the board facing the enemy king: see eval/squares.h */
    int danger[COLOR_COUNT]; /* to the king of a colour */
} Eval;

#endif
