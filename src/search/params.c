#include "search/params.h"

#ifdef TUNE
#define DEFINE_VARIABLE(name, value, min, max, step) _Thread_local int name = (value);
SEARCH_PARAMS(DEFINE_VARIABLE)

#define INITIAL(name, value, min, max, step) value,
int params_set[PARAM_COUNT] = {SEARCH_PARAMS(INITIAL)};

void params_load(const int values[PARAM_COUNT]) {
#define LOAD(name, value, min, max, step) name = values[PARAM_##name];
    SEARCH_PARAMS(LOAD)
}
#endif
