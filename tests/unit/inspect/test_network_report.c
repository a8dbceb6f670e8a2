/* What inspection shows of the network: the inputs that a move changes, against all inputs of both
 * positions, and that texts, JSON and pictures hold what was found. */
#include "board/make.h"
#include "eval/evaluate.h"
#include "eval/wdl.h"
#include "inspect/inspect.h"
#include "inspect/inspect_internal.h"
#include "inspect/json.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Network net;
static long seen, resettled;

static void for_each_network(int positions, Visit *visit) {
    for (uint64_t seed = 11; seed < 13; seed++) {
        void *bytes = random_network(seed, &net);
        visit_positions(pos, scaled(positions), visit);
        free(bytes);
    }
}

/* Makes a random move in `other`; returns MOVE_NONE if there is none. */
static Move make_random(const Position *at, Random *r) {
    const MoveList list = legal_list(at);
    const Move m = list.count ? list.moves[random_below(r, list.count)] : MOVE_NONE;
    position_copy(other_pos, at);
    if (m != MOVE_NONE)
        make_move(other_pos, m);
    return m;
}

static int for_white(const State *s, int score) {
    return s->side == WHITE ? score : -score;
}

/* --- what a move changes --------------------------------------------------------------------- */

static NetworkChanges changes;
static Contributions all[2]; /* before and after */

static bool same_placed(PlacedPiece a, PlacedPiece b) {
    return a.piece == b.piece && a.square == b.square;
}

static bool same_pair(ThreatPair a, ThreatPair b) {
    return a.attacker == b.attacker && a.from == b.from && a.target == b.target && a.to == b.to;
}

/* A piece that is in one position only is listed once, with its own contribution, else never.
 * Returns how often. */
static int check_piece(const PieceContribution *c, const Contributions *elsewhere, bool came) {
    bool there = false;
    int listed = 0;
    for (int i = 0; i < elsewhere->piece_count; i++)
        there |= same_placed(elsewhere->pieces[i].placed, c->placed);
    for (int i = 0; i < changes.count; i++) {
        const InputChange *change = &changes.changes[i];
        if (change->is_pair || change->came != came || !same_placed(change->placed, c->placed))
            continue;
        assert_int_equal(change->value, c->square);
        listed++;
    }
    assert_int_equal(listed, !there);
    return listed;
}

static int check_pair(const PairContribution *c, const Contributions *elsewhere, bool came) {
    bool there = false;
    int listed = 0;
    for (int i = 0; i < elsewhere->pair_count; i++)
        there |= same_pair(elsewhere->pairs[i].pair, c->pair);
    for (int i = 0; i < changes.count; i++) {
        const InputChange *change = &changes.changes[i];
        if (!change->is_pair || change->came != came || !same_pair(change->pair.pair, c->pair))
            continue;
        assert_int_equal(change->value, c->value);
        listed++;
    }
    assert_int_equal(listed, !there);
    return listed;
}

static void check_changes(const State *before, const State *after) {
    int listed = 0;
    for (int came = 0; came < 2; came++) {
        for (int i = 0; i < all[came].piece_count; i++)
            listed += check_piece(&all[came].pieces[i], &all[!came], came);
        for (int i = 0; i < all[came].pair_count; i++)
            listed += check_pair(&all[came].pairs[i], &all[!came], came);
    }
    assert_int_equal(listed, changes.count);
    for (int i = 1; i < changes.count; i++)
        assert_true(abs(changes.changes[i - 1].value) >= abs(changes.changes[i].value));
    for (Color c = WHITE; c <= BLACK; c++) {
        const Square from = king_square(before, c), to = king_square(after, c);
        assert_int_equal(changes.mirrored[c], (file_of(from) < FILE_E) != (file_of(to) < FILE_E));
        const Perspective *by_king = perspectives[c];
        assert_int_equal(changes.other_set[c], by_king[from].set != by_king[to].set);
        resettled += changes.other_set[c];
    }
    seen += listed;
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
    check_changes(before, after);
}

TEST(inputs_that_change) {
    seen = resettled = 0;
    for_each_network(4000, visit_changes);
    assert_true(resettled > 0);
    printf("  %ld inputs went or came\n", seen);
    assert_true(seen > scaled(40000));
}

/* --- words ----------------------------------------------------------------------------------- */

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

/* --- documents ------------------------------------------------------------------------------- */

static void want(const Document *out, const Document *wanted) {
    if (!strstr(out->data, wanted->data))
        fail_msg("'%s' is not in:\n%s", wanted->data, out->data);
    seen++;
}

