#include "network/inputs.h"

#include <assert.h>

/* --- sets of piece-squares --------------------------------------------------------------------- */

/* The set of each square of our king: ranks 1 to 8, files a to d of each. */
static const char *const KING_SETS[KING_GRAINS] = {
    [KINGS_ONE] = "0000 0000 0000 0000 0000 0000 0000 0000",
    [KINGS_FOUR] = "0011 2222 3333 3333 3333 3333 3333 3333",
    [KINGS_EIGHT] = "0123 4455 6666 6666 7777 7777 7777 7777",
};

static int king_set(KingGrain grain, Square seen) {
    return KING_SETS[grain][5 * rank_of(seen) + file_of(seen)] - '0';
}

Perspective perspectives[KING_GRAINS][COLOR_COUNT][SQUARE_COUNT];

static Perspective perspective(KingGrain grain, Color c, Square king) {
    const bool mirrored = file_of(king) >= FILE_E;
    const Square flip = (c == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0);
    const int set = king_set(grain, king ^ flip);
    return (Perspective){(uint8_t)c, (uint8_t)flip, (uint8_t)set,
                         (uint8_t)((set * COLOR_COUNT + c) * 2 + mirrored)};
}

static void fill_perspectives(void) {
    for (KingGrain grain = KINGS_ONE; grain < KING_GRAINS; grain++)
        for (Color c = WHITE; c <= BLACK; c++)
            for (Square king = 0; king < SQUARE_COUNT; king++)
                perspectives[grain][c][king] = perspective(grain, c, king);
}

int king_set_count(KingGrain grain) {
    return king_set(grain, SQUARE_COUNT - 1 - FILE_E) + 1;
}

int piece_input_count(KingGrain grain) {
    return king_set_count(grain) * PIECE_SQUARES;
}

/* --- pairs ------------------------------------------------------------------------------------- */

/* Two kinds of pairs by both squares: of two pieces that attack each other because they are of one
 * type, one pair stands for both, the one that goes to the higher square. */
enum { SINGLE, MUTUAL, MUTUALITIES };

/* Attackers and targets are numbered as pieces are, 2 * type + ours or theirs. */
static struct {
    Bitboard reach[MUTUALITIES][TARGET_KINDS][SQUARE_COUNT];      /* on the empty board */
    uint16_t first_from[MUTUALITIES][TARGET_KINDS][SQUARE_COUNT]; /* pairs from lower squares */
    int first[TARGET_KINDS][TARGET_KINDS];                        /* of an attacker and a target */
    uint8_t mutuality[TARGET_KINDS][TARGET_KINDS];
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
    fill_perspectives();
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++) {
        const int pairs[MUTUALITIES] = {fill_attacker(attacker, SINGLE),
                                        fill_attacker(attacker, MUTUAL)};
        for (int target = 0; target < TARGET_KINDS; target++) {
            all_pairs.first[attacker][target] = all_pairs.count;
            all_pairs.mutuality[attacker][target] = (uint8_t)mutuality(attacker, target);
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

/* --- numbers ----------------------------------------------------------------------------------- */

/* A pair in one word, the attacker in the lowest byte, so that loops over coarse grains take several
 * at a time: a perspective's view of it is an XOR. */
static ALWAYS_INLINE uint32_t pair_word(ThreatPair p) {
    return p.attacker | (uint32_t)p.from << 8 | (uint32_t)p.target << 16 | (uint32_t)p.to << 24;
}

static ALWAYS_INLINE uint32_t view_word(Perspective v) {
    return pair_word((ThreatPair){v.color, v.flip, v.color, v.flip});
}

/* The number of a pair that is seen so, for grains but PAIRS_ALL. Any word gives some number. */
static ALWAYS_INLINE uint32_t coarse_number(PairGrain grain, uint32_t seen) {
    const uint32_t kinds = (seen & 0xFF) * TARGET_KINDS + (seen >> 16 & 0xFF);
    return grain == PAIRS_TYPES ? kinds : kinds * SQUARE_COUNT + (seen >> 24);
}

/* The same by both squares, or INPUT_NONE. */
static ALWAYS_INLINE int full_number(uint32_t seen) {
    const int attacker = seen & 0xFF, target = seen >> 16 & 0xFF;
    const Square from = seen >> 8 & 0xFF, to = seen >> 24;
    const int mutual = all_pairs.mutuality[attacker][target];
    const Bitboard squares = all_pairs.reach[mutual][attacker][from];
    if (!has_bit(squares, to)) {
        assert(mutual == MUTUAL && to < from);
        return INPUT_NONE;
    }
    return all_pairs.first[attacker][target] + all_pairs.first_from[mutual][attacker][from] +
           popcount(squares & (bb(to) - 1));
}

int pair_input(PairGrain grain, ThreatPair p, Perspective view) {
    const uint32_t seen = pair_word(p) ^ view_word(view);
    assert(grain != PAIRS_NONE && (p.attacker ^ view.color) < TARGET_KINDS &&
           (p.target ^ view.color) < TARGET_KINDS);
    return grain == PAIRS_ALL ? full_number(seen) : (int)coarse_number(grain, seen);
}

/* Eight at a time, which compilers do at once; what comes out behind the last pair, nobody looks at.
 * The grain is a constant where this is inlined. */
static ALWAYS_INLINE void coarse_inputs(PairGrain grain, const StatePart *part,
                                        const Perspective view[COLOR_COUNT], uint32_t stride,
                                        PairInputs *white, PairInputs *black) {
    enum { STEP = 8 };
    _Static_assert(PAIR_ROOM % STEP == 0, "room for whole steps");
    const uint32_t whites = view_word(view[WHITE]), blacks = view_word(view[BLACK]);
    for (int i = 0; i < part->pair_count; i += STEP) {
        for (int j = i; j < i + STEP; j++) {
            const uint32_t pair = pair_word(part->pairs[j]);
            white->at[j] = coarse_number(grain, pair ^ whites) * stride;
            black->at[j] = coarse_number(grain, pair ^ blacks) * stride;
        }
    }
    white->count = black->count = part->pair_count;
}

static void full_inputs(const StatePart *part, Perspective view, uint32_t stride,
                        PairInputs *inputs) {
    const uint32_t seen_as = view_word(view);
    inputs->count = 0;
    for (int i = 0; i < part->pair_count; i++) {
        const int number = full_number(pair_word(part->pairs[i]) ^ seen_as);
        inputs->at[inputs->count] = (uint32_t)number * stride;
        inputs->count += number != INPUT_NONE;
    }
}

void pair_inputs(PairGrain grain, const StatePart *part, const Perspective view[COLOR_COUNT],
                 int stride, PairInputs *white, PairInputs *black) {
    switch (grain) {
    case PAIRS_TYPES:
        coarse_inputs(PAIRS_TYPES, part, view, (uint32_t)stride, white, black);
        break;
    case PAIRS_TARGETS:
        coarse_inputs(PAIRS_TARGETS, part, view, (uint32_t)stride, white, black);
        break;
    case PAIRS_ALL:
        full_inputs(part, view[WHITE], (uint32_t)stride, white);
        full_inputs(part, view[BLACK], (uint32_t)stride, black);
        break;
    default:
        white->count = black->count = 0;
    }
}
