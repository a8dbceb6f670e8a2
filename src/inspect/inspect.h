/* Answers about a position for a person: as text, as JSON on one line, or as a picture (SVG 1.1).
 *
 * Each function that takes a Document appends complete lines to it. None reads input or prints. A function
 * that takes a `Position *` plays moves on the position and takes them back. A function may use half of
 * THREAD_STACK: call it on threads of thread_start.
 *
 * A picture shows the board as its View says. Patterns, dashes, numbers and outlines show the same as its
 * colours. So nothing is lost in grey prints or for colour-blind readers.
 */
#ifndef INSPECT_INSPECT_H
#define INSPECT_INSPECT_H

#include "board/position.h"
#include "eval/wdl.h"
#include "inspect/document.h"
#include "moves/exchange.h"
#include "network/network.h"

/* How a picture shows a board. */
typedef struct View {
    Color bottom;           /* the side at the bottom */
    const Position *before; /* the position before the last move; NULL if there was none */
    Move last;              /* the last move: its squares are framed, and the heading names it */
} View;

/* --- the board ------------------------------------------------------------------------------- */

/* The board, and beside it how many pieces of each side attack each square. `color`: with the
 * escape sequences of a terminal. */
void board_text(Document *out, const Position *pos, bool color);

/* The pieces of a set of attack bits on one line, without an end of line: "Rook e8, Knight f6", or
 * "none". */
void pieces_text(Document *out, const State *s, uint32_t set);

/* The piece lists of both colours in their order: cells, slots, bits, squares and links. */
void lists_text(Document *out, const Position *pos);
void lists_json(Document *out, const Position *pos);

/* The state of the game: the reason for its end or for a claim of a draw, or how near a draw is. */
void game_text(Document *out, const Position *pos);

/* A line of legal moves from `start`, in SAN with numbers, on lines of 80 characters: "Moves: 1. e4
 * e5 2. Nf3". Adds nothing for 0 moves. */
void moves_text(Document *out, const Position *start, const Move *moves, int count);

/* Legal moves, as UCI writes them and in SAN: one on each line, or "none". stages[i] is the stage of the
 * search that gave move i; `stages` may be NULL. */
void order_text(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]);
void order_json(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]);

/* --- attacks --------------------------------------------------------------------------------- */

/* The attack map: for each square how many pieces of each side attack it, and the least valuable
 * of them. The picture is a heat map. The more attackers one side has in excess of the other, the darker
 * the square: blue and dotted for White, orange and hatched for Black. */
void map_text(Document *out, const Position *pos);
void map_json(Document *out, const Position *pos);
void map_svg(Document *out, const Position *pos, const View *view);

/* The attackers and defenders of a square, also behind others: the move of each to the square, and the best
 * exchange of each side. */
void attackers_text(Document *out, const Position *pos, Square sq);
void attackers_json(Document *out, const Position *pos, Square sq);

/* The exchange that a move of either side begins (SEE): a line for each capture, the point at which a side
 * does better to stop, and the value. Castling exchanges nothing. See exchange_line. */
void exchange_text(Document *out, const Position *pos, Move m);
void exchange_json(Document *out, const Position *pos, Move m);

/* The threats of both sides. In the picture each is an arrow from the piece that threatens, blue for White,
 * orange for Black. A capture is a thick arrow with its gain at the head. A fork or a check is a thin arrow.
 * A pin is a dashed arrow from the pinning piece to the piece behind the pinned one. */
void threats_text(Document *out, const Position *pos);
void threats_json(Document *out, const Position *pos);
void threats_svg(Document *out, const Position *pos, const View *view);

/* The captures of the side to move in the order of the search. The answer marks where a threshold cell ends
 * the walk, and adds the moves of later stages. In check it lists the evasions that capture. */
void captures_text(Document *out, const Position *pos, Cell threshold);
void captures_json(Document *out, const Position *pos, Cell threshold);

