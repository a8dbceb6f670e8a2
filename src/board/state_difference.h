/* Kernel: the pieces and threat pairs in which two states differ.
 *
 * A *threat pair* is a set bit of the matrix on an occupied square: a piece attacks or defends
 * another piece. Pairs with a king on either end are left out. The two states need not be related.
 * Examples are a node and a descendant, an old state and the current state, the empty state and any
 * other state. The network and its cache update their sums by the difference.
 *
 * Let `moved` be the bits whose owners have another square or another type in the other state. Take
 * a square with the same piece in both states, and an attacker's bit in the row of the square. The
 * pair is removed if the bit is set in the first state, and is in `moved` or not set in the second
 * state. The pair is added if the bit is set in the second state, and is in `moved` or not set in
 * the first state. On any other square all pairs of the first state's piece are removed. All pairs
 * of the second state's piece are added.
 */
#ifndef BOARD_STATE_DIFFERENCE_H
#define BOARD_STATE_DIFFERENCE_H

#include "board/state.h"
#include "kernels/registry.h"

/* A piece on a square. The number of a piece is 2 * type + colour, as man_piece returns. */
typedef struct PlacedPiece {
    uint8_t piece;
    uint8_t square;
} PlacedPiece;

typedef struct ThreatPair {
    uint8_t attacker;
    uint8_t from;
    uint8_t target;
    uint8_t to;
} ThreatPair;

enum {
    PLACED_LIMIT = 32,
    /* At most 30 pieces are not kings, and each attacks at most eight pieces. */
    PAIR_LIMIT = 240,
    /* Kernels write 16 pairs at a time: a square has at most 16 attackers, eight on lines and eight
     * knights. */
    PAIR_ROOM = PAIR_LIMIT + 16
};

/* The pieces and pairs to be taken out of a sum, or to be added to it. */
typedef struct StatePart {
    PlacedPiece placed[PLACED_LIMIT];
    ThreatPair pairs[PAIR_ROOM];
    int placed_count;
    int pair_count;
} __attribute__((aligned(CACHE_LINE))) StatePart;

typedef struct StateDifference {
    StatePart removed; /* pieces and pairs of the first state only */
    StatePart added;   /* pieces and pairs of the second state only */
} StateDifference;

/* Writes the difference: pieces ordered by square, pairs in an order that depends on the version.
 * The C reference orders pairs by the target's square, then by the attacker's bit. The difference
 * of a state from itself is empty. If neither state was reached from the other state, a piece may
 * have different bits in the two states. Then the piece and its pairs are in both parts, so that
 * sums come out right. The kernel may overwrite the unused entries of the arrays. */
typedef void KERNEL_ABI StateDifferenceKernel(const State *from, const State *to,
                                              StateDifference *out);

/* The version picked by state_difference_init; read-only afterwards. */
extern StateDifferenceKernel *state_difference;

/* The C reference. */
StateDifferenceKernel state_difference_c;

/* Adds the kernel to the registry. */
void state_difference_init(void);

/* A state without pieces. The difference from empty_state to a position holds all pieces and pairs
 * of the position. */
extern const State empty_state;

#endif
