#include "lib/overwrite_guard.h"

#include "os/atomic_write.h"
#include "os/regular_file.h"

#include <string.h>
#include <unistd.h>

const char *overwrite_fault(const char *path, const char *head, const char *otherwise) {
    const char *fault = atomic_write_fault(path);
    if (fault || access(path, F_OK))
        return fault;
    FILE *file = regular_file_stream(path, "r", &fault);
    if (!file)
        return fault;
    bool same = true;
    for (const char *c = head; same && *c; c++) {
        const int byte = getc(file);
        if (byte == EOF && c == head)
            break;
        same = byte == (unsigned char)*c;
    }
    fclose(file);
    return same ? NULL : otherwise;
}
