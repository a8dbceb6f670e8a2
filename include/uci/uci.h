/* The front end: commands from stdin or from the command line. */
#ifndef UCI_UCI_H
#define UCI_UCI_H

/* Runs a session and returns the program's exit status.
 *
 * Without arguments: reads commands from stdin until `quit` or the end of input; the status is 0.
 * With arguments: if the first one has a blank, each argument is a command line, else all of them
 * together are one. They are run in order and waited for; the status is 1 if one of them failed. */
int uci_main(int argc, char **argv);

#endif
