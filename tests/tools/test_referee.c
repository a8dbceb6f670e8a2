/* The statistics of matches are right: Elo with its interval, from pairs of games, and the sequential test. */
#include "match/referee.h"
#include "support/cmocka_test.h"

#include <math.h>

static void llr_is(double wanted, const RefereeSums *sums, double elo0, double elo1) {
    assert_true(fabs(sums_llr(sums, elo0, elo1) - wanted) < 1e-6);
}

/* An independent program computed the expected ratios: it maximises both likelihoods numerically. For the first row
 * fastchess prints 0.14. */
TEST(llr_is_that_of_others) {
    llr_is(0.142101, &(RefereeSums){.pairs = {0, 1, 3, 1, 5}}, 0, 5);
    llr_is(0.930710, &(RefereeSums){.pairs = {40, 210, 480, 240, 50}}, 0, 5);
    llr_is(4.819664, &(RefereeSums){.pairs = {400, 2100, 4800, 2400, 500}}, -1.75, 0.25);
    llr_is(-5.335749, &(RefereeSums){.pairs = {10, 200, 900, 150, 5}}, 0, 10);
    llr_is(0, &(RefereeSums){0}, 0, 5);
}

/* For these games fastchess prints "Elo: 136.97 +/- 121.88". */
TEST(elo_is_that_of_others) {
    const RefereeSums sums = {.results = {12, 1, 27}, .pairs = {2, 0, 8, 1, 9}};
    const EloEstimate elo = sums_elo(&sums);
    assert_int_equal(sums_games(&sums), 40);
    assert_true(fabs(elo.elo - 136.97) < 0.005);
    assert_true(fabs(elo_error(elo) - 121.88) < 0.05);
}
