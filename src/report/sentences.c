#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/inspect.h"
#include "moves/generate.h"

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
    c->out->begin[c->ply] = c->out->texts.length;
    if (!mark_is_bad(c->verdict->mark) && c->verdict->mark != MARK_ONLY)
        return;
    c->reply = analysis_reply(c->a);
    c->us = c->before->state->side;
    c->them = opponent(c->us);
    position_copy(c->after, c->before);
    make_move(c->after, c->played);
    if (mark_is_bad(c->verdict->mark))
        explain_bad(c, c->a + 1);
    else
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
        position_advance(before, game->moves[ply]);
    }
    summary_add(&s->summary, game, analyses, judgement);
}

const char *sentence_at(const Sentences *s, int ply, int n) {
    const char *text = s->texts.data + s->begin[ply];
    while (n-- > 0)
        text += strlen(text) + 1;
    return text;
}

/* --- summary --------------------------------------------------------------------------------- */

/* Chances from which on a side is lost, in balance, or winning. */
static const double LOST = 25, BALANCED = 35, WINNING = 80;

/* The number of the move that is made, or would be made, behind so many plies of the game. */
static int move_number(const GameRecord *game, int ply) {
    return (game->first_ply + ply) / 2 + 1;
}

/* A side that lost: its last mistake before which it was not lost and after which it was. Below 0:
 * none. */
static int lost_at(const Analysis *analyses, const Judgement *j, Color loser) {
    for (int ply = j->searched - 1; ply >= 0; ply--) {
        const Analysis *a = &analyses[ply];
        if (a->side == loser && mark_is_bad(j->plies[ply].mark) &&
            analysis_chances(a, a->best_score) >= BALANCED &&
            analysis_chances(a, a->played.score) < BALANCED)
            return ply;
    }
    return -1;
}

/* The last mistake by which a side that was winning was so no longer. Below 0: none. */
static int slipped_at(const Analysis *analyses, const Judgement *j) {
    for (int ply = j->searched - 1; ply >= 0; ply--) {
        const Analysis *a = &analyses[ply];
        if (mark_is_bad(j->plies[ply].mark) && analysis_chances(a, a->best_score) >= WINNING &&
            analysis_chances(a, a->played.score) < WINNING)
            return ply;
    }
    return -1;
}

static bool has_bad_moves(const SideVerdict *side) {
    for (Mark mark = 0; mark < MARK_COUNT; mark++)
        if (mark_is_bad(mark) && side->count[mark])
            return true;
    return false;
}

static void add_decision(Document *out, const GameRecord *game, const Analysis *analyses,
                         const Judgement *j, Color loser) {
    const int ply = lost_at(analyses, j, loser);
    const char *name = color_name(loser);
    if (ply >= 0)
        document_add(out, "%s lost the thread at move %d.", name, move_number(game, ply));
    else if (!has_bad_moves(&j->sides[loser]))
        document_add(out, "%s lost without a move that is marked.", name);
    else
        document_add(out, "%s lost little by little.", name);
}

static void add_draw(Document *out, const GameRecord *game, const Analysis *analyses,
                     const Judgement *j) {
    const int ply = slipped_at(analyses, j);
    if (ply >= 0)
        document_add(out, "%s let a win slip at move %d.", color_name(analyses[ply].side),
                     move_number(game, ply));
    else
        document_add(out, "Neither side let a win slip.");
}

/* A game without a result: who is better where it ends. */
static void add_stand(Document *out, const Analysis *last) {
    const double chances = analysis_chances(last, analysis_score(last));
    if (!last->searched)
        return;
    if (chances >= LOST && chances <= 100 - LOST)
        document_add(out, "In the end neither side is winning.");
    else
        document_add(out, "In the end %s is winning.",
                     color_name(chances > 50 ? last->side : opponent(last->side)));
}

/* The result for White that the tablebases give all positions from some ply on. The last one may be
 * the end by the rules, of which they know nothing. */
static void add_table(Document *out, const GameRecord *game, const Analysis *analyses,
                      const Judgement *j) {
    int ply = j->searched, from = -1, result = 0;
    ply -= ply > 0 && analyses[ply].searched && !analyses[ply].line_count;
    for (; ply >= 0 && analyses[ply].searched && analyses[ply].table != WDL_UNKNOWN; ply--) {
        const int sign = analyses[ply].side == WHITE ? 1 : -1;
        const int here =
            sign * ((analyses[ply].table > WDL_DRAW) - (analyses[ply].table < WDL_DRAW));
        if (from >= 0 && here != result)
            break;
        result = here;
        from = ply;
    }
    if (from < 0)
        return;
    document_add(out, "%s%s by tablebase from move %d.", out->length ? " " : "",
                 result == 0  ? "Drawn"
                 : result > 0 ? "White wins"
                              : "Black wins",
                 move_number(game, from));
}

void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *j) {
    const bool whole = j->searched == game->plies;
    if (!j->searched || (!j->sides[WHITE].all.moves && !j->sides[BLACK].all.moves))
        return;
    if (whole && (game->result == PGN_WHITE_WON || game->result == PGN_BLACK_WON))
        add_decision(out, game, analyses, j, game->result == PGN_WHITE_WON ? BLACK : WHITE);
    else if (whole && game->result == PGN_DRAWN)
        add_draw(out, game, analyses, j);
    else
        add_stand(out, &analyses[j->searched]);
    add_table(out, game, analyses, j);
}
