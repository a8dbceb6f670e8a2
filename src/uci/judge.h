/* Whether what is to judge positions is there. */
#ifndef UCI_JUDGE_H
#define UCI_JUDGE_H

#include "uci/session.h"

/* False, and tells so, if Evaluation is `network` and there is none, since the one inside the program
 * is damaged. The classical evaluation judges then. */
bool judge_is_there(const Session *session);

#endif
