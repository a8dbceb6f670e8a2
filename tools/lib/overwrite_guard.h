/* Files that a tool may write anew: none yet, an empty one, or one that it has written before. */
#ifndef OVERWRITE_GUARD_H
#define OVERWRITE_GUARD_H

/* What all our pictures begin with. */
#define SVG_HEAD "<svg xmlns="

#define OVERWRITE_NO(what) "it is there and is no " what "; give another path, or take it away"

/* Why nothing may be written to a path, NULL if it may: it is no regular file, cannot be written to
 * (os/atomic_write.h), or holds something that does not begin with `head`: then `otherwise`. To be
 * asked before long work. */
const char *overwrite_fault(const char *path, const char *head, const char *otherwise);

#endif
