#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"

#include <string.h>

/* --- page ------------------------------------------------------------------------------------ */

static const char HEAD_END[] = "-->\n", TITLE[] = "<title>", TITLE_END[] = "</title>",
                  GAMES[] = "<!--GAMES-->";

/* Returns the part of a template before the text `mark`, and sets *rest to the part after it. If the mark is missing,
 * sets rest->begin to NULL. */
static PageTemplate before(PageTemplate part, const char *mark, PageTemplate *rest) {
    const size_t length = strlen(mark);
    const char *at = part.begin;
    while (at && (size_t)(part.end - at) >= length && memcmp(at, mark, length) != 0)
        at++;
    const bool found = at && (size_t)(part.end - at) >= length;
    *rest = found ? (PageTemplate){at + length, part.end} : (PageTemplate){NULL, NULL};
    return (PageTemplate){part.begin, at};
}

static void add_part(Document *out, PageTemplate part) {
    document_add_bytes(out, part.begin, (size_t)(part.end - part.begin));
}

bool report_takes_page(PageTemplate page) {
    static const char HEAD[] = "<!doctype html>\n<!-- Panoptes analysis -->\n";
    PageTemplate rest = page;
    const char *const marks[] = {TITLE, TITLE_END, GAMES};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        before(rest, marks[i], &rest);
    return rest.begin && (size_t)(page.end - page.begin) >= sizeof HEAD &&
           memcmp(page.begin, HEAD, sizeof HEAD - 1) == 0;
}

/* Returns `page`, or the template inside the program if `page` is empty. */
static PageTemplate template_of(PageTemplate page) {
    return page.begin ? page : (PageTemplate){embedded_page, embedded_page_end};
}

void page_begin(Document *out, PageTemplate page, const char *title) {
    PageTemplate rest = template_of(page);
    document_add_text(out, REPORT_PAGE_HEAD);
    before(rest, HEAD_END, &rest);
    add_part(out, before(rest, TITLE, &rest));
    document_add_text(out, TITLE);
    html_text(out, title);
    document_add_text(out, TITLE_END);
    before(rest, TITLE_END, &rest);
    add_part(out, before(rest, GAMES, &rest));
}

void page_end(Document *out, PageTemplate page) {
    PageTemplate rest = template_of(page);
    before(rest, GAMES, &rest);
    add_part(out, rest);
}

enum { LINE_SHOWN = 10 };

#define DASH "\xE2\x80\x93"

/* --- the head --------------------------------------------------------------------------------- */

/* Adds a text as <p class="...">, unless it is empty. */
static void add_paragraph(Document *out, const char *class, const char *text) {
    if (!*text)
        return;
    document_add(out, "<p class=\"%s\">", class);
    html_text(out, text);
    document_add_text(out, "</p>\n");
}

static void add_players(Document *out, const GameRecord *r) {
    document_add_text(out, "<h2>");
    html_isolated(out, record_player(r, WHITE));
    document_add_text(out, " " DASH " ");
    html_isolated(out, record_player(r, BLACK));
    document_add(out, ", %s</h2>\n", record_result(r));
}

static void add_event(Document *out, const GameRecord *r) {
    static const char *const PARTS[] = {"Event", "Site", "Date", "Round"};
    const char *before = "<p class=\"event\">";
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        const char *value = record_tag(r, PARTS[i]);
        if (!record_is_known(value))
            continue;
        document_add(out, "%s%s", before, strcmp(PARTS[i], "Round") == 0 ? "round " : "");
        html_isolated(out, value);
        before = ", ";
    }
    if (*before == ',')
        document_add_text(out, "</p>\n");
}

static void add_opening(Document *out, const OpeningName *opening) {
    if (opening->ply < 0)
        return;
    document_add(out, "<p class=\"opening\">%s ", opening->eco);
    html_text(out, opening->name);
    document_add_text(out, "</p>\n");
}

static void add_side(Document *out, Color c, const SideVerdict *side) {
    document_add(out, "<tr><th scope=\"row\">%s</th>", color_name(c));
    if (side->all.moves)
        document_add(out, "<td>%.1f %%</td><td>%d</td>", precision_accuracy(&side->all),
                     judgement_average_loss(side));
    else
        document_add_text(out, "<td>" DASH "</td><td>" DASH "</td>");
    document_add(out, "<td>%d</td><td>%d</td><td>%d</td><td>%d</td></tr>\n",
                 side->count[MARK_INACCURACY], side->count[MARK_MISTAKE], side->count[MARK_BLUNDER],
                 side->count[MARK_MISSED_MATE] + side->count[MARK_ALLOWED_MATE]);
}

static void add_sides(Document *out, const Judgement *j) {
    document_add_text(out, "<table class=\"sides\">\n<tr><td></td><th scope=\"col\">accuracy</th>"
                           "<th scope=\"col\">average loss</th><th scope=\"col\">inaccuracies</th>"
                           "<th scope=\"col\">mistakes</th><th scope=\"col\">blunders</th>"
                           "<th scope=\"col\">mates missed or allowed</th></tr>\n");
    add_side(out, WHITE, &j->sides[WHITE]);
    add_side(out, BLACK, &j->sides[BLACK]);
    document_add_text(out, "</table>\n");
}

/* --- moves ------------------------------------------------------------------------------------ */

static const char *sign_of(Mark mark) {
    static const char *const SIGNS[MARK_COUNT] = {"",    "",  "\xE2\x96\xA1", "?!", "?",
                                                  "?\?", "?", "?\?"};
    return SIGNS[mark];
}

