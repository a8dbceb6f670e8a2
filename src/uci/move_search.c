#include "uci/move_search.h"

#include "search/search.h"
#include "uci/output.h"

#include <string.h>

enum { MEGABYTES = 4 };

/* Keeps the latest line. */
static void keep_line(void *context, const Position *root, const SearchInfo *info) {
    SearchedLine *line = context;
    (void)root;
    const int length = info->pv_length < WORTH_MOVES ? info->pv_length : WORTH_MOVES;
    if (length == 0 || info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        return;
    line->score = info->score;
    line->count = length;
    memcpy(line->moves, info->pv, (size_t)length * sizeof *info->pv);
}

/* One search; of `only`, unless that is MOVE_NONE. */
static void search_line(Search *s, SearchReporter *reporter, const Position *pos, Move only,
                        int64_t nodes, SearchedLine *line, MoveWorth *worth) {
    SearchLimits limits = limits_none();
    limits.nodes = nodes;
    if (only != MOVE_NONE)
        limits.searchmoves[limits.searchmoves_count++] = only;
    *line = (SearchedLine){0};
    reporter->context = line;
    search_prepare(s, pos, &limits, NULL);
    const SearchResult result = search_run(s);
    worth->nodes += result.nodes;
    worth->evaluation = result.evaluation;
}

bool move_search(const Position *pos, Move m, int64_t nodes, const Network *net, MoveWorth *worth) {
    SearchReporter reporter = {.info = keep_line};
    Table table = {0};
    const bool has_table = table_resize(&table, MEGABYTES) > 0;
    Search *s = has_table ? search_create(&table, &reporter) : NULL;
    if (s) {
        const int64_t half = nodes > 1 ? nodes / 2 : 1;
        *worth = (MoveWorth){0};
        search_set_network(s, net);
        search_line(s, &reporter, pos, MOVE_NONE, half, &worth->best, worth);
        search_line(s, &reporter, pos, m, half, &worth->own, worth);
    }
    search_free(s);
    if (has_table)
        table_free(&table);
    return s || output_error("explain: not enough memory to search the move");
}
