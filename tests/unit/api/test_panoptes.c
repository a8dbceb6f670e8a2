/* Each call of the library does what its header promises, in states that allow the call and in all others. */
#include "panoptes.h"
#include "support/cmocka_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static Panoptes *engine;

/* The lines that a search has passed to the callback. */
typedef struct Heard {
    int count, answers;
    char last[4096];
} Heard;

static Heard heard;

static void hear(void *context, const char *line) {
    Heard *h = context;
    h->count++;
    h->answers += strncmp(line, "bestmove", 8) == 0;
    snprintf(h->last, sizeof h->last, "%s", line);
}

static void open_engine(void) {
    engine = panoptes_create();
    assert_non_null(engine);
    heard = (Heard){0};
}

BEFORE_EACH {
    open_engine();
}

AFTER_EACH {
    assert_int_equal(panoptes_destroy(engine), PANOPTES_OK);
}

static void want_error(const char *text) {
    if (!strstr(panoptes_error(engine), text))
        fail_msg("no \"%s\" in \"%s\"", text, panoptes_error(engine));
}

static void want_answer(const char *question, const char *text) {
    const char *answer = panoptes_ask(engine, question);
    if (!answer || !strstr(answer, text))
        fail_msg("%s: no \"%s\" in \"%s\"", question, text,
                 answer ? answer : panoptes_error(engine));
}

TEST(options_are_set_or_refused) {
    static const struct {
        const char *name, *value, *error;
    } CASES[] = {{"hash", "2", NULL},
                 {"Hash", "0", "from 1 to"},
                 {"Hash", NULL, "from 1 to"},
                 {"Hash", "a lot", "from 1 to"},
                 {"UCI_Chess960", "true", NULL},
                 {"UCI_Chess960", "maybe", "true or false"},
                 {"Evaluation", "CLASSICAL", NULL},
                 {"Evaluation", "best", "classical or network"},
                 {"Clear Hash", NULL, NULL},
                 {"EvalFile", "/no\nwhere", "/no?where"},
                 {"EvalFile", "", NULL},
                 {"SyzygyPath", "", NULL},
                 {"Book File", "/nowhere", "/nowhere"},
                 {"", "1", "no option"},
                 {"Hash value 3", NULL, "'value' is missing"},
                 {"Self Check", "true", "no option"},
                 {"Debug Log File", "/tmp/log", "no option"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const PanoptesResult result = panoptes_set_option(engine, CASES[i].name, CASES[i].value);
        assert_int_equal(result, CASES[i].error ? PANOPTES_REFUSED : PANOPTES_OK);
        if (CASES[i].error)
            want_error(CASES[i].error);
    }
}

TEST(positions_are_set_or_refused) {
    static const struct {
        const char *fen, *moves, *error;
    } CASES[] = {{NULL, NULL, NULL},
                 {NULL, "e2e4 e7e5 Nf3", NULL},
                 {NULL, "e2e4 e2e4", "move 2"},
                 {NULL, "e2e9", "not legal"},
                 {"", NULL, "FEN"},
                 {"8/8/8/8/8/8/8/8 w - - 0 1", NULL, "king"},
                 {"8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8", NULL, "FEN"},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", NULL, "the FEN has moves"},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", NULL},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e5", "not legal"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const int good = !CASES[i].error;
        assert_int_equal(panoptes_set_position(engine, CASES[i].fen, CASES[i].moves),
                         good ? PANOPTES_OK : PANOPTES_REFUSED);
        if (!good)
            want_error(CASES[i].error);
        /* A refused position cannot be searched. */
        assert_int_equal(panoptes_go(engine, "depth 1", hear, &heard),
                         good ? PANOPTES_OK : PANOPTES_REFUSED);
        panoptes_wait(engine);
    }
    assert_int_equal(heard.answers, 3);
}

TEST(a_refused_fen_keeps_the_game) {
    assert_int_equal(panoptes_set_position(engine, NULL, "e4"), PANOPTES_OK);
    assert_int_equal(panoptes_set_position(engine, "8/8", NULL), PANOPTES_REFUSED);
    want_answer("map json", "/4P3/");
}

