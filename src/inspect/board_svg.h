/* A chess board as a picture (SVG 1.1): squares, pieces, coordinates, and a legend. */
#ifndef INSPECT_BOARD_SVG_H
#define INSPECT_BOARD_SVG_H

#include "board/position.h"
#include "inspect/document.h"

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
int svg_x(Square sq);
int svg_y(Square sq);

/* Begin a picture with a heading, the FEN below it, and `legend_height` pixels for the legend; end
 * it. */
void svg_begin(Document *out, const Position *pos, const char *heading, int legend_height);
void svg_end(Document *out);

/* Draws the plain squares, light and dark. */
void svg_squares(Document *out);

/* Draws the frame and the coordinates. */
void svg_frame(Document *out);

/* Draws all pieces. `size` up to 1 is the part of its square that a piece fills. */
void svg_pieces(Document *out, const State *s, double size);

#endif
