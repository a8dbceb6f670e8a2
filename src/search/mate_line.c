/* Lines of a mate, completed up to the mate. */
#include "moves/generate.h"
#include "search/mate.h"
#include "search/tree.h"

/* Nodes that a completion may take: some milliseconds, and less once the search has ended. */
enum { BUDGET = 20000, BUDGET_STOPPED = 2000 };

/* A move that mates at once, or MOVE_NONE. */
static Move mating_move(Position *pos) {
    MoveList list;
    list.count = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        make_move(pos, list.moves[i]);
        const bool mated = in_check(pos->state) && legal_count(pos) == 0;
        unmake_move(pos);
        if (mated)
            return list.moves[i];
    }
    return MOVE_NONE;
}

/* Extends a line by what a search finds at its end; `mate` is the number of plies from the root to
 * the mate. False if the search finds no mate of that length. */
static bool add_moves(Search *s, RootMove *r, int mate) {
    const int ply = r->pv_length;
    if (mate - ply == 1) { /* a window so near the mate is empty: no line would be kept */
        r->pv[ply] = mating_move(&s->pos);
        r->pv_length += r->pv[ply] != MOVE_NONE;
        return r->pv_length == mate;
    }
    const int score = ply % 2 == 0 ? r->score : -r->score; /* for the side to move there */
    /* As deep as the mate, then deeper: moves on the way may be reduced. */
    for (int extra = 1; extra <= 5 && !s->ended; extra += 2) {
        if (search_node(s, score - 1, score + 1, mate - ply + extra, ply, false) != score)
            continue;
        if (s->ended || s->pv_length[ply] == 0)
            return false;
        for (int i = 0; i < s->pv_length[ply] && r->pv_length < mate; i++)
            r->pv[r->pv_length++] = s->pv[ply][i];
        return true;
    }
    return false;
}

bool mate_line_complete(Search *s, RootMove *r) {
    const int mate = SCORE_MATE - (r->score > 0 ? r->score : -r->score);
    if (!score_is_mate(r->score) || r->pv_length >= mate)
        return true;
    const int given = r->pv_length, seldepth = s->seldepth;
    const uint64_t nodes = search_nodes(s);
    const bool ended = s->ended;
    s->ended = false;
    for (int i = 0; i < given; i++)
        enter_child(s, i, r->pv[i]);
    s->line_limit = nodes + (ended ? BUDGET_STOPPED : BUDGET);
    while (r->pv_length < mate) {
        const int before = r->pv_length;
        if (!add_moves(s, r, mate))
            break;
        for (int i = before; i < r->pv_length; i++)
            enter_child(s, i, r->pv[i]);
    }
    for (int i = 0; i < r->pv_length; i++)
        leave_child(s);
    /* The completion is not part of the search: it leaves no trace in its counters. */
    s->line_limit = 0;
    s->ended = ended;
    s->seldepth = seldepth;
    atomic_store_explicit(&s->counters.nodes, nodes, memory_order_relaxed);
    return r->pv_length == mate;
}