TEST(limits_are_read_or_refused) {
    static const char *const GOOD[] = {
        "depth 2",          "nodes 50", "movetime 1", "json depth 1", "searchmoves d2d4 depth 1",
        "wtime 10 btime 10"};
    static const char *const BAD[] = {"depth",     "depth twelve", "perft 3", "searchmoves e2e5",
                                      "depth 2 x", "json json",    "stop",    "depth 2; mate 1"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        assert_int_equal(panoptes_go(engine, GOOD[i], hear, &heard), PANOPTES_OK);
        assert_int_equal(panoptes_wait(engine), PANOPTES_OK);
        assert_non_null(strstr(heard.last, "bestmove"));
    }
    heard = (Heard){0};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_int_equal(panoptes_go(engine, BAD[i], hear, &heard), PANOPTES_REFUSED);
        want_error("go: ");
        assert_null(strstr(panoptes_error(engine), "honoured"));
    }
    want_error("not '2;'");
    assert_int_equal(panoptes_go(engine, "perft 3", hear, &heard), PANOPTES_REFUSED);
    want_error("'perft'"); /* not the 3, which follows from it */
    assert_int_equal(heard.count, 0);
    assert_int_equal(panoptes_go(engine, "depth 1", NULL, NULL), PANOPTES_OK);
}

