/* The commands that ask about a position: see inspect/inspect.h for what they answer.
 *
 * They work on the position of the game, or on a FEN behind the token `fen`, change nothing, and
 * answer at any time, also while a search runs. With a path behind the form, the answer goes to
 * that file instead of stdout. A picture has Black at the bottom if `black` stands behind `svg`, and
 * frames the last move if it shows the position of the game.
 */
#ifndef UCI_QUERIES_H
#define UCI_QUERIES_H

#include "uci/session.h"

/* map [text|json|svg [black] [FILE]] [fen FEN] */
Command query_map;

/* eval [text|json|svg [black] [FILE]] [fen FEN] */
Command query_evaluation;

/* attackers SQ [text|json [FILE]] [fen FEN] */
Command query_attackers;

/* see MOVE [text|json [FILE]] [fen FEN] */
Command query_exchange;

/* threats [text|json|svg [black] [FILE]] [fen FEN] */
Command query_threats;

/* explain MOVE [nodes N] [text|json|svg [black] [FILE]] [fen FEN] */
Command query_move;

/* diff MOVE [fen FEN] */
Command query_deltas;

/* validate FEN */
Command query_fen;

/* captures [THRESHOLD] [text|json [FILE]] [fen FEN] */
Command query_captures;

/* lists [fen FEN] */
Command query_lists;

#endif
