/* What is printed of a score: by the win model of the evaluation that gave it, and with its bound. */
#include "engine/engine.h"
#include "search/handicap.h"
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "uci/uci_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All men but a pawn: there the models differ most. */
#define MIDDLEGAME "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
enum { MATERIAL = 77 };

/* Wants the line that is printed of a score to hold a text. */
static void want_printed(AnswerStyle style, const SearchInfo *info, const char *text) {
    static Session session = {.show_wdl = true};
    const SearchReporter reporter = reporter_of(&session);
    char line[512] = "";
    Position *pos = position_new();
    FILE *file = tmpfile();
    position_set(pos, MIDDLEGAME);
    session.style = style;
    fflush(stdout);
    const int own = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    reporter.info(&session, pos, info);
    dup2(own, STDOUT_FILENO);
    close(own);
    rewind(file);
    if (!fgets(line, sizeof line, file) || !strstr(line, text))
        fail_msg("no \"%s\" in \"%s\"", text, line);
    fclose(file);
    free(pos);
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
        want_printed(STYLE_UCI, &info, text);
        snprintf(text, sizeof text, "\"win\":%d,\"draw\":%d,\"loss\":%d,", wdl.win, wdl.draw,
                 wdl.loss);
        want_printed(STYLE_JSON, &info, text);
        snprintf(text, sizeof text, "\"centipawns\":%d,", cp);
        want_printed(STYLE_JSON, &info, text);
    }
}

/* Searches print bounds only after seconds. */
TEST(bounds_have_names) {
    static const struct {
        AnswerStyle style;
        ScoreBound bound;
        const char *text;
    } CASES[] = {{STYLE_UCI, BOUND_UPPER, " upperbound "},
                 {STYLE_UCI, BOUND_LOWER, " lowerbound "},
                 {STYLE_JSON, BOUND_UPPER, "\"bound\":\"upper\""},
                 {STYLE_JSON, BOUND_LOWER, "\"bound\":\"lower\""},
                 {STYLE_JSON, BOUND_EXACT, "\"bound\":\"exact\""}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const SearchInfo info = {.depth = 1, .multipv = 1, .bound = CASES[i].bound};
        want_printed(CASES[i].style, &info, CASES[i].text);
    }
}

/* Weaker players go by the classical evaluation. */
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
        assert_int_equal(engine_think(engine, engine_position(engine), &limits, &stop).evaluation,
                         CASES[i].given);
        engine_destroy(engine);
    }
}
