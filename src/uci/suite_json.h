/* What bench finds in a file of positions, as JSON: an object a line, see src/inspect/JSON.md. */
#ifndef UCI_SUITE_JSON_H
#define UCI_SUITE_JSON_H

#include "uci/epd_suite.h"

/* Prints the present position, which was judged. */
void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought);

/* Prints the sums, and those by theme, after so many nodes and microseconds. */
void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time);

#endif
