/* What a person asks about a position: as text, as JSON on one line, or as a picture (SVG 1.1).
 *
 * Each function appends complete lines to a Document. None changes the position, reads or prints.
 * Working space lies on the stack, up to half of THREAD_STACK: call them on threads of thread_start.
 * Side to move and legality matter only where it is said.
 *
 * A picture shows the board as its View says. What differs in it differs in more than colour
 * (patterns, dashes, numbers, outlines), so that it can be printed in grey and read by the
 * colour-blind.
 */
#ifndef INSPECT_INSPECT_H
#define INSPECT_INSPECT_H

#include "board/position.h"
#include "eval/wdl.h"
#include "inspect/document.h"
#include "network/network.h"

/* How a picture shows a board. */
typedef struct View {
    Color bottom;           /* whose side is at the bottom */
    const Position *before; /* the position before the last move; NULL: there was none */
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

/* Whether the game goes on, is over, or may be ended by a claim; why, and how far away the draws are
 * that come by the rules. */
void game_text(Document *out, const Position *pos);

/* Legal moves from a position on in SAN, numbered, on lines of 80 characters: "Moves: 1. e4 e5 2. Nf3".
 * Nothing if there are none. */
void moves_text(Document *out, const Position *start, const Move *moves, int count);

/* The legal moves, as UCI writes them and in SAN: one on each line, or "none". */
void legal_text(Document *out, const Position *pos);
void legal_json(Document *out, const Position *pos);

/* --- attacks --------------------------------------------------------------------------------- */

/* The attack map: for each square how many pieces of each side attack it, and the least valuable
 * of them. The picture is a heat map. A square is the darker the more attackers one side has in
 * excess of the other, blue and dotted for White, orange and hatched for Black. */
void map_text(Document *out, const Position *pos);
void map_json(Document *out, const Position *pos);
void map_svg(Document *out, const Position *pos, const View *view);

/* The attackers and defenders of a square, those behind others included, what each may do there,
 * and the best exchange of each side. */
void attackers_text(Document *out, const Position *pos, Square sq);
void attackers_json(Document *out, const Position *pos, Square sq);

/* The exchange that a move begins (SEE): a line for each capture, where a side stops, and the
 * value. The move may be of either side; castling exchanges nothing. See exchange_line. */
void exchange_text(Document *out, const Position *pos, Move m);
void exchange_json(Document *out, const Position *pos, Move m);

/* The threats of both sides. In the picture each is an arrow from the piece that threatens, blue
 * for White, orange for Black: thick for a capture, with what it wins at its head; thin for a fork
 * or a check; dashed for a pin, from the pinner to the piece behind the pinned one. */
void threats_text(Document *out, const Position *pos);
void threats_json(Document *out, const Position *pos);
void threats_svg(Document *out, const Position *pos, const View *view);

/* The captures of the side to move in the order in which the search gets them, where a threshold
 * cell ends the walk, and what comes after it. In check there is no walk: then the evasions that
 * capture. */
void captures_text(Document *out, const Position *pos, Cell threshold);
void captures_json(Document *out, const Position *pos, Cell threshold);

/* --- moves ----------------------------------------------------------------------------------- */

/* Room for the longest: "Knight from a7 takes Bishop on b8 and becomes a Queen". */
typedef struct Phrase {
    char text[96];
} Phrase;

/* What a legal move does: "Knight from g5 takes Pawn on f7". */
Phrase move_phrase(const Position *pos, Move m);

enum { WORTH_MOVES = 16 };

/* A line that a search has found, and its score for the side to move, as it is shown. */
typedef struct SearchedLine {
    int score;
    int count; /* 0: there is none */
    Move moves[WORTH_MOVES];
} SearchedLine;

/* What searches have found a move worth: the line that it begins, and that of the best move. */
typedef struct MoveWorth {
    Evaluation evaluation; /* whose scores these are */
    uint64_t nodes;        /* of the searches together */
    SearchedLine own, best;
} MoveWorth;

/* Describes a legal move `m`: its worth, unless worth is NULL, its motifs, and its changes of the map, the
 * threats, the evaluation, and the network's view, unless net is NULL. `after` is `before` with the move
 * made. */
void explain_text(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);
void explain_json(Document *out, const Position *before, const Position *after, Move m,
                  const Network *net, const MoveWorth *worth);

/* The last move of a view as a picture: the position after it, its new threats as in threats_svg, the
 * squares where one side gains attackers on the other as in map_svg, and what it is worth. */
void explain_svg(Document *out, const Position *after, const View *view, const MoveWorth *worth);

/* The deltas of a move: a line for each column of the matrix that changes, and for each row. As JSON: the
 * columns, the piece lists before and after, and the links of the cells that left their ring. `after` is
 * `before` with the move made, and has not become a root since. */
void diff_text(Document *out, const Position *before, const Position *after);
void diff_json(Document *out, const Position *before, const Position *after);

/* --- the evaluation -------------------------------------------------------------------------- */

/* What each family of terms of the classical evaluation is worth to each colour in the middlegame
 * and in the endgame, how the two are weighed, and the result. Unless net is NULL, also the
 * network's score, what each piece contributes, and the threat pairs that matter most: see
 * network/contributions.h.
 *
 * In the picture a label below each piece shows what it contributes, white and blue for White,
 * black and orange for Black. The ten pairs that matter most are numbered arrows in these colours,
 * from attacker to target, dashed for a defence, and listed below the board. */
void evaluation_text(Document *out, const Position *pos, const Network *net);
void evaluation_json(Document *out, const Position *pos, const Network *net);
void evaluation_svg(Document *out, const Position *pos, const View *view, const Network *net);

/* --- FENs ------------------------------------------------------------------------------------ */

/* What is wrong with a FEN, which parts of it are ignored, and how it is written correctly.
 * `chess960`: castling rights are written with letters of files. Returns true if it is valid. */
bool validate_text(Document *out, const char *fen, bool chess960);

/* --- squares, pieces and cells in words. For moves see move_phrase --------------------------- */

/* The piece on a square: "Knight f3", or only "f3" if the square is empty. */
Phrase piece_phrase(const State *s, Square sq);

/* The piece on a square within a sentence: "the knight on f3", "the king", or "f3" if it is empty. */
Phrase piece_words(const State *s, Square sq);

/* Adds the squares of a set, separated by blanks: "e4 f5". */
void squares_text(Document *out, Bitboard set);

/* What the slot of a cell is for: "Rook", "promoted Queen", "pre-promoted". */
const char *slot_name(Cell cell);

#endif
