#include "board/geometry.h"

#include <stdlib.h>

Geometry geometry;

typedef struct Step {
    int file, rank;
} Step;

/* Even entries and their successors are opposite directions: a line each. */
static const Step STEPS[8] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}};

/* All squares from sq in one direction, up to and including the first occupied one. */
static Bitboard ray(Square sq, Step step, Bitboard occupied) {
    Bitboard squares = 0;
    int file = file_of(sq) + step.file, rank = rank_of(sq) + step.rank;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const Square s = square_at(file, rank);
        squares |= bb(s);
        if (occupied & bb(s))
            break;
        file += step.file;
        rank += step.rank;
    }
    return squares;
}

static void init_leapers(Square sq) {
    for (int df = -2; df <= 2; df++) {
        for (int dr = -2; dr <= 2; dr++) {
            const int file = file_of(sq) + df, rank = rank_of(sq) + dr;
            if (file < 0 || file > 7 || rank < 0 || rank > 7 || (df == 0 && dr == 0))
                continue;
            const Bitboard target = bb(square_at(file, rank));
            for (Color c = WHITE; c <= BLACK; c++) {
                if (abs(df * dr) == 2)
                    geometry.leaper[c][KNIGHT][sq] |= target;
                if (abs(df) <= 1 && abs(dr) <= 1)
                    geometry.leaper[c][KING][sq] |= target;
                if (abs(df) == 1 && dr == (c == WHITE ? 1 : -1))
                    geometry.leaper[c][PAWN][sq] |= target;
            }
        }
    }
}

static void init_lines(Square sq) {
    for (int d = 0; d < 8; d++) {
        Bitboard left = ray(sq, STEPS[d], 0);
        if (d < 4)
            geometry.rook_rays[sq] |= left;
        else
            geometry.bishop_rays[sq] |= left;
        while (left) {
            const Square other = pop_bit(&left);
            geometry.between[sq][other] = ray(sq, STEPS[d], bb(other)) & ~bb(other);
            geometry.beyond[other][sq] = ray(other, STEPS[d], 0);
        }
    }
}

/* Room for every subset of every mask: the sums of 2^popcount(mask) over the board. */
static Bitboard rook_pool[102400], bishop_pool[5248];

/* The lowest bits of x spread over the places of a mask: what pdep does. */
static Bitboard scatter(Bitboard x, Bitboard mask) {
    Bitboard out = 0;
    for (; mask; x >>= 1)
        out |= (x & 1) << pop_bit(&mask);
    return out;
}

/* Fills the table of one square from steps [first, first + 4); returns the end of its sets. */
static Bitboard *init_slider(SliderTable *table, Square sq, int first, Bitboard *pool) {
    Bitboard mask = 0;
    for (int d = first; d < first + 4; d++) {
        for (Bitboard left = ray(sq, STEPS[d], 0); left;) {
            const Square s = pop_bit(&left);
            if (ray(s, STEPS[d], 0)) /* what stands on a line's last square changes nothing */
                mask |= bb(s);
        }
    }
    table->mask[sq] = mask;
    table->attacks[sq] = pool;
    const Bitboard subsets = (Bitboard)1 << popcount(mask);
    for (Bitboard i = 0; i < subsets; i++) {
        const Bitboard occupied = scatter(i, mask);
        *pool = 0;
        for (int d = first; d < first + 4; d++)
            *pool |= ray(sq, STEPS[d], occupied);
        pool++;
    }
    return pool;
}

static void init_slider_tables(void) {
    Bitboard *rooks = rook_pool, *bishops = bishop_pool;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        rooks = init_slider(&geometry.rook, sq, 0, rooks);
        bishops = init_slider(&geometry.bishop, sq, 4, bishops);
    }
}

static void init_cut_lines(Square sq) {
    for (int d = 0; d < 8; d++) {
        const Bitboard squares = ray(sq, STEPS[d], 0);
        /* A line's upper half holds the squares above sq in number. */
        if (squares && lowest_bit(squares) > sq)
            geometry.lines[sq][d / 2].upper = squares;
        else
            geometry.lines[sq][d / 2].lower |= squares;
    }
}

void geometry_init(void) {
    if (geometry.rook_rays[A1])
        return;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        init_leapers(sq);
        init_lines(sq);
        init_cut_lines(sq);
    }
    init_slider_tables();
}
