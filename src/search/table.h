/* The transposition table: results of earlier searches, by position.
 *
 * Three entries of ten bytes share a bucket of 32. An entry is found by the low 16 bits of the key
 * within the bucket that the high bits choose. Threads write without locks, so an entry may be
 * torn: its move must be tested for legality before use.
 */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "core/bits.h"
#include "core/move.h"
#include "core/types.h"

/* Whether a score is exact, or the true one is at most (upper) or at least (lower) as large. */
typedef enum ScoreBound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ScoreBound;

typedef struct TableEntry {
    uint16_t key;
    Move move;
    int16_t score; /* mates and tablebase wins count from this position, not the root */
    int16_t eval;  /* static evaluation, SCORE_NONE in check */
    uint8_t depth;
    uint8_t age_bound; /* age << 3 | pv << 2 | ScoreBound */
} TableEntry;

typedef struct TableBucket {
    TableEntry entries[3];
    uint16_t unused;
} TableBucket;

_Static_assert(sizeof(TableBucket) == 32, "three entries in 32 bytes");

typedef struct Table {
    TableBucket *buckets; /* NULL before the first table_resize */
    uint64_t count;
    uint8_t age; /* 1 to 31, rises with each search; 0 before the first */
    bool used;   /* searched with since it was last cleared */
    int threads; /* how many clear it together; set by the owner, 0 counts as 1 */
} Table;

/* The facts about a position that an entry holds. */
typedef struct TableData {
    Move move; /* MOVE_NONE if none is known; not tested for legality */
    int score, eval, depth;
    ScoreBound bound; /* BOUND_NONE: only eval is known, perhaps */
    bool pv;          /* the position has been searched in an open window */
} TableData;

/* Gives the table `megabytes`. If memory is short, tries half as much again and again; at worst the
 * table keeps its size. All entries are lost. Its pages become real as table_ready or table_clear
 * touches them, else during a search, which waits for each. Returns the megabytes it has; at 0 the table must not be used. */
int table_resize(Table *t, int megabytes);

/* Frees the memory. */
void table_free(Table *t);

/* Forgets all entries. The memory stays in place, so that no search waits for its pages. Does
 * nothing if there was no search since the table was last cleared. */
void table_clear(Table *t);

/* Touches the pages of a table that has had no search since table_resize. */
void table_ready(Table *t);

/* Begins a new search: entries of earlier ones become easier to replace. Call before its first
 * table_store. */
void table_new_search(Table *t);

/* Looks up a position. ply is its distance from the root, by which decisive scores are adjusted.
 * rule50 counts its plies without progress: a mate that the fifty-move rule may forestall comes
 * back as a good evaluation. If the position is not known, returns false, and data with MOVE_NONE,
 * SCORE_NONE and BOUND_NONE. */
bool table_probe(const Table *t, Key key, int ply, int rule50, TableData *data);

/* Stores a result. An entry of the same position keeps its move if the new one is MOVE_NONE, and
 * stays as it is if the new result is much shallower and not exact. */
void table_store(Table *t, Key key, int ply, const TableData *data);

/* Starts loading the bucket of a key. */
static ALWAYS_INLINE void table_prefetch(const Table *t, Key key) {
    prefetch(&t->buckets[(uint64_t)(((unsigned __int128)key * t->count) >> 64)]);
}

/* The share of entries of the current search in a sample, per mille. */
int table_hashfull(const Table *t);

#endif
