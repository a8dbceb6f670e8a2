/* Files in a folder of the test's own. Whatever cannot be done ends the program: the test itself is
 * wrong then. */
#ifndef SUPPORT_FILES_H
#define SUPPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_PATH_SIZE = 128 };

/* Makes the folder, once, and writes the path of a file in it. */
void file_place(char path[FILE_PATH_SIZE], const char *name);

/* Writes a file, or its whole content anew. */
void file_put(const char *path, const void *bytes, size_t size);

/* Reads a file: its bytes, which the caller frees, and a 0 behind them. */
char *file_get(const char *path, size_t *size);

/* True if a file is there and holds this text, no more. */
bool file_holds(const char *path, const char *text);

/* How many files there are in the folder. */
int file_count(void);

/* Removes the folder and all files in it. */
void files_remove(void);

#endif
