/* A search from its creation to its result: see search.h. */

#include "moves/generate.h"
#include "search/params.h"
#include "search/search_internal.h"

Search *search_create(Table *table, const SearchReporter *reporter) {
    Search *s = memory_map(sizeof *s);
    if (s) {
        s->table = table;
        s->alone.reporter = reporter;
        shared_counters_join(&s->alone, &s->counters);
        s->shared = &s->alone;
        s->leads = true;
        clock_forget(&s->clock);
#ifdef TUNE
        s->params = params_set;
#endif
        search_registry_add(s);
    }
    return s;
}

void search_free(Search *s) {
    if (s)
        search_registry_remove(s);
    memory_unmap(s, sizeof *s);
}

void search_forget(Search *s) {
    if (s->fresh)
        return;
    s->fresh = true;
    history_clear(&s->history);
    s->previous_score = 0;
    clock_forget(&s->clock);
}

void search_set_network(Search *s, const Network *net) {
    accumulators_begin(&s->accumulators, net);
}

#ifdef TUNE
void search_set_params(Search *s, const int *params) {
    s->params = params;
}
#endif

void search_prepare(Search *s, const Position *pos, const SearchLimits *limits,
                    const SearchSettings *settings) {
    static const SearchSettings NONE;
    /* In a tuning build this thread needs the parameters of the clock. The search's own thread
     * loads all parameters itself. */
    PARAMS_LOAD(s);
    position_copy(&s->pos, pos);
    position_reroot(&s->pos);
    position_copy(&s->root, &s->pos);
    s->limits = *limits;
    s->settings = settings ? *settings : NONE;
    s->probing = (Probing){.options = s->settings.tablebases};
    if (limits->mate > 0)
        s->probing.options.limit =
            0; /* no probe: at the root, tablebases may leave out a move that mates */
    s->handicap = (Handicap){0};
    s->fresh = false;
    s->stop = false;
    s->ended = s->distrusted = s->caught = s->line_changed = false;
    s->counters.nodes = s->counters.tbhits = 0;
    s->completed_depth = s->root_depth = s->seldepth = s->null_min_ply = s->stable = 0;
    s->poll_at = 0;
    s->check.counts = (SelfCheckCounts){0};
    s->check.next = s->check.wary = 0;
    s->check.stores = s->check.judged = s->check.misjudged = 0;
#ifdef PANOPTES_VERIFY
    if (s->settings.self_check == 0)
        s->settings.self_check = SELF_CHECK_INTERVAL_DEFAULT;
#endif
    if (!check_hook.position)
        s->settings.self_check = 0;
    stack_clear(s);
    history_fade(&s->history);
    s->reported_depth = s->reported_lines = 0;
    s->reported_at = 0;
    clock_start(&s->clock, limits, pos->state->side, game_ply(pos), &s->settings, s->shared);
}

void search_weaken(Search *s, int skill, uint64_t game) {
    s->probing.options.limit = 0; /* a weaker player knows no tablebases */
    history_clear(&s->history);
    handicap_begin(&s->handicap, skill, game, &s->pos, &s->limits);
}

/* --- a search from begin to end --------------------------------------------------------------- */

/* Sets up the root as a node, and a picker of the root's moves. The picker keeps a pointer into
 * *n. */
static void pick_at_root(Search *s, Node *n, Picker *picker) {
    node_begin(s, n, -SCORE_INFINITE, SCORE_INFINITE, 1, 0);
    picker_init(picker, &s->pos, &s->history, &n->view, n->tt.move, MOVE_NONE);
}

/* Lists the legal moves, or the moves of `searchmoves`, in the picker's order. */
static void collect_root_moves(Search *s, MoveList *list) {
    Picker picker;
    Node n;
    list->count = 0;
    pick_at_root(s, &n, &picker);
    for (Move m; (m = picker_next(&picker).move) != MOVE_NONE;) {
        bool wanted = s->limits.searchmoves_count == 0;
        for (int i = 0; i < s->limits.searchmoves_count; i++)
            wanted |= s->limits.searchmoves[i] == m;
        if (wanted)
            list_add(list, m);
    }
}

void search_pick(Search *s, const Position *pos, const Picking *node, MoveList *list) {
    Picker p;
    PieceTo *const none = &s->history.nothing;
    const HistoryView view = {{none, none, none, none}, history_pawn_row(&s->history, pos->state)};
    if (node->kind <= PICK_LOUD)
        picker_init(&p, pos, &s->history, &view, node->table_move, node->killer);
    else if (node->kind == PICK_QUIESCENCE)
        picker_init_quiescence(&p, pos, &s->history, &view, node->table_move,
                               threshold_by_deficit(node->centipawns).cell);
    else
        picker_init_probcut(&p, pos, &s->history, &view, node->table_move, node->centipawns);
    if (node->kind == PICK_LOUD)
        picker_skip_quiets(&p);
    for (Move m; list->count < MOVE_LIMIT && (m = picker_next(&p).move) != MOVE_NONE;)
        list_add(list, m);
}

int search_line_fault(const Search *s) {
    const int plies = (int)(s->pos.state - s->pos.states);
    for (int ply = 0; ply < plies; ply++) {
        const StackEntry *f = &s->stack[STACK_BEFORE + ply];
        const Move made = s->pos.states[ply + 1].move;
        if (f->move != made || f->excluded == made)
            return ply;
    }
    return -1;
}

