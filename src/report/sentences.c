#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/inspect.h"
#include "moves/generate.h"

#include <stdlib.h>
#include <string.h>

/* --- mates ------------------------------------------------------------------------------------ */

/* Adds "mate in 3: 24.Qxh7+ Kxh7 25.Rh3+ Kg8 26.Rh8#". If the line does not reach the mate, adds only the first
 * move. */
static void add_mate(Case *c, Position *pos, int in, const Line *line) {
    const int plies = 2 * in - 1;
    document_add(text_of(c), "mate in %d: ", in);
    if (plies <= line->count && line_mates(pos, line->moves, plies))
        numbered_line(text_of(c), pos, line->moves, plies);
    else
        numbered_move(text_of(c), pos, line->moves[0]);
}

/* Adds "17.Kh1 allows mate in 2: 17...Rg1+ 18.Kxg1 Qg2#". */
static void add_allowed_mate(Case *c) {
    const Line reply = line_after(&c->worse);
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " allows ");
    add_mate(c, c->after, -mate_moves(c->worse.score), &reply);
    set_reason(c, "a mate allowed");
    end_sentence(c);
}

static void explain_mates(Case *c) {
    if (c->verdict->mark >= MARK_MISSED_MATE && c->better.score >= SCORE_MATE_BOUND) {
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " misses ");
        add_mate(c, c->before, mate_moves(c->better.score), &c->better);
        set_reason(c, c->verdict->mark == MARK_MISSED_MATE ? "a mate missed" : "a mate allowed");
        end_sentence(c);
    }
    if (c->verdict->mark == MARK_ALLOWED_MATE && c->worse.count > 1)
        add_allowed_mate(c);
}

static void explain_stalemate(Case *c) {
    if (in_check(c->after->state) || legal_count(c->after))
        return;
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " is stalemate");
    set_reason(c, "a stalemate");
    end_sentence(c);
}

/* --- the rest --------------------------------------------------------------------------------- */

static const char *table_word(Wdl result) {
    return result == WDL_DRAW ? "drawn" : result > WDL_DRAW ? "won" : "lost";
}

/* Explains a move that changes the result by tablebase. */
static void explain_table(Case *c, const Analysis *next) {
    const Wdl was = c->a->table;
    if (was == WDL_UNKNOWN || !next->searched || next->table == WDL_UNKNOWN || was == -next->table)
        return;
    document_add(text_of(c), "By tablebase the position was %s for %s, and is %s now",
                 table_word(was), color_name(c->us), table_word(-next->table));
    set_reason(c, "a result lost by tablebase");
    end_sentence(c);
}

/* --- a move ----------------------------------------------------------------------------------- */

/* True if the move played and the better move both recapture. */
static bool both_recapture(const Case *c) {
    return c->taken != SQUARE_NONE && move_to(c->played) == c->taken &&
           move_to(c->better.moves[0]) == c->taken;
}

/* Returns the outcome of the first `plies` moves of a line. If `behind` is true, the trade does not count a capture by
 * the first move. */
static Outcome outcome_of(Case *c, const Line *line, int plies, bool behind) {
    position_copy(c->other, c->before);
    if (behind)
        make_move(c->other, line->moves[0]);
    const Trade base = pieces_ahead(c->other->state, c->us);
    return outcome_of_line(c->before, &base, line->moves, min_int(line->count, plies));
}

/* True if the trade of the whole line is worth at least half of `begin`, the trade of the line's first moves. Also true
 * if the whole line has no outcome. */
static bool keeps(const Outcome *begin, const Outcome *whole) {
    return !whole->plies ||
           (begin->value > 0 ? 2 * whole->value >= begin->value : 2 * whole->value <= begin->value);
}

static Contrast contrast_of(Case *c, int plies, int searched) {
    const bool behind = both_recapture(c);
    return (Contrast){.worse = outcome_of(c, &c->worse, plies, behind),
                      .better = outcome_of(c, &c->better, plies, behind),
                      .searched = searched};
}

/* Sets c->contrast to the contrast of the first BEGIN_PLIES moves of both lines, if contrast_holds for it and the whole
 * lines keep its trades. Else sets c->contrast to the contrast of the whole lines. */
static void set_contrast(Case *c, int searched) {
    enum { BEGIN_PLIES = 8 };
    const Contrast begin = contrast_of(c, BEGIN_PLIES, searched),
                   whole = contrast_of(c, OUTCOME_PLIES, searched);
    const bool kept = keeps(&begin.worse, &whole.worse) && keeps(&begin.better, &whole.better);
    c->contrast = kept && contrast_holds(&begin) ? begin : whole;
}

static int difference(const Analysis *a, int better, int worse) {
    return searched_centipawns(a, better) - searched_centipawns(a, worse);
}

/* Explains the loss by the move played or the gain by the better line, whichever is worth more. If it gives no
 * sentence, explains the other one. */
static void explain_pieces(Case *c) {
    static void (*const REASONS[])(Case *) = {explain_loss, explain_gain};
    const Contrast *is = &c->contrast;
    if (!contrast_holds(is))
        return;
    const bool gain = is->better.value > -is->worse.value;
    REASONS[gain](c);
    if (!c->out->count[c->ply])
        REASONS[!gain](c);
    if (c->out->count[c->ply])
        explain_offer_too(c);
}

/* True if the move misses a chance that the other side's last move created. The test: the score before the other side's
 * move is nearer to the score of the move played than to the score of the better move. */
static bool is_missed(const Case *c) {
    const Analysis *a = c->a, *last = a - 1;
    if (!c->ply || !last->searched || last->best_score == SCORE_NONE)
        return false;
    const int was = -searched_centipawns(last, last->best_score);
    return abs(searched_centipawns(a, a->played.score) - was) <
           abs(searched_centipawns(a, a->best_score) - was);
}

