/* Checks of an engine's answer to `go` by the rules of chess and of UCI. */
#ifndef SUPPORT_ANSWERS_H
#define SUPPORT_ANSWERS_H

#include "board/position.h"

enum { LINE = 8192 }; /* bytes of a line; further bytes are ignored */

/* The number of failed checks. */
extern int failures;

/* If `well` is false, counts a failure and prints the message. */
void check(bool well, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct Answer {
    Move best;
    bool is_of_book; /* the engine answered with a book move, and sent no info before it */
    char last[LINE]; /* the last info about the best line */
} Answer;

/* Checks an info or bestmove line. Returns true for bestmove, which ends the answer. Each principal variation must be
 * legal, and end with the mate if it reports one. The last info must not be a lowerbound or upperbound, and its
 * principal variation must begin with the best move. */
bool answer_line(Answer *a, const char *line, const Position *pos);

#endif
