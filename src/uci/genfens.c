#include "uci/genfens.h"

#include "engine/openings.h"
#include "uci/output.h"
#include "uci/plain_file.h"
#include "uci/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const int64_t COUNT_MAX = 1000000000;

/* --- the book -------------------------------------------------------------------------------- */

/* Where the next line begins; the end of the text if there is none. */
static size_t next_line(const OpeningsJob *job, size_t line) {
    const char *feed = memchr(job->text + line, '\n', job->size - line);
    return feed ? (size_t)(feed - job->text) + 1 : job->size;
}

/* Finds the lines of the text, of which the last need not have an end. Returns false if memory is
 * short. */
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

/* Reads an open file. Returns NULL, or what is wrong with it. */
static const char *read_text(OpeningsJob *job, FILE *file) {
    static const char NO_MEMORY[] = "there is not enough memory for it";
    struct stat status;
    if (fstat(fileno(file), &status))
        return strerror(errno);
    const size_t size = (size_t)status.st_size;
    job->text = malloc(size + 1);
    if (!job->text)
        return NO_MEMORY;
    job->size = fread(job->text, 1, size, file);
    if (ferror(file))
        return strerror(errno);
    return !job->size ? "it is empty" : index_lines(job) ? NULL : NO_MEMORY;
}

static bool read_book(OpeningsJob *job, const char *path) {
    const char *fault;
    FILE *file = plain_file_open(path, "r", &fault);
    if (file) {
        fault = read_text(job, file);
        fclose(file);
    }
    return !fault || output_error("genfens: book '%s': %s; give None or a file with an EPD or "
                                  "FEN in each line",
                                  path, fault);
}

/* Copies the position of a line of the book: four fields, and two more if they are numbers, as in a
 * FEN, and not the operations of an EPD. */
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

/* Finds the next opening. Returns false after so many tries that there seems to be none. */
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
                                               : "not enough memory");
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
