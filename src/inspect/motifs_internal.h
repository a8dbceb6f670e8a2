/* A line of play, played through once, and the functions that look for one motif in it. */
#ifndef INSPECT_MOTIFS_INTERNAL_H
#define INSPECT_MOTIFS_INTERNAL_H

#include "inspect/inspect_internal.h"
#include "inspect/motifs.h"

typedef struct Step {
    Move move;
    Square from, to; /* the king's squares if the step castles */
    Square at;       /* the square of the piece that it takes, or SQUARE_NONE */
    PieceType type;  /* the type of the piece on `to` after the step */
    PieceType taken; /* the type of the piece that it takes, or TYPE_NONE */
    bool check;
    int balance; /* the gain of `us` since the line began, the step included */
    int settled; /* the balance after the captures on `to` that follow at once */
} Step;

/* A line with the state before each step. The side that begins the line is `us`, so our steps have even
 * indices. */
typedef struct Track {
    Color us, them;
    int count;
    bool mates; /* the line ends in mate by us */
    Step steps[MOTIF_LINE_PLIES];
    State states[MOTIF_LINE_PLIES + 1];                /* states[i] is before step i */
    Bitboard loose[COLOR_COUNT][MOTIF_LINE_PLIES + 1]; /* the pieces of a colour that the other side
                                                          would take with gain, by exchanges */
} Track;

/* True if step i of a line carries out a motif. `pos` is the position after the step, and is left
 * as it was. `m` has the step's piece, its square and no targets; on success the function sets all
 * of it. */
typedef bool MotifFinder(Position *pos, const Track *t, int i, Motif *m);

/* Plays a line through (see motifs_find); afterwards `pos` is the end of the line. */
void track_make(Track *t, Position *pos, const Move *line, int count);

/* Returns our gain from before step i to the lower `settled` balance of our step j and its reply. If this
 * gain is not above 0, returns our gain from before step i to the end of the line. */
int track_gain(const Track *t, int i, int j);

/* True if our step j takes a piece with gain, and track_gain from step i to it is above 0. */
bool track_wins(const Track *t, int i, int j);

/* Finds the first move of the piece on `from` in our two steps after step i. Returns the index of this step
 * if it takes one of the targets with gain, else 0. */
int track_capture(const Track *t, int i, Square from, Bitboard targets);

/* True if the line ends before our next step. The caller must then try all replies instead. */
static inline bool track_ends(const Track *t, int i) {
    return i + 2 >= t->count;
}

/* True if our step is the mate that ends the line. */
static inline bool track_mates(const Track *t, int i) {
    return t->mates && i == t->count - 1;
}

/* Sets target n of a motif: a square, with its piece or empty. */
void motif_target(Motif *m, int n, const State *s, Square sq);

/* The square on which the last move before a state took a piece; SQUARE_NONE if it took nothing. */
Square taking_square(const State *s);

/* The move by which the side that has just moved would mate if the other side passed. MOVE_NONE if there is
 * no such move, or if the other side is in check. */
Move threatened_mate(Position *pos);

MotifFinder motif_fork, motif_double_attack, motif_discovered_check, motif_discovered_attack,
    motif_pin, motif_relative_pin, motif_skewer, motif_trapped, motif_mate_threat;
MotifFinder motif_xray, motif_overloaded, motif_removed_defender, motif_deflection,
    motif_interference, motif_hanging, motif_zwischenzug, motif_desperado;
MotifFinder motif_back_rank, motif_promotion, motif_underpromotion, motif_perpetual,
    motif_stalemate;

#endif
