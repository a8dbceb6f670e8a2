#include "lib/overwrite_guard.h"

#include "os/files.h"

const char *overwrite_fault(const char *path, const char *head, const char *otherwise) {
    const char *fault = atomic_write_fault(path);
    return fault ? fault : atomic_write_replaces(path, head) ? NULL : otherwise;
}
