/* Threats as text and as JSON. */
#ifndef UCI_THREATS_REPORT_H
#define UCI_THREATS_REPORT_H

#include "moves/threat_list.h"
#include "uci/document.h"
#include "uci/json.h"

void threats_text(Document *out, const Position *pos);
void threats_json(Document *out, const Position *pos);

/* Adds a threat as a sentence without its full stop: "Knight f3 takes the Pawn e5, whom nobody
 * defends: +100". */
void threat_sentence(Document *out, const State *s, const Threat *t);

/* Adds a threat as a value of an array. */
void threat_json(Json *j, const State *s, const Threat *t);

#endif
