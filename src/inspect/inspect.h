/* Answers about a position for a person: as text, as JSON on one line, or as a picture (SVG 1.1).
 *
 * A function that takes a Document appends complete lines to the document. No function reads input or prints. A
 * function that takes a `Position *` plays moves on the position and takes the moves back. A function may use half of
 * THREAD_STACK, so call these functions on threads of thread_start.
 *
 * A picture shows the board as its View says. Patterns, dashes, numbers and outlines repeat the meaning of the
 * colours, for grey prints and colour-blind readers. */
#ifndef INSPECT_INSPECT_H
#define INSPECT_INSPECT_H

#include "board/position.h"
#include "eval/wdl.h"
#include "inspect/document.h"
#include "moves/exchange.h"
#include "network/network.h"

/* From which side a picture shows the board, and which move it marks. */
typedef struct View {
    Color bottom;           /* the side that the picture shows at the bottom */
    const Position *before; /* the position before the last move, or NULL if there was no move */
    /* the last move: the picture frames its squares, and the heading names the move */
    Move last;
} View;

/* --- the board ------------------------------------------------------------------------------- */

/* Adds the board, and beside the board the number of pieces of each side that attack each square. If `color` is true,
 * adds the escape sequences of a terminal. */
void board_text(Document *out, const Position *pos, bool color);

/* Adds the pieces of a set of attack bits, without an end of line: "Rook e8, Knight f6", or "none". */
void pieces_text(Document *out, const State *s, uint32_t set);

/* Adds the piece lists of both colours in the order of the lists, with cells, slots, bits, squares and links. */
void lists_text(Document *out, const Position *pos);
void lists_json(Document *out, const Position *pos);

/* Adds sentences about the game: why it is over or may be claimed as a draw, or that it goes on, and how near a draw
 * is. */
void game_text(Document *out, const Position *pos);

/* Adds the first `count` moves of a game from `start`, in SAN with move numbers: "Moves: 1. e4 e5 2. Nf3". A line of
 * text has 80 characters at most. Adds nothing for 0 moves. */
void moves_text(Document *out, const Position *start, const Move *moves, int count);

/* Adds legal moves in the notation of UCI and in SAN, one move on each line, or "none". stages[i] is the stage of the
 * search that gave move i; `stages` may be NULL. */
void order_text(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]);
void order_json(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]);

/* --- attacks --------------------------------------------------------------------------------- */

/* Adds the attack map: for each square the number of attackers of each side, and the least valuable attacker. The
 * picture is a heat map. A square is blue and dotted if White has more attackers, orange and hatched if Black has more.
 * The greater the difference, the darker the square. */
void map_text(Document *out, const Position *pos);
void map_json(Document *out, const Position *pos);
void map_svg(Document *out, const Position *pos, const View *view);

/* Adds the attackers and defenders of a square, also sliders behind another piece. Adds the move of each piece to the
 * square, and the best exchange of each side. */
void attackers_text(Document *out, const Position *pos, Square sq);
void attackers_json(Document *out, const Position *pos, Square sq);

/* Adds the exchange that a move of either side begins (SEE): a line of text for each capture, the point at which a
 * side does better to stop, and the value. Castling begins no exchange. See exchange_line. */
void exchange_text(Document *out, const Position *pos, Move m);
void exchange_json(Document *out, const Position *pos, Move m);

/* Adds the threats of both sides. In the picture a threat is an arrow from the piece that threatens, blue for White,
 * orange for Black. A capture is a thick arrow with the gain at its head. A fork or a check is a thin arrow. A pin is
 * a dashed arrow from the pinning piece to the piece behind the pinned piece. */
void threats_text(Document *out, const Position *pos);
void threats_json(Document *out, const Position *pos);
void threats_svg(Document *out, const Position *pos, const View *view);

/* Adds the captures of the side to move in the order of the search. Marks the place at which a threshold cell ends the
 * walk. The text adds the captures and promotions of later stages. If the side to move is in check, adds the evasions
 * that capture. */
void captures_text(Document *out, const Position *pos, Cell threshold);
void captures_json(Document *out, const Position *pos, Cell threshold);

/* --- moves ----------------------------------------------------------------------------------- */

enum { WORTH_MOVES = 16 };

/* A line that a search has found, and the line's score for the side to move. */
typedef struct SearchedLine {
    int score;
    int count; /* the number of moves; 0 if there is no line */
    Move moves[WORTH_MOVES];
} SearchedLine;

