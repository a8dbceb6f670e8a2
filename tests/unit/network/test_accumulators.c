/* The accumulators give the same scores as an evaluation from scratch, in any order of moves and null moves made and
 * unmade. Other positions may be set up and evaluated in between. */
#include "board/fen.h"
#include "board/make.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

static Accumulators accumulators;

static long evaluated, kept, crossed, resettled;

static void check_here(void) {
    const Network *net = accumulators.net;
    kept += accumulators_kept(&accumulators, pos, WHITE) != NULL;
    const int score = accumulators_evaluate(&accumulators, pos);
    require(verify_network(&accumulators, pos, report));
    if (score != network_evaluate(net, pos->state))
        fail_msg("%s, ply %d: %d, want %d", fen_of(pos), (int)(pos->state - pos->states), score,
                 network_evaluate(net, pos->state));
    for (Color c = WHITE; c <= BLACK; c++)
        assert_non_null(accumulators_kept(&accumulators, pos, c));
    evaluated++;
}

/* A random king move, so that kings often cross the middle or reach another set of piece-squares. */
static Move king_move(Random *r) {
    const MoveList list = legal_list(pos);
    Move kings[MOVE_LIMIT];
    int count = 0;
    for (int i = 0; i < list.count; i++)
        if (type_on(pos->state, move_from(list.moves[i])) == KING)
            kings[count++] = list.moves[i];
    return count ? kings[random_below(r, count)] : MOVE_NONE;
}

/* Counts how often a move takes a king across the middle files (crossed), or to another set of weights (resettled). */
static void count_changes(void) {
    for (Color c = WHITE; c <= BLACK; c++) {
        const Perspective before = perspective_of(pos->state - 1, c);
        const Perspective after = perspective_of(pos->state, c);
        crossed += before.flip != after.flip;
        resettled += before.set != after.set;
    }
}

/* Makes and unmakes moves at random, but unmakes no move made before the call. After a null move, begins a new walk. */
static void walk(Random *r, Taste taste, int steps);

static void walk_behind_null(Random *r, Taste taste, int steps) {
    State *const here = pos->state;
    if (in_check(here) || plies_left(pos) == 0)
        return;
    make_null(pos);
    check_here();
    walk(r, taste, steps);
    while (pos->state > here)
        unmake_move(pos);
}

static void walk(Random *r, Taste taste, int steps) {
    State *const floor = pos->state;
    for (int i = 0; i < steps; i++) {
        const int dice = random_below(r, 16);
        if (dice < 4) {
            for (int back = random_below(r, 4); back > 0 && pos->state > floor; back--)
                unmake_move(pos);
        } else if (dice == 4) {
            walk_behind_null(r, taste, steps / 8);
        } else if (plies_left(pos) > 0) {
            Move m = dice == 5 ? king_move(r) : MOVE_NONE;
            if (m == MOVE_NONE)
                m = random_move(pos, r, taste);
            if (m == MOVE_NONE)
                break;
            make_move(pos, m);
            count_changes();
        }
        if (random_below(r, 2))
            check_here();
    }
}

static const char *const ROOTS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

enum { ROOT_COUNT = sizeof ROOTS / sizeof *ROOTS };

static void set_root(Random *r, int game) {
    char fen[START_SIZE];
    if (game % 3 == 0) {
        random_start(r, game % 2, fen);
        position_set(pos, fen);
    } else {
        position_set(pos, ROOTS[game % ROOT_COUNT]);
    }
}

/* The accumulators must notice by themselves that a position was set up or rerooted. The test tells them only when it
 * changes the network, from time to time. */
TEST(games_agree) {
    Random r = {1807};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Network net, other;
        void *bytes = random_network(seed, &net), *others = random_network(seed + 50, &other);
        accumulators_begin(&accumulators, &net);
        for (int game = 0; game < scaled(60); game++) {
            if (game % 8 == 0)
                accumulators_begin(&accumulators, game % 16 ? &other : &net);
            set_root(&r, game);
            walk(&r, (Taste)(game % TASTE_COUNT), 100);
            position_reroot(pos);
            check_here();
            walk(&r, (Taste)(game % TASTE_COUNT), 100);
        }
        free(bytes);
        free(others);
    }
    assert_true(evaluated > 1000 && kept > 100 && crossed > 100 && resettled > 100);
}

/* accumulators_kept finds no sums for a position whose keys are 0, although empty slots also have the key 0. */
TEST(key_of_nothing) {
    Network net;
    void *bytes = random_network(5, &net);
    accumulators_begin(&accumulators, &net);
    position_set(pos, FEN_START);
    memset(pos->state->part_key, 0, sizeof pos->state->part_key);
    assert_null(accumulators_kept(&accumulators, pos, WHITE));
    check_here();
    assert_non_null(accumulators_kept(&accumulators, pos, BLACK));
    accumulators_begin(&accumulators, &net);
    assert_null(accumulators_kept(&accumulators, pos, WHITE));
    accumulators_begin(&accumulators, NULL);
    assert_null(accumulators_kept(&accumulators, pos, WHITE));
    free(bytes);
}

/* Positions with few and many pieces follow each other without moves, so that only the cache can help. */
TEST(cache_goes_anywhere) {
    Random r = {4};
    Network net;
    void *bytes = random_network(7, &net);
    accumulators_begin(&accumulators, &net);
    for (int i = 0; i < 1000; i++) {
        set_root(&r, random_below(&r, 12));
        check_here();
    }
    free(bytes);
}
