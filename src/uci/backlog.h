/* Lines of input that wait until the job under way has ended. */
#ifndef UCI_BACKLOG_H
#define UCI_BACKLOG_H

#include <stdbool.h>
#include <stddef.h>

typedef struct BacklogLine {
    struct BacklogLine *next;
    size_t length;
    char text[]; /* no string: may contain zeros, and ends with none */
} BacklogLine;

/* All zero: empty. */
typedef struct Backlog {
    BacklogLine *first, *last; /* last is undefined if first is NULL */
} Backlog;

/* Adds a copy of a line behind the others. Returns false if memory is short. */
bool backlog_add(Backlog *backlog, const char *line, size_t length);

/* Takes the first line, which the caller frees; NULL if there is none. */
BacklogLine *backlog_take(Backlog *backlog);

/* Drops all lines. */
void backlog_clear(Backlog *backlog);

#endif
