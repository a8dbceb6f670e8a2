/* The kinds of facts: how each is found, and what is said of it. */
#ifndef INSPECT_FACTS_INTERNAL_H
#define INSPECT_FACTS_INTERNAL_H

#include "eval/weights.h"
#include "inspect/facts.h"

/* What the definitions read. */
typedef struct Board {
    const State *s;
    const Trace *t;                      /* of the classical evaluation */
    Bitboard passed, reach[COLOR_COUNT]; /* see PawnEntry */
    Bitboard attacked[COLOR_COUNT];
} Board;

/* A move and the boards before and after it. */
typedef struct Step {
    const Board *before, *after;
    Move move;
    Color by;
} Step;

/* Where a fact of another position counts as the same. */
typedef enum Same { SAME_SQUARE, SAME_FILE, SAME_SIDE } Same;

enum { FACT_RANGES = 4 };

/* A kind of fact. */
typedef struct FactRow {
    const char *name;
    const char *clause; /* see fact_text: {S} is the side, {O} the other one, {s} "the" for the side
                           that moves and else "White's", {q} the square, {f} its file, {w} its wing,
                           {p} the piece on it, {+attack} "attacks" for the side that moves
                           and else "lets White attack" */
    Same same;
    bool whole; /* the squares make one fact together */
    int least; /* of its value: above 0 if the fact helps its side, below 0 if it hurts. Tuned terms
                   share one fact among many, so that no value is nearer to 0 */
    /* The squares of a colour that have the fact; NULL for a fact of a move. */
    Bitboard (*find)(const Board *b, Color c);
    /* The square that the move is about, as a set; 0: it does not do this. NULL for a fact of a
     * position. */
    Bitboard (*does)(const Step *step);
    bool of_reply; /* it counts for a reply, too */
    struct {
        int first, last;
    } terms[FACT_RANGES]; /* the weights that make its value, from first to last; 0, 0: no more */
} FactRow;

extern const FactRow fact_rows[FACT_COUNT];

#endif
