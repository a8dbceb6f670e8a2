#include "os/atomic_write.h"
#include "os/atomic_write_parts.h"

bool atomic_write_finish(AtomicWrite *file, const char **reason) {
    *reason = atomic_write_put_in_place(file);
    atomic_write_end(file, !*reason);
    return !*reason;
}

void atomic_write_abandon(AtomicWrite *file) {
    if (file)
        atomic_write_end(file, false);
}

const char *atomic_write_fault(const char *path) {
    const char *reason = NULL;
    atomic_write_abandon(atomic_write_begin(path, &reason));
    return reason;
}
