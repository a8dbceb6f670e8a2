#include "network/inputs.h"

/* --- perspectives ------------------------------------------------------------------------------ */

Perspective perspectives[COLOR_COUNT][SQUARE_COUNT];

static int king_set(Square seen) {
    return KING_SET_TABLE[5 * rank_of(seen) + file_of(seen)] - '0';
}

static Perspective perspective(Color c, Square king) {
    const bool mirrored = file_of(king) >= FILE_E;
    const Square flip = (c == BLACK ? 56 : 0) ^ (mirrored ? 7 : 0);
    const int set = king_set(king ^ flip);
    return (Perspective){(uint8_t)c, (uint8_t)flip, (uint8_t)set,
                         (uint8_t)((set * COLOR_COUNT + c) * 2 + mirrored)};
}

void inputs_init(void) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (Square king = 0; king < SQUARE_COUNT; king++)
            perspectives[c][king] = perspective(c, king);
}

/* --- numbers ----------------------------------------------------------------------------------- */

/* A pair in one word, with the attacker in the lowest byte. A perspective turns it by an XOR, which
 * compilers vectorise. */
static ALWAYS_INLINE uint32_t pair_word(ThreatPair p) {
    return p.attacker | (uint32_t)p.from << 8 | (uint32_t)p.target << 16 | (uint32_t)p.to << 24;
}

static ALWAYS_INLINE uint32_t view_word(Perspective v) {
    return pair_word((ThreatPair){v.color, v.flip, v.color, v.flip});
}

/* The number of a pair, given as the word that a perspective sees. Every word gives a number. */
static ALWAYS_INLINE uint32_t pair_number(uint32_t seen) {
    const uint32_t kinds = (seen & 0xFF) * TARGET_KINDS + (seen >> 16 & 0xFF);
    return kinds * SQUARE_COUNT + (seen >> 24);
}

int pair_input(ThreatPair p, Perspective view) {
    assert((p.attacker ^ view.color) < TARGET_KINDS && (p.target ^ view.color) < TARGET_KINDS);
    return (int)pair_number(pair_word(p) ^ view_word(view));
}

/* The loop computes eight pairs at a time, which compilers vectorise. Results after the last pair
 * are ignored. */
void pair_places(const StatePart *part, const Perspective view[COLOR_COUNT], PairPlaces *white,
                 PairPlaces *black) {
    enum { STEP = 8 };
    _Static_assert(PAIR_ROOM % STEP == 0, "the buffer holds whole steps");
    const uint32_t whites = view_word(view[WHITE]), blacks = view_word(view[BLACK]);
    for (int i = 0; i < part->pair_count; i += STEP) {
        for (int j = i; j < i + STEP; j++) {
            const uint32_t pair = pair_word(part->pairs[j]);
            white->at[j] = pair_number(pair ^ whites) * NETWORK_HIDDEN;
            black->at[j] = pair_number(pair ^ blacks) * NETWORK_HIDDEN;
        }
    }
    white->count = black->count = part->pair_count;
}
