/* The registry of all searches in the process: a crash handler finds them here, without locks and
 * without knowing who owns them. */
#ifndef SEARCH_SEARCH_REGISTRY_H
#define SEARCH_SEARCH_REGISTRY_H

#include "search/search.h"

#include <stdint.h>

/* What a crash report says of a search. Its own thread may be changing all of it meanwhile. */
typedef struct SearchSnapshot {
    uintptr_t thread; /* the pthread_self of the thread that deepens it, 0: none does */
    uint64_t nodes;
    int depth;                 /* of the iteration under way */
    const Position *root, *at; /* where it began, and where it is */
} SearchSnapshot;

enum { REGISTRY_SIZE = THREADS_MAX + 16 }; /* further searches are not entered */

/* For search_create and search_free. From any thread. */
void search_registry_add(Search *s);
void search_registry_remove(Search *s);

/* The search in a slot, 0 to REGISTRY_SIZE - 1, or NULL. Async-signal-safe. */
const Search *search_registry_at(int place);

/* Takes a snapshot. Async-signal-safe. */
void search_snapshot(const Search *s, SearchSnapshot *shot);

#endif
