/* The inputs of the network: which of them a piece or a threat pair is.
 *
 * The network looks at a position twice, once from each side's *perspective*: the board is turned so
 * that this side plays up it, and mirrored so that its king stands on files a to d. Colours become
 * "ours" and "theirs". Two kinds of inputs:
 *
 * - piece-squares: ours or theirs, type, square; a set of them for each bucket of our king's squares;
 * - threat pairs (board/state_difference.h), in one of three grains: by both types and colours only,
 *   by these and the target's square, or by these and both squares. In the last one, of two pieces of
 *   equal types that attack each other only one direction is an input, since the other follows.
 *
 * Numbers come from tables that are filled by one description of the attacks on the empty board; how
 * many inputs there are follows from it.
 */
#ifndef NETWORK_INPUTS_H
#define NETWORK_INPUTS_H

#include "board/state_difference.h"

typedef enum PairGrain {
    PAIRS_NONE,    /* piece-squares alone */
    PAIRS_TYPES,   /* attacker x target */
    PAIRS_TARGETS, /* attacker x target x its square */
    PAIRS_ALL,     /* attacker x its square x target x its square */
    PAIR_GRAINS
} PairGrain;

enum {
    PIECE_KINDS = 2 * TYPE_COUNT,   /* 2 * type + colour; from a perspective, 0 is ours */
    TARGET_KINDS = PIECE_KINDS - 2, /* all but kings */
    PIECE_SQUARES = PIECE_KINDS * SQUARE_COUNT,
    PERSPECTIVES = 4, /* numbers of perspective_index */
    INPUT_NONE = -1
};

/* How a side sees the board. */
typedef struct Perspective {
    uint8_t color; /* XORed to a piece: 0 where White looks, 1 where Black does */
    uint8_t flip;  /* XORed to a square */
} Perspective;

static ALWAYS_INLINE Perspective perspective_of(const State *s, Color c) {
    const bool mirrored = file_of(king_square(s, c)) >= FILE_E;
    return (Perspective){(uint8_t)c, (uint8_t)((c == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0))};
}

/* All positions seen from perspectives of one number have their inputs numbered alike. */
static ALWAYS_INLINE int perspective_index(Perspective view) {
    return 2 * view.color + (view.flip & 1);
}

/* Fills the tables. Call once, behind the tables of the board. */
void inputs_init(void);

/* The number of piece-squares, and of pairs of a grain: 0 for PAIRS_NONE. */
int pair_input_count(PairGrain grain);

/* The number of a piece-square, 0 to PIECE_SQUARES - 1. */
static ALWAYS_INLINE int piece_input(PlacedPiece p, Perspective view) {
    return (p.piece ^ view.color) * SQUARE_COUNT + (p.square ^ view.flip);
}

/* The number of a pair, 0 to pair_input_count(grain) - 1, or INPUT_NONE for one that is no input.
 * grain is not PAIRS_NONE. */
int pair_input(PairGrain grain, ThreatPair p, Perspective view);

/* Numbers of pairs, each times a stride. */
typedef struct PairInputs {
    uint32_t at[PAIR_ROOM];
    int32_t count;
} PairInputs;

/* The pairs of a part from White's and Black's perspectives, in their order; those that are no inputs
 * are left out, which all are with PAIRS_NONE. Numbers times the stride fit in 32 bits. */
void pair_inputs(PairGrain grain, const StatePart *part, const Perspective view[COLOR_COUNT],
                 int stride, PairInputs *white, PairInputs *black);

#endif
