#include "report/sentences.h"

#include "board/make.h"
#include "core/text.h"
#include "core/types.h"
#include "inspect/inspect.h"
#include "inspect/threats.h"
#include "moves/generate.h"
#include "report/gains.h"
#include "report/motives.h"
#include "report/move_text.h"
#include "report/played_exchange.h"
#include "report/summary.h"

#include <string.h>

/* A move that is explained. The bits of `before` and `after` are the same pieces. */
typedef struct Case {
    Sentences *out;
    int ply;
    Position *before, *after;
    const Analysis *a;
    const Verdict *verdict;
    Move played;
    Line reply; /* what follows it; score SCORE_NONE */
    Color us, them;
} Case;

/* --- sentences -------------------------------------------------------------------------------- */

/* Ends a sentence that was added to the texts. */
static void end_sentence(Case *c) {
    document_add_bytes(&c->out->texts, ".", 1);
    document_add_bytes(&c->out->texts, "", 1);
    c->out->count[c->ply]++;
}

static Document *text_of(Case *c) {
    return &c->out->texts;
}

/* Adds "Black's Bishop g7 takes the Knight e5, which nobody defends: +300". */
static void add_threat(Case *c, const State *s, const Threat *t) {
    document_add(text_of(c), "%s's ", color_name(t->by));
    threat_sentence(text_of(c), s, t);
}

/* Adds ": White's Knight d5 forks ..." of a piece that has moved there; what it only threatens to
 * do as a threat. */
static void add_new_threat(Case *c, const State *s, const Threat *t) {
    document_add_text(text_of(c), threat_is_capture(t) ? ", with the threat: " : ": ");
    add_threat(c, s, t);
}

/* --- mates ------------------------------------------------------------------------------------ */

/* True if a line of a position ends in checkmate. */
static bool line_mates(Position *pos, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        make_move(pos, moves[i]);
    const bool mates = in_check(pos->state) && legal_count(pos) == 0;
    for (int i = 0; i < count; i++)
        unmake_move(pos);
    return mates;
}

/* Adds "mate in 3: 24.Qxh7+ Kxh7 25.Rh3+ Kg8 26.Rh8#"; of a mate that is longer than the line only
 * how it begins. */
static void add_mate(Case *c, Position *pos, int in, const Line *line) {
    const int plies = 2 * in - 1;
    document_add(text_of(c), "mate in %d: ", in);
    if (plies <= line->count && line_mates(pos, line->moves, plies))
        numbered_line(text_of(c), pos, line->moves, plies);
    else
        numbered_move(text_of(c), pos, line->moves[0]);
}

static void explain_mates(Case *c) {
    const Line *best = &c->a->lines[0];
    if (c->verdict->mark == MARK_MISSED_MATE && best->score >= SCORE_MATE_BOUND) {
        document_add(text_of(c), "%s had a ", color_name(c->us));
        add_mate(c, c->before, mate_moves(best->score), best);
        end_sentence(c);
    }
    if (c->verdict->mark == MARK_ALLOWED_MATE && c->reply.count) {
        document_add(text_of(c), "It lets %s give ", color_name(c->them));
        add_mate(c, c->after, -mate_moves(c->a->played.score), &c->reply);
        end_sentence(c);
    }
}

/* --- what hangs ------------------------------------------------------------------------------- */

static void explain_defender(Case *c, Square target) {
    const Defender d = defender_of(c->before, c->after, c->played, target);
    const State *was = c->before->state, *is = c->after->state;
    const Phrase piece = piece_phrase(is, target);
    Document *out = text_of(c);
    switch (d.fate) {
    case DEFENDER_NONE:
        return;
    case DEFENDER_LEFT:
        document_add(out, "The %s defended the %s before it moved", piece_phrase(was, d.from).text,
                     piece.text);
        break;
    case DEFENDER_SHUT:
        document_add(out, "The move shuts the line on which the %s defended the %s",
                     piece_phrase(is, d.from).text, piece.text);
        break;
    case DEFENDER_PINNED:
        document_add(out, "The %s cannot take back on %s: it is pinned",
                     piece_phrase(is, d.from).text, square_name(target));
        break;
    case DEFENDER_OVERLOADED:
        document_add(out, "The %s alone defends both the %s and the %s, and both are attacked",
                     piece_phrase(is, d.from).text, piece.text, piece_phrase(is, d.other).text);
        break;
    }
    end_sentence(c);
}

/* A capture that begins an exchange which loses. */
static void explain_exchange(Case *c, int value) {
    document_add(text_of(c), "The exchange on %s is worth %+d for %s",
                 square_name(move_to(c->played)), value, color_name(c->us));
    end_sentence(c);
}

/* What the reply takes with gain: it hangs since the move, or before. Taking back is no gain. */
static void explain_hanging(Case *c) {
    Threat t;
    if (!c->reply.count || !threat_of_capture(c->after, c->reply.moves[0], &t) ||
        !played_threat(c->after, &t))
        return;
    const bool takes_back = t.target == move_to(c->played) &&
                            c->before->state->man_on[t.target] != MAN_NONE &&
                            move_kind(c->played) != MOVE_CASTLING;
    if (takes_back) {
        const int value = played_exchange(c->before, c->played);
        if (value < 0)
            explain_exchange(c, value);
        return;
    }
    document_add_text(text_of(c), was_threatened(c->before, &t)
                                      ? "The threat was there before and is not answered: "
                                      : "Now ");
    add_threat(c, c->after->state, &t);
    end_sentence(c);
    explain_defender(c, t.target);
}

/* --- threats ---------------------------------------------------------------------------------- */

