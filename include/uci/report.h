/* What the search reports, as UCI lines or for a person to read: the context is a Session. */
#ifndef UCI_REPORT_H
#define UCI_REPORT_H

#include "core/text.h"
#include "uci/session.h"

/* The reporter to create the session's engine with. */
SearchReporter report_to(Session *session);

/* Tells what a failed check has found, line by line, and writes a post-mortem, up to eight in a
 * process. From any thread, several at once too. */
void report_fault(const char *report);

/* Nodes per second. */
uint64_t report_speed(uint64_t nodes, int64_t milliseconds);

/* A mate score in moves: n > 0 if the side to move mates in n, n <= 0 if it is mated in -n. */
int report_mate_moves(int score);

/* Adds a blank and a move for each move of a line. */
void report_line(Text *text, const Position *root, const Move *moves, int count);

#endif
