/* uci_scores [--slow] BINARY [SCENE]
 *
 * A score is printed by the win model of the evaluation that gave it, wherever scores are printed.
 * How many units it has is known from the same search by an engine in this process.
 */
#include "engine/engine.h"
#include "search/handicap.h"
#include "support/dialogue.h"
#include "support/files.h"
#include "support/setup.h"
#include "uci/uci_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All men but a pawn: there the models differ most, and there is something to print. */
#define MIDDLEGAME "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { SKILL = 10 };

/* Who gives a score, and by whose model it must be printed. */
typedef struct Judge {
    const char *option; /* the value of Evaluation */
    Evaluation set, model;
    bool is_weaker;
} Judge;

static const Judge NETWORK = {"network", EVALUATION_NETWORK, EVALUATION_NETWORK, false},
                   CLASSICAL = {"classical", EVALUATION_CLASSICAL, EVALUATION_CLASSICAL, false},
                   WEAKER = {"network", EVALUATION_NETWORK, EVALUATION_CLASSICAL, true};

/* --- what must be printed -------------------------------------------------------------------- */

static int material;

/* The score of a search to depth 1, in units. */
static int units_by(const Judge *judge) {
    static const SearchReporter SILENT = {0};
    const atomic_bool stop = false;
    SearchLimits limits = limits_none();
    Engine *engine = engine_create(&SILENT, NULL);
    if (!engine || !engine_set_fen(engine, MIDDLEGAME, NULL, 0))
        exit(2);
    engine_set_evaluation(engine, judge->set);
    if (judge->is_weaker) {
        EngineSettings settings = engine_settings_default();
        settings.skill = SKILL * SKILL_UNIT;
        settings.skill_seed = 1;
        engine_configure(engine, &settings);
    }
    limits.depth = 1;
    const SearchResult thought = engine_think(engine, engine_position(engine), &limits, &stop);
    material = wdl_material(engine_position(engine)->state);
    engine_destroy(engine);
    return thought.score;
}

static int centipawns_by(const Judge *judge) {
    const int units = units_by(judge), right = wdl_centipawns(judge->model, units, material),
              wrong = wdl_centipawns(!judge->model, units, material);
    check(abs(right - wrong) >= 3, "%d units are %d and %d in the two models", units, right, wrong);
    return right;
}

/* --- what is printed ------------------------------------------------------------------------- */

static void start_judged(UciProcess *e, const Judge *judge) {
    start(e);
    say(e, "setoption name Evaluation value %s\nsetoption name UCI_ShowWDL value true",
        judge->option);
    if (judge->is_weaker)
        say(e, "setoption name Skill Seed value 1\nsetoption name Skill Level value %d", SKILL);
    check(count_until_ready(e, "") == 0, "an option is not set silently");
}

static void go_prints(const Judge *judge) {
    const int units = units_by(judge), wanted = centipawns_by(judge);
    const WinChances chances = wdl_of(judge->model, units, material);
    char text[128], line[LINE];
    UciProcess e;
    start_judged(&e, judge);
    say(&e, "position fen " MIDDLEGAME "\ngo depth 1");
    wait_for(&e, "info depth 1 ", line);
    snprintf(text, sizeof text, " score cp %d wdl %d %d %d ", wanted, chances.win, chances.draw,
             chances.loss);
    check(strstr(line, text) != NULL, "\"%s\", not \"%s\"", line, text);
    quit(&e);
}

static void network_and_go(void) {
    go_prints(&NETWORK);
}

static void classical_and_go(void) {
    go_prints(&CLASSICAL);
}

static void weaker_and_go(void) {
    go_prints(&WEAKER);
}

/* The number in a line's column, from 0, in pawns, as centipawns. */
static void want_column(const char *line, int column, const Judge *judge) {
    char text[16];
    const char *at = line;
    for (int i = 0, used = 0; i < column && sscanf(at, "%*s%n", &used) == 0; i++)
        at += used;
    snprintf(text, sizeof text, " %+.2f ", centipawns_by(judge) / 100.0);
    at += strspn(at, " ");
    check(at > line && strncmp(at - 1, text, strlen(text)) == 0, "\"%s\" has no%sin column %d",
          line, text, column);
}

static void show_prints(const Judge *judge) {
    char line[LINE];
    UciProcess e;
    start_judged(&e, judge);
    say(&e, "show 0 " MIDDLEGAME);
    wait_for(&e, "    1 ", line);
    want_column(line, 1, judge);
    wait_for(&e, "Score ", line);
    quit(&e);
}

static void both_and_show(void) {
    show_prints(&NETWORK);
    show_prints(&CLASSICAL);
}

