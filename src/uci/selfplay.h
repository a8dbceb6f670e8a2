/* selfplay: timed games of the engine against itself, or of two settings of its options. */
#ifndef UCI_SELFPLAY_H
#define UCI_SELFPLAY_H

#include "uci/session.h"

/* selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate]
 *          [A NAME=VALUE ...] [B NAME=VALUE ...]
 *
 * Two engines, A and B, are made with the options in force, but for those given; each opening is
 * played twice, with colours exchanged. Each game is told as it ends, and added to the PGN file;
 * the sums follow. The command has failed if it was stopped, an opening was bad or a game could not
 * be written.
 *
 * It runs on the worker. */
Command selfplay_start;

/* Frees the job. */
void selfplay_free(Session *session);

#endif
