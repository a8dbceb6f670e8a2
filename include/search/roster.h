/* The roster of all searches in the process: a crash handler finds them here, without locks and
 * without knowing who owns them. */
#ifndef SEARCH_ROSTER_H
#define SEARCH_ROSTER_H

#include "search/search.h"

enum { ROSTER_SIZE = THREADS_MAX + 16 }; /* more searches than that are not entered */

/* For search_create and search_free. From any thread. */
void roster_add(Search *s);
void roster_remove(Search *s);

/* The search in a place, 0 to ROSTER_SIZE - 1, or NULL. Async-signal-safe. */
const Search *roster_at(int place);

#endif
