/* What the accumulators keep gives the same scores as networks evaluated from nothing, whatever is
 * made, unmade, passed, set up anew and evaluated in between. */
#include "board/fen.h"
#include "board/make.h"
#include "network/accumulators.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;
static Accumulators accumulators;

static long evaluated, kept, crossed;

static void check_here(void) {
    const Network *net = accumulators.net;
    uint16_t want[HIDDEN_MAX];
    char fen[FEN_SIZE];
    kept += accumulators_kept(&accumulators, pos, WHITE) != NULL;
    const int score = accumulators_evaluate(&accumulators, pos);
    if (score != network_evaluate(net, pos->state)) {
        fen_write(pos, fen);
        fail_msg("%s, ply %d: %d, want %d", fen, (int)(pos->state - pos->states), score,
                 network_evaluate(net, pos->state));
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        const uint16_t *sums = accumulators_kept(&accumulators, pos, c);
        assert_non_null(sums);
        network_sums(net, pos->state, c, want);
        assert_memory_equal(sums, want, (size_t)net->shape.hidden * sizeof *want);
    }
    evaluated++;
}

/* Kings like to cross the middle. */
static Move king_move(Random *r) {
    const MoveList list = legal_list(pos);
    Move kings[MOVE_LIMIT];
    int count = 0;
    for (int i = 0; i < list.count; i++)
        if (type_on(pos->state, move_from(list.moves[i])) == KING)
            kings[count++] = list.moves[i];
    return count ? kings[random_below(r, count)] : MOVE_NONE;
}

/* Forward by a move or a null move, after which it goes on above it, or back. */
static void walk(Random *r, Taste taste, int steps);

static void walk_behind_null(Random *r, Taste taste, int steps) {
    NullUndo undo;
    State *const here = pos->state;
    if (in_check(here))
        return;
    make_null(pos, &undo);
    check_here();
    walk(r, taste, steps);
    while (pos->state > here)
        unmake_move(pos);
    unmake_null(pos, &undo);
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
            for (Color c = WHITE; c <= BLACK; c++)
                crossed +=
                    perspective_of(pos->state, c).flip != perspective_of(pos->state - 1, c).flip;
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

/* All grains and several sizes; positions are set up anew and rerooted, the network is another one
 * from time to time, and the accumulators are not told of the former. */
static void games_agree(void **unused) {
    (void)unused;
    static const int HIDDEN[] = {16, 64, 80, 128, 240, 256, HIDDEN_MAX};
    enum { SIZES = sizeof HIDDEN / sizeof *HIDDEN };
    Random r = {1807};
    for (int i = 0; i < SIZES * PAIR_GRAINS; i++) {
        Network net, other;
        void *bytes = random_network((NetShape){i % PAIR_GRAINS, HIDDEN[i % SIZES]}, i + 1, &net);
        void *others = random_network((NetShape){PAIRS_TYPES, HIDDEN[i % SIZES]}, i + 50, &other);
        accumulators_begin(&accumulators, &net);
        for (int game = 0; game < scaled(30); game++) {
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
    assert_true(evaluated > 1000 && kept > 100 && crossed > 100);
}

/* Slots that never held anything are not taken for those of a board whose key is 0. */
static void key_of_nothing(void **unused) {
    (void)unused;
    Network net;
    void *bytes = random_network((NetShape){PAIRS_TYPES, 16}, 5, &net);
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

/* A position of few pieces that follows one of many, and the other way round, by the cache alone. */
static void cache_goes_anywhere(void **unused) {
    (void)unused;
    Random r = {4};
    Network net;
    void *bytes = random_network((NetShape){PAIRS_ALL, 64}, 7, &net);
    accumulators_begin(&accumulators, &net);
    for (int i = 0; i < 1000; i++) {
        set_root(&r, random_below(&r, 12));
        check_here();
    }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(key_of_nothing),
        cmocka_unit_test(cache_goes_anywhere),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("accumulators", tests, NULL, NULL);
    printf("%ld scores, %ld from sums that were there, %ld kings that crossed the middle\n",
           evaluated, kept, crossed);
    free(pos);
    return failed;
}