/* The value of a move by searches: the line that begins with the move, and the line of the best move. */
typedef struct MoveWorth {
    Evaluation evaluation; /* the evaluation that gave the scores */
    uint64_t nodes;        /* the nodes of all searches together */
    SearchedLine own, best;
} MoveWorth;

/* Describes a legal move `m`: the worth, the motifs, and the changes of the map, the threats, the evaluation and the
 * network's inputs. Leaves out the worth if `worth` is NULL, and the network's inputs if `net` is NULL. `after` is the
 * position `before` after the move. */
void explain_text(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);
void explain_json(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);

/* Draws the position after the last move of a view, and adds the move's worth. New threats look as in threats_svg. A
 * square on which a side gains attackers has a tint as in map_svg. */
void explain_svg(Document *out, const Position *after, const View *view, const MoveWorth *worth);

/* Adds the deltas of a move. The text has a line for each column and each row of the matrix that changes. The JSON has
 * the columns, the piece lists before and after the move, and the links of the cells that left their ring. make_move
 * must have led from `before` to `after`, without a later position_reroot. */
void diff_text(Document *out, const Position *before, const Position *after);
void diff_json(Document *out, const Position *before, const Position *after);

/* --- the evaluation -------------------------------------------------------------------------- */

/* Adds the classical evaluation: the value of each family of terms for each colour, in the middlegame and in the
 * endgame, and the result. Unless `net` is NULL, also adds the network's score, the contribution of each piece, and
 * the threat pairs that matter most (network/network.h).
 *
 * In the picture a label below each piece shows the piece's contribution: white and blue for White, black and orange
 * for Black. Numbered arrows in these colours show the ten pairs that matter most; sentences below the board explain
 * the arrows. An arrow goes from attacker to target, and is dashed for a defence. */
void evaluation_text(Document *out, const Position *pos, const Network *net);
void evaluation_json(Document *out, const Position *pos, const Network *net);
void evaluation_svg(Document *out, const Position *pos, const View *view, const Network *net);

/* Adds a score for the side to move, as "centipawns" and "mate". One of the two is null. */
void json_search_score(Json *j, const State *root, Evaluation evaluation, int score);

/* --- FENs ------------------------------------------------------------------------------------ */

/* Adds how the engine reads a FEN, or the fault of the FEN and a repaired FEN. If `chess960` is true, writes castling
 * rights with the letters of files. Returns true if the FEN is valid. */
bool validate_text(Document *out, const char *fen, bool chess960);

/* --- moves, pieces and cells in words -------------------------------------------------------- */

/* A buffer for the longest phrase: "Knight from a7 takes Bishop on b8 and becomes a Queen". */
typedef struct Phrase {
    char text[96];
} Phrase;

/* Returns a legal move in words: "Knight from g5 takes Pawn on f7". */
Phrase move_phrase(const Position *pos, Move m);

/* Returns the piece on a square: "Knight f3", or only "f3" if the square is empty. */
Phrase piece_phrase(const State *s, Square sq);

/* Returns a piece for use in a sentence: "the knight on f3", "the king", or only "f3" if the type is TYPE_NONE.
 * piece_words does this for the piece on a square. */
Phrase man_words(PieceType type, Square sq);
Phrase piece_words(const State *s, Square sq);

/* Adds the squares of a set, separated by blanks: "e4 f5". */
void squares_text(Document *out, Bitboard set);

/* Returns the kind of piece that the slot of a cell holds: "Rook", "promoted Queen", "pre-promoted". */
const char *slot_name(Cell cell);

/* --- the attackers of a square --------------------------------------------------------------- */

/* The role of an attacker in captures on the attacked square, as if the attacker's side were to move and not in
 * check. */
typedef enum AttackerState {
    ATTACKER_FREE,   /* the attacker may move to the square */
    ATTACKER_PINNED, /* the attacker is pinned, and may not move to the square */
    ATTACKER_BARRED, /* the attacker is the king; an enemy covers the square, maybe through him */
    ATTACKER_BEHIND  /* a slider behind another attacker, which can capture once that one left */
} AttackerState;

typedef struct Attacker {
    Square from;
    PieceType type;
    AttackerState state;
    Square before; /* the square of the attacker in front, or SQUARE_NONE */
    /* the attacker's move to the square. MOVE_NONE if the attacker may not move to the square, or if a king or a piece
     * of the attacker's side stands on the square. A pawn has no move to an empty square */
    Move move;
    int value; /* the value of the exchange that the move begins; 0 for MOVE_NONE */
} Attacker;

