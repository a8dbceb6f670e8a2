/* Folders in which files may be left. */
#ifndef OS_FOLDER_H
#define OS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* True if there is such a folder, and we may make files in it. */
bool folder_is_writable(const char *path);

/* The path in an environment variable, valid until the next call; NULL if there is none in it. */
const char *folder_in_variable(const char *name);

/* Writes the path of the current folder. False if there is none, or `size` bytes are too few. */
bool folder_current(char *path, size_t size);

/* The system's folder for temporary files, such as /tmp. */
const char *folder_temporary(void);

#endif
