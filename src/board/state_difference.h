/* Kernel: the pieces and threat pairs in which two states differ.
 *
 * A *threat pair* is a set bit of the matrix on an occupied square: a piece attacks or defends
 * another piece. Pairs with a king on either end are left out. The two states need not be related.
 * Examples are a node and a descendant, an old state and the current state, the empty state and any
 * other state. The network and its cache update their sums by the difference.
 *
 * A square is *changed* if man_on differs there, and `moved` has the bits of all pieces on changed
 * squares. A pair of both states stays if its target stands on an unchanged square, and its
 * attacker is not in `moved`. All other pairs of the first state are removed. All other pairs of
 * the second state are added.
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
    /* A kernel writes pairs in vectors of up to 16, and counts only the pairs that exist. So the
     * kernel may write 16 entries too many. */
    PAIR_ROOM = PAIR_LIMIT + 16
};

/* Pieces and threat pairs of one of the two states. The network subtracts the weights of removed
 * pieces and pairs, and adds the weights of added pieces and pairs. */
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
 * have different bits in the two states. Then the piece and its pairs are both removed and added,
 * and cancel out in the sums. The kernel may overwrite the unused entries of the arrays. */
typedef void KERNEL_ABI StateDifferenceKernel(const State *from, const State *to,
                                              StateDifference *out);

/* The kernel version for this CPU. state_difference_init sets it; nothing changes it afterwards. */
extern StateDifferenceKernel *state_difference;

/* The C reference. */
StateDifferenceKernel state_difference_c;

/* Adds the kernel to the registry. */
void state_difference_init(void);

/* A state without pieces. The difference from empty_state to a position holds all pieces and pairs
 * of the position. */
extern const State empty_state;

#endif
