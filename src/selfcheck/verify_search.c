/* Checks of a search's data: hash table, lines, root moves, histories and result. */
#include "selfcheck/verify.h"

#include "core/bits.h"
#include "moves/generate.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

static const char *const BOUNDS[] = {"no bound", "an upper bound", "a lower bound", "exact"};

/* The score that the hash table must return at `ply` after `rule50` quiet plies, if `score` was
 * stored at ply `stored`. */
static int score_back(int score, int stored, int ply, int rule50) {
    const int sign = score < 0 ? -1 : 1, size = sign * score;
    if (size < SCORE_TABLEBASE_BOUND)
        return score;
    const bool mates = size + stored >= SCORE_MATE_BOUND;
    if (mates && SCORE_MATE - (size + stored) > 100 - rule50)
        return sign * (SCORE_TABLEBASE_BOUND - 1);
    return sign * (size + stored - ply);
}

static bool data_agrees(const TableData *got, const TableData *want, char *what, size_t size) {
    if (got->score == want->score && got->eval == want->eval && got->depth == want->depth &&
        got->bound == want->bound && got->pv == want->pv && got->move == want->move)
        return true;
    snprintf(what, size,
             "table: score %d, evaluation %d, depth %d, %s, move %#x, %s window come back; stored "
             "%d, %d, %d, %s, %#x, %s",
             got->score, got->eval, got->depth, BOUNDS[got->bound & 3], got->move,
             got->pv ? "open" : "closed", want->score, want->eval, want->depth,
             BOUNDS[want->bound & 3], want->move, want->pv ? "open" : "closed");
    return false;
}

#define STORE_DIFFERS(...) difference_report(report, stored->pos, "storing a node", __VA_ARGS__)

/* True if the hash table returns a stored entry. Another thread may write to the same entry, so the
 * function stores and tests again after a difference. */
static bool comes_back(const Stored *stored, char *what, size_t size) {
    const State *s = stored->pos->state;
    TableData want = stored->data, got;
    want.score = score_back(want.score, stored->ply, stored->ply, s->rule50);
    for (int tries = stored->alone ? 1 : 3; tries > 0; tries--) {
        const bool known = table_probe(stored->table, s->key, stored->ply, s->rule50, &got);
        if (stored->data.move == MOVE_NONE) /* then the entry keeps its old move */
            want.move = got.move;
        if (!known)
            snprintf(what, size, "table: what was stored does not come back");
        else if ((want.bound != BOUND_EXACT && got.depth > want.depth + 4) ||
                 data_agrees(&got, &want, what, size))
            return true;
        if (tries > 1)
            table_store(stored->table, s->key, stored->ply, &stored->data);
    }
    return false;
}

/* The plies from the root to a position, by the position's own stack of states. */
static int ply_of(const Position *pos) {
    return (int)(pos->state - pos->states);
}

bool verify_stored(const Stored *stored, char *report) {
    const TableData *data = &stored->data;
    char what[256];
    if (stored->ply != ply_of(stored->pos))
        return STORE_DIFFERS("table: a node %d plies from the root is stored as at %d",
                             ply_of(stored->pos), stored->ply);
    if (data->bound != BOUND_NONE && stored->excluding)
        return STORE_DIFFERS("table: a search that leaves a move out stores its score");
    if (data->move != MOVE_NONE && !move_is_legal(stored->pos, data->move))
        return STORE_DIFFERS("table: an illegal move is stored, %#x", data->move);
    if (data->bound != BOUND_NONE && (data->bound == BOUND_LOWER) != (data->score >= stored->beta))
        return STORE_DIFFERS("table: score %d is stored as %s where beta is %d", data->score,
                             BOUNDS[data->bound], stored->beta);
    return comes_back(stored, what, sizeof what) || STORE_DIFFERS("%s", what);
}