/* --- moves ----------------------------------------------------------------------------------- */

enum { WORTH_MOVES = 16 };

/* A line that a search has found, and its score for the side to move. */
typedef struct SearchedLine {
    int score;
    int count; /* 0 without a line */
    Move moves[WORTH_MOVES];
} SearchedLine;

/* The value of a move by searches: the line that it begins, and the line of the best move. */
typedef struct MoveWorth {
    Evaluation evaluation; /* the evaluation that gave the scores */
    uint64_t nodes;        /* of all searches together */
    SearchedLine own, best;
} MoveWorth;

/* Describes a legal move `m`: its worth, its motifs, and its changes of the map, the threats, the
 * evaluation and the network's inputs. Leaves out the worth if worth is NULL, and the inputs if net
 * is NULL. `after` is `before` with the move made. */
void explain_text(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);
void explain_json(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);

/* The last move of a view as a picture: the position after it, and its worth. New threats are drawn as in
 * threats_svg, squares where a side gains attackers as in map_svg. */
void explain_svg(Document *out, const Position *after, const View *view, const MoveWorth *worth);

/* The deltas of a move: a line for each column of the matrix that changes, and for each row. As
 * JSON: the columns, the piece lists before and after, and the links of the cells that left their
 * ring. make_move must have led from `before` to `after`, without a position_reroot since. */
void diff_text(Document *out, const Position *before, const Position *after);
void diff_json(Document *out, const Position *before, const Position *after);

/* --- the evaluation -------------------------------------------------------------------------- */

/* The classical evaluation: the value of each family of terms for each colour, in the middlegame and in the
 * endgame, and the result. Unless net is NULL, also the network's score, the contribution of each piece, and
 * the threat pairs that matter most: see network/network.h.
 *
 * In the picture a label below each piece shows its contribution: white and blue for White, black
 * and orange for Black. The ten pairs that matter most are numbered arrows in these colours, and
 * listed below the board. An arrow goes from attacker to target, and is dashed for a defence. */
void evaluation_text(Document *out, const Position *pos, const Network *net);
void evaluation_json(Document *out, const Position *pos, const Network *net);
void evaluation_svg(Document *out, const Position *pos, const View *view, const Network *net);

/* --- FENs ------------------------------------------------------------------------------------ */

/* How a FEN is read, or its fault and a repaired FEN. `chess960`: castling rights are written with the
 * letters of files. Returns true if the FEN is valid. */
bool validate_text(Document *out, const char *fen, bool chess960);

/* --- moves, pieces and cells in words -------------------------------------------------------- */

/* A buffer for the longest phrase: "Knight from a7 takes Bishop on b8 and becomes a Queen". */
typedef struct Phrase {
    char text[96];
} Phrase;

/* A legal move in words: "Knight from g5 takes Pawn on f7". */
Phrase move_phrase(const Position *pos, Move m);

/* The piece on a square: "Knight f3", or only "f3" if the square is empty. */
Phrase piece_phrase(const State *s, Square sq);

/* The piece on a square within a sentence: "the knight on f3", "the king", or "f3" if it is empty. */
Phrase piece_words(const State *s, Square sq);

/* Adds the squares of a set, separated by blanks: "e4 f5". */
void squares_text(Document *out, Bitboard set);

/* The pieces for which the slot of a cell is: "Rook", "promoted Queen", "pre-promoted". */
const char *slot_name(Cell cell);

/* --- the attackers of a square --------------------------------------------------------------- */

/* The role of an attacker in captures on the square. An attacker of either side counts as if its side were to
 * move and not in check. */
typedef enum AttackerState {
    ATTACKER_FREE,   /* it may move to the square */
    ATTACKER_PINNED, /* it may not move there: it is pinned to another line */
    ATTACKER_BARRED, /* it may not move there: it is the king, and the square is guarded */
    ATTACKER_BEHIND  /* it joins in when the attacker before it has left their line */
} AttackerState;