static void bench_prints(const Judge *judge, const char *positions) {
    char line[LINE];
    UciProcess e;
    start_judged(&e, judge);
    say(&e, "bench %s 1", positions);
    wait_for(&e, "        1/1 ", line);
    want_column(line, 5, judge);
    quit(&e);
}

static void selfplay_prints(const Judge *judge, const char *positions, const char *games) {
    char line[LINE], text[32];
    size_t size;
    UciProcess e;
    start_judged(&e, judge);
    say(&e, "selfplay 1 depth=1 openings %s pgn %s", positions, games);
    wait_for(&e, "A scores ", line);
    quit(&e);
    char *pgn = file_get(games, &size);
    const char *comment = strchr(pgn, '{');
    snprintf(text, sizeof text, "{%+.2f/1 ", centipawns_by(judge) / 100.0);
    check(comment && strncmp(comment, text, strlen(text)) == 0, "\"%.20s\", not \"%s\"", comment,
          text);
    free(pgn);
}

static void both_in_files(void) {
    static const Judge *const JUDGES[] = {&NETWORK, &CLASSICAL};
    static const char *const GAMES[] = {"network.pgn", "classical.pgn"};
    char positions[FILE_PATH_SIZE], games[FILE_PATH_SIZE];
    file_place(positions, "ending.epd");
    file_put(positions, MIDDLEGAME "\n", sizeof MIDDLEGAME);
    for (int i = 0; i < 2; i++) {
        file_place(games, GAMES[i]);
        bench_prints(JUDGES[i], positions);
        selfplay_prints(JUDGES[i], positions, games);
    }
    files_remove();
}

/* A game that scores have ended as won: both sides reported 7 pawns, for three moves each. */
static void want_clear_win(const char *pgn, const char *end) {
    enum { PLIES = 6 };
    const char *comment = end;
    double least = 1000;
    for (int i = 0; i < PLIES; i++) {
        double pawns;
        do
            comment--;
        while (comment > pgn && *comment != '{');
        if (sscanf(comment, "{%lf/", &pawns) == 1 && fabs(pawns) < least) /* no mate */
            least = fabs(pawns);
    }
    check(least >= 7, "a game ends as won at %.2f pawns", least);
}

/* Whoever evaluates, games are adjudicated by the scores that are printed. */
static void both_adjudicate(void) {
    static const Judge *const JUDGES[] = {&NETWORK, &CLASSICAL};
    char line[LINE], games[FILE_PATH_SIZE];
    for (int i = 0; i < 2; i++) {
        int seen = 0;
        size_t size;
        UciProcess e;
        file_place(games, "adjudicated.pgn");
        start_judged(&e, JUDGES[i]);
        say(&e, "selfplay %d nodes=300 seed 1 adjudicate pgn %s", slow ? 6 : 40, games);
        wait_for(&e, "A scores ", line);
        quit(&e);
        char *pgn = file_get(games, &size);
        for (const char *end = pgn; (end = strstr(end, "a clear win")); end++, seen++)
            want_clear_win(pgn, end);
        check(seen > 1, "%d games end as won by the scores", seen);
        free(pgn);
        files_remove();
    }
}

/* --- bounds ---------------------------------------------------------------------------------- */

/* Wants what is printed of a score that is a bound to hold a text. */
static void want_bound(bool json, ScoreBound bound, const char *text) {
    static Session session;
    const SearchReporter reporter = reporter_of(&session);
    const SearchInfo info = {.depth = 1, .multipv = 1, .bound = bound};
    char line[LINE] = "";
    Position *pos = position_new();
    FILE *file = tmpfile();
    position_set(pos, MIDDLEGAME);
    session.style = json ? STYLE_JSON : STYLE_UCI;
    fflush(stdout);
    const int own = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    reporter.info(&session, pos, &info);
    dup2(own, STDOUT_FILENO);
    close(own);
    rewind(file);
    check(fgets(line, sizeof line, file) && strstr(line, text), "no %s: %s", text, line);
    fclose(file);
    free(pos);
}

/* Searches print bounds only after seconds. */
static void bounds_have_names(void) {
    want_bound(false, BOUND_UPPER, " upperbound ");
    want_bound(false, BOUND_LOWER, " lowerbound ");
    want_bound(true, BOUND_UPPER, "\"bound\":\"upper\"");
    want_bound(true, BOUND_LOWER, "\"bound\":\"lower\"");
    want_bound(true, BOUND_EXACT, "\"bound\":\"exact\"");
}

static const Scene SCENES[] = {
    {"network", network_and_go},   {"classical", classical_and_go},
    {"weaker", weaker_and_go},     {"show", both_and_show},
    {"files", both_in_files},      {"adjudication", both_adjudicate},
    {"bounds", bounds_have_names},
};

int main(int argc, char **argv) {
    setup_tables();
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
