/* The inputs of the network: which of them a piece or a threat pair is.
 *
 * The network looks at a position twice, once from each side's *perspective*: the board is turned so
 * that this side plays up it, and mirrored so that its king stands on files a to d. Colours become
 * "ours" and "theirs". Two kinds of inputs:
 *
 * - piece-squares: ours or theirs, type, square; in one set, or in several, of which the square of our
 *   king chooses one;
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

/* How many sets of piece-squares there are; inputs.c says which squares of our king choose which. */
typedef enum KingGrain { KINGS_ONE, KINGS_FOUR, KINGS_EIGHT, KING_GRAINS } KingGrain;

enum {
    PIECE_KINDS = 2 * TYPE_COUNT,   /* 2 * type + colour; from a perspective, 0 is ours */
    TARGET_KINDS = PIECE_KINDS - 2, /* all but kings */
    PIECE_SQUARES = PIECE_KINDS * SQUARE_COUNT, /* of a set */
    KING_SETS_MAX = 8,
    PERSPECTIVES = 2 * COLOR_COUNT * KING_SETS_MAX,
    INPUT_NONE = -1
};

/* How a side sees the board. All positions seen from perspectives of one number have their inputs
 * numbered alike: the number stands for all the rest. */
typedef struct Perspective {
    uint8_t color;  /* XORed to a piece: 0 where White looks, 1 where Black does */
    uint8_t flip;   /* XORed to a square */
    uint8_t set;    /* of piece-squares */
    uint8_t number; /* 0 to PERSPECTIVES - 1 */
} Perspective;

/* By the square of the side's king. */
extern Perspective perspectives[KING_GRAINS][COLOR_COUNT][SQUARE_COUNT];

static ALWAYS_INLINE Perspective perspective_of(KingGrain kings, const State *s, Color c) {
    return perspectives[kings][c][king_square(s, c)];
}

/* Fills the tables. Call once, behind the tables of the board. */
void inputs_init(void);

/* The number of sets of a grain, of all their piece-squares, and of pairs: 0 for PAIRS_NONE. */
int king_set_count(KingGrain grain);
int piece_input_count(KingGrain grain);
int pair_input_count(PairGrain grain);

/* The number of a piece-square, 0 to piece_input_count(grain) - 1; the sets lie one behind the other.
 */
static ALWAYS_INLINE int piece_input(PlacedPiece p, Perspective view) {
    const int seen_as = view.color * SQUARE_COUNT + view.flip;
    return view.set * PIECE_SQUARES + ((p.piece * SQUARE_COUNT + p.square) ^ seen_as);
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
