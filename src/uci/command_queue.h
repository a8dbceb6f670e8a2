/* Lines of input that wait until the job under way has ended. */
#ifndef UCI_COMMAND_QUEUE_H
#define UCI_COMMAND_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct QueuedLine {
    struct QueuedLine *next;
    size_t length;
    char text[]; /* it may contain zeros, and none ends it */
} QueuedLine;

/* All zero: empty. */
typedef struct CommandQueue {
    QueuedLine *first, *last; /* last is undefined if first is NULL */
} CommandQueue;

/* Adds a copy of a line behind the others. Returns false if memory is short. */
bool command_queue_add(CommandQueue *queue, const char *line, size_t length);

/* Takes the first line, which the caller frees; NULL if there is none. */
QueuedLine *command_queue_take(CommandQueue *queue);

/* Drops all lines. */
void command_queue_clear(CommandQueue *queue);

#endif
