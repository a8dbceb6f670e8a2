/* A file that an answer is written to. */
#ifndef UCI_ANSWER_FILE_H
#define UCI_ANSWER_FILE_H

#include "uci/document.h"

/* Writes a document to a file, in place of what it held, and says so; or says why not, for the
 * command `name`, and returns false. Only a plain file is written: a pipe could make us wait. */
bool answer_file_write(const char *name, const char *path, const Document *document);

#endif
