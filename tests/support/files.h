/* Files in a temporary folder of the test. If a function cannot read or write a file, it ends the program, since the
 * test itself is then wrong. */
#ifndef SUPPORT_FILES_H
#define SUPPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_PATH_SIZE = 128 };

/* Returns the path of the folder, which the first call creates. The path has blanks, as a check. */
const char *files_folder(void);

/* Writes to `path` the path of the file `name` in the folder. */
void file_place(char path[FILE_PATH_SIZE], const char *name);

/* Writes a file; replaces the content of an existing file. */
void file_put(const char *path, const void *bytes, size_t size);

/* Reads a file. Returns a buffer with its bytes and a 0 after them; the caller frees the buffer. */
char *file_get(const char *path, size_t *size);

/* True if a file exists and holds exactly this text. */
bool file_holds(const char *path, const char *text);

/* The number of files in the folder. */
int file_count(void);

/* Removes all files in the folder; files_remove also removes the folder. */
void files_clear(void);
void files_remove(void);

#endif
