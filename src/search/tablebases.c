#include "search/tablebases.h"

#include "search/search.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>

/* --- scores -------------------------------------------------------------------------------- */

/* A draw by the fifty-move rule is a little better, or worse, than any other. */
static int score_of(Wdl wdl, int ply, bool rule50) {
    if (wdl == WDL_DRAW || wdl == WDL_UNKNOWN)
        return SCORE_DRAW;
    const int sign = wdl > WDL_DRAW ? 1 : -1;
    if (rule50 && (wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS))
        return SCORE_DRAW + sign;
    return sign * (SCORE_TABLEBASE - ply);
}

int tablebases_shown_score(const Tablebases *t, int score) {
    return t->root_known && !score_is_mate(score) ? t->root_score : score;
}

/* --- the root ------------------------------------------------------------------------------ */

/* The key of the position some plies before the root. */
static Key key_before(const Position *pos, int plies) {
    return plies == 0 ? pos->state->key : pos->past_keys[pos->past_count - plies];
}

/* True if a position since the last capture or Pawn move has come twice. */
static bool has_repeated(const Position *pos) {
    const int plies = pos->state->rule50 < pos->past_count ? pos->state->rule50 : pos->past_count;
    for (int i = 0; i + 4 <= plies; i++)
        for (int j = i + 4; j <= plies; j += 2)
            if (key_before(pos, i) == key_before(pos, j))
                return true;
    return false;
}

/* How good a move is, the greater the better. Wins that leave half of the fifty moves in reserve
 * are equals, so that the search may choose the quickest mate among them; if there is none such, or
 * the game has begun to go round in circles, the shortest way is best. Losses are equals unless the
 * fifty-move rule may come to help, and then the longest way is. */
static int dtz_rank_of(const TablebaseMove *m, int counter, bool repeated) {
    enum { SURE = 100000, AMPLE = 50 };
    if (m->dtz == 0)
        return 0;
    const int plies = abs(m->dtz) + counter;
    if (m->dtz > 0)
        return plies <= AMPLE && !repeated ? SURE : SURE - plies;
    return abs(m->dtz) + plies < 100 ? -SURE : -SURE + plies;
}

/* The same from WDL alone. */
static int wdl_rank_of(const TablebaseMove *m, bool rule50) {
    return rule50 ? m->wdl : (m->wdl > WDL_DRAW) - (m->wdl < WDL_DRAW);
}

/* Keeps the root moves of the best rank: the shortest win, the longest loss first. */
static void keep_best(Search *s, const TablebaseMove *moves, const int *ranks, int count) {
    int best = ranks[0], order[MOVE_LIMIT], kept = 0;
    for (int i = 1; i < count; i++)
        best = ranks[i] > best ? ranks[i] : best;
    for (int i = 0; i < count; i++) {
        if (ranks[i] != best)
            continue;
        int j = kept++;
        for (; j > 0 && moves[order[j - 1]].dtz > moves[i].dtz; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    for (int i = 0; i < kept; i++) {
        const Move m = moves[order[i]].move;
        s->roots[i].move = s->roots[i].pv[0] = m;
    }
    s->root_count = kept;
    s->tablebases.root_known = true;
    s->tablebases.root_score = score_of(moves[order[0]].wdl, 0, s->tablebases.options.rule50);
}

void tablebases_rank_root(Search *s) {
    Tablebases *t = &s->tablebases;
    const int largest = tablebase_men();
    t->hits = 0;
    t->root_known = false;
    t->men = t->options.limit < largest ? t->options.limit : largest;
    if (popcount(occupied(s->pos.state)) > t->men || s->root_count == 0)
        return;
    TablebaseMove moves[MOVE_LIMIT];
    int ranks[MOVE_LIMIT], dtz;
    for (int i = 0; i < s->root_count; i++)
        moves[i].move = s->roots[i].move;
    const bool has_dtz = tablebase_rank_dtz(&s->pos, moves, s->root_count, &dtz);
    if (!has_dtz && !tablebase_rank_wdl(&s->pos, moves, s->root_count))
        return;
    const bool repeated = has_repeated(&s->pos);
    for (int i = 0; i < s->root_count; i++)
        ranks[i] = has_dtz ? dtz_rank_of(&moves[i], s->pos.state->rule50, repeated)
                           : wdl_rank_of(&moves[i], t->options.rule50);
    t->hits = (uint64_t)s->root_count;
    keep_best(s, moves, ranks, s->root_count);
    /* The way to go is known now: further probes would only hide the mates from the search. Without
     * distances they keep it from losing the way. */
    if (has_dtz || t->root_score <= SCORE_DRAW)
        t->men = 0;
}

/* --- nodes --------------------------------------------------------------------------------- */

bool tablebases_settle(Search *s, int alpha, int beta, int depth, int ply, TablebaseRange *range,
                       int *score) {
    enum { EXTRA_DEPTH = 6 }; /* the tables know more than a search of this depth would */
    Tablebases *t = &s->tablebases;
    const int men = popcount(occupied(s->pos.state));
    if (men > t->men || (men == t->men && depth < t->options.depth))
        return false;
    const Wdl wdl = tablebase_wdl(&s->pos);
    if (wdl == WDL_UNKNOWN)
        return false;
    t->hits++;
    *score = score_of(wdl, ply, t->options.rule50);
    /* A win may still be a mate, and a loss too. */
    const ScoreBound bound = *score >= SCORE_TABLEBASE_BOUND    ? BOUND_LOWER
                             : *score <= -SCORE_TABLEBASE_BOUND ? BOUND_UPPER
                                                                : BOUND_EXACT;
    if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? *score >= beta : *score <= alpha)) {
        const int stored = depth + EXTRA_DEPTH < MAX_PLY - 1 ? depth + EXTRA_DEPTH : MAX_PLY - 1;
        const TableData data = {.move = MOVE_NONE,
                                .score = *score,
                                .eval = SCORE_NONE,
                                .depth = stored,
                                .bound = bound};
        table_store(s->table, s->pos.state->key, ply, &data);
        return true;
    }
    if (bound == BOUND_LOWER)
        range->low = *score;
    else
        range->high = *score;
    return false;
}
