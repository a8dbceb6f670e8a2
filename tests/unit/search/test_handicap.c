/* Weaker play: a higher skill sees more, and every skill sees simple things. tests/uci/uci_search_options.txt tests the
 * seed, the delay of answers, and that analysis is not weakened. */
#include "board/fen.h"
#include "board/make.h"
#include "board/position.h"
#include "engine/engine.h"
#include "moves/generate.h"
#include "search/search_internal.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"

/* The handicap of a skill in a position, and its limits. */
static Handicap handicap_in(int skill, uint64_t seed, SearchLimits *limits) {
    Handicap h;
    *limits = limits_none();
    handicap_begin(&h, skill, seed, pos, limits);
    return h;
}

TEST(knobs_are_monotonic) {
    position_set(pos, FEN_START);
    SearchLimits last_limits, limits;
    Handicap last = handicap_in(0, 1, &last_limits);
    for (int skill = 1; skill < SKILL_FULL; skill++) {
        const Handicap h = handicap_in(skill, 1, &limits);
        assert_true(limits.nodes >= last_limits.nodes);
        assert_true(h.misjudgement <= last.misjudgement && h.misjudgement > 0);
        assert_true(h.blindness <= last.blindness && h.blindness > 0);
        last = h;
        last_limits = limits;
    }
    const Handicap weakest = handicap_in(0, 1, &last_limits);
    assert_true(limits.nodes > 1000 * last_limits.nodes);
    assert_true(weakest.misjudgement > 20 * last.misjudgement);
    assert_true(weakest.blindness > 20 * last.blindness);
    limits.nodes = 1;
    handicap_begin(&last, SKILL_FULL - 1, 1, pos, &limits);
    assert_int_equal(limits.nodes, 1); /* the handicap keeps a lower limit of the user */
}

TEST(ratings_rise_with_skill) {
    assert_true(RATINGS[0].elo <= UCI_ELO_MIN);
    assert_true(RATINGS[RATING_COUNT - 1].elo >= UCI_ELO_MAX);
    for (int i = 1; i < RATING_COUNT; i++)
        assert_true(RATINGS[i].elo > RATINGS[i - 1].elo && RATINGS[i].level > RATINGS[i - 1].level);
    for (int i = 0; i < RATING_COUNT; i++)
        if (RATINGS[i].elo >= UCI_ELO_MIN && RATINGS[i].elo <= UCI_ELO_MAX)
            assert_in_range(handicap_skill_of_elo(RATINGS[i].elo), RATINGS[i].level * SKILL_UNIT,
                            RATINGS[i].level * SKILL_UNIT);
    int last = handicap_skill_of_elo(UCI_ELO_MIN);
    assert_true(last >= 0);
    for (int elo = UCI_ELO_MIN; elo <= UCI_ELO_MAX; elo++) {
        const int skill = handicap_skill_of_elo(elo);
        assert_true(skill >= last && skill < SKILL_FULL);
        last = skill;
    }
}

TEST(simple_things_are_seen) {
    Random r = {77};
    SearchLimits limits;
    long overlooked = 0, seen = 0, in_checks = 0, taken_back = 0;
    for (int i = 0; i < scaled(3000); i++) {
        position_set(pos, FEN_START);
        random_walk(pos, &r, random_below(&r, TASTE_COUNT), 4 + random_below(&r, 60));
        const Handicap h = handicap_in(0, random_word(&r) | 1, &limits);
        const State *s = pos->state;
        const MoveList list = legal_list(pos);
        int visible = 0;
        for (int j = 0; j < list.count; j++) {
            const Move m = list.moves[j];
            const bool takes_latest = move_kind(m) == MOVE_EN_PASSANT ||
                                      (s->move != MOVE_NONE && move_to(m) == move_to(s->move));
            const bool blind = handicap_overlooks(&h, s, m);
            assert_false(blind && (takes_latest || in_check(s)));
            in_checks += in_check(s);
            taken_back += takes_latest;
            overlooked += blind;
            seen += !blind;
            visible += !blind || gives_check(pos, m);
        }
        assert_int_equal(limits.searchmoves_count, visible);
    }
    assert_true(overlooked > 0 && seen > 0 && in_checks > 0 && taken_back > 0);
}

TEST(errors_are_fixed_and_centred) {
    enum { GAMES = 4000 };
    SearchLimits limits;
    double sum = 0, squares = 0;
    position_set(pos, FEN_START);
    for (int i = 1; i <= GAMES; i++) {
        const Handicap h = handicap_in(0, (uint64_t)i, &limits);
        const int seen = handicap_judge(&h, pos->state, 0);
        assert_int_equal(seen, handicap_judge(&h, pos->state, 0));
        sum += seen / (double)h.misjudgement;
        squares += (double)seen * seen / (h.misjudgement * h.misjudgement);
    }
    /* The bounds are four standard errors of the mean and of the variance. */
    assert_true(sum / GAMES > -0.07 && sum / GAMES < 0.07);
    assert_true(squares / GAMES > 0.9 && squares / GAMES < 1.1);
    const Handicap none = {0};
    assert_int_equal(handicap_judge(&none, pos->state, 123), 123);
}

/* The number of searches in this process that remember an earlier search, by a score or by the clock. */
static int searches_that_remember(void) {
    int count = 0;
    for (int i = 0; i < REGISTRY_SIZE; i++) {
        const Search *s = search_registry_at(i);
        count += s && (s->previous_score != 0 || s->clock.lateness.used != -1);
    }
    return count;
}

/* After a new game, neither the full search nor the weakened search remembers the previous game. */
TEST(a_new_game_is_new_to_both_searches) {
    static const SearchReporter NOBODY = {0};
    const int others = searches_that_remember();
    Engine *e = engine_create(&NOBODY, NULL);
    assert_non_null(e);
    assert_true(engine_set_fen(e, "4k3/8/8/8/8/8/4P3/4KQ2 w - - 0 1", NULL, 0));
    SearchLimits limits = limits_none();
    limits.clock[WHITE] = limits.clock[BLACK] = 200;
    for (int weak = 0; weak < 2; weak++) {
        EngineSettings settings = engine_settings(e);
        settings.skill = weak ? 200 : SKILL_FULL;
        engine_configure(e, &settings);
        engine_go(e, &limits);
        engine_wait(e);
    }
    assert_int_equal(searches_that_remember(), others + 2);
    engine_new_game(e);
    assert_int_equal(searches_that_remember(), others);
    engine_destroy(e);
}
