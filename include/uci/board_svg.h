/* A chess board as a picture (SVG 1.1): squares, men, coordinates, and room beside for a legend.
 *
 * Everything is told apart without colour too: by patterns, dashes, numbers and outlines, so that
 * the picture can be printed in grey and read by the colour-blind.
 */
#ifndef UCI_BOARD_SVG_H
#define UCI_BOARD_SVG_H

#include "board/position.h"
#include "uci/document.h"

enum {
    SVG_SQUARE = 88, /* the side of a square, in pixels */
    SVG_LEFT = 40,   /* the board's upper left corner */
    SVG_TOP = 72,
    SVG_BOARD = 8 * SVG_SQUARE,
    SVG_WIDTH = SVG_LEFT + SVG_BOARD + 24,
    SVG_LEGEND = SVG_TOP + SVG_BOARD + 36 /* where the legend begins */
};

/* Colours of the sides that the colour-blind can tell apart, light and dark (after Okabe and Ito).
 */
#define SVG_BLUE   "#0072B2"
#define SVG_ORANGE "#D55E00"

/* Where a square lies: its left and upper edge. */
int svg_x(Square sq);
int svg_y(Square sq);

/* Begins a picture with a heading, the position below it, and `legend_height` pixels for the
 * legend; ends it. */
void svg_begin(Document *out, const Position *pos, const char *heading, int legend_height);
void svg_end(Document *out);

/* Draws the plain squares, light and dark. */
void svg_squares(Document *out);

/* Draws the frame and the coordinates. */
void svg_frame(Document *out);

/* Draws all men, in a part `size` (to 1) of their squares. */
void svg_men(Document *out, const State *s, double size);

#endif
