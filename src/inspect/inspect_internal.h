/* The parts of answers about a position that the files of this layer share. */
#ifndef INSPECT_INSPECT_INTERNAL_H
#define INSPECT_INSPECT_INTERNAL_H

#include "board/fen.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "network/network.h"

/* --- JSON and scores ------------------------------------------------------------------------- */

/* Begins the object of an answer, with the keys "command", "fen", "side" and "game". json_close ends the
 * object. */
void json_begin(Json *j, Document *out, const char *command, const Position *pos);

/* Adds a piece: {"color": "white", "type": "Rook", "square": "a1"}. */
void json_man(Json *j, const char *key, Color c, PieceType type, Square sq);

/* Adds the piece on a square; null for an empty one. */
void json_piece(Json *j, const char *key, const State *s, Square sq);

/* Adds the state of the game at a position: answers.schema.json has its keys. */
void json_game(Json *j, const char *key, const Position *pos);

/* Adds the keys "centipawns" and "units" of a score for White. */
void json_score(Json *j, Evaluation evaluation, const Position *pos, int units);

/* A score for White as it is printed, by the win model of its evaluation: see eval/wdl.h. `units` is a score
 * in the evaluation's own units. In one position the printed parts of a score add up, except for the
 * rounding. */
int printed_centipawns(Evaluation evaluation, const Position *pos, int units);
double printed_pawns(Evaluation evaluation, const Position *pos, int units);

/* Adds a line that begins with `name` and shows the score, for the side to move and for White. */
void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units);

/* --- the state of the game ------------------------------------------------------------------- */

/* The reasons for which a game ends. If several hold, the first in this order counts. */
typedef enum GameEnd {
    GAME_GOES_ON,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_DEAD,       /* no sequence of legal moves mates: see insufficient_material */
    GAME_REPETITION, /* the position has occurred three times */
    GAME_FIFTY_MOVES /* 100 plies without a capture or a pawn move */
} GameEnd;

/* By the laws of chess a player may claim a draw at the third repetition and after 50 moves. The game ends
 * without a claim at the fifth repetition and after 75 moves. The search scores a draw from the claim on. */
enum { REPETITION_CLAIM = 3, REPETITION_DRAW = 5, QUIET_CLAIM = 100, QUIET_DRAW = 150 };

typedef struct GameState {
    GameEnd end;
    int occurrences; /* of the position in the game, this one included; at most REPETITION_DRAW */
    int quiet_plies; /* since the last capture or pawn move */
    int dead_in;     /* the least number of captures and promotions that lead to dead material */
    MoveList repeating; /* the legal moves to a position that then occurs the third time or more;
                           none once the game has ended */
} GameState;

/* Finds the state of a game whose current position is `pos`, from the keys that `pos` remembers. */
void game_state_find(const Position *pos, GameState *game);

/* True if the game has ended without a claim. */
bool game_state_is_over(const GameState *game);

/* Adds sentences on the end of the game, or on how near draws are. Each is a line that begins with `indent`.
 * Adds nothing if the game goes on and no draw is near. */
void game_state_text(Document *out, const Position *pos, const GameState *game, const char *indent);

/* --- attackers, replies and threats ---------------------------------------------------------- */

/* The piece on `from` as an attacker of the square `target`. The piece must attack `target`. */
Attacker attacker_on(const Position *pos, Square from, Square target, Color by);

/* The move of the best exchange that a colour may begin on a square, or MOVE_NONE. Among equal exchanges
 * the least valuable piece begins. *value is the value of the exchange, or 0. */
Move best_exchange(const Position *pos, Square sq, Color c, int *value);

/* A move of the side to move that mates at once, or MOVE_NONE. */
Move played_mate(Position *pos);

/* The best played_exchange of the side to move, or 0. The piece on `from` (SQUARE_NONE: any piece) captures
 * one of `targets`, or any piece captures on the square `any` (SQUARE_NONE: none). */
int played_best(Position *pos, Square from, Bitboard targets, Square any);

/* The least gain of the side that is not to move, over all legal replies of the other side. The
 * gain after a reply is played_best minus the value that the reply takes. If the reply moves a
 * target or takes a piece, any piece may capture on the reply's square. If the gain is not above 0
 * but a mate at once is possible, it becomes MOTIF_MATE_VALUE. */
