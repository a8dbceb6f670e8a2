#include "search/table.h"

enum { AGE_MASK = 31 };

/* All threads read and write entries without locks. An entry may mix the data of two positions. So
 * a reader tests the entry's move; a rare wrong score does no harm. The attribute tells
 * ThreadSanitizer that the races are intended. */
#define UNGUARDED __attribute__((no_sanitize("thread")))

static size_t size_of(const Table *t) {
    return (size_t)t->count * sizeof(TableBucket);
}

/* Allocates the buckets of a table of the given size. If memory is short, halves the size until an
 * allocation succeeds; if no allocation succeeds, returns a table without buckets. Touches no
 * page. */
static Table map_table(int megabytes, size_t limit, int threads) {
    Table t = {.threads = threads};
    for (; megabytes > 0 && !t.buckets; megabytes /= 2) {
        const uint64_t size = (uint64_t)megabytes << 20;
        if (size <= limit && (t.buckets = memory_map((size_t)size)) != NULL)
            t.count = size / sizeof(TableBucket);
    }
    return t;
}

/* Allocates the new table before freeing the old table. If the new table is smaller than wanted,
 * tries again, since the memory of the old table is then free. Touches no page of a new table
 * before the old table is freed. */
int table_resize(Table *t, int megabytes) {
    const int had = (int)(size_of(t) >> 20);
    if (t->used && t->age == 0)
        table_free(t); /* no page is touched, so memory_limit would count these pages twice */
    const size_t limit = memory_limit(size_of(t));
    const uint64_t wanted = (uint64_t)megabytes << 20;
    for (int try = 0; try < 2 && (try == 0 || size_of(t) < wanted); try++) {
        Table other = map_table(megabytes, limit, t->threads);
        if (other.count > (try == 0 ? 0 : t->count)) {
            table_free(t);
            *t = other;
        } else {
            table_free(&other);
        }
    }
    if (!t->count)
        *t = map_table(had, SIZE_MAX, t->threads); /* the untouched table again */
    t->used = t->count > 0;                        /* makes table_clear touch the pages */
    if (t->age > 0)
        table_clear(t); /* removes the entries if no new table was allocated */
    return (int)(size_of(t) >> 20);
}

void table_free(Table *t) {
    memory_unmap(t->buckets, size_of(t));
    *t = (Table){.threads = t->threads};
}

void table_clear(Table *t) {
    if (!t->used)
        return;
    memory_zero(t->buckets, size_of(t), t->threads);
    t->age = 0;
    t->used = false;
}

void table_ready(Table *t) {
    if (t->age == 0)
        table_clear(t);
}

void table_new_search(Table *t) {
    t->age = t->age < AGE_MASK ? t->age + 1 : 1; /* 0 marks an empty entry */
    t->used = true;
}

/* Returns the bucket of a key. The key's high bits choose the bucket, by a multiplication instead
 * of a division. */
static TableBucket *bucket_of(const Table *t, Key key) {
    assert(t->count > 0);
    return &t->buckets[(uint64_t)(((unsigned __int128)key * t->count) >> 64)];
}

/* Converts a score for the table. There a decisive score counts plies from the entry's position,
 * not from the root, since the position may recur at another ply. */
static int score_to_table(int score, int ply) {
    return score >= SCORE_TABLEBASE_BOUND    ? score + ply
           : score <= -SCORE_TABLEBASE_BOUND ? score - ply
                                             : score;
}

/* Converts a score from the table. When the search stored the entry, rule50 may have been lower.
 * So a mate that the fifty-move rule may now prevent becomes the best score that is not
 * decisive. */
static int score_from_table(int score, int ply, int rule50) {
    if (!score_is_decisive(score))
        return score;
    const int distance = SCORE_MATE - (score > 0 ? score : -score);
    if (score_is_mate(score) && distance > 100 - rule50)
        return score > 0 ? SCORE_TABLEBASE_BOUND - 1 : -SCORE_TABLEBASE_BOUND + 1;
    return score > 0 ? score - ply : score + ply;
}

static ScoreBound entry_bound(const TableEntry *e) {
    return (ScoreBound)(e->age_bound & 3);
}

/* Returns how many searches ago an entry was written, or one more if the age began again at 1. */
static int entry_age(const Table *t, const TableEntry *e) {
    return (t->age - (e->age_bound >> 3)) & AGE_MASK;
}

UNGUARDED bool table_probe(const Table *t, Key key, int ply, int rule50, TableData *data) {
    const TableBucket *b = bucket_of(t, key);
    for (int i = 0; i < 3; i++) {
        const TableEntry e = b->entries[i];
        if (e.key != (uint16_t)key || e.age_bound == 0)
            continue;
        *data = (TableData){.move = e.move,
                            .score = score_from_table(e.score, ply, rule50),
                            .eval = e.eval,
                            .depth = e.depth,
                            .bound = entry_bound(&e),
                            .pv = e.age_bound >> 2 & 1};
        return true;
    }
    *data = (TableData){.move = MOVE_NONE, .eval = SCORE_NONE};
    return false;
}

/* Returns how much an entry is worth keeping. Deeper and more recent entries are worth more. */
static int keep_value(const Table *t, const TableEntry *e) {
    return e->age_bound == 0 ? -1000 : e->depth - 4 * entry_age(t, e);
}

UNGUARDED void table_store(Table *t, Key key, int ply, const TableData *data) {
    TableBucket *b = bucket_of(t, key);
    TableEntry *e = &b->entries[0];
    for (int i = 0; i < 3; i++) {
        TableEntry *other = &b->entries[i];
        if (other->key == (uint16_t)key) {
            e = other;
            break;
        }
        if (keep_value(t, other) < keep_value(t, e))
            e = other;
    }
    const bool same = e->key == (uint16_t)key && e->age_bound != 0;
    const Move move = same && data->move == MOVE_NONE ? e->move : data->move;
    if (same && data->bound != BOUND_EXACT && data->depth + 4 < e->depth && entry_age(t, e) == 0)
        return;
    *e = (TableEntry){.key = (uint16_t)key,
                      .move = move,
                      .score = (int16_t)score_to_table(data->score, ply),
                      .eval = (int16_t)data->eval,
                      .depth = (uint8_t)data->depth,
                      .age_bound = (uint8_t)(t->age << 3 | data->pv << 2 | data->bound)};
}

UNGUARDED int table_hashfull(const Table *t) {
    const uint64_t sample = t->count < 334 ? t->count : 334;
    int used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int j = 0; j < 3; j++)
            used += t->buckets[i].entries[j].age_bound != 0 &&
                    entry_age(t, &t->buckets[i].entries[j]) == 0;
    return used * 1000 / (int)(3 * sample);
}
