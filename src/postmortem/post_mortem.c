#include "postmortem/postmortem.h"

#include "core/text.h"
#include "os/folder.h"
#include "os/regular_file.h"
#include "postmortem/postmortem_internal.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static Text machine; /* build and CPU, made at the start */
static char folder[POST_MORTEM_FOLDER_SIZE];
static const char *temporary; /* the folder for files that fit nowhere else */
static pthread_t reader;      /* the thread that reads the input */
static const Position *_Atomic watched;

/* --- preparing ------------------------------------------------------------------------------- */

void post_mortem_init(void) {
    reader = pthread_self();
    temporary = folder_temporary();
    text_clear(&machine);
    machine_build(&machine);
    machine_cpu(&machine);
    backtrace_init();
    post_mortem_set_folder("");
}

/* The folder that "" or a path stands for; NULL if the current folder has no path. */
static const char *resolve(const char *path, char *buffer) {
    const char *wanted = *path ? path : folder_in_variable("PANOPTES_POST_MORTEM");
    if (wanted)
        return wanted;
    return folder_current(buffer, POST_MORTEM_FOLDER_SIZE) ? buffer : NULL;
}

bool post_mortem_set_folder(const char *path) {
    char buffer[POST_MORTEM_FOLDER_SIZE];
    const char *wanted = resolve(path, buffer);
    if (wanted && strlen(wanted) < sizeof folder && folder_is_writable(wanted))
        strcpy(folder, wanted);
    else if (*path)
        return false;
    else if (!*folder)
        strcpy(folder, temporary);
    return true;
}

const char *post_mortem_folder(void) {
    return folder;
}

void post_mortem_watch(const Position *pos) {
    watched = pos;
}

/* --- the file -------------------------------------------------------------------------------- */

static void write_history(RawOutput *out) {
    for (int i = 0; i < JOURNAL_OPTIONS; i++) {
        if (!journal_option_name(i))
            continue;
        raw_text(out, "option: ");
        raw_text(out, journal_option_name(i));
        raw_text(out, " value ");
        raw_text(out, journal_option_value(i));
        raw_text(out, "\n");
    }
    raw_text(out, "debug: ");
    raw_text(out, journal_get_debug() ? "on\n" : "off\n");
    raw_text(out, "position: ");
    raw_text(out, journal_get_position());
    raw_text(out, "\ncommand: ");
    raw_text(out, journal_get_command());
    raw_text(out, "\nnodes: ");
    raw_number(out, dump_most_nodes());
    raw_text(out, "\n");
}

static void write_protocol(RawOutput *out) {
    raw_text(out, "protocol, the last lines:\n");
    for (int n = JOURNAL_LINES - 1; n >= 0; n--) {
        const char *line = journal_line(n);
        if (!line)
            continue;
        raw_text(out, "  ");
        raw_text(out, line);
        raw_text(out, "\n");
    }
}

/* Backtrace last: unwinding is the step most likely to fault. */
static void write_all(RawOutput *out, const Cause *cause) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    raw_text(out, "Panoptes post-mortem\ncause: ");
    raw_text(out, cause->what);
    raw_text(out, pthread_equal(pthread_self(), reader) ? "\nin: the thread that reads the input"
                                                        : "\nin: a thread that works");
    raw_text(out, "\ntime: ");
    raw_number(out, now.tv_sec);
    raw_text(out, " s since 1970\n");
    if (cause->address) {
        raw_text(out, "address: ");
        raw_hex(out, cause->address, 12);
        raw_text(out, "\n");
    }
    write_history(out);
    raw_text(out, machine.data);
    raw_text(out, cause->report);
    raw_flush(out);
    dump_work(out, watched);
    write_protocol(out);
    if (cause->machine)
        backtrace_registers(out, cause->machine);
    raw_flush(out);
    backtrace_write(out, cause->machine);
    raw_text(out, "end\n");
    raw_flush(out);
}

/* Appends to a path; returns false if the result is too long. */
static bool add_to_path(char *path, const char *text) {
    const size_t used = strlen(path), more = strlen(text);
    if (used + more >= POST_MORTEM_PATH_SIZE)
        return false;
    memcpy(path + used, text, more + 1);
    return true;
}

static bool add_number(char *path, long number) {
    char digits[24];
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    return add_to_path(path, digits + at);
}

/* Creates panoptes-PID-N.txt with the first N for which there is no such file. */
static int create(const char *where, char *path) {
    for (int n = 1; n < 10000; n++) {
        *path = '\0';
        if (!add_to_path(path, where) || !add_to_path(path, "/panoptes-") ||
            !add_number(path, getpid()) || !add_to_path(path, "-") || !add_number(path, n) ||
            !add_to_path(path, ".txt"))
            return -1;
        const int file = regular_file_create(path);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* Writes a post-mortem into a folder. One that does not fit on the disk is removed again: half of it
 * is of no use, and its room may be. */
static bool write_to(const char *where, const Cause *cause, char *path) {
    const int file = create(where, path);
    if (file < 0)
        return false;
    RawOutput out = raw_begin(file);
    write_all(&out, cause);
    const bool good = close(file) == 0 && !out.failed;
    if (!good)
        regular_file_remove(path);
    return good;
}

bool post_mortem_write(const Cause *cause, char *path) {
    if (write_to(folder, cause, path) || write_to(temporary, cause, path))
        return true;
    *path = '\0';
    return false;
}

void post_mortem_announce(int descriptor, const char *prefix, const Cause *cause,
                          const char *path) {
    RawOutput out = raw_begin(descriptor);
    raw_text(&out, prefix);
    raw_text(&out, cause->what);
    raw_text(&out, *path ? "; post-mortem: " : "; no post-mortem could be written");
    raw_text(&out, path);
    raw_text(&out, "\n");
    raw_flush(&out);
}
