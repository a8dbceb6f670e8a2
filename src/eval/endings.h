/* What is known of endings, by material signature.
 *
 * An ending is a row of a table: the material it is about, as a pattern, and a function that either
 * gives the value, or scales what evaluation says. Which row a material has is kept by signature:
 * see eval/material.h.
 *
 * A pattern names the pieces of the strong side, a dash, those of the weak side: "KRP-KR". A letter
 * with + stands for one or more of these pieces, X for any pieces at all besides.
 */
#ifndef EVAL_ENDINGS_H
#define EVAL_ENDINGS_H

#include "eval/ending_view.h"

typedef struct Ending {
    const char *pattern;
    int (*value)(const EndingView *view); /* for the strong side, within +-9000; or NULL */
    int (*scale)(const EndingView *view); /* to 2 * SCALE_NORMAL, or SCALE_UNKNOWN; or NULL */
} Ending;

/* Reads the patterns. Call once; further calls change nothing. */
void endings_init(void);

/* The first row with a value (or with a scale) whose pattern fits a material signature with
 * `strong` as the strong side; NULL if there is none. */
const Ending *ending_with_value(uint64_t material, Color strong);
const Ending *ending_with_scale(uint64_t material, Color strong);

/* Applies a row to a position that its pattern fits. */
int ending_value(const Ending *ending, const Position *pos, Color strong);
int ending_scale(const Ending *ending, const Position *pos, Color strong);

#endif
