/* What the network sees in a position, as text and as JSON. */
#ifndef INSPECT_NETWORK_REPORT_H
#define INSPECT_NETWORK_REPORT_H

#include "inspect/json.h"
#include "network/network.h"

enum { PAIRS_SHOWN = 10 }; /* as text and in pictures, of those that matter most */

/* The score, a board with what each piece contributes, and the pairs that matter most. */
void network_text(Document *out, const Position *pos, const Network *net);

/* The same as a value in an object, with all pairs; null if net is NULL. */
void network_json(Json *j, const char *key, const Position *pos, const Network *net);

#endif
