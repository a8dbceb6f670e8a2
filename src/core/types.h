/* The basic types: squares, colours, types of pieces, sets of squares.
 *
 * Small integers are passed as int and stored as uint8_t; the type names say which range is meant.
 */
#ifndef CORE_TYPES_H
#define CORE_TYPES_H

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(__wasm__)
#error "Panoptes is for x86-64, ARM64 and WebAssembly: src/kernels knows no others"
#endif

#include "os/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Forces inlining, except in the debug build, whose checks make each copy large: with forced
 * inlining a debug build of evaluate.c takes 20 s instead of 2.5 s. */
#ifdef PANOPTES_VERIFY
#define ALWAYS_INLINE inline
#else
#define ALWAYS_INLINE inline __attribute__((always_inline))
#endif
#define NO_INLINE   __attribute__((noinline))
#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8. */
typedef uint64_t Bitboard;

/* A Zobrist hash. */
typedef uint64_t Key;

/* A square, 0 = a1 to 63 = h8, or SQUARE_NONE. */
typedef int Square;
enum { A1 = 0, E1 = 4, H1 = 7, A8 = 56, E8 = 60, H8 = 63, SQUARE_NONE = 64, SQUARE_COUNT = 64 };

typedef int Color;
enum { WHITE, BLACK, COLOR_COUNT };

/* Types of pieces in ascending value. */
typedef int PieceType;
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, TYPE_COUNT, TYPE_NONE = 7 };

enum { RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 };
enum { FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H };

static const Bitboard FILE_A_BB = 0x0101010101010101u;
static const Bitboard FILE_H_BB = 0x8080808080808080u;

static inline int file_of(Square sq) {
    return sq & 7;
}

static inline int rank_of(Square sq) {
    return sq >> 3;
}

static inline Square square_at(int file, int rank) {
    return rank * 8 + file;
}

static inline Bitboard bb(Square sq) {
    return (Bitboard)1 << sq;
}

static inline Bitboard rank_bb(int rank) {
    return (Bitboard)0xFF << (8 * rank);
}

static const Bitboard DARK_SQUARES = 0xAA55AA55AA55AA55u;

static inline Color opponent(Color c) {
    return c ^ 1;
}

/* Returns the rank as the given colour counts it: RANK_1 is the colour's own back rank. */
static inline int relative_rank(Color c, Square sq) {
    return rank_of(sq) ^ (c == BLACK ? 7 : 0);
}

/* Returns the step of a pawn of the given colour: the number of a square plus the step is the
 * number of the square ahead. */
static inline int pawn_push(Color c) {
    return c == WHITE ? 8 : -8;
}

/* Returns the squares one step ahead of the pawns. */
static inline Bitboard push_bb(Color c, Bitboard pawns) {
    return c == WHITE ? pawns << 8 : pawns >> 8;
}

/* Squares attacked by pawns of colour c, towards the a-file. */
static inline Bitboard pawn_west(Color c, Bitboard pawns) {
    pawns &= ~FILE_A_BB;
    return c == WHITE ? pawns << 7 : pawns >> 9;
}

/* Squares attacked by pawns of colour c, towards the h-file. */
static inline Bitboard pawn_east(Color c, Bitboard pawns) {
    pawns &= ~FILE_H_BB;
    return c == WHITE ? pawns << 9 : pawns >> 7;
}

/* Squares attacked by pawns of colour c. */
static inline Bitboard pawn_attacks_bb(Color c, Bitboard pawns) {
    return pawn_west(c, pawns) | pawn_east(c, pawns);
}

/* --- minimum and maximum --------------------------------------------------------------------- */

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

static inline int64_t min_int64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_int64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Returns x, but at least `low` and at most `high`. */
static inline int clamp_int(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

/* --- scores ----------------------------------------------------------------------------------- */

/* Scores of the search, in centipawns, positive if the side to move is better.
 *
 * If the side to move mates n plies from the root, the score is SCORE_MATE - n; if the side to move
 * is mated n plies from the root, the score is n - SCORE_MATE. A position n plies from the root
 * that is won by the tablebases scores SCORE_TABLEBASE - n. This score is less than any mate and
 * more than any evaluation. Evaluations must stay below SCORE_TABLEBASE_BOUND.
 */

enum {
    MAX_PLY = 246, /* the greatest ply, counted from the root, of a search */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000,
    SCORE_MATE_BOUND = SCORE_MATE - MAX_PLY, /* scores from SCORE_MATE_BOUND on are mates */
    SCORE_TABLEBASE = SCORE_MATE_BOUND - 1,
    /* a score of at least SCORE_TABLEBASE_BOUND is a proven win */
    SCORE_TABLEBASE_BOUND = SCORE_TABLEBASE - MAX_PLY,
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002
};

static inline int mated_in(int ply) {
    return ply - SCORE_MATE;
}

static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

/* True for a proven win or loss, by mate or by the tablebases. Such scores count plies from the
 * root. */
static inline bool score_is_decisive(int score) {
    return score >= SCORE_TABLEBASE_BOUND || score <= -SCORE_TABLEBASE_BOUND;
}

/* Converts a mate score to moves: n > 0 if the side to move mates in n, n <= 0 if the side to move
 * is mated in -n. */
static inline int mate_moves(int score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2;
}

#endif
