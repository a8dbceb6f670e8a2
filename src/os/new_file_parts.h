/* What each system does in its own way for os/new_file.h. */
#ifndef CORE_NEW_FILE_PARTS_H
#define CORE_NEW_FILE_PARTS_H

#include <stdbool.h>

struct NewFile;

/* Brings the file to the disk and puts it in its place. Returns NULL if it is there now, else why
 * not. It may be closed afterwards in either case. */
const char *new_file_put_in_place(struct NewFile *file);

/* Closes the file and frees; what is beside the goal goes unless it has become the goal. */
void new_file_end(struct NewFile *file, bool in_place);

#endif
