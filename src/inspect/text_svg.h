/* Text in a picture. */
#ifndef INSPECT_TEXT_SVG_H
#define INSPECT_TEXT_SVG_H

#include "inspect/document.h"

enum { SVG_LINE = 20 }; /* from one line to the next, in pixels */

/* Draws the lines of a text as wide as the board, those that are longer broken between words, and
 * empty ones left out; (x, y) is where the first one begins. The text needs no escapes of XML.
 * Returns how many lines there are; without `out` it only counts them. */
int svg_text(Document *out, int x, int y, const char *text);

#endif
