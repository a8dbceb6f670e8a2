/* Failed self-checks, reported to the front end. */
#ifndef UCI_FAULT_H
#define UCI_FAULT_H

/* Writes the report of a failed check as info strings, and a post-mortem, of which there are at
 * most eight in a process. Any thread may call it, several at once too. */
void fault_report(const char *report);

#endif
