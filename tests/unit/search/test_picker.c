/* The move picker gives each move that a node needs exactly once, with any table move, killer and histories. This test
 * does not check the order of the moves: the node count of `bench` changes with it. */
#include "search/search_internal.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/setup.h"

static Table table;
static Search *searching;

/* Fills entries with values of all sizes. */
static void randomize(Random *r, void *entries, size_t size) {
    int16_t *entry = entries;
    for (size_t i = 0; i < size / sizeof *entry; i++)
        entry[i] = (int16_t)(random_below(r, 2 * HISTORY_MAX + 1) - HISTORY_MAX);
}

static void pick_here(Position *at, Random *r) {
    require(verify_picks(searching, at, random_word(r), report));
}

TEST(every_wanted_move_once) {
    Random r = {3};
    assert_true(table_resize(&table, 1) > 0);
    assert_non_null(searching = search_create(&table, NULL));
    History *h = &searching->history;
    randomize(&r, h->butterfly, sizeof h->butterfly);
    randomize(&r, h->capture, sizeof h->capture);
    randomize(&r, h->nothing, sizeof h->nothing);
    randomize(&r, h->pawns, sizeof h->pawns);
    visit_positions(pos, scaled(40000), pick_here);
    search_free(searching);
    table_free(&table);
}
