/* The inputs of the network: which of them a piece or a threat pair is.
 *
 * The network looks at a position twice, once from each side's *perspective*: the board is turned so
 * that this side plays up it, and mirrored so that its king stands on files a to d. Colours become
 * "ours" and "theirs". Two kinds of inputs:
 *
 * - piece-squares: ours or theirs, type, square; in several sets, of which the square of our king
 *   chooses one (KING_SET_TABLE);
 * - threat pairs (board/state_difference.h): both types and colours, and the target's square.
 */
#ifndef NETWORK_INPUTS_H
#define NETWORK_INPUTS_H

#include "board/state_difference.h"

/* The shape of the network, for which the engine, its kernels and the trainer are built. Kernels in
 * NASM have it from asm/offsets.c.
 *
 * Another width is another NETWORK_HIDDEN, a multiple of 64, and everything built again: `make` and
 * `make train`. The file inside the program does not fit then: the program reports it as damaged and
 * plays by the classical evaluation until it has another. The trainer takes a file with fewer neurons
 * and adds some; the scores are the same at first:
 *
 *     make train ARGS="run data/wide data/positions.pos --from src/network/panoptes.net"
 *     make train ARGS="export data/wide.best src/network/panoptes.net data/positions.pos"
 *
 * It takes none with more neurons: a narrower network is trained from nothing.
 */

enum {
    NETWORK_HIDDEN = 256,     /* neurons: numbers of a row */
    NETWORK_HIDDEN_STEP = 64, /* that kernels go on by; rows begin on cache lines */
    KING_SETS = 4             /* of piece-squares */
};

_Static_assert(NETWORK_HIDDEN >= NETWORK_HIDDEN_STEP && NETWORK_HIDDEN % NETWORK_HIDDEN_STEP == 0,
               "a multiple of 64");
_Static_assert(NETWORK_HIDDEN <= 1024, "a file has 16 MB at most");

/* The set of each square of our king, as its perspective sees it: ranks 1 to 8, files a to d of
 * each. Set 0 is the castled king's, set 1 that of a king in the middle. */
#define KING_SET_TABLE "0011 2222 3333 3333 3333 3333 3333 3333"

/* By which numbers files name these inputs. Other inputs had others: src/network/LAB.md. */
enum { FILE_PAIRS = 2, FILE_KINGS = 1 };

enum {
    PIECE_KINDS = 2 * TYPE_COUNT,   /* 2 * type + colour; from a perspective, 0 is ours */
    TARGET_KINDS = PIECE_KINDS - 2, /* all but kings */
    PIECE_SQUARES = PIECE_KINDS * SQUARE_COUNT, /* of a set */
    PIECE_INPUTS = KING_SETS * PIECE_SQUARES,
    THREAT_KINDS = TARGET_KINDS * TARGET_KINDS, /* attacker x target */
    PAIR_INPUTS = THREAT_KINDS * SQUARE_COUNT,
    PERSPECTIVES = 2 * COLOR_COUNT * KING_SETS
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
extern Perspective perspectives[COLOR_COUNT][SQUARE_COUNT];

static ALWAYS_INLINE Perspective perspective_of(const State *s, Color c) {
    return perspectives[c][king_square(s, c)];
}

/* Fills the table. */
void inputs_init(void);

/* The number of a piece-square, 0 to PIECE_INPUTS - 1; the sets lie one after the other. */
static ALWAYS_INLINE int piece_input(PlacedPiece p, Perspective view) {
    const int seen_as = view.color * SQUARE_COUNT + view.flip;
    return view.set * PIECE_SQUARES + ((p.piece * SQUARE_COUNT + p.square) ^ seen_as);
}

/* The number of a pair, 0 to PAIR_INPUTS - 1. */
int pair_input(ThreatPair p, Perspective view);

/* Places of rows: the numbers of pairs, each times NETWORK_HIDDEN. */
typedef struct PairPlaces {
    uint32_t at[PAIR_ROOM];
    int32_t count;
} PairPlaces;

/* The pairs of a part from White's and Black's perspectives, in their order. */
void pair_places(const StatePart *part, const Perspective view[COLOR_COUNT], PairPlaces *white,
                 PairPlaces *black);

#endif
