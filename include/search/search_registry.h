/* The registry of all searches in the process: a crash handler finds them here, without locks and
 * without knowing who owns them. */
#ifndef SEARCH_SEARCH_REGISTRY_H
#define SEARCH_SEARCH_REGISTRY_H

#include "search/search.h"

enum { REGISTRY_SIZE = THREADS_MAX + 16 }; /* more searches than that are not entered */

/* For search_create and search_free. From any thread. */
void search_registry_add(Search *s);
void search_registry_remove(Search *s);

/* The search in a place, 0 to REGISTRY_SIZE - 1, or NULL. Async-signal-safe. */
const Search *search_registry_at(int place);

#endif