/* The attackers of one colour: the direct attackers in ascending order of value, and then the attackers behind another
 * piece. */
typedef struct AttackerList {
    int count;
    Attacker attackers[BITS_PER_COLOR];
} AttackerList;

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list);

/* --- exchanges played out on the board ------------------------------------------------------- */

/* Returns the square of the piece that a legal move takes, or SQUARE_NONE. */
Square taken_square(const State *s, Move m);

/* Returns the value of the piece that a legal move takes, plus the gain by a promotion, in centipawns (pawn 100, queen
 * 900: moves/exchange.h). */
int taken_value(const State *s, Move m);

/* Returns the gain of a legal capture for the mover, in centipawns (pawn 100, queen 900). Plays the exchange out: after
 * the capture both sides capture on the same square by legal moves, the least valuable piece first, and either side may
 * stop. Unlike exchange_value (static exchange evaluation), the function respects checks and pins that arise during the
 * exchange. The function leaves the position as it was. */
int played_exchange(Position *pos, Move m);

/* Returns what the side that is not to move wins at least, in centipawns, whatever legal reply the side to move chooses.
 * The gain after a reply is the best played_exchange minus the value of what the reply took. Only these captures count:
 * - the piece on `from`, or any piece if `from` is SQUARE_NONE, captures one of `targets`;
 * - if the reply was a capture or moved a piece of `targets`, any piece captures the piece that replied.
 * If these gain nothing, but a move mates at once, the gain after this reply is MOTIF_MATE_VALUE (motifs.h). */
int played_worst(Position *pos, Square from, Bitboard targets);

/* --- threats --------------------------------------------------------------------------------- */

typedef enum ThreatKind {
    THREAT_CHECK,   /* the king is attacked */
    THREAT_HANGING, /* a capture gains material, since nobody defends the piece taken */
    THREAT_LESSER,  /* a capture gains material, since the capturing piece is worth less */
    THREAT_WEAK,    /* a capture gains material, since the piece taken has too few defenders */
    /* a piece attacks two pieces or more that are worth taking, or one such piece and the king */
    THREAT_FORK,
    /* a piece stands between an enemy slider and the king of the piece's own side */
    THREAT_PIN,
    /* a piece stands between an enemy slider and a more valuable piece of the piece's own side. The more valuable piece
     * is undefended or worth more than the slider */
    THREAT_RELATIVE_PIN
} ThreatKind;
enum { THREAT_KIND_COUNT = THREAT_RELATIVE_PIN + 1 };

/* A threat of one side, found as if this side were to move and not in check. */
typedef struct Threat {
    ThreatKind kind;
    Color by;    /* the side that threatens */
    Square from; /* the square of the piece that takes, checks, forks or pins */
    /* the square of the piece taken or pinned, or of the king in check; SQUARE_NONE for a fork */
    Square target;
    /* the square of the piece behind the pinned piece; SQUARE_NONE without a pin */
    Square behind;
    Bitboard targets; /* `target` and `behind`, or the pieces forked */
    /* the gain of a capture. For a fork, the gain by the second best target, since the other side can save the best
     * target. For other kinds of threats, 0 */
    int value;
    int risk; /* the other side's gain by taking the forking piece; 0 without a fork */
    bool now; /* the side to move can carry out the threat; always true for a check */
} Threat;

/* The greatest number of threats. Each colour has at most 16 checks and captures, one for each enemy piece, and 16
 * forks, one by each own piece. Each colour has at most 15 sliders, each with a pin on eight lines. */
enum { THREAT_LIMIT = 2 * (16 + 16 + 8 * 15) };

typedef struct ThreatList {
    int count;
    Threat threats[THREAT_LIMIT];
} ThreatList;

/* True if the threat is to take a piece with gain. */
static inline bool threat_is_capture(const Threat *t) {
    return t->kind >= THREAT_HANGING && t->kind <= THREAT_WEAK;
}

/* Lists all threats, first those of the side to move. The threats of a side are in the order of ThreatKind, and
 * threats of one kind in descending order of value. */
void threats_list(const Position *pos, ThreatList *list);

/* Describes a legal capture as a threat: sets *out to its kind, squares and gain. Returns false if the move is not a
 * capture, or wins nothing. */
bool threat_of_capture(const Position *pos, Move m, Threat *out);

/* Adds a threat as a sentence without its full stop: "Knight f3 takes the Pawn e5, which nobody
 * defends: +100". */
void threat_sentence(Document *out, const State *s, const Threat *t);

#endif
