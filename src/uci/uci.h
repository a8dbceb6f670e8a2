/* The UCI protocol: commands from stdin or from the command line. One session after the other; there
 * is but one at a time in a process. */
#ifndef UCI_UCI_H
#define UCI_UCI_H

/* Runs command lines in order, waiting for each, in a session of their own. One that fails is the
 * last. Returns how many did not fail. */
int uci_run(const char *const *lines, int count);

/* Runs a session and returns the program's exit status.
 *
 * Without arguments: reads commands from stdin until `quit` or the end of input. The status is 1 if
 * a job has failed or was broken off by `stop`, or something could not be written; else it is 0.
 * With arguments: if the first one has a blank, each argument is a command line; else all of them
 * together are one. All are run in order. The status is 1 if one of them was wrong, a job has
 * failed, or something could not be written; else it is 0. */
int uci_main(int argc, char **argv);

#endif
