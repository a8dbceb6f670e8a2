/* The main job for a person: a position, who attacks what in it, and its analysis. */
#ifndef UCI_SHOW_H
#define UCI_SHOW_H

#include "uci/session.h"

/* show [SECONDS] [FEN]: the game's position, or the FEN, which then becomes the game's. */
Command show_start;

/* The reports of the analysis: see search/report.h. */
void show_info(Session *session, const Position *root, const SearchInfo *info);
void show_done(Session *session, const Position *root, Move best, Move ponder);

#endif