typedef struct Attacker {
    Square from;
    PieceType type;
    AttackerState state;
    Square before; /* the square of the attacker that it stands behind, or SQUARE_NONE */
    /* its move to the square. MOVE_NONE if it may not move there, or if a king or a piece of its
     * side stands there. A pawn has no move to an empty square */
    Move move;
    int value; /* of the exchange that the move begins; 0 for MOVE_NONE */
} Attacker;

/* The attackers of one colour: those in the map, least valuable first, then those behind them. */
typedef struct AttackerList {
    int count;
    Attacker attackers[BITS_PER_COLOR];
} AttackerList;

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list);

/* --- exchanges played out on the board ------------------------------------------------------- */

/* The square of the piece that a legal move takes, or SQUARE_NONE. */
Square taken_square(const State *s, Move m);

/* The value of the piece that a legal move takes, plus the gain of its promotion. */
int taken_value(const State *s, Move m);

/* The gain of a legal capture for the mover, in centipawns of exchanges. Both sides then capture on the same
 * square by legal moves, the least valuable piece first. Either side may stop. Unlike exchange_value, the
 * function respects checks and pins that arise during the exchange. The position is left as it was. */
int played_exchange(Position *pos, Move m);

/* --- threats --------------------------------------------------------------------------------- */

typedef enum ThreatKind {
    THREAT_CHECK,   /* the king is attacked */
    THREAT_HANGING, /* a capture of an undefended piece wins */
    THREAT_LESSER,  /* a capture of a piece by a less valuable one wins */
    THREAT_WEAK,    /* a capture of a piece wins, since the piece has too few defenders */
    THREAT_FORK, /* a piece attacks two pieces or more that are worth taking, or one and the king */
    THREAT_PIN,  /* a piece stands on a line between a slider and its own king */
    THREAT_RELATIVE_PIN /* a piece stands between a slider and a more valuable piece, which is
                           undefended or worth more than the slider */
} ThreatKind;
enum { THREAT_KIND_COUNT = THREAT_RELATIVE_PIN + 1 };

/* A threat of either side, as if that side were to move and not in check. */
typedef struct Threat {
    ThreatKind kind;
    Color by;    /* the side that threatens */
    Square from; /* of the piece that takes, checks, forks or pins */
    /* of the piece taken or pinned, or of the king in check; SQUARE_NONE for a fork */
    Square target;
    Square behind;    /* of the piece behind the pinned one; SQUARE_NONE without a pin */
    Bitboard targets; /* `target` and `behind`, or the pieces forked */
    /* the gain of a capture. For a fork the gain by its second best target, since the other side
     * can save the best one. For other kinds 0 */
    int value;
    int risk; /* the other side's gain by taking the forking piece; 0 without a fork */
    bool now; /* the side to move can carry it out; always true for a check */
} Threat;

/* The largest number of threats. For each colour the sum counts a check or capture of each enemy
 * piece, and a fork by each own piece. It also counts a pin on each of the eight lines of 13
 * sliders. */
enum { THREAT_LIMIT = 2 * (16 + 16 + 8 * 13) };

typedef struct ThreatList {
    int count;
    Threat threats[THREAT_LIMIT];
} ThreatList;

/* True if the threat is to take a piece with gain. */
static inline bool threat_is_capture(const Threat *t) {
    return t->kind >= THREAT_HANGING && t->kind <= THREAT_WEAK;
}

/* Lists all threats, those of the side to move first. The threats of a side are ordered by kind, and
 * within a kind by falling value. */
void threats_list(const Position *pos, ThreatList *list);

/* Sets *out to the threat that a legal move carries out. Returns false if the move takes nothing or wins
 * nothing. */
bool threat_of_capture(const Position *pos, Move m, Threat *out);

/* Adds a threat as a sentence without its full stop: "Knight f3 takes the Pawn e5, which nobody
 * defends: +100". */
void threat_sentence(Document *out, const State *s, const Threat *t);

#endif
