#include "uci/worker.h"

#include "uci/options.h"

void worker_idle(Session *session) {
    engine_stop(session->engine);
    engine_wait(session->engine);
    options_apply(session);
    session->finish_job = false;
}

void worker_settle(Session *session) {
    if (!session->settings || engine_is_busy(session->engine))
        return;
    engine_wait(session->engine); /* short, since it has answered */
    options_apply(session);
}

void worker_run(Session *session, EngineJob *job) {
    session->finish_job = true;
    session->job_failed = false;
    engine_run(session->engine, job, session);
}
