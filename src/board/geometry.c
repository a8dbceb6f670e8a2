#include "board/geometry.h"

#include <stdlib.h>

Geometry geometry;

typedef struct Step {
    int file, rank;
} Step;

/* The directions, in pairs: entries 2i and 2i + 1 are opposite and make one line. */
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

static void init_cut_lines(Square sq) {
    for (int d = 0; d < 8; d++) {
        const Bitboard squares = ray(sq, STEPS[d], 0);
        /* The upper half of a line has the squares with greater numbers than sq. */
        if (squares && lowest_bit(squares) > sq)
            geometry.lines[sq].upper[d / 2] = squares;
        else
            geometry.lines[sq].lower[d / 2] |= squares;
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
}
