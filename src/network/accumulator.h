/* The sums of the network's first layer: the kernels that update the sums, and the storage of the
 * sums. */
#ifndef NETWORK_ACCUMULATOR_H
#define NETWORK_ACCUMULATOR_H

#include "board/position.h"
#include "network/network.h"

/* --- kernels: the update of sums, and the output layer ---------------------------------------- */

/* A list of rows of weights: rows of pieces and rows of threat pairs. The list gives each row by
 * its offset in the array of weights, which is the row's number times NETWORK_HIDDEN. */
typedef struct RowList {
    uint32_t pieces[PLACED_LIMIT];
    int32_t piece_count;
    PairPlaces pairs;
} RowList;

/* The rows of weights that turn the sums of one position into the sums of another, from one
 * perspective. */
typedef struct AccumulatorRows {
    RowList removed; /* to subtract */
    RowList added;   /* to add */
} AccumulatorRows;

/* Finds the rows of weights that a difference between two states removes and adds. rows[WHITE]
 * becomes the rows from White's perspective, rows[BLACK] the rows from Black's. */
void accumulator_rows(const StateDifference *d, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]);

/* Writes NETWORK_HIDDEN sums to `to`: the sums at `from`, minus the removed rows, plus the added
 * rows, modulo 2^16. `from`, `to` and all rows begin on cache lines. `from` and `to` are equal or
 * do not overlap. */
typedef void KERNEL_ABI AccumulatorUpdate(const Network *net, const AccumulatorRows *rows,
                                          const uint16_t *from, uint16_t *to);

/* Returns the output_layer (network/network.h) of two perspectives, added up. The perspectives'
 * sums are `own` and `other`. `weights` has the weights of `own`, then the weights of `other`. The
 * three arrays begin on cache lines. */
typedef uint32_t KERNEL_ABI OutputBoth(const uint16_t *own, const uint16_t *other,
                                       const int16_t *weights);

/* The kernel versions that accumulator_init picked; read-only afterwards. */
extern AccumulatorUpdate *accumulator_update;
extern OutputBoth *output_both;

/* The C references of the kernels. */
AccumulatorUpdate accumulator_update_c;
OutputBoth output_both_c;

/* Returns the score of a state for the side to move, from the state's sums for White's and Black's
 * perspectives. */
int accumulator_score(const Network *net, const State *s, const uint16_t *white,
                      const uint16_t *black);

/* Adds the kernels to the registry. */
void accumulator_init(void);

/* --- accumulators: the sums of a searching thread ----------------------------------------------
 *
 * A thread has a slot of sums for each ply of its stack. The thread computes sums only for states
 * that it evaluates. One difference (board/state_difference.h) turns the sums of the parent or the
 * grandparent into the new sums. Making and unmaking a move changes no sums. The tag of a slot
 * identifies the placement of pieces to which the slot's sums belong. A slot is valid only if the
 * state that is now at the slot's ply has this placement.
 *
 * If neither parent nor grandparent has sums from the same perspective, the thread starts from the
 * sums of a cache instead. A perspective changes when its king crosses the middle or chooses
 * another set of piece-squares. For each perspective the cache holds the state last evaluated from
 * this perspective, and the state's sums. At first the cache holds the empty board and the bias.
 */

/* The tag of a slot. Like the sums, the key depends on the pieces and their squares alone. So the
 * key stays the same after a null move and in a transposition. Two different placements share a key
 * with probability 2^-64. */
typedef struct SlotTag {
    Key pieces;
    /* the number of each side's perspective, or VIEW_NONE if the slot has no sums */
    uint8_t view[COLOR_COUNT];
} SlotTag;

enum { VIEW_NONE = 0xFF };

/* A state that was evaluated from a perspective, and its sums. */
typedef struct CachedSums {
    State state;
    uint16_t sums[NETWORK_HIDDEN];
} CachedSums;

typedef struct Accumulators {
    const Network *net;             /* if NULL, do not call accumulators_evaluate */
    SlotTag tags[STATE_LIMIT];      /* the tags of the slots, by ply */
    CachedSums cache[PERSPECTIVES]; /* by number of the perspective */
    /* The sums of the slots, by ply and colour. */
    uint16_t sums[STATE_LIMIT][COLOR_COUNT][NETWORK_HIDDEN] __attribute__((aligned(CACHE_LINE)));
} Accumulators;

/* Invalidates all sums and sets the network, or NULL. The network must stay valid until the next
 * call. */
void accumulators_begin(Accumulators *a, const Network *net);

/* Returns the score of a position for the side to move, in centipawns: the same as
 * network_evaluate, but faster. Between calls the caller may make and unmake moves and set up
 * another position. */
int accumulators_evaluate(Accumulators *a, const Position *pos);

/* Returns the sums in the slot of the current state, from a colour's perspective. Returns NULL if
 * the slot is not valid. */
const uint16_t *accumulators_kept(const Accumulators *a, const Position *pos, Color c);

/* Computes the score of the current state, for the side to move, from the sums in its slot. The
 * slot must be valid. */
int accumulators_score(const Accumulators *a, const Position *pos);

#endif
