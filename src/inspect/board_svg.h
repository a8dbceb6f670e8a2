/* A chess board as a picture (SVG 1.1): squares, pieces, coordinates, and a legend. */
#ifndef INSPECT_BOARD_SVG_H
#define INSPECT_BOARD_SVG_H

#include "inspect/inspect.h"

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

#endif
