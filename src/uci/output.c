/* Output to stdout or stderr, the log of input and output, and the reports of faults. */
#include "uci/uci.h"

#include "os/files.h"
#include "os/process.h"
#include "os/thread.h"
#include "postmortem/postmortem.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- log ------------------------------------------------------------------------------------- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *_Atomic file; /* the log, or NULL; a thread that changes `file` holds the mutex */
static int64_t start;      /* the time at which the program started, by clock_now */

/* Closes the log, and makes `next` the log. The caller must hold the mutex of the log. */
static void replace(FILE *next) {
    if (file)
        fclose(file);
    file = next;
}

bool log_open(const char *path, const char **reason) {
    FILE *next = *path ? file_stream(path, "a", reason) : NULL;
    if (*path && !next)
        return false;
    pthread_mutex_lock(&mutex);
    replace(next);
    pthread_mutex_unlock(&mutex);
    return true;
}

/* Adds lines to the log. Returns false, with errno, if writing fails. The caller must hold the mutex of the log. */
static bool add_lines(FILE *log, const char *mark, const char *data, size_t length) {
    const int64_t time = clock_now() - start;
    const char *end = data + length;
    do {
        const char *feed = memchr(data, '\n', (size_t)(end - data));
        const size_t size = (size_t)((feed ? feed : end) - data);
        fprintf(log, "%8" PRId64 " %s ", time, mark);
        fwrite(data, 1, size, log);
        putc('\n', log);
        if (fflush(log) || ferror(log))
            return false;
        data += size + (feed != NULL);
    } while (data < end);
    return true;
}

/* Adds lines to the log, and flushes the log. The last line may lack its end of line. Returns 0 on success, or if
 * there is no log. If writing fails, closes the log and returns errno. */
static int log_lines(const char *mark, const char *data, size_t length) {
    if (!file)
        return 0;
    pthread_mutex_lock(&mutex);
    const int error = !file || add_lines(file, mark, data, length) ? 0 : errno ? errno : EIO;
    if (error)
        replace(NULL);
    pthread_mutex_unlock(&mutex);
    return error;
}

/* --- output ---------------------------------------------------------------------------------- */

/* The lock of stdout, so that lines of several threads do not mix. A thread may lock the mutex twice: while it writes a
 * line, it may also report that the log cannot be written. */
static pthread_mutex_t lock;

static bool to_stderr, is_closed;

static void make_lock(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void output_init(void) {
    static char buffer[TEXT_SIZE + 1];
    struct stat status;
    /* tests this first, since the next file that is opened would get the descriptor of a closed stdout */
    is_closed = fstat(fileno(stdout), &status) != 0;
    regular_file_init();
    make_lock();
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    start = clock_now();
}

/* Logs lines of input or output. If the log cannot be written, reports an error. */
static void log_or_report(const char *mark, const char *data, size_t length) {
    journal_lines(mark, data, length);
    const int error = log_lines(mark, data, length);
    if (error)
        output_error("Debug Log File: it cannot be written and is closed: %s; set it again to "
                     "go on",
                     strerror(error));
}

void output_log_heard(const char *line, size_t length) {
    log_or_report(LOG_HEARD, line, length);
}

/* Writes whole lines in one step. The log gets the lines first, so that it never has the reaction of the front end
 * before the lines that caused the reaction. */
static void write_piece(const char *data, size_t length) {
    pthread_mutex_lock(&lock);
    log_or_report(LOG_SAID, data, length);
    fwrite(data, 1, length, to_stderr ? stderr : stdout);
    fflush(stdout);
    pthread_mutex_unlock(&lock);
}

/* Adds an end of line to a text, in place of the last byte if the text is full. */
static void end_line(Text *text) {
    if (text->length == TEXT_SIZE - 1)
        text->length--;
    text->data[text->length++] = '\n';
    text->data[text->length] = '\0';
}

/* Replaces control characters except `kept`, and bytes that are not UTF-8, by '?'. A terminal could take them for
 * commands. */
static void replace_controls(Text *text, unsigned kept) {
    for (size_t i = 0, length; i < text->length; i += length) {
        bool valid = true;
        const unsigned c = utf8_read(text->data + i, &length, &valid);
        if (!valid || (c < ' ' && c != kept) || (c >= 0x7F && c < 0xA0))
            memset(text->data + i, '?', length);
    }
}

void output_line(const char *format, ...) {
    Text text;
    text_clear(&text);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    replace_controls(&text, '\n');
    end_line(&text);
    write_piece(text.data, text.length);
}

void output_text(const Text *text) {
    write_piece(text->data, text->length);
}

bool output_document(Document *document) {
    const bool whole = document->data && !document->out_of_memory;
    if (whole)
        write_piece(document->data, document->length);
    else
        output_error("not enough memory for the answer");
    document_free(document);
    return whole;
}

void output_report(const char *name, const char *report) {
    for (const char *at = report; *at;) {
        const int length = (int)strcspn(at, "\n");
        output_line("info string %s: %.*s", name, length, at);
        at += length + (at[length] != '\0');
    }
}

bool output_error(const char *format, ...) {
    Text text;
    text_clear(&text);
    text_add(&text, "info string error: ");
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    replace_controls(&text, 0);
    end_line(&text);
    write_piece(text.data, text.length);
    return false;
}

void output_to_stderr(bool yes) {
    pthread_mutex_lock(&lock);
    to_stderr = yes;
    pthread_mutex_unlock(&lock);
}

bool output_is_closed(void) {
    return is_closed;
}

bool output_failed(void) {
    return ferror(stdout) != 0;
}

bool output_wants_color(void) {
    const char *no_color = getenv("NO_COLOR");
    return terminal_is_output() && !(no_color && *no_color);
}

/* --- fault ----------------------------------------------------------------------------------- */

/* Writes a post-mortem, unless the process has written eight, and reports the path of the post-mortem. */
static void write_post_mortem(const char *report) {
    enum { FILES_AT_MOST = 8 };
    static int files;
    static char path[POST_MORTEM_PATH_SIZE];
    const Cause cause = {.what = "a self-check failed", .report = report};
    if (files++ >= FILES_AT_MOST)
        return;
    post_mortem_write(&cause, path);
    if (*path)
        output_line("info string fault: post-mortem: %s", path);
    else
        output_line("info string fault: no post-mortem could be written");
}

void fault_report(const char *report) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    output_report("fault", report);
    write_post_mortem(report);
    pthread_mutex_unlock(&one_at_a_time);
}
