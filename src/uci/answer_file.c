#include "uci/answer_file.h"

#include "uci/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a plain file, new or emptied; NULL, with the reason, if it is none. */
static FILE *open_plain(const char *path, const char **reason) {
    struct stat status;
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    const bool is_open = descriptor >= 0 && fstat(descriptor, &status) == 0;
    const bool plain = is_open && S_ISREG(status.st_mode);
    const bool ready = plain && ftruncate(descriptor, 0) == 0;
    FILE *opened = ready ? fdopen(descriptor, "w") : NULL;
    *reason = is_open && !plain ? "it is no plain file" : strerror(errno);
    if (!opened && descriptor >= 0)
        close(descriptor);
    return opened;
}

bool answer_file_write(const char *name, const char *path, const Document *document) {
    const char *reason;
    if (document->short_of_memory || !document->data)
        return output_error("%s: not enough memory for the answer", name);
    FILE *file = open_plain(path, &reason);
    if (!file)
        return output_error("%s: '%s' cannot be written: %s; give a file that may be", name, path,
                            reason);
    const bool written = fwrite(document->data, 1, document->length, file) == document->length;
    if ((fclose(file) != 0) | !written)
        return output_error("%s: '%s' is not complete: %s; give another file", name, path,
                            strerror(errno));
    output_line("info string %s written to %s", name, path);
    return true;
}
