/* Facts of a position that anyone can check on the board: pawns, files, kings, pieces, space.
 *
 * Each kind has one definition in chess terms, above its function in facts.c. The value of a fact is
 * the part of the classical evaluation that its terms give on its square, by the phase of the game.
 */
#ifndef INSPECT_FACTS_H
#define INSPECT_FACTS_H

#include "inspect/json.h"
#include "network/network.h"

typedef enum FactKind {
    FACT_PASSED,
    FACT_ISOLATED,
    FACT_DOUBLED,
    FACT_BACKWARD,
    FACT_LEVER,
    FACT_MAJORITY,
    FACT_CHAIN,
    FACT_CENTRE,
    FACT_OPEN_FILE,
    FACT_SEVENTH,
    FACT_OUTPOST,
    FACT_HOLE,
    FACT_SHELTER,
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
    FACT_COUNT
} FactKind;

typedef struct Fact {
    FactKind kind;
    Color side;    /* whose pawn, piece, king or space */
    Square square; /* where; SQUARE_NONE for what no single square has */
    int value;     /* in centipawns of the classical evaluation for `side`: below 0 if it hurts */
    bool missed;   /* facts_differ: the end of the better line alone has it */
} Fact;

/* Lists the facts of a position, the largest value first, and returns how many: `most` at most. */
int facts_find(const Position *pos, Fact *out, int most);

/* Lists the facts that make the end of the better line better for `us`, those first that explain
 * most of the difference: one end has the fact and the other has not. Those of the better end are
 * `missed`, the others the move made. Returns how many, `most` at most; 0 where the static scores of
 * the two ends contradict the search, or nothing explains a fair share of the difference. `net`: the
 * network that judges; NULL for none. */
int facts_differ(const Position *better, const Position *worse, Color us, const Network *net,
                 Fact *out, int most);

/* Adds a clause whose subject is a move by `us`: "leaves the d-pawn isolated", "gives White an
 * outpost on d5". The state is of the end that has the fact. */
void fact_text(Document *out, const State *s, const Fact *fact, Color us);

#endif
