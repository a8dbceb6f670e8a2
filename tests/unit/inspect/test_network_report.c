/* The inspection of the network gives the right contributions of the inputs that a move changes. Texts, JSON and
 * pictures show the scores of both evaluations. tests/platform/clients/inspect.mjs checks which inputs change. */
#include "board/make.h"
#include "eval/evaluate.h"
#include "eval/wdl.h"
#include "inspect/inspect.h"
#include "inspect/inspect_internal.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Network net;
static long seen;

/* Makes a random move in `other`; returns MOVE_NONE if there is none. */
static Move make_random(const Position *at, Random *r) {
    const Move m = random_move(at, r, TASTE_ANY);
    position_copy(other_pos, at);
    if (m != MOVE_NONE)
        make_move(other_pos, m);
    return m;
}

static NetworkChanges changes;
static Contributions all[2]; /* before and after */

/* The contribution of a changed input to the score of one position; INT_MIN if the position lacks the input. */
static int value_in(const Contributions *there, const InputChange *c) {
    for (int i = 0; i < there->piece_count && !c->is_pair; i++)
        if (memcmp(&there->pieces[i].placed, &c->placed, sizeof c->placed) == 0)
            return there->pieces[i].square;
    for (int i = 0; i < there->pair_count && c->is_pair; i++)
        if (memcmp(&there->pairs[i].pair, &c->pair.pair, sizeof c->pair.pair) == 0)
            return there->pairs[i].value;
    return INT_MIN;
}

static void visit_changes(Position *at, Random *r) {
    if (make_random(at, r) == MOVE_NONE)
        return;
    const State *before = at->state, *after = other_pos->state;
    contributions_find(&net, before, &all[0]);
    contributions_find(&net, after, &all[1]);
    network_changes_find(&net, before, after, &changes);
    assert_int_equal(changes.score[0], for_white(before, network_evaluate(&net, before)));
    assert_int_equal(changes.score[1], for_white(after, network_evaluate(&net, after)));
    for (int i = 0; i < changes.count; i++) {
        const InputChange *change = &changes.changes[i];
        assert_int_equal(value_in(&all[change->came], change), change->value);
        assert_int_equal(value_in(&all[!change->came], change), INT_MIN);
    }
    seen += changes.count;
}

TEST(inputs_that_change) {
    seen = 0;
    visit_with_networks(11, &net, pos, 4000, visit_changes);
    printf("  %ld inputs went or came\n", seen);
    assert_true(seen > scaled(40000));
}

TEST(pairs_in_words) {
    enum { P = 2 * PAWN, N = 2 * KNIGHT, R = 2 * ROOK, Q = 2 * QUEEN };
    static const struct {
        PairContribution c;
        const char *words;
    } CASES[] = {
        {{{N, A1, Q + 1, E8}, 0}, "White's Knight a1 attacks the Queen e8"},
        {{{P + 1, E8, N + 1, H1}, 0}, "Black's Pawn e8 defends the Knight h1"},
        {{{R, A1, R, H1}, 0}, "White's Rook a1 defends the Rook h1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Document out = {0};
        pair_phrase(&out, &CASES[i].c);
        assert_string_equal(out.data, CASES[i].words);
        document_free(&out);
    }
}

/* The score of a position for White by an evaluation, in units. */
static int units_by(Evaluation e, const Position *at) {
    return for_white(at->state,
                     e == EVALUATION_NETWORK ? network_evaluate(&net, at->state) : evaluate(at));
}

/* The score as it must be printed: in centipawns, by the win model of this evaluation. */
static int centipawns_by(Evaluation e, const Position *at) {
    return wdl_centipawns(e, units_by(e, at), wdl_material(at->state));
}

static double pawns_by(Evaluation e, const Position *at) {
    return centipawns_by(e, at) / 100.0;
}

static void want_text(const Document *out, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!strstr(out->data, text))
        fail_msg("'%s' is not in:\n%s", text, out->data);
    seen++;
}

/* Fails unless each answer of `eval` shows the scores of both evaluations. */
static void want_scores(const Document *text, const Document *svg, const Document *json,
                        const Position *at) {
    static const char *const NAMES[EVALUATIONS] = {"Evaluation", "Network"};
    static const char *const KEYS[EVALUATIONS] = {"classical", "network"};
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        want_text(text, "%s: %d units, %+.2f pawns, for", NAMES[e],
                  for_white(at->state, units_by(e, at)),
                  for_white(at->state, centipawns_by(e, at)) / 100.0);
        want_text(json, "\"%s\":{\"centipawns\":%d,\"units\":%d", KEYS[e], centipawns_by(e, at),
                  units_by(e, at));
    }
    want_text(svg, "The network: %+.2f. The classical evaluation: %+.2f.",
              pawns_by(EVALUATION_NETWORK, at), pawns_by(EVALUATION_CLASSICAL, at));
}

/* Fails unless each answer of `explain` shows both evaluations' scores before and after the move. */
static void want_changes(const Document *text, const Document *json, const Position *before,
                         const Position *after) {
    static const char *const BEGINNINGS[EVALUATIONS] = {"The evaluation goes",
                                                        "The network's score goes"};
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        want_text(text, "%s from %+.2f to %+.2f pawns", BEGINNINGS[e], pawns_by(e, before),
                  pawns_by(e, after));
        want_text(json, "\"before\":{\"centipawns\":%d,\"units\":%d", centipawns_by(e, before),
                  units_by(e, before));
        want_text(json, "\"after\":{\"centipawns\":%d,\"units\":%d", centipawns_by(e, after),
                  units_by(e, after));
    }
}

static void visit_documents(Position *at, Random *r) {
    Document text = {0}, svg = {0}, json = {0}, explained = {0}, explained_json = {0};
    evaluation_text(&text, at, &net);
    evaluation_svg(&svg, at, &(View){.bottom = WHITE}, &net);
    evaluation_json(&json, at, &net);
    want_scores(&text, &svg, &json, at);
    const Move m = make_random(at, r);
    if (m != MOVE_NONE) {
        explain_text(&explained, at, other_pos, m, &net, NULL);
        explain_json(&explained_json, at, other_pos, m, &net, NULL);
        want_changes(&explained, &explained_json, at, other_pos);
    }
    document_free(&text);
    document_free(&svg);
    document_free(&json);
    document_free(&explained);
    document_free(&explained_json);
}

TEST(documents_have_the_scores_of_both) {
    seen = 0;
    visit_with_networks(11, &net, pos, 200, visit_documents);
    assert_true(seen > scaled(1000));
}

/* Without a network the answers do not mention one. */
static void visit_none(Position *at, Random *r) {
    Document out = {0};
    evaluation_text(&out, at, NULL);
    evaluation_svg(&out, at, &(View){.bottom = WHITE}, NULL);
    const Move m = make_random(at, r);
    if (m != MOVE_NONE)
        explain_text(&out, at, other_pos, m, NULL, NULL);
    assert_null(strstr(out.data, "etwork"));
    document_free(&out);
    evaluation_json(&out, at, NULL);
    assert_non_null(strstr(out.data, ",\"network\":null}"));
    document_free(&out);
}

TEST(without_a_network) {
    visit_positions(pos, scaled(500), visit_none);
}
