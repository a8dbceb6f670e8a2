#include "uci/jobs.h"

#include "engine/epd.h"
#include "engine/openings.h"
#include "uci/output.h"
#include "uci/worker.h"

#include <inttypes.h>
#include <string.h>

enum { TRIES = 10000 }; /* for one opening */

static const int64_t COUNT_MAX = 1000000000;

/* --- the job --------------------------------------------------------------------------------- */

/* Finds the next opening. Returns false after so many tries that there seems to be none. */
static bool find_opening(const OpeningsJob *job, Openings *openings, const atomic_bool *stop,
                         char fen[FEN_SIZE]) {
    const Lines *book = &job->book;
    char start[FEN_SIZE];
    strcpy(start, FEN_START);
    for (int i = 0; i < TRIES && !*stop; i++) {
        if (book->count && !epd_fen(lines_at(book, openings_draw(openings, book->count)), start))
            continue;
        if (openings_try(openings, start, fen))
            return true;
    }
    return false;
}

static void report_failure(bool had_memory, bool stopped) {
    if (stopped)
        output_error("genfens: stopped before the end");
    else if (!had_memory)
        output_error("genfens: not enough memory");
    else
        output_error("genfens: in %d tries the book has no position that leads to an opening; give "
                     "a file with a FEN or EPD in each line, none longer than %d bytes",
                     TRIES, EPD_LINE_MAX);
}

static void genfens_job(void *context, Position *pos, const atomic_bool *stop) {
    (void)pos;
    Session *session = context;
    const OpeningsJob *job = &session->openings;
    Openings *openings = openings_create(job->seed);
    char fen[FEN_SIZE];
    bool good = openings != NULL;
    for (int64_t i = 0; good && i < job->count; i++) {
        good = find_opening(job, openings, stop, fen);
        if (good)
            output_line("info string genfens %s", fen);
    }
    if (!good)
        report_failure(openings != NULL, *stop);
    session->job_failed = !good;
    openings_free(openings);
}

/* --- the command ----------------------------------------------------------------------------- */

void genfens_free(Session *session) {
    lines_free(&session->openings.book);
    session->openings = (OpeningsJob){0};
}

bool genfens_start(Session *session, Tokens tokens) {
    enum { PATH_SIZE = 4096 };
    int64_t count = 0, seed = 0;
    char path[PATH_SIZE] = "";
    worker_idle(session);
    genfens_free(session);
    OpeningsJob *job = &session->openings;
    bool good = token_number(token_next(&tokens), &count) && count >= 0 && count <= COUNT_MAX &&
                token_take(&tokens, "seed") && token_number(token_next(&tokens), &seed) &&
                token_take(&tokens, "book");
    const Token book = token_next(&tokens);
    if (!good || !book.length || book.length >= sizeof path)
        return output_error("genfens: write genfens N seed S book None, or a file's path in place "
                            "of None; N is at most %" PRId64,
                            COUNT_MAX);
    memcpy(path, book.text, book.length);
    const char *fault = token_is_any_case(book, "None") ? NULL : lines_read(&job->book, path);
    if (fault)
        return output_error("genfens: book '%s': %s; give None or a file with an EPD or FEN in "
                            "each line",
                            path, fault);
    if (token_peek(tokens).length)
        good = output_error("genfens: unknown token '%s'; it is passed over",
                            token_show(token_peek(tokens)).text);
    job->count = count;
    job->seed = (uint64_t)seed;
    worker_run(session, genfens_job);
    return good;
}
