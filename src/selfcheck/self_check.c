#include "selfcheck/selfcheck.h"

#include "board/make.h"
#include "moves/generate.h"

/* A position that a search has reached, and the search's data about it. */
typedef struct Subject {
    Search *search;
    const Position *pos;
    const Table *table;
    const Accumulators *accumulators;
} Subject;

/* Checks the answer of move_is_legal to a move from the hash table, which the search plays if
 * move_is_legal accepts the move. */
static bool check_table_move(SelfCheck *check, const Subject *of) {
    const Position *pos = of->pos;
    const Table *table = of->table;
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

/* Checks data that does not depend on the position of the search: the numbers of the Zobrist hash,
 * known scores, and known cases. After one success the process does not repeat these checks. */
static bool check_once(SelfCheck *check, const Subject *of) {
    static atomic_bool passed;
    if (!passed)
        passed = verify_numbers(check->report) &&
                 verify_known_scores(&check->room, check->report) &&
                 verify_known_cases(of->search, &check->room, check->report);
    return passed;
}

static bool check_matrix(SelfCheck *check, const Subject *of) {
    return verify_record(of->search, of->pos, check->report) &&
           verify_position(of->pos, "a step of the search", check->report);
}

static bool check_rules(SelfCheck *check, const Subject *of) {
    return verify_rules(of->pos, check->report);
}

static bool check_generators(SelfCheck *check, const Subject *of) {
    return verify_moves(of->pos, check->report);
}

static bool check_evaluation(SelfCheck *check, const Subject *of) {
    return verify_evaluation(of->pos, &check->room, check->report);
}

static bool check_network(SelfCheck *check, const Subject *of) {
    return verify_network(of->accumulators, of->pos, check->report);
}

static bool check_tablebases(SelfCheck *check, const Subject *of) {
    return verify_tablebases(of->search, of->pos, &check->room, check->report);
}

static bool check_exchanges(SelfCheck *check, const Subject *of) {
    enum { STRIDE = 8 };
    return verify_exchanges(of->pos, STRIDE, check->report);
}

static bool check_questions(SelfCheck *check, const Subject *of) {
    return verify_questions(of->pos, check->report) &&
           verify_ends(of->pos, &check->room, check->report);
}

static bool check_picks(SelfCheck *check, const Subject *of) {
    return verify_picks(of->search, of->pos, check->counts.positions, check->report);
}

static bool check_copies(SelfCheck *check, const Subject *of) {
    enum { STRIDE = 8 };
    return verify_copies(of->pos, &check->room, STRIDE, check->report);
}

/* The checks in their order: each check relies on the checks before it. Some checks run at every
 * n-th position, and less often in a debug build, which checks a position every few nodes. */
enum { RARER = SELF_CHECK_INTERVAL_DEFAULT < 100 ? 4 : 2 };
static const struct {
    bool (*well)(SelfCheck *check, const Subject *of);
    unsigned every;
} CHECKS[] = {{check_once, 1},          {check_matrix, 1},
              {check_rules, 1},         {check_generators, 1},
              {check_table_move, 1},    {check_evaluation, 2},
              {check_network, 1},       {check_tablebases, 1},
              {check_exchanges, RARER}, {check_questions, 2 * RARER},
              {check_picks, 4 * RARER}, {check_copies, 8 * RARER}};
enum { CHECK_COUNT = sizeof CHECKS / sizeof *CHECKS };

/* Runs the checks that are due on a position. Returns false, with the difference in check->report,
 * if a check fails. */
static bool self_check(SelfCheck *check, const Subject *of) {
    bool well = true;
    for (unsigned i = 0; well && i < CHECK_COUNT; i++)
        if ((check->counts.positions + i) % CHECKS[i].every == 0)
            well = CHECKS[i].well(check, of);
    check->counts.positions++;
    check->counts.faults += !well;
    return well;
}

/* Compares the key after a normal move with `foretold`, the result of key_after before the move.
 * key_after ignores a new e.p. square and lost castling rights. */
static bool was_foretold(SelfCheck *check, const Position *pos, Key foretold) {
    const State *s = pos->state, *before = s - 1;
    const Key want = s->key ^ zobrist.ep[s->ep] ^ zobrist.castling[s->castling] ^
                     zobrist.castling[before->castling];
    return move_kind(s->move) != MOVE_NORMAL || foretold == want ||
           difference_report(check->report, pos, "a move of the root",
                             "key: key_after foretold another before the move");
}

/* Makes each legal move of a root, and checks the position after the move, except its
 * evaluation. */
static bool self_check_moves(SelfCheck *check, Position *root) {
    MoveList list = {.count = 0};
    bool well = true;
    legal_moves(root, &list);
    for (int i = 0; well && i < list.count; i++) {
        const Key foretold = key_after(root->state, list.moves[i]);
        make_move(root, list.moves[i]);
        well = was_foretold(check, root, foretold) &&
               verify_position(root, "a move of the root", check->report) &&
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

static bool check_position(SelfCheck *check, Search *s, const Position *pos, const Table *table,
                           const Accumulators *accumulators) {
    return passed(check, self_check(check, &(Subject){s, pos, table, accumulators}));
}

static bool check_moves(SelfCheck *check, Position *root) {
    return passed(check, self_check_moves(check, root));
}

static bool counted(SelfCheck *check, bool well) {
    check->counts.faults += !well;
    return passed(check, well);
}

/* Checks the evaluation that a node has read from the hash table. The hash table compares few bits
 * of the key, so a small share of evaluations may belong to other positions. */
static bool is_judged_rightly(SelfCheck *check, const Stored *stored) {
    enum { CHANCE = 16, ONE_OF = 8 };
    if (stored->data.eval == SCORE_NONE)
        return true;
    check->judged++;
    check->misjudged += stored->data.eval != stored->eval;
    return check->misjudged < CHANCE || check->misjudged * ONE_OF < check->judged ||
           difference_report(check->report, stored->pos, "storing a node",
                             "table: %d of %d evaluations are not those of their positions; "
                             "here %d, want %d",
                             check->misjudged, check->judged, stored->data.eval, stored->eval);
}

static bool check_stored(SelfCheck *check, const Stored *stored) {
    return counted(check, verify_stored(stored, check->report) && is_judged_rightly(check, stored));
}

static bool check_read(SelfCheck *check, const Stored *read) {
    return counted(check, verify_read(read, check->report));
}

static bool check_line(SelfCheck *check, const Position *root, const SearchInfo *info) {
    return counted(check, verify_line(root, info, check->report));
}

static bool check_end(SelfCheck *check, const Search *s, const SearchResult *result) {
    return counted(check, verify_end(s, result, check->report));
}

void selfcheck_init(void) {
    verify_init();
    check_hook =
        (CheckHook){check_position, check_moves, check_stored, check_read, check_line, check_end};
}
