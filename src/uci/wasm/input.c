/* Lines of input from the host. The host calls `hear` from its event loop and, while the engine works, from
 * `pause`. */
#include "os/thread.h"
#include "uci/uci_internal.h"

bool input_init(Input *input) {
    return true;
}

void input_wake(Input *input) {
}

void input_free(Input *input) {
}

static Session *session;
static bool hearing; /* `hear` runs a line at present, and may be within host_pause */

bool console_run(Session *s) {
    session = s;
    return false;
}

/* While another line runs, runs a new line if the new line's timing allows. First stops the search or the job that the
 * new line ends by the rules of schedule_line. `behind` is true if other lines wait before this line. Returns false if
 * the line must wait. */
static bool hear_meanwhile(const char *line, size_t length, bool behind) {
    const CommandTiming timing = commands_timing(line, length);
    if (!engine_is_busy(session->player.engine))
        return false;
    if (timing == TIMING_STOP || (timing == TIMING_AFTER_JOB && !worker_has_job(session)))
        worker_stop(session);
    if (timing == TIMING_AFTER_JOB || (behind && timing != TIMING_AT_ONCE))
        return false;
    host_pauses(false);
    schedule_line(session, line, length);
    host_pauses(true);
    return true;
}

/* Runs a line of the host. Returns false if the host must give the line again later, after the present work and all
 * lines before it. */
__attribute__((export_name("hear"))) bool hear(const char *line, size_t length, bool behind);
bool hear(const char *line, size_t length, bool behind) {
    if (hearing)
        return hear_meanwhile(line, length, behind);
    hearing = true;
    schedule_line(session, line, length);
    schedule_catch_up(session);
    hearing = false;
    return true;
}
