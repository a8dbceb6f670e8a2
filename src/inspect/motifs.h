/* Motifs: forks, pins and the like in a line of play, read from the attack map and proved by moves.
 *
 * A motif belongs to one move of the line and to the side that begins the line. The map shows its
 * pattern after that move. The line proves it by a gain. Where the line ends too early for that, all
 * legal replies are made, and each must lose.
 */
#ifndef INSPECT_MOTIFS_H
#define INSPECT_MOTIFS_H

#include "inspect/json.h"

/* (p) is the piece of a motif; (0) and (1) are its targets. */
typedef enum MotifKind {
    /* A rook or a queen (p) mates the king (0) on its first rank, where its own pieces shut it in. */
    MOTIF_BACK_RANK,
    /* The piece that moves (p) attacks two: the king or a piece (0), and a piece (1). It wins one. */
    MOTIF_FORK,
    /* Two new threats by two pieces: captures of (0) and (1) that win, or a capture of (0) and mate on
     * the square (1). */
    MOTIF_DOUBLE_ATTACK,
    /* If the other side passed, the piece (p) would mate on the square (0). It need not win. */
    MOTIF_MATE_THREAT,
    /* The move opens the line of a slider (p) to the king (0). The piece that moves wins (1), if there
     * is one. */
    MOTIF_DISCOVERED_CHECK,
    /* The move opens the line of a slider (p) to a piece (0), which the slider wins. */
    MOTIF_DISCOVERED_ATTACK,
    /* A slider (p) pins (0) to its king (1). The move attacks (0) and wins it, or wins something that
     * (0) alone seems to guard. */
    MOTIF_PIN,
    /* The same, where (1) is a piece worth more than (0), and more than the slider or undefended. */
    MOTIF_RELATIVE_PIN,
    /* A slider (p) attacks (0), of another type, which leaves the line, and wins (1) behind it. */
    MOTIF_SKEWER,
    /* A slider (p) takes back on the square (0): the piece that took there stood before it. */
    MOTIF_XRAY,
    /* (0) alone guards two things. It takes back on one, and the other (1) falls. */
    MOTIF_OVERLOADED,
    /* The move takes (0), which guarded (1), and (1) falls. */
    MOTIF_REMOVED_DEFENDER,
    /* (0) guarded (1). It takes the piece that moved, answers its check or flees from it; (1) falls. */
    MOTIF_DEFLECTION,
    /* The move, or the reply to its check, shuts the line of a slider (0) to (1), and (1) falls. A pawn
     * does not count if the reply shuts it. */
    MOTIF_INTERFERENCE,
    /* A piece (0) is attacked, and is lost wherever it goes. */
    MOTIF_TRAPPED,
    /* The move takes (0), which nobody defends, except where it takes back. */
    MOTIF_HANGING,
    /* The capture of (0) is due, which has just taken something. A check, a capture or another threat
     * comes first, and (0) falls all the same. */
    MOTIF_ZWISCHENZUG,
    /* A piece (p) that is lost anyway takes (0), which is worth less, before it falls. */
    MOTIF_DESPERADO,
    /* A pawn becomes a queen (p) on (0), and the gain is kept. */
    MOTIF_PROMOTION,
    /* A pawn becomes another piece (p) on (0): a queen would not check, or would stalemate. */
    MOTIF_UNDERPROMOTION,
    /* Checks alone repeat a position of the line. */
    MOTIF_PERPETUAL,
    /* The side that has less offers (p): every capture of it is stalemate. */
    MOTIF_STALEMATE,
    /* The piece that takes back on (0) is the wrong one: (p) from its square before, instead of (1). */
    MOTIF_WRONG_RECAPTURE,
    MOTIF_COUNT
} MotifKind;

enum { MOTIF_MATE_VALUE = 10000, MOTIF_LINE_PLIES = 16 };

typedef struct Motif {
    MotifKind kind;
    Color by;           /* the side that begins the line */
    int ply;            /* the index in the line of the move that does it: even */
    Move move;          /* that move */
    Square piece;       /* the piece that does it: where it stands after the move */
    PieceType type;     /* of the piece */
    Square targets[2];  /* SQUARE_NONE without one */
    PieceType types[2]; /* TYPE_NONE where the target is an empty square */
    int value; /* the gain in centipawns of exchanges, 0 or more; MOTIF_MATE_VALUE for a mate */
} Motif;

/* Finds the motifs of the side to move in a line of legal moves (1 or more; those behind
 * MOTIF_LINE_PLIES do not count). The weightiest comes first; `most` is the limit. Returns how many.
 * The position, which needs room for MOTIF_LINE_PLIES + 40 plies, is left as it was. */
int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most);

/* True if both legal moves take back the piece that has just taken, and with different pieces: then
 * *out is MOTIF_WRONG_RECAPTURE of the move played. The caller knows which one is better. */
bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out);

/* The name of a kind: "fork", "relative pin". */
const char *motif_name(MotifKind kind);

/* Adds a clause whose subject is the move: "forks the king and the rook on a8". */
void motif_text(Document *out, const Motif *m);

/* Adds a motif as a value of an array: answers.schema.json has its keys. */
void motif_json(Json *j, const Motif *m);

/* The motifs of a line of legal moves (1 to MOTIF_LINE_PLIES), the weightiest first: a line of text for
 * each, "Nxf6+ forks the king and the queen on e4: fork, +900", or an answer in JSON. */
void motifs_text(Document *out, Position *pos, const Move *line, int count);
void motifs_json(Document *out, Position *pos, const Move *line, int count);

#endif