bool verify_read(const Stored *read, char *report) {
    const Position *pos = read->pos;
    TableData want;
    char what[256] = "table: a node is found, or not found, otherwise than a moment ago";
    const bool known =
        table_probe(read->table, pos->state->key, ply_of(pos), pos->state->rule50, &want);
    return !read->alone ||
           (known == read->known && data_agrees(&read->data, &want, what, sizeof what)) ||
           difference_report(report, pos, "reading the table", "%s; read at ply %d", what,
                             ply_of(pos));
}

#define TABLE_DIFFERS(...) difference_report(report, pos, "storing in a table", __VA_ARGS__)

/* A random entry for the hash table, made of the bits of `n`. With `decisive` the score is a mate
 * or tablebase score. */
static TableData any_data(uint64_t n, bool decisive) {
    enum { SPREAD = SCORE_MATE - SCORE_TABLEBASE_BOUND, PLIES = 64 };
    const int far = (int)(n & 0xFFF) % (SPREAD - PLIES) + PLIES,
              near = (int)(n >> 12 & 0x3FFF) - 0x2000;
    return (TableData){.move = n >> 26 & 1 ? (Move)(n >> 27) : MOVE_NONE,
                       .score = !decisive     ? near
                                : n >> 43 & 1 ? SCORE_MATE - far
                                              : far - SCORE_MATE,
                       .eval = (int)(n >> 44 & 0xFFF) - 0x800,
                       .depth = (int)(n >> 56 & 31),
                       .bound = (ScoreBound)(n >> 61 & 3),
                       .pv = n >> 63};
}

/* The entry that the hash table must have if `data` is stored while the entry is `held`. */
static TableData merged(const TableData *held, const TableData *data) {
    TableData all = *data;
    if (data->bound != BOUND_EXACT && data->depth + 4 < held->depth)
        return *held;
    all.move = data->move == MOVE_NONE ? held->move : data->move;
    return all;
}

bool verify_table(const Position *pos, char *report) {
    enum { ROUNDS = 512, STORES = 3 };
    TableBucket bucket;
    Table table = {.buckets = &bucket, .count = 1};
    uint64_t random = 1;
    char what[256];
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t n = random_next(&random), key = random_next(&random);
        const int ply = (int)(n & 63), met = (int)(n >> 6 & 63), rule50 = (int)(n >> 12 & 63);
        TableData got, held = {.move = MOVE_NONE};
        memset(&bucket, 0, sizeof bucket);
        table_new_search(&table);
        for (int store = 0; store < STORES; store++) {
            const TableData data = any_data(random_next(&random), i % 2);
            table_store(&table, key, ply, &data);
            held = merged(&held, &data);
            TableData want = held;
            want.score = score_back(held.score, ply, met, rule50);
            if (!table_probe(&table, key, met, rule50, &got))
                return TABLE_DIFFERS("table: what was stored does not come back");
            if (!data_agrees(&got, &want, what, sizeof what))
                return TABLE_DIFFERS("%s", what);
        }
        for (int bit = 0; bit < 16; bit++)
            if (table_probe(&table, key ^ (Key)1 << bit, met, rule50, &got))
                return TABLE_DIFFERS("table: an entry comes back for a key with another bit %d",
                                     bit);
    }
    return true;
}

/* --- tablebases ------------------------------------------------------------------------------- */

bool verify_tablebases(const Search *s, const Position *pos, Position *room, char *report) {
    enum { PLY = 5 };
    int score;
    ScoreBound bound;
    if (!tablebase_men())
        return true;
    position_copy(room, pos);
    if (!search_probe(s, room, PLY, &score, &bound))
        return true;
    const Wdl wdl = tablebase_wdl(room);
    const int sign = (score > 1) - (score < -1), wins = (wdl > WDL_DRAW) - (wdl < WDL_DRAW);
    const ScoreBound want = sign > 0 ? BOUND_LOWER : sign < 0 ? BOUND_UPPER : BOUND_EXACT;
    if (bound == want && (sign ? sign == wins && sign * score == SCORE_TABLEBASE - PLY
                               : wdl != WDL_WIN && wdl != WDL_LOSS))
        return true;
    return difference_report(report, pos, "a probe", "tablebases: score %d, %s, where they say %d",
                             score, BOUNDS[bound], wdl);
}

