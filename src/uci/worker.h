/* The engine's worker thread, as the commands use it. */
#ifndef UCI_WORKER_H
#define UCI_WORKER_H

#include "uci/session.h"

/* Stops the worker, waits for it, and sets the options that waited for its end. */
void worker_idle(Session *session);

/* Waits until the worker is idle, and notes whether its job has failed. */
void worker_wait(Session *session);

/* True while a job is under way, which ends by itself and is waited for. */
bool worker_has_job(const Session *session);

/* Breaks off what the worker does. That is a failure of the session if it is `show`; a job of
 * worker_run sets job_failed itself, for it may have given its result already. */
void worker_stop(Session *session);

/* If the worker has given its answer, sets the options that waited for it. */
void worker_wait_idle(Session *session);

/* Starts a job: see uci/schedule.h. Call worker_idle first. If the job is broken off it must set
 * job_failed; behind the last line of its result it must not look at `stop` any more. */
void worker_run(Session *session, EngineJob *job);

#endif