/* Adds a move, and before a move of White or the first move of a paragraph (`begins`) the move number. */
static void add_move(Document *out, Position *pos, Move m, bool begins) {
    char san[SAN_SIZE];
    const int ply = game_ply(pos);
    san_write(pos, m, san);
    if (ply % 2 == 0 || begins)
        document_add(out, "%d.%s ", ply / 2 + 1, ply % 2 ? ".." : "");
    document_add_text(out, san);
}

/* Adds <span class="line"> with the first LINE_SHOWN moves of a line. The function leaves the position as it was. */
static void add_line(Document *out, const char *title, Position *pos, const Move *moves,
                     int count) {
    const int shown = min_int(count, LINE_SHOWN);
    if (!shown)
        return;
    document_add(out, " <span class=\"line\">%s:", title);
    for (int i = 0; i < shown; i++) {
        document_add_bytes(out, " ", 1);
        add_move(out, pos, moves[i], i == 0);
        make_move(pos, moves[i]);
    }
    for (int i = 0; i < shown; i++)
        unmake_move(pos);
    document_add_text(out, "</span>");
}

/* Adds the input's comment after a ply. Returns false without a comment. */
static bool add_comment(Document *out, const GameRecord *r, int ply) {
    Document comment = {0};
    record_comments(r, ply, &comment);
    const bool there = comment.length > 0;
    if (there) {
        document_add_text(out, " <i>");
        html_isolated(out, comment.data);
        document_add_text(out, "</i>");
    }
    out->out_of_memory |= comment.out_of_memory;
    document_free(&comment);
    return there;
}

/* Adds a move as a paragraph with the mark, the sentences, the comment and the lines. add_ply calls this function for
 * bad moves and for moves with sentences. */
static void add_marked(Document *out, ExplainedGame *game, int ply) {
    const Analysis *a = &game->analyses[ply];
    const Verdict *v = &game->judgement.plies[ply];
    const Move played = game->record.moves[ply];
    const Line *best = &a->lines[0];
    const Line reply = analysis_reply(a);
    document_add(out, "<p class=\"marked\" id=\"game-%ld-%d\" data-ply=\"%d\"><b>",
                 game->record.number, ply, ply);
    add_move(out, &game->before, played, true);
    document_add(out, "%s</b>", sign_of(v->mark));
    if (mark_is_bad(v->mark)) {
        document_add(out, " %c%s", mark_name(v->mark)[0] - 'a' + 'A', mark_name(v->mark) + 1);
        if (v->loss > 0.5) /* a missed mate may cost nothing */
            document_add(out, ", %.0f percentage point%s", v->loss, v->loss < 1.5 ? "" : "s");
        document_add(out, ".");
    }
    for (int i = 0; i < game->sentences.count[ply]; i++) {
        document_add_bytes(out, " ", 1);
        html_text(out, sentence_at(&game->sentences, ply, i));
    }
    add_comment(out, &game->record, ply + 1);
    if (a->line_count && best->moves[0] != played)
        add_line(out, "Better", &game->before, best->moves, best->count);
    add_line(out, "Then", &game->after, reply.moves, reply.count);
    document_add_text(out, "</p>\n");
}

/* A paragraph of moves. If `open` is true, the paragraph has begun. If `begins` is true, the next move needs a
 * number. */
typedef struct Run {
    bool open, begins;
} Run;

static void close_run(Document *out, Run *run) {
    if (run->open)
        document_add_text(out, "</p>\n");
    *run = (Run){false, true};
}

static void add_ply(Document *out, ExplainedGame *game, int ply, Run *run) {
    const Verdict *v = &game->judgement.plies[ply];
    if (mark_is_bad(v->mark) || game->sentences.count[ply]) {
        close_run(out, run);
        add_marked(out, game, ply);
        return;
    }
    document_add_text(out, run->open ? " " : "<p>");
    add_move(out, &game->before, game->record.moves[ply], run->begins);
    document_add_text(out, sign_of(v->mark));
    *run = (Run){true, add_comment(out, &game->record, ply + 1)};
}

/* Adds the comment before the first move. */
static void add_opening_comment(Document *out, const GameRecord *r) {
    Document comment = {0};
    if (add_comment(&comment, r, 0) && comment.length) {
        document_add_text(out, "<p>");
        document_add_bytes(out, comment.data + 1, comment.length - 1);
        document_add_text(out, "</p>\n");
    }
    out->out_of_memory |= comment.out_of_memory;
    document_free(&comment);
}

static void add_moves(Document *out, ExplainedGame *game) {
    const GameRecord *r = &game->record;
    Run run = {false, true};
    fen_parse(&game->before, r->start, NULL, 0);
    fen_parse(&game->after, r->start, NULL, 0);
    document_add_text(out, "<div class=\"moves\">\n");
    add_opening_comment(out, r);
    for (int ply = 0; ply < game->judgement.searched; ply++) {
        position_advance(&game->after, r->moves[ply]);
        add_ply(out, game, ply, &run);
        position_advance(&game->before, r->moves[ply]);
    }
    close_run(out, &run);
    document_add_text(out, "</div>\n");
}

/* --- all together ----------------------------------------------------------------------------- */

void game_html(Document *out, ExplainedGame *game) {
    const GameRecord *r = &game->record;
    document_add(out, "<article class=\"game\" id=\"game-%ld\">\n", r->number);
    add_players(out, r);
    add_event(out, r);
    add_opening(out, &game->judgement.opening);
    add_paragraph(out, "summary",
                  game->sentences.summary.length ? game->sentences.summary.data : "");
    add_sides(out, &game->judgement);
    add_moves(out, game);
    add_paragraph(out, "error", r->fault.length ? r->fault.data : "");
    add_paragraph(out, "result", record_result(r));
    document_add_text(out, "</article>\n");
}
