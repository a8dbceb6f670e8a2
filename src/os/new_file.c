#include "os/new_file.h"
#include "os/new_file_parts.h"

bool new_file_finish(NewFile *file, const char **reason) {
    *reason = new_file_put_in_place(file);
    new_file_end(file, !*reason);
    return !*reason;
}

void new_file_abandon(NewFile *file) {
    if (file)
        new_file_end(file, false);
}

const char *new_file_fault(const char *path) {
    const char *reason = NULL;
    new_file_abandon(new_file_begin(path, &reason));
    return reason;
}
