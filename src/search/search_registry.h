/* The registry of all searches in the process: a crash handler finds them here, without locks and
 * without knowing who owns them. */
#ifndef SEARCH_SEARCH_REGISTRY_H
#define SEARCH_SEARCH_REGISTRY_H

#include "search/search.h"

#include <stdint.h>

/* What a crash report says of a search. Its own thread may be changing all of it meanwhile. */
typedef struct SearchSnapshot {
    uintptr_t thread; /* the pthread_self of the thread that works on it, 0: none does */
    uint64_t nodes;
    int depth;                 /* of the iteration under way */
    const Position *root, *at; /* where it began, and where it is */
} SearchSnapshot;

/* Whether a search gets on. */
typedef struct SearchPulse {
    uintptr_t thread; /* as in a snapshot */
    int64_t clock;    /* and its thread_clock */
    uint64_t turn;    /* how often a thread has begun to work on it */
    uint64_t nodes;   /* of the search under way */
} SearchPulse;

enum { REGISTRY_SIZE = THREADS_MAX + 16 }; /* further searches are not entered */

/* For search_create and search_free. From any thread. */
void search_registry_add(Search *s);
void search_registry_remove(Search *s);

/* The calling thread begins to work on a search, or to check its root; and it ends. */
void search_registry_enter(Search *s);
void search_registry_leave(Search *s);

/* Between these calls no search is added or removed: for one that reads several, but not in a signal
 * handler. */
void search_registry_lock(void);
void search_registry_unlock(void);

/* The search in a slot, 0 to REGISTRY_SIZE - 1, or NULL. Async-signal-safe. */
const Search *search_registry_at(int place);

/* Takes a snapshot. Async-signal-safe. For a crash handler alone: it reads what the search's thread may
 * be writing. */
void search_snapshot(const Search *s, SearchSnapshot *shot);

/* Feels the pulse of a search that may be running. */
SearchPulse search_pulse(const Search *s);

#endif
