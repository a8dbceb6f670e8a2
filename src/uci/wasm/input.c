/* Lines of input from the host, the page or program that loads the WebAssembly. The host calls `hear` from its event
 * loop. While the engine works, it calls the host's function `pause`, from which the host may also call `hear`. */
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
/* `hear` is running a line. If the line pauses the engine (host_pause), the host may call `hear` again. */
static bool hearing;

bool console_run(Session *s) {
    session = s;
    return false;
}

/* Handles a line that comes while another line is running. First stops the worker if the new line is `stop`, or needs
 * the worker while a search of `go` runs. Then runs the new line, or returns false if the line must wait. `behind` is
 * true if other lines already wait. */
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

/* Runs a line of the host. Returns false if the line must wait: the host then keeps the line. It calls `hear` with this
 * line again after the running line and all earlier lines. */
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
