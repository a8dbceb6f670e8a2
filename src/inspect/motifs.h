/* Motifs: forks, pins and other themes in a line of play, read from the attack map and proved by moves.
 *
 * A motif belongs to one move of the line and to the side that begins the line. After this move the attack map shows
 * the pattern of the motif. The moves that follow prove the motif by a gain. If the line ends too early for a proof,
 * the engine tries all legal replies, and each reply must lose. */
#ifndef INSPECT_MOTIFS_H
#define INSPECT_MOTIFS_H

#include "inspect/inspect.h"

/* (p) is the piece of a motif; (0) and (1) are its targets. */
typedef enum MotifKind {
    /* A rook or a queen (p) mates the king (0) on the king's first rank; the king's own pieces shut the king in. */
    MOTIF_BACK_RANK,
    /* The piece that moves (p) attacks the king or a piece (0), and a piece (1), and then wins one of these
     * targets. */
    MOTIF_FORK,
    /* Two pieces make two new threats: captures of (0) and (1) that win, or a capture of (0) and a mate on
     * the square (1). */
    MOTIF_DOUBLE_ATTACK,
    /* If the other side passed, the piece (p) would mate on the square (0). The move need not win anything. */
    MOTIF_MATE_THREAT,
    /* The move opens the line of a slider (p) to the king (0). If there is a target (1), the piece that moves wins
     * (1). */
    MOTIF_DISCOVERED_CHECK,
    /* The move opens the line of a slider (p) to a piece (0), which the slider wins. */
    MOTIF_DISCOVERED_ATTACK,
    /* A slider (p) pins a piece (0) to the king (1). The move attacks (0) and wins it, or wins something that (0)
     * alone seems to guard. */
    MOTIF_PIN,
    /* A slider pins a piece (0) to a piece (1) that is worth more than (0). The piece (1) is undefended or worth more
     * than the slider. */
    MOTIF_RELATIVE_PIN,
    /* A slider (p) attacks a piece (0) of another type. The piece (0) leaves the line, and the slider wins the piece
     * (1) behind (0). */
    MOTIF_SKEWER,
    /* An enemy piece between a slider (p) and a square (0) captures on (0). The slider recaptures through the square
     * that the enemy piece has left. */
    MOTIF_XRAY,
    /* A piece (0) alone guards two squares. It recaptures on one square, and the piece (1) on the other square
     * falls. */
    MOTIF_OVERLOADED,
    /* The move takes a piece (0) that guarded a piece (1), and (1) falls. */
    MOTIF_REMOVED_DEFENDER,
    /* A piece (0) guards a piece (1). Then (0) takes the piece that moved, answers a check by this piece or flees from
     * it, and (1) falls. */
    MOTIF_DEFLECTION,
    /* The move, or the reply to a check by the move, shuts the line from a slider (0) to a piece (1), and (1) falls.
     * If the reply shuts the line, (1) is not a pawn. */
    MOTIF_INTERFERENCE,
    /* A piece (0) is attacked. It is lost on every square that it can go to, and after every other reply. */
    MOTIF_TRAPPED,
    /* The move takes a piece (0) that nobody defends, and is not a recapture. */
    MOTIF_HANGING,
    /* A piece (0) has just taken a piece. Instead of a recapture, the move first checks, captures or threatens
     * elsewhere, and (0) falls all the same. */
    MOTIF_ZWISCHENZUG,
    /* A piece (p) that is lost anyway takes a piece (0) of less value before (p) falls. */
    MOTIF_DESPERADO,
    /* A pawn becomes a queen (p) on the square (0), and the side keeps the gain. */
    MOTIF_PROMOTION,
    /* A pawn becomes a piece (p) other than a queen on the square (0), since a queen would not check, or would
     * stalemate. */
    MOTIF_UNDERPROMOTION,
    /* The side that begins the line repeats a position of the line by checks alone. */
    MOTIF_PERPETUAL,
    /* The side with less material offers a piece (p), and every capture of (p) is stalemate. */
    MOTIF_STALEMATE,
    /* A piece (p) recaptures on (0), although the piece (1) should recapture. The square of (p) is the square before
     * the move. */
    MOTIF_WRONG_RECAPTURE,
    MOTIF_COUNT
} MotifKind;

enum { MOTIF_MATE_VALUE = 10000, MOTIF_LINE_PLIES = 16 };

typedef struct Motif {
    MotifKind kind;
    Color by;           /* the side that begins the line */
    int ply;            /* the index of the motif's move in the line, an even number */
    Move move;          /* the move that carries out the motif */
    Square piece;       /* the square of the piece (p) after the move */
    PieceType type;     /* the type of the piece (p) */
    Square targets[2];  /* the squares of (0) and (1); SQUARE_NONE if there is no such target */
    PieceType types[2]; /* the types of the targets; TYPE_NONE if a target is an empty square */
    int value; /* the gain in centipawns of exchanges, 0 or more; MOTIF_MATE_VALUE for a mate */
} Motif;

/* Finds at most `most` motifs of the side to move in a line of legal moves, the weightiest first. Returns the number
 * of motifs. The line must have a move; the function ignores moves after the first MOTIF_LINE_PLIES. The position must
 * have MOTIF_LINE_PLIES + 40 free plies; the function leaves the position as it was. */
int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most);

/* True if the legal moves `played` and `better`, by different pieces, both recapture the piece that has just captured.
 * If so, sets *out to the MOTIF_WRONG_RECAPTURE of `played`. The caller must know that `better` is the better move. */
bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out);

/* Returns the name of a kind of motif: "fork", "relative pin". */
const char *motif_name(MotifKind kind);

/* Adds a clause whose subject is the move: "forks the king and the rook on a8". */
void motif_text(Document *out, const Motif *m);

/* Adds a motif as a value of an array; answers.schema.json describes the value's keys. */
void motif_json(Json *j, const Motif *m);

/* Adds the motifs of a line of 1 to MOTIF_LINE_PLIES legal moves, the weightiest first: the text has a line for each
 * motif, such as "Nxf6+ forks the king and the queen on e4: fork, +900". */
void motifs_text(Document *out, Position *pos, const Move *line, int count);
void motifs_json(Document *out, Position *pos, const Move *line, int count);

#endif
