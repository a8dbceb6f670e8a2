#include "uci/report.h"

#include "eval/wdl.h"
#include "moves/notation.h"
#include "postmortem/post_mortem.h"
#include "uci/output.h"
#include "uci/show.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

uint64_t report_speed(uint64_t nodes, int64_t milliseconds) {
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

int report_mate_moves(int score) {
    return score > 0 ? (SCORE_MATE - score + 1) / 2 : -(SCORE_MATE + score) / 2;
}

void report_line(Text *text, const Position *root, const Move *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(root, moves[i], name);
        text_add(text, " %s", name);
    }
}

/* In normalised centipawns (see eval/wdl.h), with the chances if they are wanted. */
static void add_score(Text *text, const State *root, int score, ScoreBound bound, bool show_wdl) {
    const int material = wdl_material(root);
    if (score_is_mate(score))
        text_add(text, " score mate %d", report_mate_moves(score));
    else
        text_add(text, " score cp %d", wdl_centipawns(score, material));
    if (show_wdl) {
        const WinChances wdl = wdl_of(score, material);
        text_add(text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    if (bound == BOUND_LOWER)
        text_add(text, " lowerbound");
    else if (bound == BOUND_UPPER)
        text_add(text, " upperbound");
}

static void uci_info(const Position *root, const SearchInfo *info, bool show_wdl) {
    Text text;
    text_clear(&text);
    text_add(&text, "info depth %d", info->depth);
    if (info->depth > 0)
        text_add(&text, " seldepth %d multipv %d", info->seldepth, info->multipv);
    add_score(&text, root->state, info->score, info->bound, show_wdl);
    text_add(&text,
             " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64,
             info->nodes, report_speed(info->nodes, info->time), info->hashfull, info->tbhits,
             info->time);
    if (info->pv_length > 0) {
        text_add(&text, " pv");
        report_line(&text, root, info->pv, info->pv_length);
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
    report_line(&text, root, &best, 1);
    if (ponder != MOVE_NONE) {
        text_add(&text, " ponder");
        report_line(&text, root, &ponder, 1);
    }
    output_line("%s", text.data);
}

static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Session *session = context;
    if (session->style == REPORT_PERSON)
        show_info(session, root, info);
    else
        uci_info(root, info, session->show_wdl);
    if (info->multipv <= 1 && info->bound != BOUND_LOWER && info->bound != BOUND_UPPER) {
        session->latest = *info;
        session->latest.pv = NULL;
    }
}

static void on_current_move(void *context, const Position *root, int depth, Move m, int number) {
    const Session *session = context;
    if (session->style == REPORT_PERSON)
        return;
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    output_line("info depth %d currmove %s currmovenumber %d", depth, name, number);
}

/* What the search has checked of itself. */
static void tell_checks(const Session *session) {
    const SelfCheckCounts c = engine_self_checks(session->engine);
    output_line("info string debug: self-checks: %" PRIu64
                " positions, each by matrix, lists, keys, "
                "captures, moves and evaluation; %" PRIu64 " table moves, %" PRIu64
                " of them refused; %" PRIu64 " faults",
                c.positions, c.table_moves, c.refused, c.faults);
}

/* Writes a post-mortem of a failed check, unless there are many already, and tells where it is. */
static void write_post_mortem(const char *report) {
    enum { FILES_AT_MOST = 8 };
    static int files;
    static char path[POST_MORTEM_PATH_SIZE];
    const Cause cause = {.what = "a self-check failed", .report = report};
    if (files++ >= FILES_AT_MOST)
        return;
    post_mortem_write(&cause, path);
    post_mortem_announce(&cause, path);
    if (*path)
        output_line("info string fault: post-mortem: %s", path);
    else
        output_line("info string fault: no post-mortem could be written");
}

void report_fault(const char *report) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    for (const char *at = report; *at;) {
        const int length = (int)strcspn(at, "\n");
        output_line("info string fault: %.*s", length, at);
        at += length + (at[length] != '\0');
    }
    write_post_mortem(report);
    pthread_mutex_unlock(&mutex);
}

static void on_fault(void *context, const char *report) {
    (void)context;
    report_fault(report);
}

static void on_done(void *context, const Position *root, Move best, Move ponder) {
    Session *session = context;
    if (session->debug)
        tell_checks(session);
    if (session->style == REPORT_PERSON)
        show_done(session, root, best, ponder);
    else
        uci_done(root, best, ponder);
}

SearchReporter report_to(Session *session) {
    return (SearchReporter){session, on_info, on_current_move, on_done, on_fault};
}
