/* Pictures (SVG 1.1): a board, arrows, labels and text upon it. */
#ifndef INSPECT_SVG_INTERNAL_H
#define INSPECT_SVG_INTERNAL_H

#include "inspect/inspect.h"
#include "inspect/threats.h"

/* --- a chess board as a picture (SVG 1.1): squares, pieces, coordinates, and a legend -------- */

enum {
    SVG_SQUARE = 88, /* the side of a square, in pixels */
    SVG_LEFT = 40,   /* the board's upper left corner */
    SVG_TOP = 72,
    SVG_BOARD = 8 * SVG_SQUARE,
    SVG_WIDTH = SVG_LEFT + SVG_BOARD + 24,
    SVG_LEGEND = SVG_TOP + SVG_BOARD + 36 /* where the legend begins */
};

/* Colours of the sides that the colour-blind can distinguish (after Okabe and Ito). */
#define SVG_BLUE   "#0072B2"
#define SVG_ORANGE "#D55E00"

/* The left and the upper edge of a square. */
int svg_x(const View *view, Square sq);
int svg_y(const View *view, Square sq);

/* Begin a picture with a heading, the FEN below it, and `legend_height` pixels for the legend; end
 * it. */
void svg_begin(Document *out, const Position *pos, const View *view, const char *heading,
               int legend_height);
void svg_end(Document *out);

/* Draws the plain squares, light and dark. */
void svg_squares(Document *out, const View *view);

/* Draws the frame and the coordinates. */
void svg_frame(Document *out, const View *view);

/* Draws all pieces, and below them the frames of the last move, dashed where it began. `size` up to 1
 * is the part of its square that a piece fills. */
void svg_pieces(Document *out, const State *s, const View *view, double size);

/* --- arrows and labels upon the board of a picture ------------------------------------------- */

/* A place in a picture, in pixels. */
typedef struct Point {
    double x, y;
} Point;

typedef struct Arrow {
    Point tail, tip; /* apart from each other */
} Arrow;

/* How a kind of arrow is drawn. */
typedef struct ArrowStyle {
    double width;
    const char *dashes; /* stroke-dasharray: "none", or lengths */
} ArrowStyle;

/* The colour of a side. */
const char *svg_color(Color c);

/* The arrow from one square to another, a little to the right of the line between their centers, so
 * that it does not cover an arrow in the opposite direction. */
Arrow arrow_between(const View *view, Square from, Square to);

/* Draws an arrow in the colour of a side, with a white rim, so that it stands out from pieces and
 * other arrows. */
void svg_arrow(Document *out, Arrow arrow, Color c, ArrowStyle style);

/* A short arrow and beside it what such arrows mean. (x, y): the arrow's tail. */
void svg_legend_arrow(Document *out, int x, int y, Color c, ArrowStyle style, const char *text);

/* The size of a label. */
enum { SVG_LABEL_WIDTH = 56, SVG_LABEL_HEIGHT = 19 };

/* A number on the colour of a side. (x, y): the upper left corner. */
void svg_label(Document *out, int x, int y, Color c, const char *number);

/* --- text in a picture ----------------------------------------------------------------------- */

enum { SVG_LINE = 20 }; /* from one line to the next, in pixels */

/* Draws the lines of a text as wide as the board, those that are longer broken between words, and
 * empty ones left out; (x, y) is where the first one begins. The text needs no escapes of XML.
 * Returns how many lines there are; without `out` it only counts them. */
int svg_text(Document *out, int x, int y, const char *text);

/* Squares tinted by which side has more attackers there. Both scales darken alike, so that the shade
 * shows by how many even in grey, and a pattern shows the side: White's dotted, Black's hatched. */

/* Defines the patterns, once in a picture. */
void tint_begin(Document *out);

/* Draws a square by the excess of White's attackers over Black's. `attacked`: by either side. */
void tint_square(Document *out, const View *view, Square sq, int excess, bool attacked);

/* The attackers that White has on a square more than Black. */
int attackers_excess(const State *s, Square sq);

/* The scale, from the upper left corner (left, y) on, 330 pixels wide and 44 high. */
void tint_legend(Document *out, int left, int y);

/* --- threats as arrows upon the board of a picture ------------------------------------------- */

/* Draws each threat as an arrow, and at its head what a capture wins. */
void threats_draw(Document *out, const View *view, const ThreatList *list);

/* Explains the arrows: three lines, of which the first is `y` pixels below the picture's top. */
void threats_legend(Document *out, int y);

#endif
