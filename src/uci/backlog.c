#include "uci/backlog.h"

#include <stdlib.h>
#include <string.h>

bool backlog_add(Backlog *backlog, const char *line, size_t length) {
    BacklogLine *added = malloc(sizeof *added + length);
    if (!added)
        return false;
    added->next = NULL;
    added->length = length;
    memcpy(added->text, line, length);
    if (backlog->first)
        backlog->last->next = added;
    else
        backlog->first = added;
    backlog->last = added;
    return true;
}

BacklogLine *backlog_take(Backlog *backlog) {
    BacklogLine *line = backlog->first;
    if (line)
        backlog->first = line->next;
    return line;
}

void backlog_clear(Backlog *backlog) {
    for (BacklogLine *line; (line = backlog_take(backlog));)
        free(line);
}
