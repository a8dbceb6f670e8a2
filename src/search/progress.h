/* What a search reports while it runs. Nothing is reported for the helpers of a pool. */
#ifndef SEARCH_PROGRESS_H
#define SEARCH_PROGRESS_H

#include "search/search_data.h"

/* Lines of an iteration under way are reported only in searches that take this long. */
enum { CHATTY_AFTER_MS = 3000 };

/* True if somebody listens to this search. */
bool progress_is_wanted(const Search *s);

/* Reports the line of the root move at an index, with a score of its own. */
void progress_line(const Search *s, int index, int score, ScoreBound bound);

/* Reports the line of the root move at an index with its exact score. A mate whose line cannot be
 * completed is reported as a win of that many plies that is no mate, like a win by the tablebases:
 * GUIs expect the last line of a search to be exact, and the line of a mate to end with it. */
void progress_exact_line(Search *s, int index);

/* Reports that the root move at an index is about to be searched, if the search takes long. */
void progress_current_move(const Search *s, int index);

#endif
