/* The network in integers, as the engine uses it.
 *
 * Each perspective (the board as one side sees it) adds up the rows of its inputs and a bias. The
 * results are NETWORK_HIDDEN sums of 16 bits; ACCUMULATOR_ONE stands for 1.0. A sum is clipped to
 * 0..ACCUMULATOR_ONE, squared, and shifted right to 0..SQUARE_ONE, so that it fits into 16 bits
 * again. Each squared sum is multiplied by a weight of an output bucket, and the products are added
 * up: first the products of the side to move, then the opponent's. In the output weights WEIGHT_ONE
 * stands for 1.0. The sums are modulo 2^16 and 2^32, so that the order of additions does not change
 * the result.
 *
 * ACCUMULATOR_ONE is as large as the 8 bits of the rows of pairs allow. A position adds up some 75
 * rows of pairs, each with a rounding error: with 255 instead of 1024 the score was off by 9.5
 * centipawns.
 */
#ifndef NETWORK_NETWORK_H
#define NETWORK_NETWORK_H

#include "board/state_difference.h"

/* --- inputs ----------------------------------------------------------------------------------- */

/* The inputs of the network, and the input numbers of pieces and threat pairs.
 *
 * The network reads a position twice, once from each side's *perspective*. The board is turned so
 * that this side's pawns move up, and mirrored so that this side's king stands on files a to d.
 * Colours become "ours" and "theirs". The inputs are of two kinds:
 *
 * - Piece-squares: ours or theirs, type, square. There are several sets of piece-squares; the
 *   square of our king chooses the set (KING_SET_TABLE).
 * - Threat pairs (board/state_difference.h): both types and colours, and the target's square.
 */

/* The shape of the network, for which the engine, its kernels and the trainer are built.
 * asm/offsets.c passes the shape to the kernels in NASM.
 *
 * For another width, change NETWORK_HIDDEN to a multiple of 64 and build again: `make` and `make
 * train`. The network inside the program then has the wrong width. The program reports the wrong
 * width, and plays by the classical evaluation until it has another network. The trainer can widen
 * a file with fewer neurons; before training, the wider network gives the same scores:
 *
 *     make train ARGS="run data/wide data/positions.pos --from src/network/panoptes.net"
 *     make train ARGS="export data/wide.best src/network/panoptes.net data/positions.pos"
 *
 * The trainer refuses a file with more neurons: a narrower network must be trained from scratch.
 */

enum {
    NETWORK_HIDDEN = 256, /* neurons: the length of a row */
    /* NETWORK_HIDDEN is a multiple of this number, so that each row begins on a cache line */
    NETWORK_HIDDEN_STEP = 64,
    KING_SETS = 4 /* sets of piece-squares */
};

_Static_assert(NETWORK_HIDDEN >= NETWORK_HIDDEN_STEP && NETWORK_HIDDEN % NETWORK_HIDDEN_STEP == 0,
               "a multiple of 64");
_Static_assert(NETWORK_HIDDEN <= 1024, "a file has 16 MB at most");

/* The set of piece-squares for each square of our king, as our perspective sees the square: ranks 1
 * to 8, for each rank the files a to d. Set 0 is for a castled king, set 1 for a king in the
 * middle. */
#define KING_SET_TABLE "0011 2222 3333 3333 3333 3333 3333 3333"

/* The header of a network's file says how the network defines its inputs: FILE_PAIRS is the
 * number of this program's definition of threat pairs, FILE_KINGS that of its sets of
 * piece-squares. The program refuses other numbers. */
enum { FILE_PAIRS = 2, FILE_KINGS = 1 };

enum {
    /* the kind of a piece is 2 * type + colour; in a perspective, colour 0 means our pieces */
    PIECE_KINDS = 2 * TYPE_COUNT,
    TARGET_KINDS = PIECE_KINDS - 2,             /* all kinds except kings */
    PIECE_SQUARES = PIECE_KINDS * SQUARE_COUNT, /* inputs of one set */
    PIECE_INPUTS = KING_SETS * PIECE_SQUARES,
    THREAT_KINDS = TARGET_KINDS * TARGET_KINDS, /* attacker x target */
    PAIR_INPUTS = THREAT_KINDS * SQUARE_COUNT,
    PERSPECTIVES = 2 * COLOR_COUNT * KING_SETS
};

/* The view of the board from one side. The perspective's number determines its other fields, and so
 * the numbers of all inputs. */
