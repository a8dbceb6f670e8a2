#include "uci/log.h"

#include "os/regular_file.h"
#include "os/timing.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *_Atomic file; /* changed under the mutex only; NULL: no log */
static int64_t start;      /* of the program, by clock_now */

void log_init(void) {
    start = clock_now();
}

/* Closes the log and opens the next one, under the mutex. */
static void replace(FILE *next) {
    if (file)
        fclose(file);
    file = next;
}

bool log_open(const char *path, const char **reason) {
    FILE *next = *path ? regular_file_stream(path, "a", reason) : NULL;
    if (*path && !next)
        return false;
    pthread_mutex_lock(&mutex);
    replace(next);
    pthread_mutex_unlock(&mutex);
    return true;
}

/* Adds lines, under the mutex. Returns false, with errno, if that fails. */
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

int log_lines(const char *mark, const char *data, size_t length) {
    if (!file)
        return 0;
    pthread_mutex_lock(&mutex);
    const int error = !file || add_lines(file, mark, data, length) ? 0 : errno ? errno : EIO;
    if (error)
        replace(NULL);
    pthread_mutex_unlock(&mutex);
    return error;
}
