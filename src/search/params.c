#include "search/params.h"

#ifdef TUNE
#define DEFINE_VARIABLE(name, value, min, max, step) int name = (value);
SEARCH_PARAMS(DEFINE_VARIABLE)
#endif
