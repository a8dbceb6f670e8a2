#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"
#include "network/network.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SHOWN = 12 };

/* --- numbers ---------------------------------------------------------------------------------- */

/* Adds a number with one decimal place, or null if the number is below 0. */
static void json_tenths(Json *j, const char *key, double number) {
    char text[32];
    if (number < 0) {
        json_null(j, key);
        return;
    }
    snprintf(text, sizeof text, "%.1f", number);
    json_plain(j, key, text);
}

/* --- evaluations ------------------------------------------------------------------------------ */

static void json_table(Json *j, Wdl table, int sign) {
    static const char *const RESULTS[] = {"loss", "draw", "win"};
    const int result = sign * ((table > WDL_DRAW) - (table < WDL_DRAW));
    json_text_or_null(j, "table", table == WDL_UNKNOWN ? NULL : RESULTS[1 + result]);
}

/* Adds a score of a position and its result by tablebase, as White sees them. `score` and `table` are for the side to
 * move. */
static void json_evaluation(Json *j, const char *key, const Analysis *a, int score, int depth,
                            Wdl table) {
    const int sign = a->side == WHITE ? 1 : -1;
    const double chances = analysis_chances(a, score);
    json_open(j, key, '{');
    json_tenths(j, "win", a->side == WHITE ? chances : 100 - chances);
    if (score_is_mate(score))
        json_number(j, "mate", sign * mate_moves(score));
    else
        json_number(j, "cp", sign * analysis_centipawns(a, score, CP_SHOWN));
    json_number(j, "depth", depth);
    json_table(j, table, sign);
    json_close(j, '}');
}

/* Adds the score of the position after a move. If this position has no search, adds the score that the search before
 * the move gave the move. */
static void json_after(Json *j, const ExplainedGame *game, int ply) {
    const Analysis *last = &game->analyses[ply], *next = last + 1;
    if (next->searched)
        json_evaluation(j, "eval", next, analysis_score(next), next->depth, next->table);
    else
        json_evaluation(j, "eval", last, analysis_score_after(last), last->common_depth,
                        WDL_UNKNOWN);
}

/* --- moves ------------------------------------------------------------------------------------ */

static void json_move_parts(Json *j, Position *pos, Move m) {
    char san[SAN_SIZE], uci[MOVE_TEXT_SIZE];
    san_write(pos, m, san);
    move_write(pos, m, uci);
    json_text(j, "san", san);
    json_text(j, "uci", uci);
}

/* Adds the first LINE_SHOWN moves of a line. The function leaves the position as it was. */
static void json_line(Json *j, const char *key, Position *pos, const Move *moves, int count) {
    const int shown = min_int(count, LINE_SHOWN);
    json_open(j, key, '[');
    for (int i = 0; i < shown; i++) {
        json_open(j, NULL, '{');
        json_move_parts(j, pos, moves[i]);
        json_close(j, '}');
        make_move(pos, moves[i]);
    }
    json_close(j, ']');
    for (int i = 0; i < shown; i++)
        unmake_move(pos);
}

/* Adds the better move, the best line before the move, and the line after the move. */
static void json_lines(Json *j, ExplainedGame *game, int ply) {
    const Analysis *a = &game->analyses[ply];
    const Line reply = analysis_reply(a);
    const Line *best = a->line_count ? &a->lines[0] : &a->played;
    const Move played = game->record.moves[ply];
    const bool other = a->line_count && best->moves[0] != played && played != MOVE_NULL;
    if (other) {
        json_open(j, "best", '{');
        json_move_parts(j, &game->before, best->moves[0]);
        json_close(j, '}');
    } else {
        json_null(j, "best");
    }
    json_line(j, "line", &game->before, best->moves, best->count);
    json_line(j, "reply", &game->after, reply.moves, reply.count);
}

/* --- threats and the network ------------------------------------------------------------------ */

static const char *kind_name(ThreatKind kind) {
    static const char *const KINDS[THREAT_KIND_COUNT] = {
        [THREAT_CHECK] = "check",     [THREAT_HANGING] = "takes", [THREAT_LESSER] = "takes",
        [THREAT_WEAK] = "takes",      [THREAT_FORK] = "fork",     [THREAT_PIN] = "pin",
        [THREAT_RELATIVE_PIN] = "pin"};
    return KINDS[kind];
}

static void json_threat(Json *j, const State *s, const Threat *t) {
    Document text = {0};
    threat_sentence(&text, s, t);
    json_open(j, NULL, '{');
    json_text(j, "side", json_color(t->by));
    json_text(j, "kind", kind_name(t->kind));
    json_square(j, "from", t->from);
    json_squares(j, "to", t->targets);
    json_number(j, "gain", t->value);
    json_text(j, "text", text.data ? text.data : "");
    json_close(j, '}');
    j->out->out_of_memory |= text.out_of_memory;
    document_free(&text);
}

static void json_threats(Json *j, const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    json_open(j, "threats", '[');
    for (int i = 0; i < list.count; i++)
        json_threat(j, pos->state, &list.threats[i]);
    json_close(j, ']');
}

static void json_contributions(Json *j, const Network *net, const State *s) {
    /* static, since it is too large for the stack; only one thread writes the report */
    static Contributions c;
    json_open(j, "network", '[');
    if (net) {
        contributions_find(net, s, &c);
        const int material = wdl_material(s);
        for (int i = 0; i < c.piece_count; i++) {
            json_open(j, NULL, '[');
            json_square(j, NULL, c.pieces[i].placed.square);
            json_number(j, NULL, wdl_centipawns(EVALUATION_NETWORK, c.pieces[i].whole, material));
            json_close(j, ']');
        }
    }
    json_close(j, ']');
}

