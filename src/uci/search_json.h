/* The reports of a search as JSON, one object a line: see SearchReporter. */
#ifndef UCI_SEARCH_JSON_H
#define UCI_SEARCH_JSON_H

#include "search/search.h"

/* {"event": "info", ...}: a line of the search. */
void json_info(const Position *root, const SearchInfo *info);

/* {"event": "bestmove", ...}: its end. */
void json_done(const Position *root, Move best, Move ponder);

#endif
