/* Games between two engines: the clocks are kept, and the Elo of matches is right. */
#include "engine/match.h"
#include "support/cmocka_test.h"

#include <math.h>

/* A score of 70 % is +147.2 Elo. The score's 95 % interval is 0.7 +- 1.96 * 0.4 / sqrt(100), from 62.2 % to 77.8 %. */
TEST(elo_is_right) {
    const EloEstimate e = elo_estimate((int[]){20, 20, 60}, 3);
    assert_true(fabs(e.elo - 147.2) < 0.1 && fabs(e.low - 86.2) < 1 && fabs(e.high - 218.2) < 1);
    assert_true(fabs(elo_estimate((int[]){60, 20, 20}, 3).elo + e.elo) < 1e-6);
    assert_true(isnan(elo_estimate((int[]){0, 0, 3}, 3).elo));
    assert_true(isnan(elo_estimate((int[]){0, 3, 0}, 3).elo));
    assert_true(isnan(elo_estimate((int[]){0, 0, 0}, 3).elo));
}

/* On each move a side uses most of its increment, and never more than its clock has. The test counts nodes in place of
 * time, so that machines do not differ. */
TEST(moves_bring_increments) {
    enum { BASE = 20, INCREMENT = 20, NODES = 20 };
    static const SearchReporter SILENT = {0};
    static const atomic_bool NEVER;
    static MatchGame game;
    const TimeControl control = {BASE, INCREMENT, LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, NODES};
    Engine *engine = engine_create(&SILENT, NULL), *players[] = {engine, engine};
    EngineSettings settings = engine_settings_default();
    int64_t spent[COLOR_COUNT] = {0}; /* microseconds */
    settings.search.nodestime = NODES;
    assert_int_equal(engine_set_hash(engine, 1), 1);
    engine_configure(engine, &settings);
    assert_true(
        match_play(players, &(MatchSettings){control, false}, FEN_START, pos, &NEVER, &game));
    for (int i = 0; i < game.count; i++) {
        spent[i % 2] += game.moves[i].thought.time;
        assert_true(spent[i % 2] <= 1000 * (BASE + INCREMENT * (i / 2 + 1)));
    }
    assert_true(game.count > 40 && spent[WHITE] + spent[BLACK] > 500 * INCREMENT * game.count);
    engine_destroy(engine);
}