typedef struct Perspective {
    uint8_t
        color; /* 0 for White's perspective, 1 for Black's; XORed with a kind, swaps the colours */
    uint8_t flip;   /* XORed with a square, mirrors the square */
    uint8_t set;    /* the set of piece-squares */
    uint8_t number; /* 0 to PERSPECTIVES - 1 */
} Perspective;

/* The perspectives, by side and by the square of the side's king. */
extern Perspective perspectives[COLOR_COUNT][SQUARE_COUNT];

static ALWAYS_INLINE Perspective perspective_of(const State *s, Color c) {
    return perspectives[c][king_square(s, c)];
}

/* Fills the table of perspectives. */
void inputs_init(void);

/* Returns the number of a piece-square's input, 0 to PIECE_INPUTS - 1. */
static ALWAYS_INLINE int piece_input(PlacedPiece p, Perspective view) {
    const int seen_as = view.color * SQUARE_COUNT + view.flip;
    return view.set * PIECE_SQUARES + ((p.piece * SQUARE_COUNT + p.square) ^ seen_as);
}

/* Returns the number of a threat pair's input, 0 to PAIR_INPUTS - 1. */
int pair_input(ThreatPair p, Perspective view);

/* The offsets of threat pairs' rows in the weights: input number * NETWORK_HIDDEN, for each pair. */
typedef struct PairPlaces {
    uint32_t at[PAIR_ROOM];
    int32_t count;
} PairPlaces;

/* For each pair of a part, in the part's order, writes the offset of the pair's row of weights:
 * to `white` from White's perspective, to `black` from Black's perspective. */
void pair_places(const StatePart *part, const Perspective view[COLOR_COUNT],
                 PairPlaces *restrict white, PairPlaces *restrict black);

enum {
    OUTPUT_BUCKETS = 8,
    ACCUMULATOR_ONE = 1024,
    SQUARE_SHIFT = 6,
    SQUARE_ONE = ACCUMULATOR_ONE * ACCUMULATOR_ONE >> SQUARE_SHIFT,
    WEIGHT_ONE = 512
};

/* A network: rows of NETWORK_HIDDEN numbers, inside the bytes of its file. */
typedef struct Network {
    int scale;             /* centipawns per unit of output */
    const int16_t *bias;   /* a row */
    const int16_t *pieces; /* PIECE_INPUTS rows */
    const int8_t *pairs;   /* PAIR_INPUTS rows */
    /* output weights: for each bucket a row for the side to move, then a row for the opponent */
    const int16_t *output;
    /* the bias of each bucket's output; SQUARE_ONE * WEIGHT_ONE stands for 1.0 */
    const int32_t *output_bias;
    uint64_t checksum; /* checksum in the header of the file */
} Network;

/* Returns the output bucket for a number of pieces on the board, 2 to 32. */
static inline int output_bucket(int pieces) {
    return (pieces - 2) / (32 / OUTPUT_BUCKETS);
}

/* --- files ----------------------------------------------------------------------------------- */

#define NETWORK_MAGIC "Panoptes network 1\n"

/* The header of a network's file. The arrays of Network follow the header in the order of their
 * declaration, little-endian, without gaps. */
typedef struct NetworkHeader {
    char magic[24];    /* NETWORK_MAGIC */
    uint32_t pairs;    /* FILE_PAIRS */
    uint32_t hidden;   /* neurons */
    uint32_t scale;    /* centipawns */
    uint32_t kings;    /* FILE_KINGS */
    uint64_t size;     /* bytes of the file */
    uint64_t checksum; /* network_checksum */
    uint64_t unused;   /* 0 */
} NetworkHeader;

/* The number of neurons in a file is a multiple of FILE_HIDDEN_STEP. */
enum { FILE_HIDDEN_STEP = 16 };

/* Returns the size of a file with `hidden` neurons, in bytes. */
size_t network_size(int hidden);

/* Compares the shape of a file with the shape of this program. A file fits with `least` to
 * NETWORK_HIDDEN neurons. Returns NULL if the shapes fit, else a message with the difference, valid
 * until the thread's next call. */
const char *network_shape_fault(uint32_t pairs, uint32_t kings, uint32_t hidden, int least);

/* Returns the checksum of a file of `size` bytes, a multiple of 4: hash_words (core/bits.h) of all
 * bytes except the checksum itself. */
