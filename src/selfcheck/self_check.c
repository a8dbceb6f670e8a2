#include "selfcheck/selfcheck.h"

#include "board/make.h"
#include "moves/generate.h"

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

/* What follows from tables and code alone is looked at once in a process, as long as it is right. */
static bool check_once(SelfCheck *check) {
    static atomic_bool passed;
    if (!passed)
        passed = verify_numbers(check->report) && verify_known_scores(&check->room, check->report);
    return passed;
}

/* Checks a position: the comparator (selfcheck/verify.h), the generators, the rules, the move in the table, the
 * evaluation, and what is kept of it for a network. False if something differs; check->report then
 * says what and where. */
static bool self_check(SelfCheck *check, const Position *pos, const Table *table,
                       const Accumulators *accumulators) {
    const bool well = check_once(check) &&
                      verify_position(pos, "a step of the search", check->report) &&
                      verify_rules(pos, check->report) && verify_moves(pos, check->report) &&
                      check_table_move(check, pos, table) &&
                      verify_evaluation(pos, &check->room, check->report) &&
                      verify_network(accumulators, pos, check->report);
    check->counts.positions++;
    check->counts.faults += !well;
    return well;
}

/* Makes each legal move of a root and checks the position behind it, but no evaluation, in the same way. */
static bool self_check_moves(SelfCheck *check, Position *root) {
    MoveList list = {.count = 0};
    bool well = true;
    legal_moves(root, &list);
    for (int i = 0; well && i < list.count; i++) {
        make_move(root, list.moves[i]);
        well = verify_position(root, "a move of the root", check->report) &&
               verify_rules(root, check->report) && verify_moves(root, check->report);
        unmake_move(root);
    }
    check->counts.faults += !well;
    return well;
}

/* --- the hook ------------------------------------------------------------------------------ */

static bool passed(const SelfCheck *check, bool well) {
    if (!well)
        verify_failed(check->report);
    return well;
}

static bool check_position(SelfCheck *check, const Position *pos, const Table *table,
                           const Accumulators *accumulators) {
    return passed(check, self_check(check, pos, table, accumulators));
}

static bool check_moves(SelfCheck *check, Position *root) {
    return passed(check, self_check_moves(check, root));
}

void selfcheck_init(void) {
    verify_init();
    check_hook = (CheckHook){check_position, check_moves};
}
