#include "network/inputs.h"

#include <assert.h>

/* Two kinds of pairs by both squares: of two pieces that attack each other because they are of one
 * type, one pair stands for both, the one that goes to the higher square. */
enum { SINGLE, MUTUAL, MUTUALITIES };

/* Attackers and targets are numbered as pieces are, 2 * type + ours or theirs. */
static struct {
    Bitboard reach[MUTUALITIES][TARGET_KINDS][SQUARE_COUNT];      /* on the empty board */
    uint16_t first_from[MUTUALITIES][TARGET_KINDS][SQUARE_COUNT]; /* pairs from lower squares */
    int first[TARGET_KINDS][TARGET_KINDS];                        /* of an attacker and a target */
    int count;
} all_pairs;

/* Pawns of one side do not attack each other in turn. */
static int mutuality(int attacker, int target) {
    return attacker >> 1 == target >> 1 && (attacker >> 1 != PAWN || attacker != target) ? MUTUAL
                                                                                         : SINGLE;
}

static Bitboard reach(int attacker, Square from, int mutual) {
    const PieceType type = attacker >> 1;
    if (type == PAWN && (rank_of(from) == RANK_1 || rank_of(from) == RANK_8))
        return 0;
    const Bitboard higher = ~(bb(from) | (bb(from) - 1));
    return piece_attacks(attacker & 1, type, from, 0) & (mutual == MUTUAL ? higher : ~(Bitboard)0);
}

/* Fills the rows of an attacker; returns how many pairs of squares it has. */
static int fill_attacker(int attacker, int mutual) {
    int pairs = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        all_pairs.first_from[mutual][attacker][sq] = (uint16_t)pairs;
        all_pairs.reach[mutual][attacker][sq] = reach(attacker, sq, mutual);
        pairs += popcount(all_pairs.reach[mutual][attacker][sq]);
    }
    return pairs;
}

void inputs_init(void) {
    if (all_pairs.count)
        return;
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++) {
        const int pairs[MUTUALITIES] = {fill_attacker(attacker, SINGLE),
                                        fill_attacker(attacker, MUTUAL)};
        for (int target = 0; target < TARGET_KINDS; target++) {
            all_pairs.first[attacker][target] = all_pairs.count;
            all_pairs.count += pairs[mutuality(attacker, target)];
        }
    }
}

int pair_input_count(PairGrain grain) {
    static const int COARSE[PAIR_GRAINS] = {
        [PAIRS_TYPES] = TARGET_KINDS * TARGET_KINDS,
        [PAIRS_TARGETS] = TARGET_KINDS * TARGET_KINDS * SQUARE_COUNT,
    };
    assert(all_pairs.count > 0);
    return grain == PAIRS_ALL ? all_pairs.count : COARSE[grain];
}

/* By both squares. */
static int full_input(int attacker, Square from, int target, Square to) {
    const int mutual = mutuality(attacker, target);
    const Bitboard squares = all_pairs.reach[mutual][attacker][from];
    if (!has_bit(squares, to)) {
        assert(mutual == MUTUAL && to < from);
        return INPUT_NONE;
    }
    return all_pairs.first[attacker][target] + all_pairs.first_from[mutual][attacker][from] +
           popcount(squares & (bb(to) - 1));
}

/* By types and colours. Here and below the pair is as the perspective sees it. */
static ALWAYS_INLINE int kinds_input(ThreatPair p) {
    return p.attacker * TARGET_KINDS + p.target;
}

static ALWAYS_INLINE ThreatPair seen_from(Perspective view, ThreatPair p) {
    return (ThreatPair){p.attacker ^ view.color, p.from ^ view.flip, p.target ^ view.color,
                        p.to ^ view.flip};
}

static ALWAYS_INLINE int input_of(PairGrain grain, ThreatPair p) {
    return grain == PAIRS_TYPES     ? kinds_input(p)
           : grain == PAIRS_TARGETS ? kinds_input(p) * SQUARE_COUNT + p.to
                                    : full_input(p.attacker, p.from, p.target, p.to);
}

int pair_input(PairGrain grain, ThreatPair p, Perspective view) {
    const ThreatPair seen = seen_from(view, p);
    assert(grain != PAIRS_NONE && seen.attacker < TARGET_KINDS && seen.target < TARGET_KINDS);
    return input_of(grain, seen);
}

/* The grain is a constant where this is inlined, so that the loop does not ask for it. */
static ALWAYS_INLINE int inputs_of(PairGrain grain, const ThreatPair *pairs, int count,
                                   Perspective view, int32_t *inputs) {
    int written = 0;
    for (int i = 0; i < count; i++) {
        inputs[written] = input_of(grain, seen_from(view, pairs[i]));
        written += inputs[written] != INPUT_NONE;
    }
    return written;
}

int pair_inputs(PairGrain grain, const ThreatPair *pairs, int count, Perspective view,
                int32_t *inputs) {
    switch (grain) {
    case PAIRS_TYPES:
        return inputs_of(PAIRS_TYPES, pairs, count, view, inputs);
    case PAIRS_TARGETS:
        return inputs_of(PAIRS_TARGETS, pairs, count, view, inputs);
    case PAIRS_ALL:
        return inputs_of(PAIRS_ALL, pairs, count, view, inputs);
    default:
        return 0;
    }
}
