/* Replaying a post-mortem: does the fault happen again? */
#ifndef POSTMORTEM_REPLAY_H
#define POSTMORTEM_REPLAY_H

#include <stddef.h>

/* What a replay needs of the front end. */
typedef struct ReplayHost {
    /* Runs UCI commands in order, waiting for each. */
    int (*run)(const char *const *lines, int count);
    /* Prints a line of a replay's account of itself. */
    void (*tell)(const char *line);
} ReplayHost;

typedef enum ReplayResult { REPLAY_NO_FAULT, REPLAY_FAULT, REPLAY_UNUSABLE } ReplayResult;

/* Reads a post-mortem, sets its options (except those for the log and for post-mortems) and its
 * position, and runs its command in a process of its own, with self-checks. A search that time or
 * the front end was to end gets twice the nodes that it had, plus 100,000.
 *
 * Returns whether the fault happens again. If the file cannot be replayed, returns REPLAY_UNUSABLE
 * with the reason in `error`. */
ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size);

#endif
