/* The search finds short mates, scores a draw as 0, works with several threads, uses the network's evaluation as its
 * settings say, and keeps its best line. */
#include "board/make.h"
#include "moves/generate.h"
#include "network/network.h"
#include "search/search.h"
#include "search/search_internal.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

static Table table;
static int last_score, infos;

static void remember(void *context, const Position *root, const SearchInfo *info) {
    if (info->bound == BOUND_EXACT)
        last_score = info->score;
    infos++;
}

static const SearchReporter REPORTER = {.info = remember};

static SearchLimits depth_limit(int depth) {
    SearchLimits limits = limits_none();
    limits.depth = depth;
    return limits;
}

static SearchResult run(Pool *pool, const char *fen, const SearchLimits *limits) {
    position_set(pos, fen);
    pool_prepare(pool, pos, limits, NULL);
    return pool_run(pool);
}

static const char *const GAME[] = {
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r1bqkb1r/ppp2ppp/2n2n2/3Pp1N1/2B5/8/PPPP1PPP/RNBQK2R b KQkq - 0 5",
    "r1bqkb1r/ppp2ppp/5n2/n2Pp1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 1 6",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
};
enum { GAME_LENGTH = sizeof GAME / sizeof *GAME };

/* Mates of known length, composed or from games, each checked by hand or by tablebase. */
TEST(finds_mates) {
    static const struct {
        const char *fen;
        int moves;
    } MATES[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
        {"8/8/8/8/8/6k1/8/4q1K1 w - - 0 1", 0},
        {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3},
        {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2},
        {"8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0},
    };
    enum { COUNT = sizeof MATES / sizeof *MATES };
    Pool *pool = pool_create(&table, &REPORTER);
    for (int n = 0; n < scaled(40) * COUNT; n++) {
        const int i = n % COUNT;
        SearchLimits limits = limits_none();
        limits.mate = MATES[i].moves;
        limits.nodes = 10000000;
        pool_resize(pool, 1 + n / COUNT % 4); /* 1 to 4 threads: not each of them finds the mate */
        table_clear(&table);
        const SearchResult result = run(pool, MATES[i].fen, &limits);
        if (MATES[i].moves == 0) {
            assert_int_equal(result.best, MOVE_NONE);
            assert_int_equal(last_score, -SCORE_MATE);
            continue;
        }
        if (last_score != SCORE_MATE - (2 * MATES[i].moves - 1))
            fail_msg("%s: score %d, not mate in %d", MATES[i].fen, last_score, MATES[i].moves);
        assert_int_equal(result.score, last_score);
    }
    pool_free(pool);
}

/* Any legal move completes fifty moves without a capture or pawn move. The search must score a draw at every depth. */
TEST(a_draw_is_zero) {
    static const char *const DRAWS[] = {"8/8/4k3/8/8/4K3/4R3/8 w - - 99 80",
                                        "8/8/4k3/8/8/4K3/4R3/8 b - - 99 80"};
    Pool *pool = pool_create(&table, &REPORTER);
    for (int depth = 1; depth <= 6; depth++)
        for (size_t i = 0; i < sizeof DRAWS / sizeof *DRAWS; i++) {
            const SearchLimits limits = depth_limit(depth);
            table_clear(&table);
            last_score = SCORE_NONE;
            run(pool, DRAWS[i], &limits);
            assert_int_equal(last_score, SCORE_DRAW);
        }
    pool_free(pool);
}

/* True if a search finds a mate in one against the hash table. The table has another move for the root, and a score by
 * which the mating move loses. `rule50` is the counter at the root. */
static bool mates_against_the_table(int rule50) {
    enum { D1 = 3, D2 = 11, D8 = 59 };
    Pool *pool = pool_create(&table, NULL);
    const SearchLimits limits = depth_limit(3);
    char fen[80];
    snprintf(fen, sizeof fen, "6k1/5ppp/8/8/8/8/8/K2R4 w - - %d 90", rule50);
    position_set(pos, fen);
    table_clear(&table);
    table_store(&table, pos->state->key, 0,
                &(TableData){.move = move_make(D1, D2), .depth = 1, .bound = BOUND_EXACT});
    make_move(pos, move_make(D1, D8));
    table_store(&table, pos->state->key, 1,
                &(TableData){.score = 3000, .eval = SCORE_NONE, .depth = 60, .bound = BOUND_LOWER});
    const Move best = run(pool, fen, &limits).best;
    pool_free(pool);
    return best == move_make(D1, D8);
}

TEST(distrusts_the_table_near_the_fifty_moves) {
    assert_false(mates_against_the_table(0));
    assert_true(mates_against_the_table(95));
}

TEST(stops_at_the_node) {
    Pool *pool = pool_create(&table, NULL);
    SearchLimits limits = limits_none();
    limits.nodes = 1000;
    assert_int_equal(run(pool, GAME[0], &limits).nodes, 1000);
    pool_free(pool);
}

/* Several threads give a legal move at the depth asked for, count the nodes of all threads, and end. */
TEST(works_with_several_threads) {
    Pool *pool = pool_create(&table, &REPORTER);
    assert_int_equal(pool_resize(pool, 3), 3);
    const SearchLimits limits = depth_limit(9);
    for (int i = 0; i < 2 * GAME_LENGTH; i++) {
        infos = 0;
        const SearchResult result = run(pool, GAME[i % GAME_LENGTH], &limits);
        assert_true(move_is_legal(pos, result.best));
        assert_true(infos >= 9);
        assert_true(result.nodes > search_nodes(pool_main(pool)));
        assert_int_equal(result.depth, 9);
        pool_resize(pool, 1 + i % 4);
        pool_resize(pool, 3);
    }
    SearchLimits nodes = limits_none();
    /* The limit is for three threads together. On a busy machine each may reach it before the next one begins, but
     * not in each of ten searches. */
    nodes.nodes = 30000;
    int64_t least = INT64_MAX;
    for (int i = 0; i < 10 && least > 45000; i++)
        least = min_int64(least, (int64_t)run(pool, GAME[0], &nodes).nodes);
    assert_in_range(least, 25000, 45000);
    pool_free(pool);
}

static int evaluation_of(Search *s, const char *fen, const Network *net, NetworkUse use) {
    const SearchLimits limits = depth_limit(1);
    position_set(pos, fen);
    search_set_network(s, net);
    const SearchSettings settings = {.network_use = use};
    search_prepare(s, pos, &limits, &settings);
    return search_evaluate(s);
}

/* NETWORK_SCALED scales the network's score down in endings. NETWORK_AND_CLASSICAL is a mean of the network's score and
 * 1.8 times the classical score. In a known ending all uses give the classical score. */
TEST(uses_a_network_as_asked) {
    static const char ENDING[] = "8/5pk1/6p1/8/3PP3/8/5PK1/8 w - - 0 1",
                      KNOWN[] = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    const Network *net = network_embedded();
    Search *s = search_create(&table, NULL);
    assert_non_null(s);
    const int plain = evaluation_of(s, ENDING, net, NETWORK_ITSELF),
              scaled = evaluation_of(s, ENDING, net, NETWORK_SCALED),
              both = evaluation_of(s, ENDING, net, NETWORK_AND_CLASSICAL),
              classical = evaluation_of(s, ENDING, NULL, NETWORK_ITSELF);
    evaluation_of(s, ENDING, net, NETWORK_ITSELF);
    assert_int_equal(plain, accumulators_evaluate(&s->accumulators, &s->pos));
    assert_true(plain > 100 && scaled < plain && scaled > plain / 2);
    assert_int_equal(both, plain + (classical * 9 / 5 - plain) * 47 / 100);
    assert_int_not_equal(both, plain);
    const int known = evaluation_of(s, KNOWN, NULL, NETWORK_SCALED);
    for (NetworkUse use = NETWORK_SCALED; use <= NETWORK_AND_CLASSICAL; use++)
        assert_int_equal(evaluation_of(s, KNOWN, net, use), known);
    search_free(s);
}

enum { LINE_DEPTH = 8 };

typedef struct Line {
    uint64_t nodes; /* nodes of the search up to its report */
    int length;
    Move moves[MAX_PLY];
} Line;

/* A reporter that keeps the line of one iteration, and then clears the hash table for the rest of the search. */
static void lose_table(void *context, const Position *root, const SearchInfo *info) {
    Line *line = context;
    if (info->depth != LINE_DEPTH)
        return;
    line->nodes = info->nodes;
    line->length = info->pv_length;
    memcpy(line->moves, info->pv, (size_t)info->pv_length * sizeof *info->pv);
    table.used = true;
    table_clear(&table);
    table_new_search(&table);
}

/* If the hash table has been cleared, the search stores the best line again as the next iteration begins. */
TEST(keeps_the_best_line) {
    Line line = {0};
    const SearchReporter reporter = {.context = &line, .info = lose_table};
    for (int runs = 0; runs < 2; runs++) { /* the second run ends as the next iteration begins */
        SearchLimits limits = depth_limit(runs == 0 ? LINE_DEPTH : LINE_DEPTH + 1);
        if (runs == 1)
            limits.nodes = (int64_t)line.nodes + 1;
        table.used = true;
        table_clear(&table);
        Pool *pool = pool_create(&table, &reporter);
        run(pool, GAME[0], &limits);
        pool_free(pool);
    }
    assert_true(line.length >= LINE_DEPTH / 2);
    position_set(pos, GAME[0]);
    for (int i = 0; i < line.length; i++) {
        TableData data;
        assert_true(table_probe(&table, pos->state->key, i, 0, &data));
        assert_int_equal(data.move, line.moves[i]);
        make_move(pos, line.moves[i]);
    }
}

BEFORE {
    assert_int_equal(table_resize(&table, 4), 4);
}

AFTER {
    table_free(&table);
}
