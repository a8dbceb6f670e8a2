/* Arrows and labels upon the board of a picture. */
#ifndef INSPECT_ARROW_SVG_H
#define INSPECT_ARROW_SVG_H

#include "inspect/board_svg.h"

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

#endif
