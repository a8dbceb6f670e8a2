/* The threats of a position, both sides': what could be won, and what is bound.
 *
 * For looking into a position. Each side's threats are judged as if it were to move and not in
 * check; `now` tells what is a legal move.
 */
#ifndef MOVES_THREAT_LIST_H
#define MOVES_THREAT_LIST_H

#include "board/position.h"

typedef enum ThreatKind {
    THREAT_CHECK,   /* the King is attacked */
    THREAT_HANGING, /* a man is attacked, nobody defends him, and taking him wins */
    THREAT_LESSER,  /* a man is attacked by one worth less, and taking him wins, defended or not */
    THREAT_WEAK,    /* a man is defended too little: taking him wins all the same */
    THREAT_FORK,    /* a man attacks two or more that are worth taking, the King among them maybe */
    THREAT_PIN,     /* a man may not leave the line between a slider and his King, */
    THREAT_RELATIVE_PIN /* or better does not: behind him stands one worth more than he and the
                           slider */
} ThreatKind;
enum { THREAT_KIND_COUNT = THREAT_RELATIVE_PIN + 1 };

typedef struct Threat {
    ThreatKind kind;
    Color by;         /* who threatens */
    Square from;      /* with whom: who takes, checks, forks or pins */
    Square target;    /* whom: who is taken, pinned, or the King in check; SQUARE_NONE: a fork */
    Square behind;    /* PIN and BIND: who stands behind him; else SQUARE_NONE */
    Bitboard targets; /* all whom it is about: `target` and `behind`, or those forked */
    int value;        /* what the exchange wins; of a fork: what the second best one wins, since one
                         may be saved, but a King must be; 0: CHECK, PIN and BIND */
    int risk;         /* FORK: what the enemy wins by taking the one who forks; 0: nothing */
    bool now;         /* it is a legal move of the side to move; CHECK: always; PIN and BIND: never
                         a move */
} Threat;

/* Of each colour: a check or a capture for each enemy, a fork for each man, and a pin for each of
 * the eight lines of 13 sliders at most. */
enum { THREAT_LIMIT = 2 * (16 + 16 + 8 * 13) };

typedef struct ThreatList {
    int count;
    Threat threats[THREAT_LIMIT];
} ThreatList;

/* Lists all threats: of the side to move, then of the other one; each by kind, and within a kind by
 * falling value. */
void threats_list(const Position *pos, ThreatList *list);

/* True if two threats of different positions are the same: kind, men's squares and value. */
bool threats_equal(const Threat *a, const Threat *b);

#endif
