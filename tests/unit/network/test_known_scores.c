/* The scores that the self-checks know, computed once more from what the headers say of inputs and
 * outputs, with attacks from scratch. */
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdlib.h>

static Network net;
static int compared;

/* The set of piece-squares by the square of the side's own king, as it sees it. */
static int plain_set(Square seen) {
    return seen >= 16 ? 3 : seen >= 8 ? 2 : seen >= 2 ? 1 : 0;
}

/* The sums of a side. */
static void plain_sums(const State *s, Color c, int *sums) {
    ScratchMatrix matrix;
    scratch_build(s, &matrix);
    const Square king = king_square(s, c);
    const int flip = (c == BLACK ? 56 : 0) ^ (file_of(king) >= FILE_E ? 7 : 0);
    const int set = plain_set(king ^ flip), size = NETWORK_HIDDEN;
    for (int h = 0; h < size; h++)
        sums[h] = net.bias[h];
    for (Square to = 0; to < SQUARE_COUNT; to++) {
        if (s->man_on[to] == MAN_NONE)
            continue;
        const int target = man_type(s->man_on[to]), theirs = bit_color(man_bit(s->man_on[to])) != c;
        const int piece = set * 768 + (2 * target + theirs) * 64 + (to ^ flip);
        for (int h = 0; h < size; h++)
            sums[h] += net.pieces[piece * size + h];
        for (Bit bit = 0; bit < BIT_COUNT; bit++) {
            if (!(matrix.map[to] >> bit & 1) || target == KING || type_of_bit(s, bit) == KING)
                continue;
            const int attacker = 2 * type_of_bit(s, bit) + (bit_color(bit) != c);
            const int pair = (attacker * 10 + 2 * target + theirs) * 64 + (to ^ flip);
            for (int h = 0; h < size; h++)
                sums[h] += net.pairs[pair * size + h];
        }
    }
}

static int plain_score(const State *s) {
    const int size = NETWORK_HIDDEN, bucket = (popcount(occupied(s)) - 2) / 4;
    int64_t total = net.output_bias[bucket];
    for (int side = 0; side < 2; side++) {
        int sums[NETWORK_HIDDEN];
        plain_sums(s, side == 0 ? s->side : opponent(s->side), sums);
        for (int h = 0; h < size; h++) {
            const int clipped = sums[h] < 0 ? 0 : sums[h] > 1024 ? 1024 : sums[h];
            total += clipped * clipped / 64 * net.output[(2 * bucket + side) * size + h];
        }
    }
    return (int)(total * net.scale / (16384 * 512));
}

static void compare_here(Position *at, Random *r) {
    (void)r;
    assert_int_equal(network_evaluate(&net, at->state), plain_score(at->state));
    compared++;
}

TEST(scores_are_what_the_headers_say) {
    void *bytes = random_network(1, &net);
    visit_positions(pos, scaled(600), compare_here);
    free(bytes);
    assert_true(compared > 100);
}

TEST(known_scores_hold) {
    char report[DIFFERENCE_SIZE];
    if (!verify_known_scores(other_pos, report))
        fail_msg("%s", report);
}
