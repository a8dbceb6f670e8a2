#include "uci/uci_internal.h"

#include "postmortem/postmortem.h"

#include <stdlib.h>
#include <string.h>

void worker_join(Session *session) {
    engine_wait(session->player.engine);
    session->failed |= session->job_failed;
    session->job_failed = false;
}

void worker_stop_and_settle(Session *session) {
    engine_stop(session->player.engine);
    worker_join(session);
    options_apply(session);
    session->has_job = session->shows = false;
}

void worker_settle_if_done(Session *session) {
    if (!session->settings || engine_is_busy(session->player.engine))
        return;
    worker_join(session); /* short, since it has answered */
    options_apply(session);
}

bool worker_has_job(const Session *session) {
    return session->has_job && engine_is_busy(session->player.engine);
}

void worker_stop(Session *session) {
    session->failed |= session->shows && worker_has_job(session);
    engine_stop(session->player.engine);
}

/* The watch sees to it that the job gets on, and a post-mortem has its position. */
static void run_watched(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    post_mortem_watch(pos);
    watch_enter();
    session->job(session, pos, stop);
    watch_leave();
    post_mortem_watch(NULL);
}

void worker_run(Session *session, EngineJob *job) {
    session->has_job = true;
    session->job = job;
    engine_run(session->player.engine, run_watched, session);
}

/* --- command queue --------------------------------------------------------------------------- */

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
