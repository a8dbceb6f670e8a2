#include "lib/overwrite_guard.h"

#include "os/files.h"

const char *overwrite_fault(const char *path, const char *head, const char *otherwise) {
    return atomic_write_fault(path, head, otherwise);
}
