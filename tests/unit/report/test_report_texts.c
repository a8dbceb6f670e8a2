/* The texts of a report are right: encodings, escapes, comments, clocks, names of openings, and numbered moves. */
#include "board/make.h"
#include "inspect/document.h"
#include "moves/notation.h"
#include "report/openings.h"
#include "report/report.h"
#include "report/report_internal.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

/* Fails unless the document is `expected`; empties the document. */
static void want(Document *d, const char *expected) {
    assert_false(d->out_of_memory);
    assert_string_equal(d->data ? d->data : "", expected);
    document_free(d);
}

TEST(encodings_become_utf8) {
    static const char *const CASES[][2] = {
        {"plain", "plain"},
        {"Gr\xC3\xBCnfeld \xE2\x82\xAC \xF0\x9F\x99\x82",
         "Gr\xC3\xBCnfeld \xE2\x82\xAC \xF0\x9F\x99\x82"},
        {"Gr\xFCnfeld", "Gr\xC3\xBCnfeld"},
        {"\x80\x96\x99", "\xE2\x82\xAC\xE2\x80\x93\xE2\x84\xA2"},
        {"\x81", "\xEF\xBF\xBD"},
        {"\xC0\xAF", "\xC3\x80\xC2\xAF"},                 /* "/" in two bytes */
        {"\xED\xA0\x80", "\xC3\xAD\xC2\xA0\xE2\x82\xAC"}, /* half of a surrogate pair */
        {"\xF4\x90\x80\x80", "\xC3\xB4\xEF\xBF\xBD\xE2\x82\xAC\xE2\x82\xAC"}, /* beyond U+10FFFF */
        {"\xC3", "\xC3\x83"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Document d = {0};
        utf8_add(&d, CASES[i][0]);
        want(&d, CASES[i][1]);
    }
}

#define ISOLATED(text) "\xE2\x81\xA8" text "\xE2\x81\xA9"

TEST(directions_are_kept_apart) {
    static const char *const CASES[][2] = {
        {"plain \xE2\x80\x93 \xC3\xBC \xE4\xB8\xAD", "plain \xE2\x80\x93 \xC3\xBC \xE4\xB8\xAD"},
        {"\xD7\x93", ISOLATED("\xD7\x93")},                 /* Hebrew */
        {"a\xD9\x85", ISOLATED("a\xD9\x85")},               /* Arabic */
        {"\xEF\xBB\xBC", ISOLATED("\xEF\xBB\xBC")},         /* an Arabic presentation form */
        {"\xF0\x9E\xA4\x80", ISOLATED("\xF0\x9E\xA4\x80")}, /* Adlam */
        {"a\xE2\x80\xAE"
         "b",
         ISOLATED("ab")}, /* an override */
        {"\xE2\x81\xA9\xE2\x81\xA6"
         "b\xE2\x80\xAA",
         ISOLATED("b")}, /* isolates, an embedding */
        {"\x80", "\xE2\x82\xAC"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Document d = {0};
        utf8_add_isolated(&d, CASES[i][0]);
        want(&d, CASES[i][1]);
    }
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
