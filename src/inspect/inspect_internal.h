/* Functions and types that several files of this folder share: JSON, scores, threats and the drawing of pictures. */
#ifndef INSPECT_INSPECT_INTERNAL_H
#define INSPECT_INSPECT_INTERNAL_H

#include "board/fen.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "network/network.h"

/* --- JSON and scores ------------------------------------------------------------------------- */

/* Begins the object of an answer, with the keys "command", "fen", "side" and "game". json_end ends object and line. */
void json_begin(Json *j, Document *out, const char *command, const Position *pos);
void json_end(Json *j);

/* Adds a piece: {"color": "white", "type": "Rook", "square": "a1"}. */
void json_man(Json *j, const char *key, Color c, PieceType type, Square sq);

/* Adds the piece on a square, or null if the square is empty. */
void json_piece(Json *j, const char *key, const State *s, Square sq);

/* Adds the state of the game at a position, as an object whose keys answers.schema.json describes. */
void json_game(Json *j, const char *key, const Position *pos);

/* Adds a score for White twice: under the key "units" as the evaluation gives it, and under "centipawns" converted by
 * printed_centipawns. */
void json_score(Json *j, Evaluation evaluation, const Position *pos, int units);

/* Converts a score for White from the evaluation's own units to centipawns or pawns, by the win model of the evaluation
 * (eval/wdl.h). The conversion multiplies by one factor for the position. So if a score is a sum of terms, the
 * converted terms add up to the converted score, except for rounding. */
int printed_centipawns(Evaluation evaluation, const Position *pos, int units);
double printed_pawns(Evaluation evaluation, const Position *pos, int units);

/* Adds a line of text that begins with `name` and shows a score for the side to move and for White. */
void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units);

/* --- the state of the game ------------------------------------------------------------------- */

/* The reasons for which a game ends. If several reasons hold, the first one in this order counts. */
typedef enum GameEnd {
    GAME_GOES_ON,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_DEAD,       /* no sequence of legal moves mates: see insufficient_material */
    GAME_REPETITION, /* the position has occurred three times */
    GAME_FIFTY_MOVES /* 100 plies without a capture or a pawn move */
} GameEnd;

/* By the laws of chess a player may claim a draw when a position occurs for the third time, or after 50 moves by each
 * side without capture or pawn move. At the fifth time or after 75 moves the game is a draw without a claim. The search
 * scores a position as a draw as soon as a player may claim one. The QUIET_ constants count plies. */
enum { REPETITION_CLAIM = 3, REPETITION_DRAW = 5, QUIET_CLAIM = 100, QUIET_DRAW = 150 };

typedef struct GameState {
    GameEnd end;
    /* how often the position has occurred in the game up to now, at most REPETITION_DRAW */
    int occurrences;
    int quiet_plies; /* the number of plies since the last capture or pawn move */
    int dead_in;     /* the least number of captures and promotions until nobody can mate */
    /* the legal moves that bring a position for the third time or more; empty if the game has ended */
    MoveList repeating;
} GameState;

/* Finds the state of a game whose current position is `pos`. `pos` also holds the keys of the game's earlier positions,
 * by which the function finds repetitions. */
void game_state_find(const Position *pos, GameState *game);

/* True if the game is over: by checkmate, stalemate, dead material, the fifth repetition or 75 quiet moves. False while
 * a player may only claim a draw. */
bool game_state_is_over(const GameState *game);

/* Adds sentences, each on a line that begins with `indent`: why the game is over or may be claimed as a draw, or how
 * many plies or captures are left until a draw. Adds nothing if no draw is near. */
void game_state_text(Document *out, const Position *pos, const GameState *game, const char *indent);

/* --- attackers, replies and threats ---------------------------------------------------------- */

/* Returns the piece on `from` as an attacker of the square `target`. The piece must attack `target`. */
Attacker attacker_on(const Position *pos, Square from, Square target, Color by);

/* Returns the move that begins a colour's best exchange on a square, or MOVE_NONE. Among equal exchanges the least
 * valuable piece begins. Sets *value to the value of the exchange, or to 0. */
Move best_exchange(const Position *pos, Square sq, Color c, int *value);

/* Returns the sum of the values of a side's pieces in centipawns (pawn 100, queen 900). */
int material_worth(const State *s, Color c);

/* Returns the square on which the moving piece stands after a move. For castling this is the king's square, while
 * move_to is the rook's square. */
static inline Square arrival(Move m) {
    const Color c = rank_of(move_to(m)) == RANK_1 ? WHITE : BLACK;
    return move_kind(m) == MOVE_CASTLING ? castled_king(c, castling_wing(m)) : move_to(m);
}

