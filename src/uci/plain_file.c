#include "uci/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *plain_file_open(const char *path, const char *mode, const char **reason) {
    const int flags = *mode == 'r'   ? O_RDONLY
                      : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND
                                     : O_WRONLY | O_CREAT;
    struct stat status;
    const int descriptor = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    const bool is_open = descriptor >= 0 && fstat(descriptor, &status) == 0;
    const bool is_plain = is_open && S_ISREG(status.st_mode);
    /* Truncated only now: O_TRUNC would do it before we know what the file is. */
    const bool ready = is_plain && (*mode != 'w' || ftruncate(descriptor, 0) == 0);
    FILE *file = ready ? fdopen(descriptor, mode) : NULL;
    *reason = is_open && !is_plain ? "it is not a regular file" : strerror(errno);
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}
