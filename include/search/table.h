/* The transposition table: what earlier searches found out about positions.
 *
 * Three entries of ten bytes share a bucket of 32. An entry is found by the low 16 bits of the key
 * within the bucket that the high bits choose. Threads write without locks: an entry may be torn,
 * so that its move must be tested for legality before use.
 */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "core/bits.h"
#include "core/move.h"
#include "core/score.h"
#include "core/types.h"
#include "search/info.h"

typedef struct TableEntry {
    uint16_t key;
    Move move;
    int16_t score; /* mates and tablebase wins count from this position, not the root */
    int16_t eval;  /* static evaluation, SCORE_NONE in check */
    int8_t depth;
    uint8_t age_bound; /* age << 3 | was in an open window << 2 | ScoreBound */
} TableEntry;

typedef struct TableBucket {
    TableEntry entries[3];
    uint16_t unused;
} TableBucket;

_Static_assert(sizeof(TableBucket) == 32, "three entries in 32 bytes");

typedef struct Table {
    TableBucket *buckets; /* NULL before the first table_resize */
    uint64_t count;
    uint8_t age; /* 0 to 31: one more for each search */
    bool used;   /* searched with since it was last cleared */
    int threads; /* that clear it together: the owner's to set; 0 is as 1 */
} Table;

/* What is known of a position. */
typedef struct TableData {
    Move move; /* MOVE_NONE if none is known; not tested for legality */
    int score, eval, depth;
    ScoreBound bound; /* BOUND_NONE: nothing is known but perhaps the static evaluation */
    bool pv;          /* once stood in an open window */
} TableData;

/* Gives the table `megabytes`, or as much less as memory allows by halving: at worst it stays as
 * large as it is. All entries are lost. Its pages are real then, so that no search waits for them.
 * Returns the megabytes it has; at 0 the table must not be used. */
int table_resize(Table *t, int megabytes);

/* Frees the memory. */
void table_free(Table *t);

/* Forgets all entries. The memory stays in place, so that the search need not fetch a page; if
 * there was no search since the last time, nothing is done. */
void table_clear(Table *t);

/* A new search begins, before its first table_store: entries of earlier ones become easier to
 * replace. */
void table_new_search(Table *t);

/* Looks a position up; ply is its distance from the root, for decisive scores, and rule50 its plies
 * without progress: a mate that the fifty-move rule may forestall comes back as a good evaluation.
 * Returns false, and data that says nothing, if the position is not known. */
bool table_probe(const Table *t, Key key, int ply, int rule50, TableData *data);

/* Remembers a result. An entry of the same position keeps its move if the new one is MOVE_NONE, and
 * stays as it is if the new result is much shallower and no exact score. */
void table_store(Table *t, Key key, int ply, const TableData *data);

/* Starts loading the bucket of a key. */
static ALWAYS_INLINE void table_prefetch(const Table *t, Key key) {
    prefetch(&t->buckets[(uint64_t)(((unsigned __int128)key * t->count) >> 64)]);
}

/* Per mille of a sample of entries that belong to this search. */
int table_hashfull(const Table *t);

#endif