/* Returns the side to move's gain by its best capture (played_exchange), or 0 if no capture gains. The piece on `from`,
 * or any piece if `from` is SQUARE_NONE, may capture one of `targets`. Any piece may also capture on the square `any`,
 * unless `any` is SQUARE_NONE. */
int played_best(Position *pos, Square from, Bitboard targets, Square any);

/* Appends to a list the pins by which the sliders of colour `by` pin pieces of the other colour. */
void pins_list(const State *s, Color by, ThreatList *list);

/* True if two threats of different positions have the same kind, squares and value. All kinds of captures count as one
 * kind, since a new defender can change the kind although the same piece is lost. */
bool threats_equal(const Threat *a, const Threat *b);

/* Adds threats as an array. */
void json_threats(Json *j, const char *key, const State *s, const ThreatList *list);

/* --- evaluations ----------------------------------------------------------------------------- */

/* Returns the classical evaluation of a position, split into its families of terms. */
Breakdown evaluation_breakdown(const Position *pos);

/* --- the changes by a move ------------------------------------------------------------------- */

/* The owner of an attack bit. A bit without an owner has TYPE_NONE, SQUARE_NONE and CELL_NONE. */
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
    /* the squares that the bit's owner no longer attacks, and those that the owner newly attacks */
    Bitboard lost, gained;
} Delta;

/* Lists each attack bit whose column or owner differs between two positions, in ascending order. Returns the number of
 * bits. */
int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]);

/* Adds the piece lists of both colours as a value in an object. The value has each ring, with the king first, and the
 * promotion slots that are taken. */
void json_lists(Json *j, const char *key, const Position *pos);

/* Adds the keys "prev" and "next": the links of a cell, which may have left its ring. */
void json_links(Json *j, const Position *pos, Cell cell);

/* Adds a threat pair: "White's Knight e5 attacks the Queen g6". */
void pair_phrase(Document *out, const PairContribution *c);

/* An input of the network that a move adds (`came`) or removes: a piece on its square, or a threat pair. The
 * contribution of a piece does not include the contributions of its threat pairs, since these are inputs of their own. */
typedef struct InputChange {
    bool came;
    bool is_pair;
    PlacedPiece placed;    /* the piece, unless is_pair is true */
    PairContribution pair; /* the threat pair, if is_pair is true */
    /* the contribution of an added input to the score after the move, or of a removed input to the score before the
     * move */
    int value;
} InputChange;

enum { INPUT_CHANGES = 2 * (PLACED_LIMIT + PAIR_LIMIT) };

typedef struct NetworkChanges {
    int score[2]; /* the scores before and after the move, for White, in the network's units */
    /* mirrored[c]: the king of colour c has crossed between the d-file and the e-file, so the perspective of colour c
     * is mirrored, and all its inputs change. `changes` has only the pieces that the move itself moves or takes, and
     * the threat pairs that come and go. */
    bool mirrored[COLOR_COUNT];
    /* other_set[c]: the king of colour c has moved to a square with another set of piece-square weights (king bucket).
     * So the inputs of all pieces change in the perspective of colour c. `changes` has only those of the pieces that
     * the move itself moves or takes. */
    bool other_set[COLOR_COUNT];
    int count;
    InputChange changes[INPUT_CHANGES]; /* in descending order of the size of `value` */
} NetworkChanges;

/* Finds the inputs of the network that a move changes. `before` and `after` are the states before and after the
 * move. */
void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out);

/* Adds the scores before and after a move, and the largest contributions of the inputs that change. */
void network_changes_text(Document *out, const Position *before, const Position *after,
                          const Network *net);

/* Adds the scores and the contributions of all inputs that change, as a value in an object. If `net` is NULL, adds
 * null. */
void network_changes_json(Json *j, const char *key, const Position *before, const Position *after,
                          const Network *net);

/* --- FENs ------------------------------------------------------------------------------------ */

enum { FEN_MENDED_SIZE = 2 * FEN_SIZE }; /* bytes for a repaired FEN with its final 0 */

/* Writes `fen` to `out` (FEN_MENDED_SIZE bytes) with `field` replaced by the nearest valid content. Leaves out
 * everything after the sixth field. fen_check must have found the field wrong. The new content is:
 * - board: 8 ranks, each cut or filled to 8 squares; empty squares replace unknown letters, and pawns on the 1st and
 *   8th rank;
 * - side: the other side if the field names a side, else Black if the field begins with b or B, else White;
 * - castling: only the rights that are valid;
 * - en passant: the square in small letters, or "-" if the field is not a square;
 * - halfmove, fullmove: the nearest number allowed.
 * Returns false if the repair changes nothing, since the function cannot place a missing king, and does not know how
 * many squares a letter beyond ASCII stands for. The result may still be invalid, in `field` or in another field. */
