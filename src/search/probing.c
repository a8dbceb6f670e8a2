#include "search/search.h"

#include "moves/generate.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>

/* --- scores -------------------------------------------------------------------------------- */

/* Returns the score of a tablebase result, in centipawns. If the fifty-move rule applies, a
 * cursed win scores SCORE_DRAW + 1 and a blessed loss SCORE_DRAW - 1. */
static int score_of(Wdl wdl, int ply, bool rule50) {
    if (wdl == WDL_DRAW || wdl == WDL_UNKNOWN)
        return SCORE_DRAW;
    const int sign = wdl > WDL_DRAW ? 1 : -1;
    if (rule50 && (wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS))
        return SCORE_DRAW + sign;
    return sign * (SCORE_TABLEBASE - ply);
}

int probing_shown_score(const Probing *p, int score) {
    return p->root_known && !score_is_mate(score) ? p->root_score : score;
}

/* --- the root ------------------------------------------------------------------------------ */

/* Returns the key of the position `plies` plies before the root. */
static Key key_before(const Position *pos, int plies) {
    return plies == 0 ? pos->state->key : pos->past_keys[pos->past_count - plies];
}

/* True if a position since the last capture or pawn move has occurred twice. */
static bool has_repeated(const Position *pos) {
    const int plies = pos->state->rule50 < pos->past_count ? pos->state->rule50 : pos->past_count;
    for (int i = 0; i + 4 <= plies; i++)
        for (int j = i + 4; j <= plies; j += 2)
            if (key_before(pos, i) == key_before(pos, j))
                return true;
    return false;
}

/* Returns the rank of a move by DTZ; a greater rank is better.
 *
 * - A win is safe if the next capture or pawn move comes before the counter exceeds 50 plies, and if
 *   no position has repeated. Safe wins rank equal, so that the search may choose the quickest mate.
 * - Other wins rank by their DTZ, the shortest first.
 * - Losses rank equal. But if the fifty-move rule may save the game, the longest loss ranks first. */
static int dtz_rank_of(const TablebaseMove *m, int counter, bool repeated) {
    enum { SURE = 100000, AMPLE = 50 };
    if (m->dtz == 0)
        return 0;
    const int plies = abs(m->dtz) + counter;
    if (m->dtz > 0)
        return plies <= AMPLE && !repeated ? SURE : SURE - plies;
    return abs(m->dtz) + plies < 100 ? -SURE : -SURE + plies;
}

/* Returns the rank of a move by WDL alone. */
static int wdl_rank_of(const TablebaseMove *m, bool rule50) {
    return rule50 ? m->wdl : (m->wdl > WDL_DRAW) - (m->wdl < WDL_DRAW);
}

/* Keeps the root moves of the best rank, and sorts them: the shortest win first, the longest loss
 * first. Returns the result of the first. */
static Wdl keep_best(const TablebaseMove *moves, const int *ranks, MoveList *list) {
    int best = ranks[0], order[MOVE_LIMIT], kept = 0;
    for (int i = 1; i < list->count; i++)
        best = max_int(best, ranks[i]);
    for (int i = 0; i < list->count; i++) {
        if (ranks[i] != best)
            continue;
        int j = kept++;
        for (; j > 0 && moves[order[j - 1]].dtz > moves[i].dtz; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    for (int i = 0; i < kept; i++)
        list->moves[i] = moves[order[i]].move;
    list->count = kept;
    return moves[order[0]].wdl;
}

int probing_rank_root(Probing *p, const Position *pos, MoveList *list) {
    const int count = list->count;
    p->root_known = false;
    p->pieces = min_int(p->options.limit, tablebase_men());
    if (popcount(occupied(pos->state)) > p->pieces || count == 0)
        return 0;
    TablebaseMove moves[MOVE_LIMIT];
    int ranks[MOVE_LIMIT], dtz;
    Wdl wdl;
    for (int i = 0; i < count; i++)
        moves[i].move = list->moves[i];
    const bool has_dtz = tablebase_rank_dtz(pos, moves, count, &dtz);
    if (!has_dtz && !tablebase_rank_wdl(pos, moves, count, &wdl))
        return 0;
    const bool repeated = has_repeated(pos);
    for (int i = 0; i < count; i++)
        ranks[i] = has_dtz ? dtz_rank_of(&moves[i], pos->state->rule50, repeated)
                           : wdl_rank_of(&moves[i], p->options.rule50);
    Wdl best = keep_best(moves, ranks, list);
    p->root_known = true;
    /* `wdl` is the result of all legal moves, which the list need not hold. The moves of a cursed win seem to win,
     * since their own results do not count the moves made before. */
    if (!has_dtz)
        best = count == legal_count(pos) ? wdl : min_int(best, wdl);
    p->root_score = score_of(best, 0, p->options.rule50);
    /* With DTZ tables the list holds only moves that keep the result. Then the tree needs no
     * probes, which would hide mates. Without DTZ tables a search that probes no nodes might
     * give a win away. */
    if (has_dtz || p->root_score <= SCORE_DRAW)
        p->pieces = 0;
    return count;
}

/* --- nodes --------------------------------------------------------------------------------- */

bool probing_node(const Probing *p, Position *pos, int depth, int ply, int *score,
                  ScoreBound *bound) {
    assert(p->pieces > 0);
    const int pieces = popcount(occupied(pos->state));
    if (pieces > p->pieces || (pieces == p->pieces && depth < p->options.depth))
        return false;
    const Wdl wdl = tablebase_wdl(pos);
    if (wdl == WDL_UNKNOWN)
        return false;
    *score = score_of(wdl, ply, p->options.rule50);
    /* A mate scores higher than a tablebase win. A won position may hold a mate, so a win is a
     * lower bound, and a loss is an upper bound. */
    *bound = *score >= SCORE_TABLEBASE_BOUND    ? BOUND_LOWER
             : *score <= -SCORE_TABLEBASE_BOUND ? BOUND_UPPER
                                                : BOUND_EXACT;
    return true;
}