int played_worst(Position *pos, Square from, Bitboard targets);

/* Appends the pins by the pieces of a colour. */
void pins_list(const State *s, Color by, ThreatList *list);

/* True if two threats of different positions have the same kind, squares and value. All kinds of captures
 * count as one. Otherwise a new defender would make another threat, although the same piece is lost. */
bool threats_equal(const Threat *a, const Threat *b);

/* Adds a threat as a value of an array. */
void threat_json(Json *j, const State *s, const Threat *t);

/* --- evaluations ----------------------------------------------------------------------------- */

/* The terms of the classical evaluation of a position. */
Breakdown evaluation_breakdown(const Position *pos);

/* --- the changes by a move ------------------------------------------------------------------- */

/* The owner of a bit. For a bit without an owner: TYPE_NONE, SQUARE_NONE and CELL_NONE. */
typedef struct Owner {
    PieceType type;
    Square square;
    Cell cell;
} Owner;

/* A column of the matrix that a move changes. make_move does not keep its deltas, so deltas_between compares
 * the positions before and after. */
typedef struct Delta {
    Bit bit;
    Owner before, after;
    Bitboard lost, gained; /* squares no longer attacked, and newly attacked */
} Delta;

/* Lists each bit whose column or owner differs, in ascending order. Returns how many. */
int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]);

/* Adds the piece lists of both colours as a value in an object: each ring from the king on, and the promotion
 * slots that are taken. */
void json_lists(Json *j, const char *key, const Position *pos);

/* Adds the keys "prev" and "next": the links of a cell, which may have left its ring. */
void json_links(Json *j, const Position *pos, Cell cell);

/* Adds a threat pair: "White's Knight e5 attacks the Queen g6". */
void pair_phrase(Document *out, const PairContribution *c);

/* An input of the network that a move adds or removes. A piece counts by its piece-square alone, since its
 * pairs are inputs, too. */
typedef struct InputChange {
    bool came;
    bool is_pair;
    PlacedPiece placed;    /* unless is_pair */
    PairContribution pair; /* if is_pair */
    /* the contribution of an added input to the score after the move, of a removed input to the
     * score before */
    int value;
} InputChange;

enum { INPUT_CHANGES = 2 * (PLACED_LIMIT + PAIR_LIMIT) };

typedef struct NetworkChanges {
    int score[2]; /* before and after, for White, in the network's units */
    /* By colour: the king has crossed the middle of the board, so that its side's perspective is
     * mirrored. All inputs of that perspective change. The list has only the inputs of pieces and
     * pairs that the move itself changes. */
    bool mirrored[COLOR_COUNT];
    /* By colour: the king has entered another set of piece-squares. All piece-squares of its side's
     * perspective change. The list has only the inputs of pieces that the move itself changes. */
    bool other_set[COLOR_COUNT];
    int count;
    InputChange changes[INPUT_CHANGES]; /* by size of the value, the greatest first */
} NetworkChanges;

/* Compares two states, of which `after` is `before` with a move made. */
void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out);

/* Adds the scores before and after, and the largest contributions of inputs that change. */
void network_changes_text(Document *out, const Position *before, const Position *after,
                          const Network *net);

/* Adds the scores and the contributions of all inputs that change, as a value in an object; null if net is
 * NULL. */
void network_changes_json(Json *j, const char *key, const Position *before, const Position *after,
                          const Network *net);

/* --- FENs ------------------------------------------------------------------------------------ */

enum { FEN_MENDED_SIZE = 2 * FEN_SIZE }; /* bytes for a repaired FEN, its final 0 included */

/* Writes `fen` to `out` (FEN_MENDED_SIZE bytes) with `field` replaced by the nearest valid one.
 * Leaves out all after the sixth field. fen_check must have found the field wrong.
 * - board: cuts or fills it to 8 ranks of 8 squares; unknown letters, and pawns on the 1st and 8th
 *   rank, become empty squares;
 * - side: the other side if the field is a valid side, else the side of its first letter, else White;
 * - castling: the rights that are valid;
 * - en passant: the square in small letters, else none;
 * - halfmove, fullmove: the nearest number allowed.
 * Returns false if it finds nothing to change: only the author can place kings, or knows how many squares
 * a letter beyond ASCII stands for. The result may still be invalid, in this field or in another. */
