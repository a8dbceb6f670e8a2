/* Guards files from being overwritten: a tool may make a new file, fill an empty one, or replace
 * one that it has written before. */
#ifndef OVERWRITE_GUARD_H
#define OVERWRITE_GUARD_H

/* What all our pictures begin with. */
#define SVG_HEAD "<svg xmlns="

#define OVERWRITE_NO(what) "it is there and is no " what "; give another path, or take it away"

/* Returns why a path must not be written to, or NULL if it may: it is no regular file, cannot be
 * written to (os/files.h), or holds something in which no line at its beginning begins
 * with `head`: then `otherwise`. To be asked before long work. */
const char *overwrite_fault(const char *path, const char *head, const char *otherwise);

#endif
