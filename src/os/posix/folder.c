#include "os/folder.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool folder_is_writable(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0;
}

const char *folder_in_variable(const char *name) {
    const char *path = getenv(name);
    return path && *path ? path : NULL;
}

bool folder_current(char *path, size_t size) {
    return getcwd(path, size) != NULL;
}

const char *folder_temporary(void) {
    return "/tmp";
}