int search_root_moves(const Search *s, MoveList *list) {
    for (int i = 0; i < s->root_count; i++)
        list_add(list, s->roots[i].move);
    const int asked = s->limits.searchmoves_count;
    return s->probing.root_known ? 0 : asked ? asked : MOVE_LIMIT;
}

bool search_histories_hold(const Search *s) {
    return history_holds(&s->history);
}

bool search_probe(const Search *s, Position *pos, int ply, int *score, ScoreBound *bound) {
    return s->probing.pieces && probing_node(&s->probing, pos, MAX_PLY, ply, score, bound);
}

static void set_root_moves(Search *s, const MoveList *list) {
    s->root_count = list->count;
    for (int i = 0; i < list->count; i++) {
        RootMove *r = &s->roots[i];
        r->move = r->pv[0] = list->moves[i];
        r->pv_length = 1;
        r->nodes = 0;
        r->depth = r->previous_score = 0;
        r->score = -SCORE_INFINITE;
    }
}

/* Returns the score of a root without a legal move. */
static int no_move_score(const Search *s) {
    return in_check(s->pos.state) ? -SCORE_MATE : SCORE_DRAW;
}

bool search_begin(Search *s) {
    MoveList list;
    PARAMS_LOAD(s);
    search_registry_enter(s);
    s->begun = clock_microseconds();
    table_new_search(s->table);
    check_root(s);
    collect_root_moves(s, &list);
    counter_add(&s->counters.tbhits, (uint64_t)probing_rank_root(&s->probing, &s->pos, &list));
    set_root_moves(s, &list);
    if (s->root_count > 0)
        return true;
    s->roots[0].depth = s->roots[0].pv_length = 0;
    progress_line(s, 0, no_move_score(s), BOUND_EXACT);
    return false;
}

/* Finds the expected answer to the best move: the next move of its line, else the table's move. */
static void expect_answer(Search *s) {
    const RootMove *best = &s->roots[0];
    s->answer = MOVE_NONE;
    if (best->pv_length > 1) {
        s->answer = best->pv[1];
        return;
    }
    make_move(&s->pos, best->move);
    TableData data;
    const bool tt_hit = table_probe(s->table, s->pos.state->key, 1, 0, &data);
    if (tt_hit && move_is_legal(&s->pos, data.move))
        s->answer = data.move;
    unmake_move(&s->pos);
}

/* Sets the best move, the score and the expected answer of the result. */
static void report_best(Search *s, SearchResult *result) {
    const int score = s->roots[0].score;
    assert(s->completed_depth > 0 || s->stop || search_nodes(s) >= DEPTH_1_NODES ||
           s->check.counts.faults);
    result->score =
        score > -SCORE_INFINITE ? probing_shown_score(&s->probing, score) : search_evaluate(s);
    /* stopped within depth 1: the evaluation stands in for a missing score */
    if (s->completed_depth == 0)
        progress_line(s, 0, score > -SCORE_INFINITE ? score : result->score, BOUND_EXACT);
    s->previous_score = score;
    result->best = s->roots[0].move;
    if (search_survives(s, expect_answer))
        result->ponder = s->answer;
    if (!end_is_well(s, result))
        result->ponder = MOVE_NONE;
}

SearchResult search_result(Search *s) {
    SearchResult result = {.best = MOVE_NONE,
                           .ponder = MOVE_NONE,
                           .score = no_move_score(s),
                           .evaluation = search_evaluation(s),
                           .depth = s->completed_depth,
                           .nodes = shared_counters_nodes(s->shared),
                           .time = clock_microseconds() - s->begun};
    if (s->root_count > 0)
        report_best(s, &result);
    search_registry_leave(s);
    return result;
}

SearchResult search_run(Search *s) {
    if (search_begin(s))
        search_deepen(s);
    return search_result(s);
}

void search_order(Search *s, MoveList *moves, const char *stages[]) {
    static const char *const STAGES[] = {
        [CLASS_TABLE] = "table",           [CLASS_PROMOTION] = "promotion",
        [CLASS_SOUND_CAPTURE] = "capture", [CLASS_EN_PASSANT] = "en passant",
        [CLASS_QUIET] = "quiet",           [CLASS_LOSING] = "losing",
        [CLASS_EVASION] = "evasion"};
    Node n;
    Picker picker;
    pick_at_root(s, &n, &picker);
    for (PickedMove next; (next = picker_next(&picker)).move != MOVE_NONE;) {
        stages[moves->count] = STAGES[next.class];
        list_add(moves, next.move);
    }
}

const Position *search_position(const Search *s) {
    return &s->root;
}

SelfCheckCounts search_checks(const Search *s) {
    return s->check.counts;
}

/* --- from another thread ---------------------------------------------------------------------- */

void search_stop(Search *s) {
    s->stop = true;
}

bool search_ponderhit(Search *s) {
    if (!s->clock.pondering)
        return false;
    clock_ponderhit(&s->clock);
    return true;
}

void search_answered(Search *s) {
    clock_answer(&s->clock);
}

int64_t search_answer_delay_ms(const Search *s) {
    enum { MOMENT = 500 };
    const Clock *clock = &s->clock;
    if (!clock->timed || s->stop || clock->pondering)
        return 0;
    return clock->start + min_int64(clock->soft / 4, MOMENT) - clock_now();
}

void search_adopt(Search *s, const Search *other) {
    s->roots[0] = other->roots[0];
    s->root_depth = other->completed_depth;
    s->seldepth = other->seldepth;
    progress_exact_line(s, 0);
}
