/* The texts of a report are right: encodings, escapes, comments, clocks, names of openings, and numbered moves. */
#include "board/make.h"
#include "inspect/document.h"
#include "moves/notation.h"
#include "report/openings.h"
#include "report/report.h"
#include "report/report_internal.h"
#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

/* Fails unless the document is `expected`; empties the document. */
static void want(Document *d, const char *expected) {
    assert_false(d->out_of_memory);
    assert_string_equal(d->data ? d->data : "", expected);
    document_free(d);
}

static void becomes_utf8(char **cells) {
    Document d = {0};
    utf8_add(&d, cells[0]);
    want(&d, cells[1]);
}

TEST(encodings_become_utf8) {
    each_row("report/texts.tsv", "utf8", becomes_utf8);
}

static void is_isolated(char **cells) {
    Document d = {0};
    utf8_add_isolated(&d, cells[0]);
    want(&d, cells[1]);
}

TEST(directions_are_kept_apart) {
    each_row("report/texts.tsv", "isolated", is_isolated);
    Document d = {0};
    html_isolated(&d, "<\xE2\x80\xAE\xD7\x93");
    want(&d, "<bdi>&lt;\xD7\x93</bdi>");
}

TEST(markup_is_escaped) {
    Document d = {0};
    html_text(&d, "<b a=\"1\" c='2'>&amp;</b> x");
    want(&d, "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt; x");
    Json j = {.out = &d, .in_html = true};
    json_text(&j, NULL, "</script>&\"\\\n\xE2\x80\xA8\xE2\x80\xA9\xE2\x82\xAC\xE2");
    want(&d, "\"\\u003c/script\\u003e\\u0026\\\"\\\\\\u000a\\u2028\\u2029\xE2\x82\xAC\xE2\"");
    j = (Json){.out = &d};
    json_text(&j, NULL, "<&>\"\x01");
    want(&d, "\"<&>\\\"\\u0001\"");
}

/* The page begins with the text by which the engine knows its own pages, and has a content security policy. */
TEST(the_page_has_its_places) {
    Document d = {0};
    page_begin(&d, (PageTemplate){NULL, NULL}, "<i>");
    assert_memory_equal(d.data, REPORT_PAGE_HEAD, strlen(REPORT_PAGE_HEAD));
    assert_non_null(strstr(d.data, "<title>&lt;i&gt;</title>"));
    assert_non_null(strstr(d.data, "Content-Security-Policy"));
    page_end(&d, (PageTemplate){NULL, NULL});
    assert_null(strstr(d.data, "<!--GAMES-->"));
    assert_non_null(strstr(d.data, "</html>"));
    document_free(&d);
}

TEST(comments_are_kept) {
    GameRecord *r = calloc(1, sizeof *r);
    PgnHandler h = record_handler(r);
    h.tag(r, "White", "M\xFCller");
    h.comment(r, " [%clk 1:02:03.5] first ");
    h.nag(r, 3);
    h.comment(r, "[%emt 5]second   word [%eval 0.3]");
    assert_string_equal(record_tag(r, "White"), "M\xC3\xBCller");
    assert_string_equal(record_tag(r, "Black"), "");
    Document d = {0};
    record_comments(r, 0, &d);
    want(&d, "first second word");
    assert_true(record_clock(r, 0) == 3723.5);
    assert_true(record_clock(r, 1) < 0);
    record_clear(r);
    h.comment(r, "[%clk x]");
    assert_true(record_clock(r, 0) < 0);
    record_comments(r, 0, &d);
    want(&d, "");
    record_free(r);
    free(r);
}

/* Checks the ECO code and the name of the position after some moves; NULL: the position must have no name. */
static void want_opening(const char *moves, const char *eco, const char *name) {
    OpeningName found;
    position_set(pos, FEN_START);
    position_play(pos, moves);
    assert_int_equal(openings_find(pos, &found), name != NULL);
    if (name) {
        assert_string_equal(found.name, name);
        assert_string_equal(found.eco, eco);
    }
}

TEST(openings_have_names) {
    assert_int_equal(openings_count(), 3807);
    want_opening("e2e4", "B00", "King's Pawn Game");
    want_opening("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "B90",
                 "Sicilian Defense: Najdorf Variation");
    /* The same position after other moves. */
    want_opening("g1f3 c7c5 e2e4 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "B90",
                 "Sicilian Defense: Najdorf Variation");
    want_opening("a2a3 a7a6 a3a4 a6a5 h2h3 h7h6 h3h4 h6h5", NULL, NULL);
}

TEST(moves_have_numbers) {
    Document d = {0};
    Move line[3];
    position_set(pos, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    line_read(pos, "g1f3 b8c6 f1b5", line);
    numbered_line(&d, pos, line, 3);
    want(&d, "2.Nf3 Nc6 3.Bb5");
    make_move(pos, line[0]);
    numbered_line(&d, pos, line + 1, 2);
    want(&d, "2...Nc6 3.Bb5");
    numbered_move(&d, pos, line[1]);
    want(&d, "2...Nc6");
}