TEST(pointers_may_not_be_null) {
    uint64_t map[2][64];
    int value;
    assert_int_equal(panoptes_set_option(NULL, "Hash", "1"), PANOPTES_NULL);
    assert_int_equal(panoptes_set_option(engine, NULL, "1"), PANOPTES_NULL);
    assert_int_equal(panoptes_set_position(NULL, NULL, NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_go(NULL, NULL, hear, &heard), PANOPTES_NULL);
    assert_int_equal(panoptes_stop(NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_wait(NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_map(NULL, map), PANOPTES_NULL);
    assert_int_equal(panoptes_map(engine, NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_see(NULL, "e4", &value), PANOPTES_NULL);
    assert_int_equal(panoptes_see(engine, NULL, &value), PANOPTES_NULL);
    assert_int_equal(panoptes_see(engine, "e4", NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_evaluate(NULL, &value), PANOPTES_NULL);
    assert_int_equal(panoptes_evaluate(engine, NULL), PANOPTES_NULL);
    assert_int_equal(panoptes_destroy(NULL), PANOPTES_OK);
    assert_null(panoptes_ask(NULL, "map"));
    assert_null(panoptes_ask(engine, NULL));
    assert_string_equal(
        panoptes_error(NULL),
        "there is no engine: memory or threads are short, or the library is for another CPU");
    assert_non_null(strstr(panoptes_version(), "Panoptes "));
}

TEST(a_search_goes_on_until_it_is_stopped) {
    Panoptes *other = panoptes_create();
    int value;
    assert_non_null(other);
    assert_int_equal(panoptes_stop(engine), PANOPTES_OK);
    assert_int_equal(panoptes_wait(engine), PANOPTES_OK);
    assert_int_equal(panoptes_go(engine, NULL, hear, &heard), PANOPTES_OK);
    assert_int_equal(panoptes_go(engine, "depth 1", hear, &heard), PANOPTES_BUSY);
    assert_int_equal(panoptes_set_option(engine, "MultiPV", "2"), PANOPTES_BUSY);
    assert_int_equal(panoptes_set_position(engine, NULL, "e4"), PANOPTES_BUSY);
    /* All engines share the tablebases. */
    assert_int_equal(panoptes_set_option(other, "SyzygyPath", ""), PANOPTES_BUSY);
    assert_int_equal(panoptes_set_option(other, "MultiPV", "2"), PANOPTES_OK);
    assert_int_equal(panoptes_destroy(other), PANOPTES_OK);
    want_answer("explain e2e4 nodes 20 json", "\"move\":\"e2e4\"");
    assert_int_equal(panoptes_see(engine, "e4", &value), PANOPTES_OK);
    assert_int_equal(panoptes_evaluate(engine, &value), PANOPTES_OK);
    assert_int_equal(heard.answers, 0);
    assert_int_equal(panoptes_stop(engine), PANOPTES_OK);
    assert_int_equal(panoptes_wait(engine), PANOPTES_OK);
    assert_int_equal(heard.answers, 1);
    assert_int_equal(panoptes_set_option(engine, "SyzygyPath", ""), PANOPTES_OK);
    /* panoptes_destroy ends the next search. */
    assert_int_equal(panoptes_go(engine, NULL, hear, &heard), PANOPTES_OK);
    assert_int_equal(panoptes_destroy(engine), PANOPTES_OK);
    assert_int_equal(heard.answers, 2);
    open_engine();
}

/* A callback that, at the first line, calls the library, and stores the results in the context. */
static void call_within(void *context, const char *line) {
    PanoptesResult *results = context;
    results[0] = panoptes_stop(engine);
    results[1] = panoptes_wait(engine);
    results[2] = panoptes_destroy(engine);
    results[3] = panoptes_go(engine, NULL, call_within, context);
    results[4] = panoptes_set_option(engine, "Hash", "2");
    results[5] = panoptes_set_position(engine, NULL, NULL);
    results[6] = panoptes_ask(engine, "map") ? PANOPTES_OK : PANOPTES_REFUSED;
}

TEST(a_line_may_stop_the_search) {
    PanoptesResult results[7] = {0};
    assert_int_equal(panoptes_go(engine, NULL, call_within, results), PANOPTES_OK);
    assert_int_equal(panoptes_wait(engine), PANOPTES_OK);
    assert_int_equal(results[0], PANOPTES_OK);
    for (int i = 1; i < 6; i++)
        assert_int_equal(results[i], PANOPTES_BUSY);
    assert_int_equal(results[6], PANOPTES_OK);
}

static PanoptesResult within[7];

static void play_from_book(void *other, const char *line) {
    (void)line;
    panoptes_go(other, "depth 1", call_within, within);
}

TEST(a_callback_within_a_callback_knows_both_engines) {
    Panoptes *other = panoptes_create();
    assert_int_equal(panoptes_set_option(other, "OwnBook", "true"), PANOPTES_OK);
    assert_int_equal(panoptes_go(engine, NULL, play_from_book, other), PANOPTES_OK);
    assert_int_equal(panoptes_wait(engine), PANOPTES_OK);
    for (int i = 1; i < 6; i++)
        assert_int_equal(within[i], PANOPTES_BUSY);
    assert_int_equal(panoptes_destroy(other), PANOPTES_OK);
}

static atomic_bool waited; /* panoptes_wait has returned on another thread */

static void *wait_for_search(void *context) {
    panoptes_wait(engine);
    waited = true;
    return NULL;
}

/* A callback that takes its time while another thread waits. */
static void let_another_wait(void *context, const char *line) {
    pthread_t *thread = context;
    if (strncmp(line, "bestmove", 8) != 0)
        return;
    assert_int_equal(pthread_create(thread, NULL, wait_for_search, NULL), 0);
    usleep(20000);
    assert_false(waited);
}

TEST(the_book_answers_within_the_call) {
    assert_int_equal(panoptes_set_option(engine, "OwnBook", "true"), PANOPTES_OK);
    assert_int_equal(panoptes_go(engine, "depth 1", hear, &heard), PANOPTES_OK);
    assert_int_equal(heard.answers, 1);
    PanoptesResult results[7] = {0};
    assert_int_equal(panoptes_go(engine, "depth 1", call_within, results), PANOPTES_OK);
    for (int i = 1; i < 6; i++)
        assert_int_equal(results[i], PANOPTES_BUSY);
    assert_int_equal(results[6], PANOPTES_REFUSED);
    pthread_t thread;
    assert_int_equal(panoptes_go(engine, "depth 1", let_another_wait, &thread), PANOPTES_OK);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* After the last line of a search no other call uses the callback, since the user may have freed its context. */
TEST(only_a_search_calls_the_callback) {
    assert_int_equal(panoptes_go(engine, "depth 1", hear, &heard), PANOPTES_OK);
    panoptes_wait(engine);
    const int count = heard.count;
    assert_int_equal(panoptes_set_option(engine, "OwnBook", "true"), PANOPTES_OK);
    assert_int_equal(panoptes_set_position(engine, "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", NULL),
                     PANOPTES_OK);
    want_answer("eval fen 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "Evaluation");
    assert_int_equal(panoptes_go(engine, "depth x", hear, &heard), PANOPTES_REFUSED);
    assert_int_equal(heard.count, count);
}

TEST(each_engine_has_its_own_options) {
    Panoptes *other = panoptes_create();
    Heard lines = {0};
    int own, its;
    assert_non_null(other);
    assert_int_equal(panoptes_set_option(engine, "MultiPV", "3"), PANOPTES_OK);
    assert_int_equal(panoptes_set_option(other, "Evaluation", "classical"), PANOPTES_OK);
    assert_int_equal(panoptes_set_position(other, NULL, "e4 e5 Nf3 Nc6"), PANOPTES_OK);
    assert_int_equal(panoptes_set_position(engine, NULL, "e4 e5 Nf3 Nc6"), PANOPTES_OK);
    assert_int_equal(panoptes_evaluate(engine, &own), PANOPTES_OK);
    assert_int_equal(panoptes_evaluate(other, &its), PANOPTES_OK);
    assert_int_not_equal(own, its);
    assert_int_equal(panoptes_go(engine, "depth 2", hear, &heard), PANOPTES_OK);
    assert_int_equal(panoptes_go(other, "depth 2", hear, &lines), PANOPTES_OK);
    panoptes_wait(engine);
    panoptes_wait(other);
    assert_int_equal(heard.count, 3 * 2 + 1);
    assert_int_equal(lines.count, 2 + 1);
    assert_int_equal(panoptes_destroy(other), PANOPTES_OK);
}

TEST(questions_are_those_of_the_commands) {
    static const struct {
        const char *question, *text, *error;
    } CASES[] = {{"moves json", "{\"move\":\"g1f3\",\"san\":\"Nf3\"}", NULL},
                 {"moves fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "none\n", NULL},
                 {"validate 8/8", "invalid", NULL}, /* "invalid" is an answer and not an error */
                 {"map svg fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "<svg ", NULL},
                 {"attackers z9", NULL, "no square"},
                 {"see e2e5", NULL, "no legal move"},
                 {"map text /tmp/panoptes-map", NULL, "no file is written"},
                 {"quit", NULL, "no question 'quit'; ask one of d, map, "},
                 {"", NULL, "no question"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (CASES[i].text) {
            want_answer(CASES[i].question, CASES[i].text);
        } else {
            assert_null(panoptes_ask(engine, CASES[i].question));
            want_error(CASES[i].error);
        }
    }
}

TEST(numbers_are_those_of_the_answers) {
    uint64_t map[2][64];
    int value;
    const uint64_t d1 = 1u << 3, g5 = (uint64_t)1 << 38, c4 = 1u << 26, e8 = (uint64_t)1 << 60;
    panoptes_set_position(engine, "8/8/8/3k4/8/8/1NN5/K7 w - - 0 1", NULL);
    assert_int_equal(panoptes_evaluate(engine, &value), PANOPTES_OK);
    assert_int_equal(value, 0); /* as the search evaluates this ending */
    panoptes_set_position(engine, NULL, "d4 d5 Nf3 Nf6");
    assert_int_equal(panoptes_see(engine, "Nd2", &value), PANOPTES_REFUSED);
    want_error("could be several");
    panoptes_set_position(engine, NULL, "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5");
    assert_int_equal(panoptes_map(engine, map), PANOPTES_OK);
    assert_true(map[0][53] == g5 && map[1][53] == e8);   /* f7 */
    assert_true(map[0][35] == (c4 | (uint64_t)1 << 28)); /* d5, from c4 and e4 */
    assert_true(map[0][39] == d1);                       /* h5 */
    assert_int_equal(panoptes_see(engine, "Nxf7", &value), PANOPTES_OK);
    assert_int_equal(value, -200);
    assert_int_equal(panoptes_see(engine, "e2e4", &value), PANOPTES_REFUSED);
    want_error("no legal move");
}
