#include "uci/judge.h"

#include "uci/output.h"

bool judge_is_there(const Session *session) {
    return !engine_lacks_network(session->engine) ||
           output_error("the network inside this program is damaged: the classical evaluation "
                        "judges, which plays weaker; get the program anew, or set EvalFile");
}
