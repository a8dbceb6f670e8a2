#include "uci/session.h"

#include "uci/options.h"

void session_idle(Session *session) {
    engine_stop(session->engine);
    engine_wait(session->engine);
    options_apply(session);
    session->finish_job = false;
}

void session_settle(Session *session) {
    if (!session->settings || engine_is_busy(session->engine))
        return;
    engine_wait(session->engine); /* it has answered: a moment */
    options_apply(session);
}

void session_check(Session *session) {
    engine_set_self_check(session->engine, session->debug ? session->debug_interval : 0);
}

void session_run(Session *session, EngineJob *job) {
    session->finish_job = true;
    session->job_failed = false;
    engine_run(session->engine, job, session);
}
