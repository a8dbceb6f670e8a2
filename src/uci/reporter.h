/* The reports of a search: UCI lines, or those of `show`, as the session's style says. */
#ifndef UCI_REPORTER_H
#define UCI_REPORTER_H

#include "uci/session.h"

/* The reporter to create the session's engine with. */
SearchReporter reporter_of(Session *session);

#endif
