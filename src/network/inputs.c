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

int pair_input(PairGrain grain, ThreatPair p, Perspective view) {
    const int attacker = p.attacker ^ view.color, target = p.target ^ view.color;
    const Square from = p.from ^ view.flip, to = p.to ^ view.flip;
    const int kinds = attacker * TARGET_KINDS + target;
    assert(grain != PAIRS_NONE && attacker < TARGET_KINDS && target < TARGET_KINDS);
    return grain == PAIRS_TYPES     ? kinds
           : grain == PAIRS_TARGETS ? kinds * SQUARE_COUNT + to
                                    : full_input(attacker, from, target, to);
}
