#include "uci/uci_internal.h"

#include "uci/output.h"

#include <inttypes.h>

/* In normalised centipawns (see eval/wdl.h), with the chances of win, draw and loss if wanted. */
static void add_score(Text *text, const State *root, const SearchInfo *info, bool show_wdl) {
    const int score = info->score, material = wdl_material(root);
    if (score_is_mate(score))
        text_add(text, " score mate %d", mate_moves(score));
    else
        text_add(text, " score cp %d", wdl_centipawns(info->evaluation, score, material));
    if (show_wdl) {
        const WinChances wdl = wdl_of(info->evaluation, score, material);
        text_add(text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    if (info->bound == BOUND_LOWER)
        text_add(text, " lowerbound");
    else if (info->bound == BOUND_UPPER)
        text_add(text, " upperbound");
}

static void uci_info(const Position *root, const SearchInfo *info, bool show_wdl) {
    Text text;
    text_clear(&text);
    text_add(&text, "info depth %d", info->depth);
    if (info->depth > 0)
        text_add(&text, " seldepth %d multipv %d", info->seldepth, info->multipv);
    add_score(&text, root->state, info, show_wdl);
    text_add(&text,
             " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64,
             info->nodes, nodes_per_second(info->nodes, info->time), info->hashfull, info->tbhits,
             info->time);
    if (info->pv_length > 0) {
        text_add(&text, " pv");
        add_moves(&text, root, info->pv, info->pv_length);
    }
    output_line("%s", text.data);
}

static void uci_done(const Position *root, Move best, Move ponder) {
    if (best == MOVE_NONE) {
        output_line("bestmove (none)");
        return;
    }
    Text text;
    text_clear(&text);
    text_add(&text, "bestmove");
    add_moves(&text, root, &best, 1);
    if (ponder != MOVE_NONE) {
        text_add(&text, " ponder");
        add_moves(&text, root, &ponder, 1);
    }
    output_line("%s", text.data);
}

static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Session *session = context;
    if (session->style == STYLE_PERSON)
        show_info(session, root, info);
    else if (session->style == STYLE_JSON)
        json_info(root, info);
    else
        uci_info(root, info, session->show_wdl);
    if (info->multipv <= 1 && info->bound != BOUND_LOWER && info->bound != BOUND_UPPER) {
        session->latest = *info;
        session->latest.pv = NULL;
    }
}

/* Says that `go mate` has found no mate as short as was asked for. */
static void print_missing_mate(const Session *session, Move best) {
    const int score = session->latest.score;
    if (session->mate_wanted == LIMIT_NONE || best == MOVE_NONE ||
        (score_is_mate(score) && score > 0 && mate_moves(score) <= session->mate_wanted))
        return;
    output_line("info string no mate in %" PRId64 " found", session->mate_wanted);
}

static void on_current_move(void *context, const Position *root, int depth, Move m, int number) {
    const Session *session = context;
    if (session->style != STYLE_UCI)
        return;
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    output_line("info depth %d currmove %s currmovenumber %d", depth, name, number);
}

/* How many checks the search has made of itself. */
static void print_checks(const Session *session) {
    const SelfCheckCounts c = engine_self_checks(session->engine);
    output_line("info string debug: self-checks: %" PRIu64
                " positions, each by matrix, lists, keys, rules, "
                "captures, moves and evaluation; %" PRIu64 " table moves, %" PRIu64
                " of them refused; %" PRIu64 " faults",
                c.positions, c.table_moves, c.refused, c.faults);
}

static void on_fault(void *context, const char *report) {
    fault_report(report);
}

static void on_done(void *context, const Position *root, Move best, Move ponder) {
    Session *session = context;
    if (session->style != STYLE_JSON)
        print_missing_mate(session, best);
    if (session->debug)
        print_checks(session);
    if (session->style == STYLE_PERSON)
        show_done(session, root, best, ponder);
    else if (session->style == STYLE_JSON)
        json_done(root, best, ponder);
    else
        uci_done(root, best, ponder);
}

SearchReporter reporter_of(Session *session) {
    return (SearchReporter){session, on_info, on_current_move, on_done, on_fault};
}
