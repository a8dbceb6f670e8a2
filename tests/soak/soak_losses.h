/* What a soak finds: everything that an engine must never lose, and what a process holds at rest, which
 * may not grow. */
#ifndef SOAK_LOSSES_H
#define SOAK_LOSSES_H

#include <stdbool.h>
#include <sys/types.h>

typedef enum Loss {
    LOSS_END,       /* the process ended */
    LOSS_SILENCE,   /* no answer */
    LOSS_MOVE,      /* an illegal move, or an answer that nobody asked for */
    LOSS_TIME,      /* an answer after the clock ran out */
    LOSS_COMPLAINT, /* an error, or a fault that the engine found in itself */
    LOSS_REPORT,    /* a post-mortem */
    LOSS_MEMORY,    /* grown since the beginning */
    LOSS_FILES,
    LOSS_THREADS,
    LOSS_COUNT
} Loss;

/* Names what is under way, for the lines that report a loss. */
void losses_under(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Counts a loss and prints a line of it. */
void lose(Loss loss, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many there were, of all kinds. */
int losses_total(void);

/* Prints how many there were of each kind. */
void losses_print(void);

/* --- what a process holds --------------------------------------------------------------------- */

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
