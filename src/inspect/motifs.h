/* Motifs: forks, pins and other themes in a line of play, read from the attack map and proved by moves.
 *
 * A motif belongs to one move of the line and to the side that begins the line. After this move the attack map shows
 * the pattern of the motif. The moves that follow prove the motif by a gain. If the line ends too early for a proof,
 * the engine tries all legal replies, and each reply must lose. */
#ifndef INSPECT_MOTIFS_H
#define INSPECT_MOTIFS_H

#include "inspect/inspect.h"

/* The kinds of motifs. `piece` and `targets` are members of Motif; if a comment names no `piece`, this is the piece
 * that moves. */
typedef enum MotifKind {
    /* A rook or a queen mates the king on the king's first rank, and the king's own pieces block its escape. targets[0]
     * is the king. */
    MOTIF_BACK_RANK,
    /* The piece that moves attacks two pieces at once, of which one may be the king, and then wins one of them. The two
     * pieces are targets[0] and targets[1]. */
    MOTIF_FORK,
    /* After the move two different pieces threaten to win targets[0] and targets[1]. Or one piece threatens to win
     * targets[0], and another threat is mate on the square targets[1]. */
    MOTIF_DOUBLE_ATTACK,
    /* If the other side passed, `piece` would mate by a move to the square targets[0]. The reply does not take `piece`,
     * unless the line mates. The line need not win material. */
    MOTIF_MATE_THREAT,
    /* The move opens the line of a slider, which then checks the king. `piece` is the slider, targets[0] the king. If
     * the piece that moves also wins a piece, that piece is targets[1]. */
    MOTIF_DISCOVERED_CHECK,
    /* The move opens the line of a slider to an enemy piece, and the slider then wins this piece. `piece` is the
     * slider, targets[0] the enemy piece. */
    MOTIF_DISCOVERED_ATTACK,
    /* The side has a slider that pins an enemy piece to the king. The move attacks and wins the pinned piece, or goes
     * safely to a square that only the pinned piece seems to guard. `piece` is the slider, targets[0] the pinned piece,
     * targets[1] the king. */
    MOTIF_PIN,
    /* Like MOTIF_PIN, but the slider pins targets[0] to a more valuable piece, targets[1], instead of the king.
     * targets[1] is undefended or worth more than the slider. */
    MOTIF_RELATIVE_PIN,
    /* A slider attacks a piece of another type, which moves off the line. The slider then wins the piece behind it.
     * `piece` is the slider, targets[0] the piece in front, targets[1] the piece behind. */
    MOTIF_SKEWER,
    /* An enemy piece stands between a slider and a square, and takes back on this square. The slider recaptures through
     * the square that the enemy piece has left. `piece` is the slider, targets[0] the square of the captures. */
    MOTIF_XRAY,
    /* One enemy piece alone guards two squares. It recaptures on one square, and we win the piece on the other square.
     * targets[0] is the guard, targets[1] the piece that we win. */
    MOTIF_OVERLOADED,
    /* The move takes a guard, and we then win the piece that it guarded. targets[0] is the guard, targets[1] the other
     * piece. */
    MOTIF_REMOVED_DEFENDER,
    /* The move makes a guard leave: the guard recaptures, answers a check or flees from an attack. We then win the
     * piece that it guarded. targets[0] is the guard, targets[1] the other piece. */
    MOTIF_DEFLECTION,
    /* A piece comes between an enemy slider and the piece that this slider guards, and we then win the guarded piece.
     * The piece in between is the piece that moves, or a reply to its check; after such a reply the guarded piece is
     * not a pawn. targets[0] is the slider, targets[1] the guarded piece. */
    MOTIF_INTERFERENCE,
    /* The move attacks an enemy piece that cannot be saved: we win it on every square to which it can go, and after
     * every other reply. targets[0] is this piece. */
    MOTIF_TRAPPED,
    /* The move takes an undefended piece, and is not a recapture. targets[0] is the piece taken. */
    MOTIF_HANGING,
    /* An enemy piece has just captured. Instead of recapturing at once, the move first checks, captures or threatens
     * elsewhere. Our next move still takes the capturer, targets[0]. */
    MOTIF_ZWISCHENZUG,
    /* A piece of ours that is lost anyway takes a piece of less value before the enemy takes ours. targets[0] is the
     * piece of less value. */
    MOTIF_DESPERADO,
    /* A pawn becomes a queen on the square targets[0], and the exchange on this square does not lose the gain. */
    MOTIF_PROMOTION,
    /* A pawn becomes a knight, bishop or rook on the square targets[0], because a queen would stalemate, or because a
     * knight checks and a queen would not. */
    MOTIF_UNDERPROMOTION,
    /* Every move of the side that begins the line checks, until a position of the line comes again. targets[0] is the
     * king in check. */
    MOTIF_PERPETUAL,
    /* The side with less material offers `piece`, and every capture of this piece is stalemate. targets[0] is the king
     * of this side. */
    MOTIF_STALEMATE,
    /* The move recaptures with `piece`, although recapturing with the piece on targets[1] is better. targets[0] is the
     * square of the recapture. Unlike in other kinds, `piece` is the square before the move. */
    MOTIF_WRONG_RECAPTURE,
    MOTIF_COUNT
} MotifKind;

enum { MOTIF_MATE_VALUE = 10000, MOTIF_LINE_PLIES = 16 };

typedef struct Motif {
    MotifKind kind;
    Color by;           /* the side that begins the line */
    int ply;            /* the index of the motif's move in the line, an even number */
    Move move;          /* the move that carries out the motif */
    Square piece;       /* the square after the move of the piece that MotifKind names `piece` */
    PieceType type;     /* the type of the piece on the square `piece` */
    Square targets[2];  /* as MotifKind defines them; SQUARE_NONE if the motif has no such target */
    PieceType types[2]; /* the types of the targets; TYPE_NONE if a target is an empty square */
    /* the gain in centipawns (pawn 100, queen 900), 0 or more; MOTIF_MATE_VALUE for a mate */
    int value;
} Motif;

/* Finds at most `most` motifs of the side to move in a line of legal moves, the weightiest first. Returns the number of
 * motifs. The line must have at least one move; moves after the first MOTIF_LINE_PLIES are ignored. The stack of `pos`
 * must have room for MOTIF_LINE_PLIES + 40 more plies. The function leaves the position as it was. */
int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most);

/* True if the legal moves `played` and `better`, by different pieces, both recapture the piece that has just captured.
 * If so, sets *out to the MOTIF_WRONG_RECAPTURE of `played`. The caller must know that `better` is the better move. */
bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out);

/* Returns the name of a kind of motif: "fork", "relative pin". */
const char *motif_name(MotifKind kind);

/* Adds a clause that says what the motif's move does: "forks the king and the rook on a8". */
void motif_text(Document *out, const Motif *m);

/* Adds a motif as a value of an array; answers.schema.json describes the value's keys. */
void motif_json(Json *j, const Motif *m);

/* Adds the motifs of a line of 1 to MOTIF_LINE_PLIES legal moves, the weightiest first: the text has a line for each
 * motif, such as "Nxf6+ forks the king and the queen on e4: fork, +900". */
void motifs_text(Document *out, Position *pos, const Move *line, int count);
void motifs_json(Document *out, Position *pos, const Move *line, int count);

#endif
