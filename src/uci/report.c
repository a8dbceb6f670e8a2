#include "uci/report.h"

#include "os/interrupt.h"
#include "os/timing.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/report_setup.h"
#include "uci/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct ReportJob {
    ReportSetup setup;
    ReportCount ahead; /* what there is to do; games 0: not known */
    int64_t begin;     /* milliseconds, as the next */
    int64_t printed;   /* when progress was printed last */
    int64_t searched;  /* positions so far */
    const atomic_bool *stop;
} ReportJob;

/* --- what the report asks for ----------------------------------------------------------------- */

static size_t read_games(void *context, char *bytes, size_t size) {
    ReportJob *job = context;
    return *job->stop ? 0 : game_source_read(&job->setup.input, bytes, size);
}

static bool write_part(void *context, ReportPart part, const char *bytes, size_t length) {
    ReportJob *job = context;
    return fwrite(bytes, 1, length, atomic_write_stream(job->setup.outputs[part])) == length;
}

static void print_fault(void *context, const char *text) {
    (void)context;
    output_error("report: %s; the game ends there", text);
}

/* The time that is left, as far as it is known, as ", 1:05 left". */
static void write_left(const ReportJob *job, char *text, size_t size) {
    *text = '\0';
    if (!job->ahead.games || !job->searched)
        return;
    const int64_t more = job->ahead.moves - job->searched;
    const int64_t seconds =
        (clock_now() - job->begin) * (more > 0 ? more : 0) / job->searched / 1000;
    snprintf(text, size, ", %" PRId64 ":%02d left", seconds / 60, (int)(seconds % 60));
}

/* A line on stderr every few seconds. */
static void print_progress(void *context, const ReportProgress *p) {
    enum { INTERVAL = 2000 };
    ReportJob *job = context;
    char left[48], of[32] = "";
    job->searched += !p->last;
    if (clock_now() - job->printed < INTERVAL)
        return;
    job->printed = clock_now();
    write_left(job, left, sizeof left);
    if (job->ahead.games)
        snprintf(of, sizeof of, "/%" PRId64, job->setup.settings.first - 1 + job->ahead.games);
    fprintf(stderr, "report: game %" PRId64 "%s, move %d/%d%s\n", p->game, of, (p->ply + 1) / 2,
            (p->plies + 1) / 2, left);
}

/* --- the job ---------------------------------------------------------------------------------- */

/* Puts the parts in their places, or gives them up if no game is done. False, after reporting why,
 * if one cannot be written. */
static bool finish_parts(ReportSetup *setup, bool has_games) {
    bool good = true;
    for (int i = 0; i < REPORT_PARTS; i++) {
        AtomicWrite *output = setup->outputs[i];
        const char *reason;
        if (!output || (!has_games && !ferror(atomic_write_stream(output))))
            continue;
        setup->outputs[i] = NULL;
        if (atomic_write_finish(output, &reason))
            output_line("report: written: %s", setup->paths[i]);
        else
            good = output_error("report: '%s': %s; what was there is unchanged", setup->paths[i],
                                reason);
    }
    return good;
}

/* Counts what there is to do in a file, which is then read from its beginning. False, after
 * reporting why, if there is nothing or it cannot be read: before hours are spent on it. */
static bool look_ahead(ReportJob *job) {
    GameSource *input = &job->setup.input;
    const PgnSource source = {job, read_games};
    if (!input->regular)
        return true;
    job->ahead = report_survey(&job->setup.settings, &source);
    job->setup.settings.expected = job->ahead.games;
    const char *fault = game_source_fault(input);
    if (!fault && !job->ahead.games && !*job->stop)
        fault = "there is no such game in it";
    if (fault)
        return output_error("report: %s: %s; nothing is written", job->setup.settings.name, fault);
    return game_source_begin(input, "report");
}

/* Why nothing can be put in place; NULL if all can, or an output was refused. */
static const char *fault_of(const ReportJob *job, const ReportCount *count) {
    const char *fault = game_source_fault(&job->setup.input);
    return count->out_of_memory                  ? "not enough memory"
           : count->games || count->write_failed ? NULL
           : fault                               ? fault
           : *job->stop                          ? "it was stopped"
                                                 : "there is no such game in it";
}

/* Writes the report. False, after reporting why, unless all of it is written. */
static bool run(ReportJob *job) {
    const ReportHost host = {job, read_games, write_part, print_progress, print_fault};
    const char *name = job->setup.settings.name;
    if (!look_ahead(job))
        return false;
    const ReportCount count =
        report_write(job->setup.engine, &job->setup.settings, &host, job->stop);
    const char *fault = fault_of(job, &count), *cut = game_source_fault(&job->setup.input);
    if (fault)
        return output_error("report: %s: %s; nothing is written", name, fault);
    if (!count.games)
        return finish_parts(&job->setup, false);
    if (cut)
        output_error("report: %s: %s; what came before is written", name, cut);
    if (*job->stop)
        output_line("info string report stopped: what was done until then is written");
    output_line("report: %" PRId64 " game%s, %" PRId64 " positions, %.1f s", count.games,
                count.games == 1 ? "" : "s", count.moves,
                (double)(clock_now() - job->begin) / 1000);
    return finish_parts(&job->setup, true) && !cut && !*job->stop && !count.faults;
}

static void report_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    ReportJob *job = session->report;
    (void)pos;
    job->begin = job->printed = clock_now();
    job->stop = stop;
    session->job_failed = !run(job);
    interrupt_release();
    report_setup_free(&job->setup); /* the engine's table is large */
}

/* --- the command ------------------------------------------------------------------------------ */

/* The engine whose job a request from outside ends. */
static Engine *interrupted;

static void on_interrupt(void) {
    engine_interrupt(interrupted);
}

void report_free(Session *session) {
    if (session->report)
        report_setup_free(&session->report->setup);
    free(session->report);
    session->report = NULL;
}

bool report_start(Session *session, Tokens tokens) {
    worker_idle(session);
    report_free(session);
    session->report = calloc(1, sizeof *session->report);
    if (!session->report)
        return output_error("report: not enough memory");
    if (!report_setup(&session->report->setup, session, tokens)) {
        report_free(session);
        return false;
    }
    const bool good = judge_is_there(session);
    interrupted = session->engine;
    interrupt_catch(on_interrupt);
    worker_run(session, report_job);
    return good;
}
