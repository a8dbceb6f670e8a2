/* Mates: lines that end with the mate, and `go mate N` settled by looking at all moves. */
#ifndef SEARCH_MATE_H
#define SEARCH_MATE_H

#include "search/search_data.h"

/* Completes the line of a root move whose score is a mate: the table or a failed window may have
 * cut it short. False if no line of that length is found within some thousand nodes; the score must
 * not be reported as a mate then. Other lines stay as they are, and the result is true. */
bool mate_line_complete(Search *s, RootMove *r);

enum { MATE_PROOF_MAX = 4 }; /* moves; one more takes about forty times as long */

/* Looks for a mate in s->limits.mate moves (1 to MATE_PROOF_MAX) and leaves out no move. If there
 * is one, the shortest comes first among the root moves, with its score and line. False if there is
 * none, if the search was ended (s->ended), or if memory is short. */
bool mate_prove(Search *s);

#endif
