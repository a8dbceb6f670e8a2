/* Replaying a post-mortem: does it happen again? */
#ifndef UCI_REPLAY_H
#define UCI_REPLAY_H

/* Reads a file of uci/post_mortem.h, sets its options (the log file's excepted) and its position,
 * and runs its command in a process of its own, with self-checks. A search that time or the front
 * end was to end gets twice the nodes that it had, and some more. Tells whether the fault happens
 * again: the result is 1 if it does, 0 if not, 2 if the file is of no use. */
int replay_main(const char *path);

#endif
