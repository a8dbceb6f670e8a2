/* Checking what an engine answers to `go` by the rules of chess and of UCI. */
#ifndef SUPPORT_ANSWERS_H
#define SUPPORT_ANSWERS_H

#include "board/position.h"

enum { LINE = 8192 }; /* bytes of a line that are read */

/* How many checks have failed. */
extern int failures;

/* Counts a check that failed, and says what failed. */
void check(bool well, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct Answer {
    Move best;
    bool is_of_book; /* no info goes before it */
    char last[LINE]; /* the last info of the first line of play */
} Answer;

/* Takes in a line of an answer; true if it is the bestmove, which ends the answer. Lines of any other
 * kind are passed over. Each line of play must be legal, a mate reported must be at its end; the last
 * info must be exact and begin with the best move. */
bool answer_line(Answer *a, const char *line, const Position *pos);

#endif
