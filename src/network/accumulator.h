/* The sums of the network's first layer: the kernels that change them, and the sums kept from position
 * to position. */
#ifndef NETWORK_ACCUMULATOR_H
#define NETWORK_ACCUMULATOR_H

#include "board/position.h"
#include "network/network.h"

/* Kernels: from the sums of one position to those of another, and from sums to the output. */

/* Rows by their places, which are their numbers times NETWORK_HIDDEN. */
typedef struct RowList {
    uint32_t pieces[PLACED_LIMIT];
    int32_t piece_count;
    PairPlaces pairs;
} RowList;

/* The rows in which two positions differ, from one perspective. */
typedef struct AccumulatorRows {
    RowList removed; /* to be taken out */
    RowList added;   /* to be added */
} AccumulatorRows;

/* Fills the rows of a difference from White's and Black's perspectives. */
void accumulator_rows(const StateDifference *d, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]);

/* Writes NETWORK_HIDDEN sums: those at `from`, less the rows gone, plus those come, modulo 2^16. `from`
 * and `to`, as all rows, begin on cache lines, and are one place or apart. */
typedef void KERNEL_ABI AccumulatorUpdate(const Network *net, const AccumulatorRows *rows,
                                          const uint16_t *from, uint16_t *to);

/* Adds output_layer of two perspectives. `own` and `other` are their sums; `weights` holds the
 * weights of `own`, then of `other`. All begin on cache lines. */
typedef uint32_t KERNEL_ABI OutputBoth(const uint16_t *own, const uint16_t *other,
                                       const int16_t *weights);

/* The versions picked by accumulator_init; read-only afterwards. */
extern AccumulatorUpdate *accumulator_update;
extern OutputBoth *output_both;

/* The C references. */
AccumulatorUpdate accumulator_update_c;
OutputBoth output_both_c;

/* The score of a state for the side to move by its sums from White's and Black's perspectives. */
int accumulator_score(const Network *net, const State *s, const uint16_t *white,
                      const uint16_t *black);

/* Adds the kernels to the registry. */
void accumulator_init(void);

/* The sums of the network's first layer, kept from position to position.
 *
 * A searching thread has a slot of sums for each ply of its stack. It makes sums only for states that
 * are evaluated: from the sums of the parent or of the grandparent, by one difference
 * (board/state_difference.h). Making and unmaking a move touches no sums, so no sums become stale: the
 * tag of a slot names the pieces of its sums, and the slot counts only if the state that is now at
 * its ply has these pieces.
 *
 * If neither ancestor has sums from the same perspective, the sums come from a cache, also by one
 * difference. That happens too when a king has crossed the middle or chosen another set of
 * piece-squares. For each kind of perspective the cache holds the state that was last seen from it,
 * and its sums; at first the empty board and the bias.
 */

/* The tag of a slot. Sums depend on the pieces and their squares alone, and so does this key: a null
 * move keeps it, and a transposition has the same one. Two sets of pieces share a key as rarely as in
 * the transposition table, 1 in 2^64. */
typedef struct SlotTag {
    Key pieces;
    uint8_t view[COLOR_COUNT]; /* numbers of the perspectives; VIEW_NONE: no sums */
} SlotTag;

enum { VIEW_NONE = 0xFF };

/* A state that was seen from a perspective, and its sums. */
typedef struct CachedSums {
    State state;
    uint16_t sums[NETWORK_HIDDEN];
} CachedSums;

typedef struct Accumulators {
    const Network *net;             /* NULL: none, and nothing may be evaluated */
    SlotTag tags[STATE_LIMIT];      /* by ply */
    CachedSums cache[PERSPECTIVES]; /* by the perspective's number */
    /* By ply. */
    uint16_t sums[STATE_LIMIT][COLOR_COUNT][NETWORK_HIDDEN] __attribute__((aligned(CACHE_LINE)));
} Accumulators;

/* Forgets all sums, and takes a network, which must outlive its use, or none (NULL). */
void accumulators_begin(Accumulators *a, const Network *net);

/* The score of a position for the side to move, in centipawns: network_evaluate's, sooner. From one
 * call to the next, states may be made and unmade, and another position may be set up. */
int accumulators_evaluate(Accumulators *a, const Position *pos);

/* The sums kept of the current state from a colour's perspective; NULL if there are none. */
const uint16_t *accumulators_kept(const Accumulators *a, const Position *pos, Color c);

/* The score by the sums that are kept of the current state, which must be there. */
int accumulators_score(const Accumulators *a, const Position *pos);

#endif
