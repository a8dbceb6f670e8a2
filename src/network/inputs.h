/* The inputs of the network, and the numbers of pieces and threat pairs as inputs.
 *
 * The network reads a position twice, once from each side's *perspective*. The board is turned so
 * that this side moves up, and mirrored so that its king stands on files a to d. Colours become
 * "ours" and "theirs". The inputs are of two kinds:
 *
 * - Piece-squares: ours or theirs, type, square. There are several sets; the square of our king
 *   chooses one (KING_SET_TABLE).
 * - Threat pairs (board/state_difference.h): both types and colours, and the target's square.
 */
#ifndef NETWORK_INPUTS_H
#define NETWORK_INPUTS_H

#include "board/state_difference.h"

/* The shape of the network, for which the engine, its kernels and the trainer are built.
 * asm/offsets.c passes it to the kernels in NASM.
 *
 * For another width, change NETWORK_HIDDEN to a multiple of 64 and build again: `make` and `make
 * train`. The file inside the program does not fit then. The program reports that, and plays by the
 * classical evaluation until it has another network. The trainer can widen a file with fewer
 * neurons; the scores are the same at first:
 *
 *     make train ARGS="run data/wide data/positions.pos --from src/network/panoptes.net"
 *     make train ARGS="export data/wide.best src/network/panoptes.net data/positions.pos"
 *
 * It refuses a file with more neurons: a narrower network must be trained from scratch.
 */

enum {
    NETWORK_HIDDEN = 256,     /* neurons: the length of a row */
    NETWORK_HIDDEN_STEP = 64, /* neurons of one step of a kernel; rows begin on cache lines */
    KING_SETS = 4             /* sets of piece-squares */
};

_Static_assert(NETWORK_HIDDEN >= NETWORK_HIDDEN_STEP && NETWORK_HIDDEN % NETWORK_HIDDEN_STEP == 0,
               "a multiple of 64");
_Static_assert(NETWORK_HIDDEN <= 1024, "a file has 16 MB at most");

/* The set of piece-squares for each square of our king, as its perspective sees it: ranks 1 to 8,
 * on each the files a to d. Set 0 is for a castled king, set 1 for a king in the middle. */
#define KING_SET_TABLE "0011 2222 3333 3333 3333 3333 3333 3333"

/* The numbers of these kinds of inputs in files. src/network/LAB.md lists former kinds. */
enum { FILE_PAIRS = 2, FILE_KINGS = 1 };

enum {
    PIECE_KINDS = 2 * TYPE_COUNT,   /* 2 * type + colour; from a perspective, 0 is ours */
    TARGET_KINDS = PIECE_KINDS - 2, /* all except kings */
    PIECE_SQUARES = PIECE_KINDS * SQUARE_COUNT, /* inputs of one set */
    PIECE_INPUTS = KING_SETS * PIECE_SQUARES,
    THREAT_KINDS = TARGET_KINDS * TARGET_KINDS, /* attacker x target */
    PAIR_INPUTS = THREAT_KINDS * SQUARE_COUNT,
    PERSPECTIVES = 2 * COLOR_COUNT * KING_SETS
};

/* The view of the board from one side. Its number determines the other fields, and so the numbers
 * of all inputs. */
typedef struct Perspective {
    uint8_t color;  /* XORed to a piece: 0 for White's perspective, 1 for Black's */
    uint8_t flip;   /* XORed to a square */
    uint8_t set;    /* the set of piece-squares */
    uint8_t number; /* 0 to PERSPECTIVES - 1 */
} Perspective;

/* The perspectives, by side and the square of its king. */
extern Perspective perspectives[COLOR_COUNT][SQUARE_COUNT];

static ALWAYS_INLINE Perspective perspective_of(const State *s, Color c) {
    return perspectives[c][king_square(s, c)];
}

/* Fills the table of perspectives. */
void inputs_init(void);

/* The number of a piece-square, 0 to PIECE_INPUTS - 1, set after set. */
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

/* Fills the places of the pairs of a part, in their order, from White's and Black's
 * perspectives. */
void pair_places(const StatePart *part, const Perspective view[COLOR_COUNT], PairPlaces *white,
                 PairPlaces *black);

#endif
