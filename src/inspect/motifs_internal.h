/* A line of play with the data of each step, and the functions that each find one kind of motif in a line. */
#ifndef INSPECT_MOTIFS_INTERNAL_H
#define INSPECT_MOTIFS_INTERNAL_H

#include "inspect/inspect_internal.h"
#include "inspect/motifs.h"

typedef struct Step {
    Move move;
    Square from, to; /* the king's squares if the step castles */
    Square at;       /* the square of the piece that the step takes, or SQUARE_NONE */
    PieceType type;  /* the type of the piece on `to` after the step */
    PieceType taken; /* the type of the piece that the step takes, or TYPE_NONE */
    bool check;
    /* the material that `us` has gained from the beginning of the line to the position after the step, in centipawns */
    int balance;
    /* `balance` after all captures on `to` that directly follow the step, in the line or by an exchange at its end */
    int settled;
} Step;

/* A line of moves, called steps, with the state before each step. The side that begins the line is `us`. So the steps
 * with even indices are ours, and the steps with odd indices are replies. */
typedef struct Track {
    Color us, them;
    int count;
    bool mates; /* the line ends in mate by us */
    Step steps[MOTIF_LINE_PLIES];
    State states[MOTIF_LINE_PLIES + 1]; /* states[i] is the state before step i */
    /* loose[c][i]: the pieces of colour c that the other side could win by an exchange before step i */
    Bitboard loose[COLOR_COUNT][MOTIF_LINE_PLIES + 1];
} Track;

/* The type of a function that finds one kind of motif: returns true if step i of a line carries it out. `pos` is the
 * position after the step, which the function leaves as it was. Before the call `piece` of *m is the piece that moved,
 * and *m has no targets. If the function returns true, it has set all members of *m. */
typedef bool MotifFinder(Position *pos, const Track *t, int i, Motif *m);

/* Plays the moves of a line and fills *t (see motifs_find). Then `pos` is the position at the end of the line. */
void track_make(Track *t, Position *pos, const Move *line, int count);

/* Returns our gain from the position before step i to our step j: the lower `settled` balance of step j and of the
 * reply to it, minus the balance before step i. If this gain is not above 0, returns instead our gain from before step
 * i to the end of the line. */
int track_gain(const Track *t, int i, int j);

/* True if our step j takes a piece with gain, and track_gain from step i to step j is above 0. */
bool track_wins(const Track *t, int i, int j);

/* Looks at our two steps after step i for the first step that moves the piece on `from`. Returns the step's index if
 * the step takes one of the targets with gain, else 0. */
int track_capture(const Track *t, int i, Square from, Bitboard targets);

/* True if the line ends before our next step. Then only a trial of all replies can prove a motif. */
static inline bool track_ends(const Track *t, int i) {
    return i + 2 >= t->count;
}

/* True if our step i is the mate that ends the line. */
static inline bool track_mates(const Track *t, int i) {
    return t->mates && i == t->count - 1;
}

/* Sets targets[n] of a motif to a square, and types[n] to the type of the piece on it, or to TYPE_NONE. */
void motif_target(Motif *m, int n, const State *s, Square sq);

/* Returns the square on which the last move before a state took a piece, or SQUARE_NONE if the move took nothing. */
Square taking_square(const State *s);

/* Returns the move by which the side that has just moved would mate if the other side passed. Returns MOVE_NONE if no
 * move mates, or if the other side is in check. */
Move threatened_mate(Position *pos);

MotifFinder motif_fork, motif_double_attack, motif_discovered_check, motif_discovered_attack,
    motif_pin, motif_relative_pin, motif_skewer, motif_trapped, motif_mate_threat;
MotifFinder motif_xray, motif_overloaded, motif_removed_defender, motif_deflection,
    motif_interference, motif_hanging, motif_zwischenzug, motif_desperado;
MotifFinder motif_back_rank, motif_promotion, motif_underpromotion, motif_perpetual,
    motif_stalemate;

#endif