/* The new threat that matters most, if it is one on the board, too. */
static bool find_new_threat(const Position *earlier, Position *later, Color by, Threat *t) {
    return new_threat(earlier, later, by, t) && (!threat_is_capture(t) || played_threat(later, t));
}

/* What the reply threatens that was not threatened before it. */
static void explain_let_in(Case *c) {
    Threat t;
    if (!c->reply.count)
        return;
    const Move reply = c->reply.moves[0];
    make_move(c->after, reply);
    const bool found = find_new_threat(c->before, c->after, c->them, &t);
    unmake_move(c->after);
    if (!found)
        return;
    document_add_text(text_of(c), "It lets in ");
    numbered_move(text_of(c), c->after, reply);
    make_move(c->after, reply);
    add_new_threat(c, c->after->state, &t);
    unmake_move(c->after);
    end_sentence(c);
}

/* What the best move takes with gain, or threatens then. */
static void explain_missed(Case *c) {
    Threat t;
    const Move best = c->a->lines[0].moves[0];
    Position *pos = c->before;
    const bool takes = threat_of_capture(pos, best, &t) && played_threat(pos, &t);
    if (!takes) {
        position_copy(c->after, pos);
        make_move(c->after, best);
        const bool found = find_new_threat(pos, c->after, c->us, &t);
        if (!found)
            return;
    }
    document_add_text(text_of(c), "Better is ");
    numbered_move(text_of(c), pos, best);
    if (takes) {
        document_add_text(text_of(c), ": ");
        add_threat(c, pos->state, &t);
    } else {
        add_new_threat(c, c->after->state, &t);
    }
    end_sentence(c);
}

/* --- what lines win --------------------------------------------------------------------------- */

/* What a line from before the move has won for a side where it is quiet. */
static void explain_gain(Case *c, const Move *moves, int count, Color side) {
    const Gain gain = gain_of_line(c->before, moves, count);
    if (!gain.plies || gain.mate || gain.side != side || gain.value <= 0)
        return;
    document_add_text(text_of(c), "After ");
    numbered_line(text_of(c), c->before, moves, gain.plies);
    document_add(text_of(c), " %s has won ", color_name(side));
    gain_text(text_of(c), &gain);
    end_sentence(c);
}

static void explain_gains(Case *c) {
    Move moves[1 + LINE_PLIES] = {c->played};
    memcpy(moves + 1, c->reply.moves, (size_t)c->reply.count * sizeof *moves);
    explain_gain(c, moves, 1 + c->reply.count, c->them);
    explain_gain(c, c->a->lines[0].moves, c->a->lines[0].count, c->us);
}

/* --- the rest --------------------------------------------------------------------------------- */

static const char *table_word(Wdl result) {
    return result == WDL_DRAW ? "drawn" : result > WDL_DRAW ? "won" : "lost";
}

/* A move that changes the result by the tablebases. */
static void explain_table(Case *c, const Analysis *next) {
    const Wdl was = c->a->table;
    if (was == WDL_UNKNOWN || !next->searched || next->table == WDL_UNKNOWN || was == -next->table)
        return;
    document_add(text_of(c), "By tablebase the position was %s for %s, and is %s now",
                 table_word(was), color_name(c->us), table_word(-next->table));
    end_sentence(c);
}

static void explain_only(Case *c) {
    const Line *second = &c->a->lines[1];
    const double cost =
        analysis_chances(c->a, c->a->lines[0].score) - analysis_chances(c->a, second->score);
    document_add_text(text_of(c), "The only good move: the next best, ");
    numbered_move(text_of(c), c->before, second->moves[0]);
    document_add(text_of(c), ", costs %.0f points of a hundred", cost);
    end_sentence(c);
}

/* --- a move ----------------------------------------------------------------------------------- */

static void explain_bad(Case *c, const Analysis *next) {
    explain_mates(c);
    explain_table(c, next);
    if (c->verdict->mark != MARK_ALLOWED_MATE) {
        explain_hanging(c);
        explain_let_in(c);
    }
    explain_gains(c);
    if (c->verdict->mark != MARK_MISSED_MATE && c->a->lines[0].moves[0] != c->played)
        explain_missed(c); /* the last: it works in the room of `after` */
}

static void explain_move(Case *c) {
    c->reply = analysis_reply(c->a);
    c->us = c->before->state->side;
    c->them = opponent(c->us);
    c->out->begin[c->ply] = c->out->texts.length;
    position_copy(c->after, c->before);
    make_move(c->after, c->played);
    if (mark_is_bad(c->verdict->mark))
        explain_bad(c, c->a + 1);
    else if (c->verdict->mark == MARK_ONLY)
        explain_only(c);
}

/* --- a game ----------------------------------------------------------------------------------- */

void sentences_clear(Sentences *s) {
    s->texts.length = s->summary.length = 0;
    memset(s->count, 0, sizeof s->count);
}

void sentences_free(Sentences *s) {
    document_free(&s->texts);
    document_free(&s->summary);
}

void sentences_find(Sentences *s, const GameRecord *game, const Analysis *analyses,
                    const Judgement *judgement, Position *before, Position *after) {
    fen_parse(before, game->start, NULL, 0);
    for (int ply = 0; ply < judgement->searched; ply++) {
        Case c = {.out = s,
                  .ply = ply,
                  .before = before,
                  .after = after,
                  .a = &analyses[ply],
                  .verdict = &judgement->plies[ply],
                  .played = game->moves[ply]};
        explain_move(&c);
        make_move(before, game->moves[ply]);
        position_reroot(before);
    }
    summary_add(&s->summary, game, analyses, judgement);
}

const char *sentence_at(const Sentences *s, int ply, int n) {
    const char *text = s->texts.data + s->begin[ply];
    while (n-- > 0)
        text += strlen(text) + 1;
    return text;
}
