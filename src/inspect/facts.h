/* Facts: statements about a position or a move that a person can check on the board, such as "isolated pawn".
 *
 * Each kind of fact has one definition in chess terms, above its function in fact_kinds.c. The value of a fact of a
 * position is the sum of the fact's terms in the classical evaluation, weighed by the phase of the game, but at least the
 * least value of its kind. A fact of a move has the fixed value of its kind. The functions may use half of THREAD_STACK,
 * like those of inspect.h. */
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
    FACT_NO_QUEENS,        /* a fact about both sides, which is good for neither */
    FACT_PAWN_ENDING,      /* a fact about both sides, which is good for neither */
    FACT_OPPOSITE_BISHOPS, /* a fact about both sides, which is good for neither */
    /* kinds below this number are facts of a position, the other kinds are facts of a move */
    FACT_MOVE_FIRST,
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
    Color side;      /* the side that has the fact: the owner of the pawn, piece, king or space */
    PieceType piece; /* the type of the piece on the square, or TYPE_NONE */
    Square square;   /* if several squares together make one fact, the lowest of them */
    /* the value of the fact for `side`, in centipawns of the classical evaluation; negative if the fact hurts `side` */
    int value;
    /* set by facts_differ: true if the position before both lines already has the fact */
    bool kept;
    bool missed; /* set by facts_differ: the fact belongs to the better line */
} Fact;

enum { FACT_LIMIT = 256 }; /* the most facts of a position; real positions have fewer facts */

/* Lists the facts of a position, the largest value first. Returns the number of facts. */
int facts_find(const Position *pos, Fact out[FACT_LIMIT]);

/* Lists the facts of a legal move, the largest value first. Returns the number of facts. The function leaves the
 * position as it was. */
int facts_of_move(Position *pos, Move m, Fact out[FACT_LIMIT]);

/* Compares two lines from the same position, and lists the facts that speak for the better line, the weightiest first.
 * Returns the number of facts, at most `most`. The function leaves the position as it was. These facts count:
 * - a fact of the first move that only one of the two first moves has;
 * - a fact of the reply that only the reply in the line played has;
 * - a fact of a position that holds after the first move and after the reply of one line, and in neither of these
 *   positions of the other line;
 * - a fact of a position that holds in the last four positions of one line, and in none of the last four positions of
 *   the other line. If `net` is not NULL, these facts count only if the network prefers the end of the better line. */
int facts_differ(Position *pos, const Move *better, int better_count, const Move *played,
                 int played_count, const Network *net, Fact *out, int most);

/* Returns the name of a kind of fact: "open file", "outpost". */
const char *fact_name(FactKind kind);

/* Adds a clause that says what the first move of the line with the fact does, such as "leaves the d-pawn isolated",
 * "gives White an outpost on d5" or "develops the knight". `us` is the side that makes this move. */
void fact_text(Document *out, const Fact *fact, Color us);

/* Adds the facts of a legal move, and of the position before the move. If the move is MOVE_NONE, adds only the facts
 * of the position. The text has a line for each fact, such as "+21  White: outpost, d5". */
void facts_text(Document *out, Position *pos, Move m);
void facts_json(Document *out, Position *pos, Move m);

#endif
