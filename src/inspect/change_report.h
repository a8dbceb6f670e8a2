/* What a move changes in the network's view, as text and as JSON. */
#ifndef INSPECT_CHANGE_REPORT_H
#define INSPECT_CHANGE_REPORT_H

#include "inspect/json.h"
#include "network/network.h"

/* The scores before and after, and what the inputs contribute that go or come: those that count
 * most. */
void network_changes_text(Document *out, const Position *before, const Position *after,
                          const Network *net);

/* The same as a value in an object, with all such inputs; null if net is NULL. */
void network_changes_json(Json *j, const char *key, const Position *before, const Position *after,
                          const Network *net);

#endif
