/* A line of play, played through once, and the functions that look for one motif in it. */
#ifndef INSPECT_MOTIFS_INTERNAL_H
#define INSPECT_MOTIFS_INTERNAL_H

#include "inspect/motifs.h"
#include "inspect/threats.h"

typedef struct Step {
    Move move;
    Square from, to; /* castling: the king's */
    Square at;       /* of the piece that it takes; SQUARE_NONE */
    PieceType type;  /* of the piece on `to` after it */
    PieceType taken; /* TYPE_NONE */
    bool check;
    int balance; /* the gain of `us` from the begin of the line until after the step */
    int settled; /* the same after the captures on its square that follow at once */
} Step;

/* Our steps are the even ones. */
typedef struct Track {
    Color us, them;
    int count;
    bool mates; /* the line ends in mate by us */
    Step steps[MOTIF_LINE_PLIES];
    State states[MOTIF_LINE_PLIES + 1];                /* states[i] is before step i */
    Bitboard loose[COLOR_COUNT][MOTIF_LINE_PLIES + 1]; /* of a colour's pieces, those that the other
                                                          side would take with gain, by exchanges */
} Track;

/* True if step i of a line carries out a motif. `pos` stands after the step. `m` has the step's piece,
 * its square and no targets; on success all of it is set. The position is left as it was. */
typedef bool MotifFinder(Position *pos, const Track *t, int i, Motif *m);

/* Plays a line through (see motifs_find); the position stands at its end. */
void track_make(Track *t, Position *pos, const Move *line, int count);

/* Our gain from before step i until step j, which is ours, and the reply to it are settled; if that is
 * nothing, until the end of the line. */
int track_gain(const Track *t, int i, int j);

/* True if step j, which is ours, takes something with gain, and we are not worse off since before
 * step i for it. */
bool track_wins(const Track *t, int i, int j);

/* Our step j behind step i by which the piece on `from` takes one of the targets with gain, before it
 * moves otherwise; 0 if there is none. */
int track_capture(const Track *t, int i, Square from, Bitboard targets);

/* True if the line ends before our next step, so that replies must be tried instead. */
static inline bool track_ends(const Track *t, int i) {
    return i + 2 >= t->count;
}

/* True if our step is the mate that ends the line. */
static inline bool track_mates(const Track *t, int i) {
    return t->mates && i == t->count - 1;
}

/* Sets a target: a piece, or an empty square. */
void motif_target(Motif *m, int n, const State *s, Square sq);

/* The square on which the move that led to a state took something; SQUARE_NONE if it took nothing. */
Square taking_square(const State *s);

/* The move by which the side that has moved mates if the other passes. MOVE_NONE without one, and in
 * check. */
Move threatened_mate(Position *pos);

MotifFinder motif_fork, motif_double_attack, motif_discovered_check, motif_discovered_attack,
    motif_pin, motif_relative_pin, motif_skewer, motif_trapped, motif_mate_threat;
MotifFinder motif_xray, motif_overloaded, motif_removed_defender, motif_deflection,
    motif_interference, motif_hanging, motif_zwischenzug, motif_desperado;
MotifFinder motif_back_rank, motif_promotion, motif_underpromotion, motif_perpetual,
    motif_stalemate;

#endif
