/* What a person sees first: a position, what attacks what in it, and its analysis. */
#ifndef UCI_SHOW_H
#define UCI_SHOW_H

#include "uci/session.h"

/* show [SECONDS] [FEN]. The FEN, if there is one, becomes the position of the game. */
Command show_start;

/* The reports of the analysis: see SearchReporter. */
void show_info(Session *session, const Position *root, const SearchInfo *info);
void show_done(Session *session, const Position *root, Move best, Move ponder);

#endif
