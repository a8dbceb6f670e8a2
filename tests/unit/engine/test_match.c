/* The sums of matches. */
#include "engine/match.h"
#include "support/cmocka_test.h"

#include <math.h>

/* Known values: 70 % is +147.2, and 0.7 +- 1.96 * 0.4 / 10 are 62.2 % and 77.8 %. */
TEST(elo_is_right) {
    const EloEstimate e = elo_estimate((int[]){20, 20, 60}, 3);
    assert_true(fabs(e.elo - 147.2) < 0.1 && fabs(e.low - 86.2) < 1 && fabs(e.high - 218.2) < 1);
    assert_true(fabs(elo_estimate((int[]){60, 20, 20}, 3).elo + e.elo) < 1e-6);
    assert_true(isnan(elo_estimate((int[]){0, 0, 3}, 3).elo));
    assert_true(isnan(elo_estimate((int[]){0, 0, 0}, 3).elo));
}
