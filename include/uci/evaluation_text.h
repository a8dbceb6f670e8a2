/* An evaluation term by term, for people. */
#ifndef UCI_EVALUATION_TEXT_H
#define UCI_EVALUATION_TEXT_H

#include "board/position.h"
#include "core/text.h"

/* Adds what each family of terms is worth to each colour, in centipawns of both phases, how they
 * are weighed, and the sum. */
void evaluation_text(Text *text, const Position *pos);

#endif
