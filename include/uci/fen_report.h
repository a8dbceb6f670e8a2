/* What a FEN is worth: its faults, what is passed over in it, and how it is rightly written. */
#ifndef UCI_FEN_REPORT_H
#define UCI_FEN_REPORT_H

#include "uci/document.h"

#include <stdbool.h>

/* Adds the report on a FEN; true if it can be played. `chess960`: castling is written with letters
 * of files. */
bool fen_report(Document *out, const char *fen, bool chess960);

#endif
