/* The transposition table: results of earlier searches, by position.
 *
 * Three entries of ten bytes share a bucket of 32. The high bits of the key choose the bucket; the
 * low 16 bits identify the entry in the bucket. Threads write without locks, so an entry may mix
 * two positions: test its move for legality before use.
 */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "core/bits.h"
#include "core/move.h"
#include "core/types.h"

/* The kind of a score: exact, an upper bound (the true score is at most as large) or a lower bound. */
typedef enum ScoreBound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ScoreBound;

typedef struct TableEntry {
    uint16_t key;
    Move move;
    int16_t score; /* mates and tablebase wins count from the entry's position, not from the root */
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
    uint8_t age; /* 1 to 31, rises with each search; 0 before the first search */
    bool used;   /* a search has used the table since it was last cleared */
    /* number of threads that clear the table together; the owner sets `threads`; 0 counts as 1 */
    int threads;
} Table;

/* The facts about a position that an entry holds. */
typedef struct TableData {
    Move move; /* MOVE_NONE if no move is known; may be illegal */
    int score, eval, depth;
    ScoreBound bound; /* BOUND_NONE if the entry has no score; it may still have an eval */
    bool pv;          /* the position has been a PV node: searched in an open window */
} TableData;

/* Gives the table `megabytes`. If memory is short, halves the size until an allocation succeeds; if
 * no allocation succeeds, the table keeps its size. All entries are lost. Does not
 * touch the pages: call table_ready or table_clear afterwards, else the search waits for each page
 * at its first access. Returns the megabytes of the table; a table of 0 megabytes must not be used. */
int table_resize(Table *t, int megabytes);

/* Frees the memory. */
void table_free(Table *t);

/* Removes all entries and touches all pages, so that no search waits for memory. Does nothing if there was no
 * search since the table was last cleared. */
void table_clear(Table *t);

/* Touches the pages of a table, unless a search has used it since table_resize. */
void table_ready(Table *t);

/* Begins a new search, so that entries of earlier searches are replaced first. Call before the first
 * table_store of the search. */
void table_new_search(Table *t);

/* Looks up a position. `ply` is the position's distance from the root, by which decisive scores are
 * adjusted. `rule50` is the position's fifty-move counter in plies. If the fifty-move rule may
 * prevent a mate, data->score is the best score that is not decisive. If the position is not found,
 * returns false, and sets data->move to MOVE_NONE, data->eval to SCORE_NONE and data->bound to
 * BOUND_NONE. */
bool table_probe(const Table *t, Key key, int ply, int rule50, TableData *data);

/* Stores a result. If the table has an entry of the same position and the new move is MOVE_NONE, the old move stays.
 * If the new result is much shallower and not exact, the whole old entry of the same search stays. */
void table_store(Table *t, Key key, int ply, const TableData *data);

/* Prefetches the bucket of a key. */
static ALWAYS_INLINE void table_prefetch(const Table *t, Key key) {
    prefetch(&t->buckets[(uint64_t)(((unsigned __int128)key * t->count) >> 64)]);
}

/* Returns the share of entries that the current search has written, per mille of a sample. Also counts what
 * each 31st search before it has left, since ages repeat. */
int table_hashfull(const Table *t);

#endif
