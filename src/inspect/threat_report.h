/* Single threats as text and as JSON. */
#ifndef INSPECT_THREAT_REPORT_H
#define INSPECT_THREAT_REPORT_H

#include "inspect/document.h"
#include "inspect/json.h"
#include "inspect/threat_list.h"

/* Adds a threat as a sentence without its full stop: "Knight f3 takes the Pawn e5, which nobody
 * defends: +100". */
void threat_sentence(Document *out, const State *s, const Threat *t);

/* Adds a threat as a value of an array. */
void threat_json(Json *j, const State *s, const Threat *t);

#endif
