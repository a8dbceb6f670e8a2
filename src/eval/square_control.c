#include "eval/square_control.h"

#include "core/types.h"
#include "moves/exchange.h"
#include "moves/tactics.h"

#include <assert.h>

/* A class holds what counts of a set, as a number whose digits are the counts. */
enum {
    CLASS_PAWN = 1,
    CLASS_MINOR = 2, /* 0 to 2 of them */
    CLASS_ROOK = 6,  /* 0 to 2 */
    CLASS_QUEEN = 18,
    CLASS_KING = 36,
    CLASS_COUNT = 72
};

/* Whether the side to move wins a piece, by its type, that side's class and the other side's. */
static bool is_won[QUEEN + 1][CLASS_COUNT][CLASS_COUNT];

/* What a piece counts here. The king counts more than all others together, so it never takes what
 * is guarded. */
static const int16_t VALUE[TYPE_COUNT] = {EXCHANGE_PAWN, EXCHANGE_MINOR, EXCHANGE_MINOR,
                                          EXCHANGE_ROOK, EXCHANGE_QUEEN, 10 * EXCHANGE_QUEEN};

/* The values of the pieces of a class, ascending. Returns how many there are. */
static int men_of_class(int class, int values[8]) {
    const int counts[TYPE_COUNT] = {class % CLASS_MINOR,
                                    class % CLASS_ROOK / CLASS_MINOR,
                                    0,
                                    class % CLASS_QUEEN / CLASS_ROOK,
                                    class % CLASS_KING / CLASS_QUEEN,
                                    class / CLASS_KING};
    int n = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        for (int i = 0; i < counts[type]; i++)
            values[n++] = VALUE[type];
    return n;
}

/* What the side to move wins on a square where a piece of a value stands. */
static int gain(int standing, const int *ours, int our_count, const int *theirs, int their_count) {
    if (our_count == 0)
        return 0;
    const int rest = standing - gain(ours[0], theirs, their_count, ours + 1, our_count - 1);
    return max_int(rest, 0);
}

void square_control_init(void) {
    for (int i = 0; i < CLASS_COUNT; i++) {
        for (int j = 0; j < CLASS_COUNT; j++) {
            int ours[8], theirs[8];
            const int our_count = men_of_class(i, ours), their_count = men_of_class(j, theirs);
            for (PieceType victim = PAWN; victim <= QUEEN; victim++)
                is_won[victim][i][j] =
                    gain(VALUE[victim], ours, our_count, theirs, their_count) > 0;
        }
    }
}

static ALWAYS_INLINE int two_at_most(int n) {
    return min_int(n, 2);
}

/* The class of a colour's half of a word. */
static ALWAYS_INLINE int class_of(const State *s, PieceBits bits, uint32_t half) {
    const uint32_t kings =
        bit_mask(bit_make(WHITE, BIT_KING)) | bit_mask(bit_make(BLACK, BIT_KING));
    return CLASS_PAWN * ((half & s->pawns) != 0) +
           CLASS_MINOR * two_at_most(popcount(half & bits.minors)) +
           CLASS_ROOK * two_at_most(popcount(half & bits.rooks)) +
           CLASS_QUEEN * ((half & bits.queens) != 0) + CLASS_KING * ((half & kings) != 0);
}

/* A word without the pieces that are pinned to a line not through the square. */
static uint32_t without_pinned(const State *s, uint32_t word, Square sq, uint32_t pinned) {
    for (uint32_t left = word & pinned; left;) {
        const Bit bit = pop_bit32(&left);
        if (!pin_allows(king_square(s, bit_color(bit)), s->square_of[bit], sq))
            word &= ~bit_mask(bit);
    }
    return word;
}

/* A word with the sliders behind its attackers: those that attack an attacker and stand on its line
 * to the square. One piece deep. */
static uint32_t with_batteries(const State *s, uint32_t word, Square sq) {
    for (uint32_t left = word; left;) {
        const Square front = s->square_of[pop_bit32(&left)];
        for (uint32_t behind = s->map[front] & s->sliders & ~word; behind;) {
            const Bit bit = pop_bit32(&behind);
            if (has_bit(geometry.beyond[front][sq], s->square_of[bit]))
                word |= bit_mask(bit);
        }
    }
    return word;
}

bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned) {
    assert((s->by_color[opponent(c)] & ~s->by_type[KING]) & bb(sq));
    const uint32_t word = with_batteries(s, without_pinned(s, s->map[sq], sq, pinned), sq);
    const int ours = class_of(s, bits, word & half_of(c));
    const int theirs = class_of(s, bits, word & half_of(opponent(c)));
    return is_won[type_on(s, sq)][ours][theirs];
}