/* --- a ply ------------------------------------------------------------------------------------ */

/* Adds the comment and the clock time that the input has after a ply. */
static void json_input(Json *j, const GameRecord *record, int ply) {
    Document comment = {0};
    record_comments(record, ply, &comment);
    json_tenths(j, "clock", record_clock(record, ply));
    json_text(j, "comment", comment.data ? comment.data : "");
    j->out->out_of_memory |= comment.out_of_memory;
    document_free(&comment);
}

static void json_ply(Json *j, ExplainedGame *game, int ply) {
    const Verdict *v = &game->judgement.plies[ply];
    char fen[FEN_SIZE];
    fen_write(&game->after, fen);
    json_open(j, NULL, '{');
    json_move_parts(j, &game->before, game->record.moves[ply]);
    json_text(j, "fen", fen);
    json_input(j, &game->record, ply + 1);
    json_after(j, game, ply);
    json_text_or_null(j, "mark", mark_name(v->mark));
    json_tenths(j, "loss", v->loss);
    json_lines(j, game, ply);
    json_open(j, "sentences", '[');
    for (int i = 0; i < game->sentences.count[ply]; i++)
        json_text(j, NULL, sentence_at(&game->sentences, ply, i));
    json_close(j, ']');
    json_text_or_null(j, "reason", sentence_reason(&game->sentences, ply));
    json_threats(j, &game->after);
    json_contributions(j, game->network, game->after.state);
    json_close(j, '}');
}

static void json_plies(Json *j, ExplainedGame *game) {
    const GameRecord *r = &game->record;
    fen_parse(&game->before, r->start, NULL, 0);
    fen_parse(&game->after, r->start, NULL, 0);
    game->before.chess960 = game->after.chess960 = r->chess960;
    json_open(j, "plies", '[');
    for (int ply = 0; ply < game->judgement.searched; ply++) {
        position_advance(&game->after, r->moves[ply]);
        json_ply(j, game, ply);
        position_advance(&game->before, r->moves[ply]);
    }
    json_close(j, ']');
}

/* --- the game --------------------------------------------------------------------------------- */

static void json_tags(Json *j, const GameRecord *r) {
    static const char *const NAMED[][2] = {{"white", "White"}, {"black", "Black"},
                                           {"event", "Event"}, {"site", "Site"},
                                           {"date", "Date"},   {"round", "Round"}};
    json_open(j, "tags", '[');
    for (int i = 0; i < r->tag_count; i++) {
        json_open(j, NULL, '[');
        json_text(j, NULL, record_text(r, r->tags[i].name));
        json_text(j, NULL, record_text(r, r->tags[i].value));
        json_close(j, ']');
    }
    json_close(j, ']');
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
        json_text(j, NAMED[i][0], record_tag(r, NAMED[i][1]));
    json_text(j, "result", record_result(r));
}

static void json_opening(Json *j, const OpeningName *opening) {
    if (opening->ply < 0) {
        json_null(j, "opening");
        return;
    }
    json_open(j, "opening", '{');
    json_text(j, "eco", opening->eco);
    json_text(j, "name", opening->name);
    json_number(j, "ply", opening->ply);
    json_close(j, '}');
}

static void json_side(Json *j, const SideVerdict *side) {
    json_open(j, NULL, '{');
    json_tenths(j, "accuracy", precision_accuracy(&side->all));
    if (side->all.moves)
        json_number(j, "average_loss_cp", judgement_average_loss(side));
    else
        json_null(j, "average_loss_cp");
    json_number(j, "inaccuracies", side->count[MARK_INACCURACY]);
    json_number(j, "mistakes", side->count[MARK_MISTAKE]);
    json_number(j, "blunders", side->count[MARK_BLUNDER]);
    json_number(j, "missed_mates", side->count[MARK_MISSED_MATE]);
    json_number(j, "allowed_mates", side->count[MARK_ALLOWED_MATE]);
    json_number(j, "only", side->count[MARK_ONLY]);
    json_open(j, "phases", '[');
    for (Phase phase = 0; phase < PHASE_COUNT; phase++) {
        json_open(j, NULL, '{');
        json_text(j, "name", phase_name(phase));
        json_tenths(j, "accuracy", precision_accuracy(&side->phase[phase]));
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void game_json(Json *j, ExplainedGame *game) {
    const GameRecord *r = &game->record;
    const Analysis *first = &game->analyses[0];
    json_open(j, NULL, '{');
    json_number(j, "number", (int)r->number);
    json_tags(j, r);
    json_opening(j, &game->judgement.opening);
    json_text(j, "start", r->start);
    json_bool(j, "chess960", r->chess960);
    json_text_or_null(j, "error", r->fault.length ? r->fault.data : NULL);
    json_text(j, "summary", game->sentences.summary.length ? game->sentences.summary.data : "");
    json_open(j, "sides", '[');
    json_side(j, &game->judgement.sides[WHITE]);
    json_side(j, &game->judgement.sides[BLACK]);
    json_close(j, ']');
    if (first->searched)
        json_evaluation(j, "first", first, analysis_score(first), first->depth, first->table);
    else
        json_null(j, "first");
    json_plies(j, game);
    json_close(j, '}');
}
