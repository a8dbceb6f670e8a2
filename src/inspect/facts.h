/* Facts of a position that anyone can check on the board: pawns, files, kings, pieces, space.
 *
 * Each kind has one definition in chess terms, above its function (fact_kinds.c, fact_moves.c). Its value is
 * the part of the classical evaluation that its terms give on its square, by the phase of the game.
 * Working space lies on the stack, as in inspect.h.
 */
#ifndef INSPECT_FACTS_H
#define INSPECT_FACTS_H

#include "inspect/json.h"
#include "network/contributions.h"

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
    FACT_NO_QUEENS, /* this and the next two help or hurt, as may be: see facts_differ */
    FACT_PAWN_ENDING,
    FACT_OPPOSITE_BISHOPS,
    FACT_MOVE_FIRST, /* from here on facts of a move */
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
    Color side;      /* whose pawn, piece, king or space */
    PieceType piece; /* on the square, or TYPE_NONE */
    Square square;   /* where; one of them if several squares make one fact */
    int value;       /* in centipawns of the classical evaluation for `side`: below 0 if it hurts */
    bool kept;       /* facts_differ: the position before the lines has it, too */
    bool missed;     /* facts_differ: the end of the better line alone has it */
} Fact;

enum { FACT_LIMIT = 256 }; /* more than real positions have; those beyond are not listed */

/* Lists the facts of a position, the largest value first, and returns how many: `most` at most. */
int facts_find(const Position *pos, Fact *out, int most);

/* The same of a legal move: what it does. The position is left as it was. */
int facts_of_move(Position *pos, Move m, Fact *out, int most);

/* Lists the facts for which the better line is better for the side to move than the line played, the
 * weightiest first. Of the two first moves only one does this; or one line has it where it ends, in
 * its last positions all, and the other in none of its own. Facts of the better line are `missed`.
 * Returns how many, `most` at most; 0 where the network's scores of the two ends contradict the
 * search, by which one line is better. `net`: NULL for none. The position is left as it was. */
int facts_differ(Position *pos, const Move *better, int better_count, const Move *played,
                 int played_count, const Network *net, Fact *out, int most);

/* "open file", "outpost". */
const char *fact_name(FactKind kind);

/* Adds a clause whose subject is the first move of the line that has the fact, a move by `us`: "leaves
 * the d-pawn isolated", "gives White an outpost on d5", "develops the knight". */
void fact_text(Document *out, const Fact *fact, Color us);

/* The facts of a legal move, unless it is MOVE_NONE, and those of the position before it: a line of text
 * for each, "+21  White: outpost, d5", or an answer in JSON. */
void facts_text(Document *out, Position *pos, Move m);
void facts_json(Document *out, Position *pos, Move m);

#endif