/* Explains the move by the first of REASONS that holds. If it is not one of the first STRONG reasons, or if no reason
 * holds, explain_lines adds sentences with the moves of the lines. */
static void explain_contrast(Case *c) {
    static void (*const REASONS[])(Case *) = {
        explain_pieces, explain_motif,   explain_offer, explain_threat,     explain_guard,
        explain_deed,   explain_purpose, explain_facts, explain_late_motif, explain_opening};
    enum { STRONG = 4 };
    size_t i = 0;
    set_contrast(c, difference(c->a, c->a->best_score, c->a->played.score));
    c->missed = is_missed(c);
    while (i < sizeof REASONS / sizeof *REASONS && !c->out->count[c->ply])
        REASONS[i++](c);
    if (!c->out->count[c->ply] || i > STRONG)
        explain_lines(c);
}

/* Stores the move's reason in `texts`, after the move's sentences. */
static void keep_reason(const Case *c) {
    if (!*c->reason)
        return;
    c->out->reason[c->ply] = c->out->texts.length;
    document_add_bytes(&c->out->texts, c->reason, strlen(c->reason) + 1);
}

static void explain_bad(Case *c, const Analysis *next) {
    explain_stalemate(c);
    explain_mates(c);
    explain_table(c, next);
    if (c->verdict->mark != MARK_ALLOWED_MATE && c->verdict->mark != MARK_MISSED_MATE)
        explain_contrast(c);
    keep_reason(c);
}

/* Returns the line that begins with the move played. */
static Line played_line(const Analysis *a, Move played) {
    const Line reply = analysis_reply(a);
    Line line = {.score = a->played.score, .moves[0] = played};
    line_go_on(&line, 1, &reply);
    return line;
}

/* Explains an only good move by its mate, or by the mate or the reason against the next best move. Without a reason,
 * the sentence states how many percentage points the next best move costs. */
static void explain_only(Case *c) {
    enum { SHOWN = 3 };
    const Analysis *a = c->a;
    document_add_text(text_of(c), "The only good move");
    const size_t begin = text_of(c)->length;
    if (c->better.score >= SCORE_MATE_BOUND) {
        document_add_text(text_of(c), ": ");
        add_mate(c, c->before, mate_moves(c->better.score), &c->better);
        end_sentence(c);
        return;
    }
    document_add_text(text_of(c), ", since ");
    if (c->worse.score <= -SCORE_MATE_BOUND && c->worse.count > 1) {
        add_allowed_mate(c);
        return;
    }
    set_contrast(c, difference(a, a->lines[0].score, a->lines[1].score));
    if (contrast_holds(&c->contrast))
        explain_loss(c);
    if (!c->out->count[c->ply])
        explain_motif(c);
    if (!c->out->count[c->ply])
        explain_deed(c);
    if (c->out->count[c->ply])
        return;
    text_of(c)->length = begin;
    document_add_text(text_of(c), ": the next best, ");
    numbered_move(text_of(c), c->before, c->played);
    document_add(text_of(c), ", costs %.0f percentage points",
                 analysis_difference(a, a->lines[0].score, a->lines[1].score));
    if (c->worse.count > 1) {
        document_add_text(text_of(c), " after ");
        numbered_line(text_of(c), c->after, c->worse.moves + 1, min_int(c->worse.count - 1, SHOWN));
    }
    end_sentence(c);
}

static void explain_move(Case *c) {
    const bool bad = mark_is_bad(c->verdict->mark);
    c->out->begin[c->ply] = c->out->texts.length;
    if (!bad && c->verdict->mark != MARK_ONLY)
        return;
    c->worse = bad ? played_line(c->a, c->played) : c->a->lines[1];
    c->played = c->worse.moves[0];
    c->better = c->a->lines[0];
    c->us = c->before->state->side;
    c->them = opponent(c->us);
    position_copy(c->after, c->before);
    make_move(c->after, c->played);
    if (bad)
        explain_bad(c, c->a + 1);
    else
        explain_only(c);
}

/* --- a game ----------------------------------------------------------------------------------- */

void sentences_clear(Sentences *s) {
    s->texts.length = s->summary.length = 0;
    document_add_bytes(&s->texts, "", 1);
    memset(s->count, 0, sizeof s->count);
    memset(s->reason, 0, sizeof s->reason);
}

void sentences_free(Sentences *s) {
    document_free(&s->texts);
    document_free(&s->summary);
}

void sentences_find(ExplainedGame *g) {
    Position *const before = &g->before;
    Square taken = SQUARE_NONE;
    fen_parse(before, g->record.start, NULL, 0);
    for (int ply = 0; ply < g->judgement.searched; ply++) {
        Case c = {.game = g,
                  .out = &g->sentences,
                  .ply = ply,
                  .before = before,
                  .after = &g->after,
                  .other = &g->other,
                  .taken = taken,
                  .a = &g->analyses[ply],
                  .verdict = &g->judgement.plies[ply],
                  .played = g->record.moves[ply]};
        explain_move(&c);
        taken = recapture_square(before->state, g->record.moves[ply]);
        position_advance(before, g->record.moves[ply]);
    }
}

const char *sentence_reason(const Sentences *s, int ply) {
    return s->reason[ply] ? s->texts.data + s->reason[ply] : NULL;
}

const char *sentence_at(const Sentences *s, int ply, int n) {
    const char *text = s->texts.data + s->begin[ply];
    while (n-- > 0)
        text += strlen(text) + 1;
    return text;
}
