/* The watch: a thread that looks once a second whether all that is under way gets on.
 *
 * A search that counts no node, or a job that counts no step, while its thread uses five seconds of
 * processor time is caught in a loop, where neither stop nor quit can reach it. The program then
 * ends as by a crash, with a post-mortem of that thread (postmortem/crash.h).
 *
 * Processor time counts, not time: a thread that waits for a disk, for a reader or for its turn on a
 * busy machine, or is stopped, is left alone. A second of it at most counts for each look, so that a
 * virtual machine that was halted finds nothing wrong when it wakes up.
 */
#ifndef POSTMORTEM_WATCH_H
#define POSTMORTEM_WATCH_H

#include <stdatomic.h>

/* Starts and ends the watch over all searches. If the system has no thread for it, nothing is
 * watched. Not from two threads at once. */
void watch_start(void);
void watch_end(void);

/* The calling thread begins a job that counts its steps here; NULL: it has ended. One at a time. */
void watch_job(const atomic_uint_least64_t *steps);

#endif
