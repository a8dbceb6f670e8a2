/* Scores are printed by the win model of the evaluation that gave them, and with their bounds. */
#include "api/player.h"
#include "search/search.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

/* All men but one pawn: with this material the win models differ most. */
#define MIDDLEGAME "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
enum { MATERIAL = 77 };

static char line[512];

static void keep(void *context, const char *text) {
    snprintf(line, sizeof line, "%s", text);
}

/* Fails unless the line printed for a score contains `text`. */
static void want_said(bool json, const SearchInfo *info, const char *text) {
    static Player player = {.line = keep, .show_wdl = true};
    position_set(pos, MIDDLEGAME);
    player.json = json;
    lines_info(&player, pos, info);
    if (!strstr(line, text))
        fail_msg("no \"%s\" in \"%s\"", text, line);
}

TEST(scores_are_printed_by_their_model) {
    char text[128];
    SearchInfo info = {.depth = 1, .multipv = 1, .bound = BOUND_EXACT, .score = -200};
    for (info.evaluation = 0; info.evaluation < EVALUATIONS; info.evaluation++) {
        const int cp = wdl_centipawns(info.evaluation, info.score, MATERIAL);
        const WinChances wdl = wdl_of(info.evaluation, info.score, MATERIAL);
        assert_int_not_equal(cp, wdl_centipawns(!info.evaluation, info.score, MATERIAL));
        snprintf(text, sizeof text, " score cp %d wdl %d %d %d nodes ", cp, wdl.win, wdl.draw,
                 wdl.loss);
        want_said(false, &info, text);
        snprintf(text, sizeof text, "\"win\":%d,\"draw\":%d,\"loss\":%d,", wdl.win, wdl.draw,
                 wdl.loss);
        want_said(true, &info, text);
        snprintf(text, sizeof text, "\"centipawns\":%d,", cp);
        want_said(true, &info, text);
    }
}

/* A search reports bounds only after some seconds. So this test hands its own reports to the printing functions. */
TEST(bounds_have_names) {
    static const struct {
        bool json;
        ScoreBound bound;
        const char *text;
    } CASES[] = {{false, BOUND_UPPER, " score cp 0 upperbound wdl "},
                 {false, BOUND_LOWER, " score cp 0 lowerbound wdl "},
                 {true, BOUND_UPPER, "\"bound\":\"upper\""},
                 {true, BOUND_LOWER, "\"bound\":\"lower\""},
                 {true, BOUND_EXACT, "\"bound\":\"exact\""}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const SearchInfo info = {.depth = 1, .multipv = 1, .bound = CASES[i].bound};
        want_said(CASES[i].json, &info, CASES[i].text);
    }
}

/* Weaker play (a skill below SKILL_FULL) uses the classical evaluation, even if the engine is set to the network. */
TEST(results_name_the_evaluation_that_gave_the_score) {
    static const struct {
        Evaluation set, given;
        int skill;
    } CASES[] = {{EVALUATION_NETWORK, EVALUATION_NETWORK, SKILL_FULL},
                 {EVALUATION_CLASSICAL, EVALUATION_CLASSICAL, SKILL_FULL},
                 {EVALUATION_NETWORK, EVALUATION_CLASSICAL, 10 * SKILL_UNIT}};
    static const SearchReporter SILENT = {0};
    const atomic_bool stop = false;
    SearchLimits limits = limits_none();
    limits.depth = 1;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Engine *engine = engine_create(&SILENT, NULL);
        EngineSettings settings = engine_settings_default();
        assert_non_null(engine);
        settings.skill = CASES[i].skill;
        engine_set_evaluation(engine, CASES[i].set);
        engine_configure(engine, &settings);
        assert_int_equal(
            engine_analyse(engine, engine_position(engine), &limits, &stop, NULL).evaluation,
            CASES[i].given);
        engine_destroy(engine);
    }
}
