/* What a line of play wins. */
#ifndef REPORT_GAINS_H
#define REPORT_GAINS_H

#include "board/position.h"
#include "inspect/document.h"

/* The most moves of a line that are shown. */
enum { GAIN_PLIES = 9 };

typedef struct Gain {
    int plies;  /* moves of the line until it is quiet; 0: it never is */
    bool mate;  /* it ends in checkmate */
    Color side; /* who has won something, or mates */
    int value;  /* how much, in centipawns of exchanges: above 0; 0 if nobody has, or there are
                   promotions */
    /* By how many pieces of a type more a colour has lost than the other: 0 for one of the two. */
    int lost[COLOR_COUNT][TYPE_COUNT];
} Gain;

/* Plays a line of legal moves and looks at the longest part of it whose end is quiet: the side to
 * move is not in check, or it is mate, and it has no capture that wins something. The position is
 * left as it was. */
Gain gain_of_line(Position *pos, const Move *moves, int count);

/* Adds what a side has won, and for what: "a Queen for a Knight and a Pawn". There must be one. */
void gain_text(Document *out, const Gain *gain);

#endif
