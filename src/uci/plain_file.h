/* Opening files whose names come from the user.
 *
 * Only regular files are opened: a pipe or a device could make us wait, in open as well as in read
 * and write, and nobody would hear `stop`. */
#ifndef UCI_PLAIN_FILE_H
#define UCI_PLAIN_FILE_H

#include <stdio.h>

/* Opens a file to write (mode "w"), append ("a") or read ("r"), as fopen does. Returns NULL if that
 * fails, with the reason in *reason. */
FILE *plain_file_open(const char *path, const char *mode, const char **reason);

#endif
