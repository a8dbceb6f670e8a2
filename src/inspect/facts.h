/* Facts of a position that a person can check on the board, about pawns, files, kings, pieces and space.
 *
 * Each kind of fact has one definition in chess terms, above its function in fact_kinds.c. The value of a fact is the
 * sum of the fact's terms in the classical evaluation, weighed by the phase of the game. The functions need as much
 * stack as those of inspect.h. */
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
    FACT_NO_QUEENS,        /* the fact belongs to neither side: see facts_differ */
    FACT_PAWN_ENDING,      /* the fact belongs to neither side */
    FACT_OPPOSITE_BISHOPS, /* the fact belongs to neither side */
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
    Color side;      /* the owner of the pawn, piece, king or space */
    PieceType piece; /* the type of the piece on the square, or TYPE_NONE */
    Square square;   /* the lowest square if several squares make one fact */
    /* the value for `side` in centipawns of the classical evaluation; negative if the fact hurts `side` */
    int value;
    /* facts_differ sets `kept` if the position before the lines has the fact, too */
    bool kept;
    bool missed; /* facts_differ sets `missed` if the fact belongs to the better line */
} Fact;

enum { FACT_LIMIT = 256 }; /* the most facts of a position; real positions have fewer facts */

/* Lists at most `most` facts of a position, the largest value first. Returns the number of facts. */
int facts_find(const Position *pos, Fact *out, int most);

/* Lists at most `most` facts of a legal move, the largest value first. Returns the number of facts. The function
 * leaves the position as it was. */
int facts_of_move(Position *pos, Move m, Fact *out, int most);

/* Lists the facts for which the side to move prefers the better line to the line played, the weightiest first. A fact
 * of a move counts if only one of the two first moves has the fact; a fact of the reply counts if only the line played
 * has the fact. A fact of a position counts if one line has the fact, and the other line has not, in the two positions
 * after the first two moves, or in the last four positions. Facts of the better line are `missed`. Returns the number
 * of facts, at most `most`. `net` may be NULL. Leaves out the facts of the last positions if the network does not
 * prefer the end of the better line. The function leaves the position as it was. */
int facts_differ(Position *pos, const Move *better, int better_count, const Move *played,
                 int played_count, const Network *net, Fact *out, int most);

/* Returns the name of a kind of fact: "open file", "outpost". */
const char *fact_name(FactKind kind);

/* Adds a clause about a fact. The subject of the clause is the first move, by `us`, of the line with the fact: "leaves the d-pawn isolated", "gives White an outpost on d5", "develops the knight". */
void fact_text(Document *out, const Fact *fact, Color us);

/* Adds the facts of a legal move, and of the position before the move. If the move is MOVE_NONE, adds only the facts
 * of the position. The text has a line for each fact, such as "+21  White: outpost, d5". */
void facts_text(Document *out, Position *pos, Move m);
void facts_json(Document *out, Position *pos, Move m);

#endif