/* Each pair that matters is shown with its value, between the texts given. */
static void want_pairs(const Document *out, const Position *at, const char *end) {
    for (int i = 0; i < all[0].pair_count && i < PAIRS_SHOWN; i++) {
        Document wanted = {0};
        pair_phrase(&wanted, &all[0].pairs[i]);
        document_add(&wanted, ": %+.2f%s",
                     printed_pawns(EVALUATION_NETWORK, at, all[0].pairs[i].value), end);
        want(out, &wanted);
        document_free(&wanted);
    }
}

/* So is each piece. */
static void want_pieces(const Document *out, const Position *at, bool letters, const char *end) {
    for (int i = 0; i < all[0].piece_count; i++) {
        const PieceContribution *c = &all[0].pieces[i];
        Document wanted = {0};
        if (letters)
            document_add(&wanted, " %c%+6.2f", placed_letter(c->placed),
                         printed_pawns(EVALUATION_NETWORK, at, c->whole));
        else
            document_add(&wanted, ">%+.2f%s", printed_pawns(EVALUATION_NETWORK, at, c->whole), end);
        want(out, &wanted);
        document_free(&wanted);
    }
}

/* What an evaluation gives White, in units. */
static int units_by(Evaluation e, const Position *at) {
    return for_white(at->state,
                     e == EVALUATION_NETWORK ? network_evaluate(&net, at->state) : evaluate(at));
}

/* The same as it is to be printed: by the win model of this evaluation. */
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
    want(out, &(Document){.data = text});
}

/* Both scores, in the answers of `eval` for a position. */
static void want_scores(const Document *text, const Document *svg, const Document *json,
                        const Position *at) {
    static const char *const NAMES[EVALUATIONS] = {"Evaluation", "Network"};
    static const char *const KEYS[EVALUATIONS] = {"classical", "network"};
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        want_text(text, "%s: %d as the search counts it, printed as %+.2f pawns, for", NAMES[e],
                  for_white(at->state, units_by(e, at)),
                  for_white(at->state, centipawns_by(e, at)) / 100.0);
        want_text(json, "\"%s\":{\"centipawns\":%d,\"units\":%d", KEYS[e], centipawns_by(e, at),
                  units_by(e, at));
    }
    want_text(svg, "The network: %+.2f. The classical evaluation: %+.2f.",
              pawns_by(EVALUATION_NETWORK, at), pawns_by(EVALUATION_CLASSICAL, at));
}

/* Both scores of both positions, in those of `explain`. */
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

/* Brackets outside strings close what was opened, on one line that they begin and end. */
static void check_json(const Document *out) {
    char open[64];
    int depth = 0;
    bool in_string = false;
    assert_int_equal(out->data[0], '{');
    for (const char *c = out->data; *c != '\n'; c++) {
        assert_in_range(*c, ' ', '~');
        in_string ^= *c == '"';
        if (in_string)
            continue;
        assert_true(c == out->data || depth > 0);
        if (*c == '{' || *c == '[')
            open[depth++] = *c;
        if (*c == '}' || *c == ']')
            assert_int_equal(open[--depth], *c == '}' ? '{' : '[');
        assert_in_range(depth, 0, 60);
    }
    assert_false(in_string);
    assert_int_equal(depth, 0);
    assert_ptr_equal(strchr(out->data, '\n'), out->data + out->length - 1);
}

static void visit_documents(Position *at, Random *r) {
    Document text = {0}, svg = {0}, json = {0}, explained = {0}, explained_json = {0};
    contributions_find(&net, at->state, &all[0]);
    evaluation_text(&text, at, &net);
    want_pieces(&text, at, true, "");
    want_pairs(&text, at, "\n");
    evaluation_svg(&svg, at, &(View){.bottom = WHITE}, &net);
    want_pieces(&svg, at, false, "</text>");
    want_pairs(&svg, at, "</text>\n");
    evaluation_json(&json, at, &net);
    check_json(&json);
    want_scores(&text, &svg, &json, at);
    const Move m = make_random(at, r);
    if (m != MOVE_NONE) {
        explain_text(&explained, at, other_pos, m, &net, NULL);
        explain_json(&explained_json, at, other_pos, m, &net, NULL);
        check_json(&explained_json);
        want_changes(&explained, &explained_json, at, other_pos);
    }
    document_free(&text);
    document_free(&svg);
    document_free(&json);
    document_free(&explained);
    document_free(&explained_json);
}

TEST(documents_hold_all) {
    seen = 0;
    for_each_network(200, visit_documents);
    assert_true(seen > scaled(20000));
}

/* Without a network nothing is said of one. */
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
    check_json(&out);
    assert_non_null(strstr(out.data, ",\"network\":null}"));
    document_free(&out);
}

TEST(without_a_network) {
    visit_positions(pos, scaled(500), visit_none);
}
