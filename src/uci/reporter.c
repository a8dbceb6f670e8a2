#include "uci/uci_internal.h"

#include "uci/output.h"

#include <inttypes.h>

static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Session *session = context;
    if (!session->shows) {
        lines_info(&session->player, root, info);
        return;
    }
    show_info(session, root, info);
    lines_note(&session->player, info);
}

static void on_current_move(void *context, const Position *root, int depth, Move m, int number) {
    const Session *session = context;
    if (!session->shows)
        lines_current_move(&session->player, root, depth, m, number);
}

/* How many checks the search has made of itself. */
static void print_checks(const Session *session) {
    const SelfCheckCounts c = engine_self_checks(session->player.engine);
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
    if (session->debug)
        print_checks(session);
    if (session->shows)
        show_done(session, root, best, ponder);
    else
        lines_done(&session->player, root, best, ponder);
}

SearchReporter reporter_of(Session *session) {
    return (SearchReporter){session, on_info, on_current_move, on_done, on_fault};
}
