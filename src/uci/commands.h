/* The table of commands. */
#ifndef UCI_COMMANDS_H
#define UCI_COMMANDS_H

#include "uci/session.h"

/* When a command may be carried out while a job is under way (see uci/schedule.h). */
typedef enum CommandTiming {
    TIMING_AFTER_JOB, /* when it has ended */
    TIMING_IN_ORDER,  /* now, unless other lines wait */
    TIMING_AT_ONCE,   /* now, before the lines that wait */
    TIMING_STOP       /* likewise, and it ends those lines too */
} CommandTiming;

/* The timing of the command in a line; of a line without one, TIMING_IN_ORDER. */
CommandTiming commands_timing(const char *line, size_t length);

/* Runs the command of a line. As UCI demands, unknown tokens before the command are ignored, but on
 * the command line, which a person writes, they are refused. Returns false if something was wrong,
 * after reporting what; an empty line is fine. */
bool commands_run(Session *session, const char *line, size_t length);

#endif
