/* FENs as people copy them: out of a page, an address, a program's text. */
#ifndef INSPECT_FEN_TIDY_H
#define INSPECT_FEN_TIDY_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the FEN that a text has in it to `out`, `size` bytes: its fields with a blank between them.
 * - Quotes, brackets and other signs that no FEN has are left out, and so are words before the board
 *   and behind the counters, such as EPD's operations. Underscores are blanks.
 * - Of an address the part that is the FEN is taken: lichess.org/analysis/standard/..., ...?fen=....
 *   "%20" and "&nbsp;" are what they stand for.
 * - The mark of a promoted piece ("Q~") is left out.
 * - A colour, castling or en passant field that is missing before one that is there is put in: w, -, -.
 * Returns false if that is the text as it is. What is wrong within a field stays so. */
bool fen_tidy(const char *text, char *out, size_t size);

#endif
