/* Threats: what each side could win, what is pinned, as a list, as text and as JSON. */
#ifndef INSPECT_THREATS_H
#define INSPECT_THREATS_H

#include "inspect/json.h"
#include "moves/exchange.h"

/* The attackers of a square, piece by piece: what each may do there, and what that is worth.
 *
 * Either side may be to move: an attacker moves as if its side were to move and not in check.
 */

/* The part of an attacker in a capture on the square. */
typedef enum AttackerState {
    ATTACKER_FREE,   /* move to the square */
    ATTACKER_PINNED, /* nothing: it is pinned to another line */
    ATTACKER_BARRED, /* nothing: it is the king, and the square is guarded */
    ATTACKER_BEHIND  /* join in once the piece before it, an attacker too, has left their line */
} AttackerState;

typedef struct Attacker {
    Square from;
    PieceType type;
    AttackerState state;
    Square before; /* of the piece it stands behind; else SQUARE_NONE */
    Move
        move; /* its move to the square; MOVE_NONE if it may not move there, if a king or a piece of
                  its own side stands there, or if it is a pawn and the square is empty */
    int value; /* of the exchange that this move begins; 0 without one */
} Attacker;

/* The attackers of one colour: those in the map, least valuable first, then those behind them. */
typedef struct AttackerList {
    int count;
    Attacker attackers[BITS_PER_COLOR];
} AttackerList;

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list);

/* The attacker of a square that stands on `from`; it must attack it. */
Attacker attacker_on(const Position *pos, Square from, Square target, Color by);

/* The best exchange that a colour may begin on a square; among equals that of the least valuable
 * piece. Returns its move, or MOVE_NONE. *value is what it is worth, 0 without one. */
Move best_exchange(const Position *pos, Square sq, Color c, int *value);

/* --- exchanges played out on the board ------------------------------------------------------- */

/* The square of the piece that a legal move takes, SQUARE_NONE if it takes none; and the value of that
 * piece, plus the gain of a promotion. */
Square taken_square(const State *s, Move m);
int taken_value(const State *s, Move m);

/* The gain of a legal capture for the mover, in centipawns of exchanges, if both sides go on
 * capturing on its square by legal moves, least valuable piece first, each free to stop. Unlike
 * exchange_value it heeds checks and pins that arise on the way. The position is left as it was. */
int played_exchange(Position *pos, Move m);

/* A move of the side to move that mates at once, MOVE_NONE without one. */
Move played_mate(Position *pos);

/* The best played_exchange of the side to move, 0 without one: of the captures of `targets` by the
 * piece on `from` (SQUARE_NONE: by any piece), and of those on `any`, unless it is SQUARE_NONE. */
int played_best(Position *pos, Square from, Bitboard targets, Square any);

/* The gain of the side that is not to move, whatever the legal reply: the least played_best, less the
 * value that the reply takes. Any piece may take a target that flees and a piece that takes. A reply
 * that is mated at once counts as MOTIF_MATE_VALUE. */
int played_worst(Position *pos, Square from, Bitboard targets);

/* --- threats: what each side could win, what is pinned, as a list, as text and as JSON ------- */

/* The threats of a position, both sides': what could be won, and what is pinned.
 *
 * Each side threatens as if it were to move and not in check; `now` is whether it is
 * a legal move.
 */

typedef enum ThreatKind {
    THREAT_CHECK,       /* the king is attacked */
    THREAT_HANGING,     /* an undefended piece is attacked, and taking it wins */
    THREAT_LESSER,      /* a piece is attacked by a less valuable one, and taking it wins */
    THREAT_WEAK,        /* a piece is not defended well enough: taking it wins all the same */
    THREAT_FORK,        /* a piece attacks two or more that are worth taking, or one and the king */
    THREAT_PIN,         /* a piece stands on a line between a slider and its own king */
    THREAT_RELATIVE_PIN /* a piece stands on a line between a slider and a piece that is worth more
                           than itself, and more than the slider or undefended */
} ThreatKind;
enum { THREAT_KIND_COUNT = THREAT_RELATIVE_PIN + 1 };

typedef struct Threat {
    ThreatKind kind;
    Color by;      /* the side that threatens */
    Square from;   /* of the piece that takes, checks, forks or pins */
    Square target; /* of the piece taken or pinned, or of the king in check; SQUARE_NONE: a fork */
    Square behind; /* a pin: of the piece behind the pinned one; else SQUARE_NONE */
    Bitboard targets; /* all pieces concerned: `target` and `behind`, or those forked */
    int value;        /* a capture: what the exchange wins; a fork: what its second best target is
                         worth, since one can be saved, and the king must be; else 0 */
    int risk;         /* a fork: what the other side wins by taking the forking piece; else 0 */
    bool now;         /* a capture or a fork: the side to move can carry it out; a check: true */
} Threat;

/* An upper bound: for each colour a check or a capture for each enemy piece, a fork for each piece,
 * and a pin for each of the eight lines of at most 13 sliders. */
enum { THREAT_LIMIT = 2 * (16 + 16 + 8 * 13) };

typedef struct ThreatList {
    int count;
    Threat threats[THREAT_LIMIT];
} ThreatList;

/* True if the threat is to take a piece with gain. */
static inline bool threat_is_capture(const Threat *t) {
    return t->kind >= THREAT_HANGING && t->kind <= THREAT_WEAK;
}

/* Lists all threats: first those of the side to move; each side's by kind, and within a kind by
 * falling value. */
void threats_list(const Position *pos, ThreatList *list);

/* Adds the pins by the pieces of a colour. */
void pins_list(const State *s, Color by, ThreatList *list);

/* The threat that a legal capture carries out. False if it takes nothing or wins nothing. */
bool threat_of_capture(const Position *pos, Move m, Threat *out);

/* True if two threats of different positions are the same: in kind, squares and value. Captures that
 * win are of one kind: which of them may change with a defender, while the same piece is lost. */
bool threats_equal(const Threat *a, const Threat *b);

/* --- single threats as text and as JSON ------------------------------------------------------ */

/* Adds a threat as a sentence without its full stop: "Knight f3 takes the Pawn e5, which nobody
 * defends: +100". */
void threat_sentence(Document *out, const State *s, const Threat *t);

/* Adds a threat as a value of an array. */
void threat_json(Json *j, const State *s, const Threat *t);

#endif
