/* The commands that look into a position: what the engine knows about it, as text, JSON or a
 * picture.
 *
 * They work on the game's position or on a FEN behind the token `fen`, change nothing, and answer at
 * any time, while a search runs too. JSON is one line; with a path behind the form the answer goes
 * to that file.
 */
#ifndef UCI_INSPECT_H
#define UCI_INSPECT_H

#include "uci/session.h"

/* map [text|json|svg [FILE]] [fen FEN] */
Command inspect_map;

/* attackers SQ [text|json [FILE]] [fen FEN] */
Command inspect_attackers;

/* see MOVE [fen FEN] */
Command inspect_exchange;

/* threats [text|json|svg [FILE]] [fen FEN] */
Command inspect_threats;

/* explain MOVE [text|json [FILE]] [fen FEN] */
Command inspect_move;

/* diff MOVE [fen FEN] */
Command inspect_deltas;

/* validate FEN */
Command inspect_fen;

/* captures [THRESHOLD] [fen FEN] */
Command inspect_captures;

/* lists [fen FEN] */
Command inspect_lists;

#endif