bool fen_repair(const char *fen, FenField field, char *out);

/* --- pictures (SVG 1.1): the board, its pieces, and the legend ------------------------------- */

enum {
    SVG_SQUARE = 88, /* the side of a square, in pixels */
    SVG_LEFT = 40,   /* the board's left edge */
    SVG_TOP = 72,    /* the board's upper edge */
    SVG_BOARD = 8 * SVG_SQUARE,
    SVG_WIDTH = SVG_LEFT + SVG_BOARD + 24,
    SVG_LEGEND = SVG_TOP + SVG_BOARD + 36 /* the upper edge of the legend */
};

/* The left edge (x) and the upper edge (y) of a square, in pixels. */
int svg_x(const View *view, Square sq);
int svg_y(const View *view, Square sq);

/* Begins a picture with a heading, the FEN below it, and `legend_height` pixels for the legend. */
void svg_begin(Document *out, const Position *pos, const View *view, const char *heading,
               int legend_height);

/* Ends a picture. */
void svg_end(Document *out);

/* Draws the plain squares, light and dark. */
void svg_squares(Document *out, const View *view);

/* Draws the frame and the coordinates. */
void svg_frame(Document *out, const View *view);

/* Frames the two squares of the last move; the frame of the first is dashed. Then draws all pieces
 * on top. A piece is `size` times as wide as its square; `size` is at most 1. */
void svg_pieces(Document *out, const State *s, const View *view, double size);

/* --- arrows, labels and texts in a picture --------------------------------------------------- */

/* A place in a picture, in pixels. */
typedef struct Point {
    double x, y;
} Point;

/* An arrow. Its ends are different points. */
typedef struct Arrow {
    Point tail, tip;
} Arrow;

typedef struct ArrowStyle {
    double width;
    const char *dashes; /* stroke-dasharray: "none", or lengths */
} ArrowStyle;

/* The colour of a side. The colour-blind can distinguish the two (after Okabe and Ito). */
const char *svg_color(Color c);

/* The arrow from one square to another. It lies a little to the right of the line between their centers. So
 * it does not cover an arrow in the opposite direction. */
Arrow arrow_between(const View *view, Square from, Square to);

/* Draws an arrow in the colour of a side. A white rim separates it from pieces and other arrows. */
void svg_arrow(Document *out, Arrow arrow, Color c, ArrowStyle style);

/* Draws a short arrow with its tail at (x, y), and after it the meaning of such arrows. */
void svg_legend_arrow(Document *out, int x, int y, Color c, ArrowStyle style, const char *text);

/* The size of a label. */
enum { SVG_LABEL_WIDTH = 56, SVG_LABEL_HEIGHT = 19 };

/* Draws a label with a number, in the colour of a side, with its upper left corner at (x, y). */
void svg_label(Document *out, int x, int y, Color c, const char *number);

enum { SVG_LINE = 20 }; /* from one line of a text to the next, in pixels */

/* Draws the lines of a text, broken between words at the width of the board, without empty lines. The first
 * one begins at (x, y). The text must not have characters that XML escapes. Returns the number of lines. If
 * `out` is NULL, it only counts them. */
int svg_text(Document *out, int x, int y, const char *text);

/* --- tinted squares and threats in a picture ------------------------------------------------- */

/* The tints show which side has more attackers on a square. The shade shows how many more even in grey, since
 * both scales darken alike. A pattern shows the side: dots for White, hatching for Black. */

/* Defines the patterns of the tints; a picture needs it once. */
void tint_begin(Document *out);

/* Draws a square by the excess of White's attackers over Black's. `attacked`: by either side. */
void tint_square(Document *out, const View *view, Square sq, int excess, bool attacked);

/* The number of White's attackers of a square minus the number of Black's. */
int attackers_excess(const State *s, Square sq);

/* Draws the scale of the tints, 330 pixels wide and 44 high, with its upper left corner at (left, y). */
void tint_legend(Document *out, int left, int y);

/* Draws each threat as an arrow, and the gain of a capture at its head. */
void threats_draw(Document *out, const View *view, const ThreatList *list);

/* Explains the arrows of threats in three lines, the first one at `y`. */
void threats_legend(Document *out, int y);

#endif
