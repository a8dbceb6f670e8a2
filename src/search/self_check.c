#include "search/self_check.h"

#include "board/verify.h"
#include "eval/verify_evaluation.h"
#include "moves/verify_moves.h"
#include "network/verify_network.h"

/* A move from the table is played if move_is_legal accepts it: checks that answer. */
static bool check_table_move(SelfCheck *check, const Position *pos, const Table *table) {
    TableData data;
    bool legal;
    if (!table_probe(table, pos->state->key, 0, 0, &data) || data.move == MOVE_NONE)
        return true;
    if (!verify_table_move(pos, data.move, &legal, check->report))
        return false;
    check->counts.table_moves++;
    check->counts.refused += !legal;
    return true;
}

bool self_check(SelfCheck *check, const Position *pos, const Table *table,
                const Accumulators *accumulators) {
    const bool well = verify_position(pos, "a step of the search", check->report) &&
                      verify_moves(pos, check->report) && check_table_move(check, pos, table) &&
                      verify_evaluation(pos, &check->room, check->report) &&
                      verify_network(accumulators, pos, check->report);
    check->counts.positions++;
    check->counts.faults += !well;
    return well;
}
