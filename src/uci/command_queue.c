#include "uci/command_queue.h"

#include <stdlib.h>
#include <string.h>

bool command_queue_add(CommandQueue *queue, const char *line, size_t length) {
    QueuedLine *added = malloc(sizeof *added + length);
    if (!added)
        return false;
    added->next = NULL;
    added->length = length;
    memcpy(added->text, line, length);
    if (queue->first)
        queue->last->next = added;
    else
        queue->first = added;
    queue->last = added;
    return true;
}

QueuedLine *command_queue_take(CommandQueue *queue) {
    QueuedLine *line = queue->first;
    if (line)
        queue->first = line->next;
    return line;
}

void command_queue_clear(CommandQueue *queue) {
    for (QueuedLine *line; (line = command_queue_take(queue));)
        free(line);
}
