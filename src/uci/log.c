#include "uci/log.h"

#include "uci/output.h"
#include "uci/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *_Atomic file; /* changed under the mutex only; NULL: no log */
static int64_t start;

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void log_init(void) {
    start = milliseconds_now();
}

/* Closes what is open, under the mutex. */
static void replace(FILE *next) {
    if (file)
        fclose(file);
    file = next;
}

/* Opens a plain file to append to; NULL, with the reason, if it is none. A pipe or a device could
 * make the one who writes to it wait, and nobody would hear `stop`: they are not even waited for
 * when they are opened. */
static FILE *open_plain(const char *path, const char **reason) {
    struct stat status;
    const int descriptor =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    const bool is_open = descriptor >= 0 && fstat(descriptor, &status) == 0;
    const bool plain = is_open && S_ISREG(status.st_mode);
    FILE *opened = plain ? fdopen(descriptor, "a") : NULL;
    *reason = is_open && !plain ? "is no plain file" : strerror(errno);
    if (!opened && descriptor >= 0)
        close(descriptor);
    return opened;
}

bool log_open(const char *path) {
    const char *reason;
    FILE *next = *path ? open_plain(path, &reason) : NULL;
    if (*path && !next)
        return output_error("Debug Log File: '%s' cannot be opened: %s; give a file that may be "
                            "written",
                            path, reason);
    pthread_mutex_lock(&mutex);
    replace(next);
    pthread_mutex_unlock(&mutex);
    return true;
}

/* Adds lines under the mutex; false, with errno, if one cannot be written. */
static bool add_lines(FILE *log, const char *mark, const char *data, size_t length) {
    const int64_t time = milliseconds_now() - start;
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

void log_lines(const char *mark, const char *data, size_t length) {
    record_lines(mark, data, length);
    if (!file)
        return;
    pthread_mutex_lock(&mutex);
    const bool good = !file || add_lines(file, mark, data, length);
    const int reason = errno;
    if (!good)
        replace(NULL);
    pthread_mutex_unlock(&mutex);
    if (!good)
        output_error("Debug Log File: it cannot be written and is closed: %s; set it again to "
                     "go on",
                     strerror(reason));
}
