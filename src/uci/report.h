/* The command `report`: games in a file, explained in another. Runs on the worker. */
#ifndef UCI_REPORT_H
#define UCI_REPORT_H

#include "uci/session.h"

/* report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] [lines N]
 * [games N[-M]] [side white|black] [html OUT.html|none] [pgn OUT.pgn] [json OUT.json]
 *
 * Without a name the page has that of the games, with .html in place of .pgn. Any OUT may be - for
 * standard output. Paths with blanks stand in double quotes, and a quote in them is doubled. A file
 * that is there already is replaced if it is a report or empty. The evaluation, its network,
 * tablebases and book are the session's. */
Command report_start;

/* Frees what the command has left. */
void report_free(Session *session);

#endif
