#include "uci/schedule.h"

#include "os/process.h"
#include "uci/commands.h"
#include "uci/output.h"
#include "uci/worker.h"

#include <stdlib.h>

/* True if a line of that timing must not be carried out yet. */
static bool must_wait(const Session *session, CommandTiming timing) {
    return timing != TIMING_AT_ONCE &&
           (session->queue.first || (timing == TIMING_AFTER_JOB && worker_has_job(session)));
}

/* Carries out the lines that wait, and breaks off each job or search that one of them begins. */
static void hurry(Session *session) {
    for (QueuedLine *line; !session->quit && (line = command_queue_take(&session->queue));) {
        worker_wait(session);
        commands_run(session, line->text, line->length);
        worker_stop(session);
        free(line);
    }
}

void schedule_line(Session *session, const char *line, size_t length) {
    output_log_heard(line, length);
    schedule_catch_up(session);
    if (commands_timing(line, length) == TIMING_STOP) {
        commands_run(session, line, length);
        hurry(session);
    } else if (!must_wait(session, commands_timing(line, length)))
        commands_run(session, line, length);
    else if (!command_queue_add(&session->queue, line, length))
        output_error("memory is short: a line that had to wait for the job under way is lost; send "
                     "it again when the job has ended");
    else if (terminal_is_input())
        output_line("info string this waits until the job under way has ended; stop breaks it off");
}

void schedule_catch_up(Session *session) {
    worker_wait_idle(session);
    while (!session->quit && session->queue.first && !worker_has_job(session)) {
        QueuedLine *line = command_queue_take(&session->queue);
        commands_run(session, line->text, line->length);
        free(line);
    }
}

void schedule_finish(Session *session) {
    while (!session->quit && (session->queue.first || worker_has_job(session))) {
        if (worker_has_job(session))
            worker_wait(session);
        schedule_catch_up(session);
    }
}
