/* Kernel: what differs between two states: pieces and threat pairs.
 *
 * A *threat pair* is a set bit of the matrix on an occupied square: a piece attacks or defends
 * another one. Pairs with a king on either end are left out. The two states need not be related: a
 * node and its child, a node and a descendant, a state kept long ago and the current one, the empty
 * state and any. The network and its cache use this to update their sums.
 *
 * Let `moved` be the bits whose owner stands elsewhere or is of another type in the other state. On
 * a square where the same piece stands in both states, a pair has gone if its bit is set before and
 * (not set after or moved), and has come if its bit is set after and (not set before or moved). On
 * any other square all pairs of the piece that stood there have gone, and all of the one that stands
 * there now have come.
 */
#ifndef BOARD_STATE_DIFFERENCE_H
#define BOARD_STATE_DIFFERENCE_H

#include "board/state.h"
#include "kernels/registry.h"

/* Pieces are 2 * type + colour, as man_piece says. */
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
    /* Each of at most 30 pieces attacks at most eight that stand. */
    PAIR_LIMIT = 240,
    /* The most attackers of a square: eight lines and eight knights. Kernels write whole rows. */
    PAIR_ROOM = PAIR_LIMIT + 16
};

/* What has to be taken out of a sum, or put in. */
typedef struct StatePart {
    PlacedPiece placed[PLACED_LIMIT];
    ThreatPair pairs[PAIR_ROOM];
    int placed_count;
    int pair_count;
} __attribute__((aligned(CACHE_LINE))) StatePart;

typedef struct StateDifference {
    StatePart removed; /* in the first state only */
    StatePart added;   /* in the second state only */
} StateDifference;

/* Writes what differs: pieces ordered by square, pairs in an order that depends on the version; that
 * of the C reference is by the target's square and by the attacker's bit. A state compared with itself
 * gives nothing. A piece that has another bit in the other state, which is possible only if neither
 * was reached from the other, is among both parts, and so are its pairs: the sums come out right.
 * Entries behind the counts may be overwritten. */
typedef void KERNEL_ABI StateDifferenceKernel(const State *from, const State *to,
                                              StateDifference *out);

/* The version picked by state_difference_init; read-only afterwards. */
extern StateDifferenceKernel *state_difference;

/* The C reference. */
StateDifferenceKernel state_difference_c;

/* Adds the kernel to the registry. */
void state_difference_init(void);

/* A state without pieces: the difference from it is all that a position has. */
extern const State empty_state;

#endif
