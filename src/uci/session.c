#include "uci/session.h"

void session_idle(Session *session) {
    engine_stop(session->engine);
    engine_wait(session->engine);
    session->finish_job = false;
}

void session_run(Session *session, EngineJob *job) {
    session->finish_job = true;
    engine_run(session->engine, job, session);
}
