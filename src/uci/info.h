/* The reports of a search: UCI lines, or those of `show`, as the session's style says. */
#ifndef UCI_INFO_H
#define UCI_INFO_H

#include "uci/session.h"

/* The reporter to create the session's engine with. */
SearchReporter info_reporter(Session *session);

#endif
