/* Facts of a position that anyone can check on the board: pawns, files, kings, pieces, space.
 *
 * Each kind has one definition in chess terms, above its function in fact_kinds.c. The classical evaluation
 * gives the value of a fact: the sum of its terms on its square, weighed by the phase of the game.
 * The functions need as much stack as those of inspect.h.
 */
#ifndef INSPECT_FACTS_H
#define INSPECT_FACTS_H

#include "inspect/inspect.h"
#include "network/network.h"

typedef enum FactKind {
    FACT_PASSED,
    FACT_ISOLATED,
    FACT_DOUBLED,
    FACT_BACKWARD,
    FACT_MAJORITY,
    FACT_PROTECTED,
    FACT_CENTRE,
    FACT_OPEN_FILE,
    FACT_SEVENTH,
    FACT_OUTPOST,
    FACT_HOLE,
    FACT_SHELTER,
    FACT_EXPOSED,
    FACT_UNCASTLED,
    FACT_KING_FILE,
    FACT_KING_ATTACKED,
    FACT_NO_ESCAPE,
    FACT_BISHOP_PAIR,
    FACT_BAD_BISHOP,
    FACT_SHUT_IN,
    FACT_RIM_KNIGHT,
    FACT_ROOK_BEHIND,
    FACT_UNDEVELOPED,
    FACT_SPACE,
    FACT_OPPOSITION,
    FACT_UNSTOPPABLE,
    FACT_ACTIVE_KING,
    FACT_KING_NEARER,
    FACT_NO_QUEENS,        /* belongs to neither side: see facts_differ */
    FACT_PAWN_ENDING,      /* belongs to neither side */
    FACT_OPPOSITE_BISHOPS, /* belongs to neither side */
    FACT_MOVE_FIRST,       /* facts of a position are below, facts of a move from here on */
    FACT_DEVELOPS = FACT_MOVE_FIRST,
    FACT_CASTLES,
    FACT_BREAKS,
    FACT_TAKES_CENTRE,
    FACT_RETREATS,
    FACT_MOVES_AGAIN,
    FACT_LOOSENS,
    FACT_ADVANCES,
    FACT_COUNT
} FactKind;

typedef struct Fact {
    FactKind kind;
    Color side;      /* the owner of the pawn, piece, king or space */
    PieceType piece; /* on the square, or TYPE_NONE */
    Square square;   /* the lowest one if several squares make one fact */
    int value;       /* in centipawns of the classical evaluation for `side`: below 0 if it hurts */
    bool kept;       /* set by facts_differ: the position before the lines has the fact, too */
    bool missed;     /* set by facts_differ: the fact belongs to the better line */
} Fact;

enum { FACT_LIMIT = 256 }; /* facts of a position; real positions have fewer */

/* Lists at most `most` facts of a position, the largest value first. Returns how many. */
int facts_find(const Position *pos, Fact *out, int most);

/* Lists at most `most` facts of a legal move, the largest value first. Returns how many. The position is
 * left as it was. */
int facts_of_move(Position *pos, Move m, Fact *out, int most);

/* Lists the facts for which the side to move prefers the better line to the line played, the
 * weightiest first. A fact of a move counts if only one of the two first moves has it. A fact of a
 * position counts if all last positions of one line have it, but none of the other line. Facts of
 * the better line are `missed`. Returns how many, at most `most`. `net` may be NULL. If its scores
 * of the two ends contradict the order of the lines, leaves out facts of the ends. The position is
 * left as it was. */
int facts_differ(Position *pos, const Move *better, int better_count, const Move *played,
                 int played_count, const Network *net, Fact *out, int most);

/* The name of a kind: "open file", "outpost". */
const char *fact_name(FactKind kind);

/* Adds a clause. Its subject is the first move of the line that has the fact, a move by `us`: "leaves
 * the d-pawn isolated", "gives White an outpost on d5", "develops the knight". */
void fact_text(Document *out, const Fact *fact, Color us);

/* Adds the facts of a legal move, unless it is MOVE_NONE, and of the position before it: a line of text
 * for each, "+21  White: outpost, d5", or an answer in JSON. */
void facts_text(Document *out, Position *pos, Move m);
void facts_json(Document *out, Position *pos, Move m);

#endif
