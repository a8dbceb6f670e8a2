/* Replaying a post-mortem: does the fault happen again? */
#ifndef POSTMORTEM_REPLAY_H
#define POSTMORTEM_REPLAY_H

#include <stddef.h>

/* What a replay needs of the front end. */
typedef struct ReplayHost {
    /* Runs UCI commands in order, waiting for each. The first that is refused is the last. Returns
     * how many were not refused. */
    int (*run)(const char *const *lines, int count);
    /* Prints a line about the replay. */
    void (*print)(const char *line);
} ReplayHost;

/* The program's exit status, too. */
typedef enum ReplayResult { REPLAY_NO_FAULT, REPLAY_UNUSABLE, REPLAY_FAULT } ReplayResult;

/* Reads a post-mortem, sets its options and its position, and runs its search in a process of its
 * own, with self-checks. A search that time or the front end was to end gets twice the nodes that
 * it had, plus 100,000.
 *
 * The file may come from a stranger. Of its options those are set that matter to a search and have
 * a number or one of a few words as value, so none that names a file. Its command is run if it is `go`.
 * Nothing is written but the account of the replay, and a new post-mortem if the fault happens
 * again. Only a regular file is read.
 *
 * Returns whether the fault happens again. If the file cannot be replayed, or a line of it is
 * refused, returns REPLAY_UNUSABLE with the reason in `error`, which is empty if it has been
 * reported.
 */
ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size);

#endif
