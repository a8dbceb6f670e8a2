/* Why a move is bad, read from the map: threats that it leaves, that it lets in or that it misses,
 * and what became of the defenders. */
#ifndef REPORT_MOTIVES_H
#define REPORT_MOTIVES_H

#include "inspect/threats.h"

/* Why a piece can be taken with gain where it could not before. */
typedef enum DefenderFate {
    DEFENDER_NONE,      /* nothing of the kind */
    DEFENDER_LEFT,      /* the piece that moved defended it, and does so no longer */
    DEFENDER_SHUT,      /* the move stands between it and a defender */
    DEFENDER_PINNED,    /* a defender may not take back, since it is pinned */
    DEFENDER_OVERLOADED /* its only defender is the only one of another piece that is attacked, too
                         */
} DefenderFate;

typedef struct Defender {
    DefenderFate fate;
    Square from;  /* where the defender stood before the move, or stands: see fate */
    Square other; /* overloaded: the other piece */
} Defender;

/* What became of the defenders of a piece of the side that moved. `target`: its square after the
 * move. */
Defender defender_of(const Position *before, const Position *after, Move played, Square target);

/* The threat that matters most of a side in `later` that was not in `earlier`: a fork that cannot be
 * taken, a capture that wins a piece, a pin. False if there is none. */
bool new_threat(const Position *earlier, const Position *later, Color by, Threat *out);

/* True if a side threatened the same capture before: with the same piece, at the same square, with
 * gain. */
bool was_threatened(const Position *before, const Threat *threat);

#endif