bool fen_repair(const char *fen, FenField field, char *out);

/* --- pictures (SVG 1.1): the board, its pieces, and the legend ------------------------------- */

enum {
    SVG_SQUARE = 88, /* the length of a square's side, in pixels */
    SVG_LEFT = 40,   /* the x of the board's left edge, in pixels */
    SVG_TOP = 72,    /* the y of the board's upper edge, in pixels */
    SVG_BOARD = 8 * SVG_SQUARE,
    SVG_WIDTH = SVG_LEFT + SVG_BOARD + 24,
    SVG_LEGEND = SVG_TOP + SVG_BOARD + 36 /* the y of the legend's upper edge, in pixels */
};

/* Returns the x of a square's left edge, or the y of a square's upper edge, in pixels. */
int svg_x(const View *view, Square sq);
int svg_y(const View *view, Square sq);

/* Begins a picture with a heading, the FEN below the heading, and `legend_height` pixels for the legend. */
void svg_begin(Document *out, const Position *pos, const View *view, const char *heading,
               int legend_height);

/* Ends a picture. */
void svg_end(Document *out);

/* Draws the light and dark squares of the board. */
void svg_squares(Document *out, const View *view);

/* Draws the frame and the coordinates of the board. */
void svg_frame(Document *out, const View *view);

/* Frames the two squares of the last move; the frame of the square that the piece left is dashed. Then draws all
 * pieces on top. A piece is `size` times as wide as its square; `size` is at most 1. */
void svg_pieces(Document *out, const State *s, const View *view, double size);

/* --- arrows, labels and texts in a picture --------------------------------------------------- */

/* A place in a picture, in pixels. */
typedef struct Point {
    double x, y;
} Point;

/* An arrow. Tail and tip are different points. */
typedef struct Arrow {
    Point tail, tip;
} Arrow;

typedef struct ArrowStyle {
    double width;
    const char *dashes; /* the value of stroke-dasharray: "none", or lengths */
} ArrowStyle;

/* Returns the colour of a side in pictures. Colour-blind readers can distinguish the colours of both sides (after
 * Okabe and Ito). */
const char *svg_color(Color c);

/* Returns the arrow from one square to another. The arrow lies a little to the right of the line between the centers,
 * so it does not cover an arrow in the opposite direction. */
Arrow arrow_between(const View *view, Square from, Square to);

/* Draws an arrow in the colour of a side. A white rim separates the arrow from pieces and other arrows. */
void svg_arrow(Document *out, Arrow arrow, Color c, ArrowStyle style);

/* Draws a short arrow with its tail at (x, y), and beside the arrow a text that explains such arrows. */
void svg_legend_arrow(Document *out, int x, int y, Color c, ArrowStyle style, const char *text);

/* The width and the height of a label in pixels. */
enum { SVG_LABEL_WIDTH = 56, SVG_LABEL_HEIGHT = 19 };

/* Draws a label with a number, in the colour of a side, with its upper left corner at (x, y). */
void svg_label(Document *out, int x, int y, Color c, const char *number);

enum { SVG_LINE = 20 }; /* pixels from one line of a text to the next line */

/* Draws the lines of a text, broken between words at the width of the board, without empty lines. The first line
 * begins at (x, y). The text must not have characters that XML escapes. Returns the number of lines. If `out` is NULL,
 * only counts the lines. */
int svg_text(Document *out, int x, int y, const char *text);

/* --- tinted squares and threats in a picture ------------------------------------------------- */

/* The tints show which side has more attackers on a square. The shade shows how many more attackers the side has. In
 * grey prints the shade keeps this meaning, since both scales darken alike. A pattern shows the side: dots for White,
 * hatching for Black. */

/* Defines the patterns of the tints. A picture with tints calls tint_begin once. */
void tint_begin(Document *out);

/* Draws a square with the tint of `excess`, the number of White's attackers minus the number of Black's. `attacked` is
 * true if either side attacks the square. */
void tint_square(Document *out, const View *view, Square sq, int excess, bool attacked);

/* Returns the number of White's attackers of a square minus the number of Black's attackers. */
int attackers_excess(const State *s, Square sq);

/* Draws the scale of the tints, 330 pixels wide and 44 high, with its upper left corner at (left, y). */
void tint_legend(Document *out, int left, int y);

/* Draws each threat as an arrow. Draws the gain of a capture at the head of the capture's arrow. */
void threats_draw(Document *out, const View *view, const ThreatList *list);

/* Explains the arrows of threats in three lines of the legend, the first line at height `y`. */
void threats_legend(Document *out, int y);

#endif
