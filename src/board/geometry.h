/* The geometry of the empty board, and the attacks of pieces for any occupancy.
 *
 * The slow rules (selfcheck/slow_rules.c) use none of these tables, so that the slow rules can
 * check the tables.
 */
#ifndef BOARD_GEOMETRY_H
#define BOARD_GEOMETRY_H

#include "core/bits.h"
#include "core/types.h"

/* The file, rank, diagonal and antidiagonal through a square, without the square itself. `lower`
 * has the squares with lower numbers than the square, `upper` the squares with higher numbers. A
 * CutLines fills a cache line, since kernels load the four lines at once. */
typedef struct CutLines {
    Bitboard lower[4], upper[4];
} __attribute__((aligned(CACHE_LINE))) CutLines;

typedef struct Geometry {
    /* Attacks of pawns, knights and kings; 0 for the other types. Only a pawn's attacks differ by
     * colour. */
    Bitboard leaper[COLOR_COUNT][8][SQUARE_COUNT];
    /* beyond[x][s]: the squares after x on the ray from s through x; 0 if they share no line. */
    Bitboard beyond[SQUARE_COUNT][SQUARE_COUNT];
    /* between[a][b]: the squares strictly between a and b; 0 unless a and b share a line. */
    Bitboard between[SQUARE_COUNT][SQUARE_COUNT];
    /* Attacks on the empty board. */
    Bitboard rook_rays[SQUARE_COUNT];
    Bitboard bishop_rays[SQUARE_COUNT];
    CutLines lines[SQUARE_COUNT];
} Geometry;

/* Filled by geometry_init; read-only afterwards. */
extern Geometry geometry;

/* Fills the tables. Call once before any other function of the board; further calls change
 * nothing. */
void geometry_init(void);

/* Attacks along one line by obstruction difference: upper blockers minus the highest lower blocker.
 * The bits from this lower blocker to the first upper blocker change in the subtraction (Gerd
 * Isenberg, chessprogramming.org). */
static ALWAYS_INLINE Bitboard line_attacks(const CutLines *lines, int i, Bitboard occupied) {
    const Bitboard lower = lines->lower[i] & occupied, upper = lines->upper[i] & occupied;
    const Bitboard highest = (Bitboard)1 << highest_bit(lower | 1);
    return (lines->lower[i] | lines->upper[i]) & (upper ^ (upper - highest));
}

/* Squares that a rook on sq attacks; the occupancy of sq itself does not matter. */
static ALWAYS_INLINE Bitboard rook_attacks(Square sq, Bitboard occupied) {
    const CutLines *lines = &geometry.lines[sq];
    return line_attacks(lines, 0, occupied) | line_attacks(lines, 1, occupied);
}

/* Squares that a bishop on sq attacks; the occupancy of sq itself does not matter. */
static ALWAYS_INLINE Bitboard bishop_attacks(Square sq, Bitboard occupied) {
    const CutLines *lines = &geometry.lines[sq];
    return line_attacks(lines, 2, occupied) | line_attacks(lines, 3, occupied);
}

static ALWAYS_INLINE Bitboard queen_attacks(Square sq, Bitboard occupied) {
    return rook_attacks(sq, occupied) | bishop_attacks(sq, occupied);
}

/* Squares that a piece attacks. */
static ALWAYS_INLINE Bitboard piece_attacks(Color c, PieceType type, Square sq, Bitboard occupied) {
    switch (type) {
    case BISHOP:
        return bishop_attacks(sq, occupied);
    case ROOK:
        return rook_attacks(sq, occupied);
    case QUEEN:
        return queen_attacks(sq, occupied);
    default:
        return geometry.leaper[c][type][sq];
    }
}

/* The ray from `origin` through `through` to the edge, without `origin`; only `through` if the two
 * squares share no line. A piece on `through` that is pinned to a king on `origin` may move only
 * along this ray. */
static ALWAYS_INLINE Bitboard ray_through(Square origin, Square through) {
    return geometry.between[origin][through] | bb(through) | geometry.beyond[through][origin];
}

#endif