/* --- lines ------------------------------------------------------------------------------------ */

bool verify_line(const Position *pos, const SearchInfo *info, char *report) {
    SlowBoard b;
    slow_take(&b, pos->state, pos->castle_rook);
    for (int i = 0; i < info->pv_length; i++) {
        if (!slow_is_legal(&b, info->pv[i]))
            return difference_report(report, pos, "reporting a line",
                                     "line: move %d of it, %s, is illegal", i + 1,
                                     slow_text(info->pv[i]).text);
        slow_make(&b, info->pv[i]);
    }
    const int score = info->score, plies = SCORE_MATE - (score > 0 ? score : -score);
    const bool mates = slow_is_mate(&b);
    /* A tablebase score may be reported with the line of an earlier score, which may end with
     * mate. */
    if (info->bound != BOUND_EXACT || !score_is_decisive(score) ||
        (score_is_mate(score) ? mates && plies == info->pv_length : !mates || info->tbhits))
        return true;
    return difference_report(report, pos, "reporting a line",
                             "line: of %d moves, its score says %s in %d plies: it ends with %s",
                             info->pv_length, score_is_mate(score) ? "mate" : "a win, no mate,",
                             plies, mates ? "a mate" : "none");
}

/* --- the end of a search ---------------------------------------------------------------------- */

bool verify_record(const Search *s, const Position *pos, char *report) {
    const int ply = search_line_fault(s);
    return ply < 0 ||
           difference_report(report, pos, "a step of the search",
                             "search: move %d of the line is not the one on record, or is one to "
                             "be left out",
                             ply + 1);
}

#define END_DIFFERS(...) difference_report(report, pos, "the end of a search", __VA_ARGS__)

static bool roots_agree(const Search *s, const Position *pos, const SlowBoard *b, char *report) {
    MoveList roots = {.count = 0}, legal = {.count = 0};
    const int wanted = search_root_moves(s, &roots);
    slow_moves(b, &legal);
    for (int i = 0; i < roots.count; i++) {
        const Move m = roots.moves[i];
        int j = 0;
        while (roots.moves[j] != m)
            j++;
        if (j < i || !slow_is_legal(b, m))
            return END_DIFFERS("search: root move %d, %s, is %s", i + 1, slow_text(m).text,
                               j < i ? "there twice" : "illegal");
    }
    return !wanted || roots.count == min_int(wanted, legal.count) ||
           END_DIFFERS("search: %d root moves, want %d", roots.count, min_int(wanted, legal.count));
}

static bool result_agrees(const Search *s, const SearchResult *result, const Position *pos,
                          SlowBoard b, char *report) {
    MoveList roots = {.count = 0};
    search_root_moves(s, &roots);
    if (result->best != (roots.count ? roots.moves[0] : MOVE_NONE))
        return END_DIFFERS("search: the best move %s is not the first",
                           slow_text(result->best).text);
    if (result->best == MOVE_NONE)
        return true;
    slow_make(&b, result->best);
    return result->ponder == MOVE_NONE || slow_is_legal(&b, result->ponder) ||
           END_DIFFERS("search: the answer %s to %s is illegal", slow_text(result->ponder).text,
                       slow_text(result->best).text);
}

bool verify_end(const Search *s, const SearchResult *result, char *report) {
    const Position *pos = search_position(s);
    SlowBoard b;
    slow_take(&b, pos->state, pos->castle_rook);
    if (result)
        return result_agrees(s, result, pos, b, report);
    return roots_agree(s, pos, &b, report) &&
           (search_histories_hold(s) ||
            END_DIFFERS("search: an entry of a history is beyond its limit"));
}
