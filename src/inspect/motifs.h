/* Motifs: what a line of play does, in chess terms, read from the attack map and proved by moves.
 *
 * A motif belongs to one move of the line and to the side that begins the line. Its pattern is read
 * from the map at that move. Its proof is what follows: the line carries it out with gain, or, where
 * the line ends too early to show that, every legal reply is made and loses as well.
 */
#ifndef INSPECT_MOTIFS_H
#define INSPECT_MOTIFS_H

#include "inspect/json.h"

/* `piece`, `targets[0]` and `targets[1]` are given in brackets; SQUARE_NONE where nothing is said. */
typedef enum MotifKind {
    /* a rook or a queen (piece) mates on the king's first rank; its own pieces shut the king
     * (target 0) in */
    MOTIF_BACK_RANK,
    /* the piece that moved attacks the king or wins a piece (target 0), and wins another (1) */
    MOTIF_FORK,
    /* two new threats on two targets at once, of which no piece carries out both: two captures that
     * win, or one and a mate (piece mates on target 1) */
    MOTIF_DOUBLE_ATTACK,
    /* a passing opponent is mated at once by the piece, on target 0; the line mates so, or parries
     * it */
    MOTIF_MATE_THREAT,
    /* the move opens a line: the piece behind gives check to the king (target 0); the piece that
     * moved takes or wins target 1, if there is one */
    MOTIF_DISCOVERED_CHECK,
    /* likewise: the piece behind attacks target 0 and wins it */
    MOTIF_DISCOVERED_ATTACK,
    /* the piece holds target 0 on the line to its king (target 1). The move attacks target 0, which
     * falls, or goes where target 0 seems to guard */
    MOTIF_PIN,
    /* likewise, to a piece (target 1) that is worth more than target 0 */
    MOTIF_RELATIVE_PIN,
    /* the piece attacks target 0, which must leave the line, and wins target 1 behind it */
    MOTIF_SKEWER,
    /* the piece takes back on target 0, through the enemy that stood between */
    MOTIF_XRAY,
    /* the only defender (target 0) of two things takes back on one and loses the other (target 1) */
    MOTIF_OVERLOADED,
    /* the move takes a defender (target 0), and what it defended (target 1) falls */
    MOTIF_REMOVED_DEFENDER,
    /* the move draws a defender (target 0) away from its post, and what it guarded (target 1) falls */
    MOTIF_DEFLECTION,
    /* a piece comes between a slider (target 0) and what it defends (target 1), which falls */
    MOTIF_INTERFERENCE,
    /* target 0, a piece, is attacked and is lost wherever it goes */
    MOTIF_TRAPPED,
    /* the move takes target 0, which nobody defends and which is no answer to a capture */
    MOTIF_HANGING,
    /* another move comes before the capture on target 0 that was due, which follows and wins more */
    MOTIF_ZWISCHENZUG,
    /* the piece is lost anyway, and takes target 0 before it falls */
    MOTIF_DESPERADO,
    /* a pawn becomes a queen on target 0 and keeps the gain */
    MOTIF_PROMOTION,
    /* a pawn becomes less on target 0, since a queen would win less: it stalemates or does not check */
    MOTIF_UNDERPROMOTION,
    /* checks repeat a position of the line */
    MOTIF_PERPETUAL,
    /* the side that is behind is stalemated, or is if the piece is taken */
    MOTIF_STALEMATE,
    /* the piece (from its square before the move) took on target 0, the piece of target 1 should */
    MOTIF_WRONG_RECAPTURE,
    MOTIF_COUNT
} MotifKind;

enum { MOTIF_MATE_VALUE = 10000, MOTIF_LINE_PLIES = 16 };

typedef struct Motif {
    MotifKind kind;
    Color by;       /* the side that begins the line */
    int ply;        /* the index in the line of the move that does it: even */
    Move move;      /* that move */
    Square piece;   /* the piece that does it: where it stands after the move */
    PieceType type; /* of the piece, TYPE_NONE without one */
    Square targets[2];
    PieceType types[2];
    int value; /* what it wins in centipawns of exchanges: 0 or more; MOTIF_MATE_VALUE for a mate */
} Motif;

/* Finds the motifs that the side to move carries out by a line of `count` legal moves (1 or more; those
 * behind MOTIF_LINE_PLIES are not looked at), each proved: the weightiest first, at most `most`.
 * The position is left as it was; it needs room for MOTIF_LINE_PLIES + 40 plies. Returns how many. */
int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most);

/* True if both moves, which are legal, take back what has just taken, and with different pieces: then
 * *out says so of the one played. Which is the better one, the caller knows. */
bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out);

/* "fork", "relative pin". */
const char *motif_name(MotifKind kind);

/* Adds a clause whose subject is the move: "forks the king and the rook on a8". */
void motif_text(Document *out, const Motif *m);

/* Adds a motif as a value of an array: JSON.md has its keys. */
void motif_json(Json *j, const Motif *m);

/* The motifs of a line of legal moves (1 to MOTIF_LINE_PLIES), the weightiest first: a line of text for
 * each, "Nxf6+ forks the king and the queen on e4: fork, +900", or an answer in JSON. */
void motifs_text(Document *out, Position *pos, const Move *line, int count);
void motifs_json(Document *out, Position *pos, const Move *line, int count);

#endif
