#include "uci/genfens.h"

#include "engine/openings.h"
#include "uci/output.h"
#include "uci/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int64_t COUNT_MAX = 1000000000;

/* --- the book -------------------------------------------------------------------------------- */

/* Where the line behind one begins; the end of the text if there is none. */
static size_t next_line(const OpeningsJob *job, size_t line) {
    const char *feed = memchr(job->text + line, '\n', job->size - line);
    return feed ? (size_t)(feed - job->text) + 1 : job->size;
}

/* Finds the lines of the text; false if memory is short. Text without an end of line is one. */
static bool index_lines(OpeningsJob *job) {
    size_t room = 0;
    for (size_t line = 0; line < job->size; line = next_line(job, line)) {
        if (job->line_count == room) {
            room = room ? 2 * room : 1024;
            size_t *lines = realloc(job->lines, room * sizeof *lines);
            if (!lines)
                return false;
            job->lines = lines;
        }
        job->lines[job->line_count++] = line;
    }
    return true;
}

/* Reads an open file; what keeps it from being a book, or NULL. */
static const char *read_text(OpeningsJob *job, int file) {
    struct stat status;
    if (fstat(file, &status))
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "is no plain file";
    job->text = malloc((size_t)status.st_size + 1);
    if (!job->text)
        return "memory is too short for it";
    for (ssize_t got; job->size < (size_t)status.st_size; job->size += (size_t)got) {
        got = read(file, job->text + job->size, (size_t)status.st_size - job->size);
        if (got < 0)
            return strerror(errno);
        if (got == 0)
            break;
    }
    return !job->size ? "is empty" : index_lines(job) ? NULL : "memory is too short for it";
}

static bool read_book(OpeningsJob *job, const char *path) {
    /* Opening a pipe must not wait for somebody to write to it. */
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const char *fault = file < 0 ? strerror(errno) : read_text(job, file);
    if (file >= 0)
        close(file);
    return !fault || output_error("genfens: book '%s': %s; give None or a file with an EPD or "
                                  "FEN in each line",
                                  path, fault);
}

/* Copies the position of a line of the book: four fields, and the clocks if there are any in place
 * of an EPD's operations. */
static void copy_position(const OpeningsJob *job, size_t line, char start[FEN_SIZE]) {
    Tokens tokens = tokens_of(job->text + line, next_line(job, line) - line);
    size_t used = 0;
    int64_t number;
    start[0] = '\0';
    for (int field = 0; field < 6; field++) {
        const Token token = token_next(&tokens);
        if (!token.length || used + token.length + 2 > FEN_SIZE ||
            (field >= 4 && !token_number(token, &number)))
            return;
        memcpy(start + used, token.text, token.length);
        used += token.length;
        start[used++] = ' ';
        start[used] = '\0';
    }
}

/* --- the job --------------------------------------------------------------------------------- */

/* The next opening; false if none was found in so many tries that there seems to be none. */
static bool find_opening(const OpeningsJob *job, Openings *openings, const atomic_bool *stop,
                         char fen[FEN_SIZE]) {
    enum { TRIES = 10000 };
    char start[FEN_SIZE];
    strcpy(start, FEN_START);
    for (int i = 0; i < TRIES && !*stop; i++) {
        if (job->line_count)
            copy_position(job, job->lines[openings_draw(openings, job->line_count)], start);
        if (openings_try(openings, start, fen))
            return true;
    }
    return false;
}

static void genfens_job(void *context, Position *pos, const atomic_bool *stop) {
    (void)pos;
    const OpeningsJob *job = &((Session *)context)->openings;
    Openings *openings = openings_create(job->seed);
    char fen[FEN_SIZE];
    bool good = openings != NULL;
    for (int64_t i = 0; good && i < job->count; i++) {
        good = find_opening(job, openings, stop, fen);
        if (good)
            output_line("info string genfens %s", fen);
    }
    if (!good)
        output_error("genfens: %s", *stop      ? "stopped before the end"
                                    : openings ? "the book has no position that leads to an opening"
                                               : "memory is too short");
    openings_free(openings);
}

/* --- the command ----------------------------------------------------------------------------- */

void genfens_free(Session *session) {
    free(session->openings.text);
    free(session->openings.lines);
    session->openings = (OpeningsJob){0};
}

bool genfens_start(Session *session, Tokens tokens) {
    enum { PATH_SIZE = 4096 };
    int64_t count, seed;
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
    if (!token_is_any_case(book, "None") && !read_book(job, path))
        return false;
    if (token_peek(tokens).length)
        good = output_error("genfens: unknown token '%s'; it is passed over",
                            token_show(token_peek(tokens)).text);
    job->count = count;
    job->seed = (uint64_t)seed;
    worker_run(session, genfens_job);
    return good;
}
