/* What a soak finds: everything that an engine must never lose. */
#ifndef SOAK_LOSSES_H
#define SOAK_LOSSES_H

#include <stdbool.h>

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

/* Names what is under way, for the lines that tell a loss. */
void losses_under(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Counts a loss and tells it in a line. */
void lose(Loss loss, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many there were, of all kinds. */
int losses_total(void);

/* Prints how many there were of each kind. */
void losses_tell(void);

#endif
