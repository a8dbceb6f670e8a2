/* Checks of an engine's answer to `go` by the rules of chess and of UCI. */
#ifndef SUPPORT_ANSWERS_H
#define SUPPORT_ANSWERS_H

#include "board/position.h"

enum { LINE = 8192 }; /* bytes of a line; further bytes are ignored */

/* The number of failed checks. */
extern int failures;

/* Counts a check that failed, and prints the message. */
void check(bool well, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct Answer {
    Move best;
    bool is_of_book; /* a book move, without an info before it */
    char last[LINE]; /* the last info about the best line */
} Answer;

/* Checks a line of an answer. Returns true if the line is the bestmove, which ends the answer.
 * Ignores other kinds of lines. Each line of play must be legal, and a reported mate must be at the
 * line's end. The last info must be exact, and its line must begin with the best move. */
bool answer_line(Answer *a, const char *line, const Position *pos);

#endif