uint64_t network_checksum(const void *bytes, size_t size);

/* Finds the network in the bytes of a file, which may be hostile. The bytes must be aligned to
 * CACHE_LINE and outlive *net. Returns NULL, or the reason for a refusal, valid until the thread's
 * next call; *net is then unchanged. */
const char *network_find(Network *net, const void *bytes, size_t size);

/* Does the same as network_find for a file with NETWORK_HIDDEN neurons or fewer: *hidden becomes
 * the number of neurons, which is the length of the network's rows. Only the trainer calls the
 * function, to widen a network. */
const char *network_find_narrow(Network *net, int *hidden, const void *bytes, size_t size);

/* --- scores ---------------------------------------------------------------------------------- */

/* Computes the sums of a position from a side's perspective from scratch. Self-checks compare
 * updated sums with these sums. */
void network_accumulator(const Network *net, const State *s, Color c,
                         uint16_t sums[NETWORK_HIDDEN]);

/* Returns the output of one perspective: each sum is read as signed, clipped to 0..ACCUMULATOR_ONE,
 * squared to 0..SQUARE_ONE and multiplied by its weight. The products are added up modulo 2^32. */
uint32_t output_layer(const uint16_t *sums, const int16_t *weights);

/* Returns the score in centipawns from `total`, the outputs of both perspectives (output_layer)
 * added modulo 2^32. */
int network_score(const Network *net, int bucket, uint32_t total);

/* Returns the score of a position for the side to move, in centipawns. `mover` has the sums from
 * the perspective of the side to move, `other` the sums from the opponent's perspective. */
int network_judge(const Network *net, const State *s, const uint16_t *mover, const uint16_t *other);

/* Computes the score of a position for the side to move, in centipawns, from scratch. */
int network_evaluate(const Network *net, const State *s);

/* --- network files, and the network inside the program --------------------------------------- */

enum { NETWORK_SIZE_MAX = 16 << 20 /* bytes of a file */ };

/* A network and the bytes of its file. */
typedef struct NetworkFile NetworkFile;

/* Reads a file, which may be hostile. Returns NULL, with the reason in *reason, if the file cannot
 * be read or is refused. */
NetworkFile *network_open(const char *path, const char **reason);

/* Reads a file with NETWORK_HIDDEN neurons or fewer, as network_open does: see
 * network_find_narrow. */
NetworkFile *network_open_narrow(const char *path, int *hidden, const char **reason);

/* Frees a network file; NULL is allowed. */
void network_close(NetworkFile *file);

/* Returns the network of a file, valid until the file is closed. */
const Network *network_of(const NetworkFile *file);

/* Finds the network inside the program: the bytes of src/network/panoptes.net. Call once, after
 * inputs_init. */
void network_file_init(void);

/* Returns the network inside the program, or NULL if network_file_init refused it. */
const Network *network_embedded(void);

/* Returns the reason why network_file_init refused the network inside the program (damaged bytes,
 * or a shape that does not fit), or NULL if network_file_init accepted the network. */
const char *network_embedded_fault(void);

/* --- contributions ---------------------------------------------------------------------------- */

/* The contributions of pieces and threat pairs to the network's score of a position.
 *
 * The contribution of an input is the score minus the score without the input. The score without an
 * input leaves the input's row out of the sums of both perspectives, and changes nothing else:
 * - The perspectives depend on both kings, even if a king is left out.
 * - All pieces count for the output bucket.
 * - The pairs of other pieces stay, even if a line between them opens.
 *
 * The network is not linear, so contributions do not add up to the score. All values are for White,
 * in the centipawns of network_evaluate.
 */

typedef struct PieceContribution {
    PlacedPiece placed;
    /* contribution of the piece-square and of all pairs in which the piece attacks or is
     * attacked */
    int whole;
    int square; /* contribution of the piece-square alone */
} PieceContribution;

typedef struct PairContribution {
    ThreatPair pair;
    int value;
} PairContribution;

typedef struct Contributions {
    int score; /* score of network_evaluate, but from White's point of view */
    int piece_count, pair_count;
    PieceContribution pieces[PLACED_LIMIT]; /* by square */
    PairContribution pairs[PAIR_LIMIT];     /* greatest absolute value first, then by squares */
} Contributions;

/* Finds the contributions of all pieces and pairs. */
void contributions_find(const Network *net, const State *s, Contributions *out);

#endif
