/* Exchanges played out on the board. Unlike the static value (moves/exchange.h) they heed checks
 * and pins that arise on the way, so that what a sentence says of an exchange is what the rules
 * allow. */
#ifndef REPORT_PLAYED_EXCHANGE_H
#define REPORT_PLAYED_EXCHANGE_H

#include "inspect/threats.h"

/* What a legal capture wins for the mover, in centipawns of exchanges, if both sides go on
 * capturing on its square by legal moves, least valuable piece first, each free to stop. The
 * position is left as it was. */
int played_exchange(Position *pos, Move m);

/* Puts the value of a threat to take right. False if it wins nothing. What cannot be played is
 * believed: the side that threatens is not to move, and the other one is in check; or the capture
 * is not legal now. The position is left as it was. */
bool played_threat(Position *pos, Threat *threat);

#endif
