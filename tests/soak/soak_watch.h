/* What a process holds: memory, open files, threads. */
#ifndef SOAK_WATCH_H
#define SOAK_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct Usage {
    long resident;      /* kilobytes, all of it */
    long own;           /* kilobytes that are not of a file */
    int files, threads; /* open, running */
} Usage;

/* False if the process is gone. */
bool usage_of(pid_t pid, Usage *usage);

/* Samples of a process at rest. The first ones set the bounds, since the heap has to find its size;
 * those behind must keep them. */
typedef struct Watch {
    int samples;
    Usage first, latest;
    Usage
        bound; /* of all but `resident`, which grows with the pages of the program that are read */
} Watch;

enum { WATCH_WARM_UP = 8, WATCH_GROWTH = 1024 /* kilobytes that may come on top */ };

/* Takes a sample of a process at rest. What has grown is a loss, once for each growth. */
void watch_sample(Watch *watch, pid_t pid, char name);

#endif
