/* Motifs: forks, pins and other themes in a line of play, read from the attack map and proved by moves.
 *
 * A motif belongs to one move of the line and to the side that begins the line. The map shows its
 * pattern after that move. The line proves it by a gain. If the line ends too early for that, all
 * legal replies are made, and each must lose.
 */
#ifndef INSPECT_MOTIFS_H
#define INSPECT_MOTIFS_H

#include "inspect/inspect.h"

/* (p) is the piece of a motif; (0) and (1) are its targets. */
typedef enum MotifKind {
    /* A rook or a queen (p) mates the king (0) on its first rank, shut in by its own pieces. */
    MOTIF_BACK_RANK,
    /* The piece that moves (p) attacks the king or a piece (0), and a piece (1). It wins one of them. */
    MOTIF_FORK,
    /* Two pieces make two new threats: captures of (0) and (1) that win, or a capture of (0) and a mate on
     * the square (1). */
    MOTIF_DOUBLE_ATTACK,
    /* If the other side passed, the piece (p) would mate on the square (0). The move need not win anything. */
    MOTIF_MATE_THREAT,
    /* The move opens the line of a slider (p) to the king (0). The piece that moves wins (1), if there
     * is one. */
    MOTIF_DISCOVERED_CHECK,
    /* The move opens the line of a slider (p) to a piece (0), which the slider wins. */
    MOTIF_DISCOVERED_ATTACK,
    /* A slider (p) pins (0) to its king (1). The move attacks (0) and wins it, or wins something that
     * (0) alone seems to guard. */
    MOTIF_PIN,
    /* A pin to a piece (1) that is worth more than (0). (1) is undefended or worth more than the
     * slider. */
    MOTIF_RELATIVE_PIN,
    /* A slider (p) attacks a piece of another type (0). (0) leaves the line, and the slider wins (1) behind
     * it. */
    MOTIF_SKEWER,
    /* An enemy piece between a slider (p) and a square (0) captures on (0). The slider recaptures through the
     * place that the piece has left. */
    MOTIF_XRAY,
    /* (0) alone guards two squares. (0) recaptures on one square, and the piece on the other (1)
     * falls. */
    MOTIF_OVERLOADED,
    /* The move takes (0), which guarded (1), and (1) falls. */
    MOTIF_REMOVED_DEFENDER,
    /* (0) guards (1). (0) takes the piece that moved, answers its check or flees from it, and (1) falls. */
    MOTIF_DEFLECTION,
    /* The move, or the reply to its check, shuts the line of a slider (0) to (1), and (1) falls. If the reply
     * shuts the line, (1) is not a pawn. */
    MOTIF_INTERFERENCE,
    /* A piece (0) is attacked, and is lost on every square that it can go to. */
    MOTIF_TRAPPED,
    /* The move takes (0), which nobody defends. A recapture does not count. */
    MOTIF_HANGING,
    /* (0) has just taken a piece, and a recapture is expected. The move checks, captures or threatens
     * elsewhere first, and (0) falls all the same. */
    MOTIF_ZWISCHENZUG,
    /* A piece (p) that is lost anyway takes (0), which is worth less, before it falls. */
    MOTIF_DESPERADO,
    /* A pawn becomes a queen (p) on (0), and the side keeps the gain. */
    MOTIF_PROMOTION,
    /* A pawn becomes another piece (p) on (0): a queen would not check, or would stalemate. */
    MOTIF_UNDERPROMOTION,
    /* The side repeats a position of the line by checks alone. */
    MOTIF_PERPETUAL,
    /* The side with less material offers (p), and every capture of (p) is stalemate. */
    MOTIF_STALEMATE,
    /* (p) recaptures on (0), where (1) should. The square of (p) is that before the move. */
    MOTIF_WRONG_RECAPTURE,
    MOTIF_COUNT
} MotifKind;

enum { MOTIF_MATE_VALUE = 10000, MOTIF_LINE_PLIES = 16 };

typedef struct Motif {
    MotifKind kind;
    Color by;           /* the side that begins the line */
    int ply;            /* the index in the line of the move that carries it out: even */
    Move move;          /* the move that carries it out */
    Square piece;       /* the square of (p) after the move */
    PieceType type;     /* the type of (p) */
    Square targets[2];  /* SQUARE_NONE without one */
    PieceType types[2]; /* TYPE_NONE where the target is an empty square */
    int value; /* the gain in centipawns of exchanges, 0 or more; MOTIF_MATE_VALUE for a mate */
} Motif;

/* Finds at most `most` motifs of the side to move in a line of legal moves, the weightiest first. Returns
 * how many. The line has at least one move; moves after MOTIF_LINE_PLIES are ignored. The position is left as
 * it was, and must have MOTIF_LINE_PLIES + 40 free plies. */
int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most);

/* True if two legal moves recapture the piece that has just taken, with different pieces. Then *out is the
 * MOTIF_WRONG_RECAPTURE of `played`. The caller must know that `better` is better. */
bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out);

/* The name of a kind: "fork", "relative pin". */
const char *motif_name(MotifKind kind);

/* Adds a clause whose subject is the move: "forks the king and the rook on a8". */
void motif_text(Document *out, const Motif *m);

/* Adds a motif as a value of an array: answers.schema.json has its keys. */
void motif_json(Json *j, const Motif *m);

/* Adds the motifs of a line of 1 to MOTIF_LINE_PLIES legal moves, the weightiest first: a line of text for
 * each, "Nxf6+ forks the king and the queen on e4: fork, +900", or an answer in JSON. */
void motifs_text(Document *out, Position *pos, const Move *line, int count);
void motifs_json(Document *out, Position *pos, const Move *line, int count);

#endif
