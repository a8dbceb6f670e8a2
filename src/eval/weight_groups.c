#include "eval/weights.h"

const WeightGroup weight_groups[] = {
#define WEIGHT_GROUP(name, count, family, kind, text)                                              \
    {#name, text, WEIGHT_##name, count, FAMILY_##family, KIND_##kind},
    WEIGHT_GROUPS(WEIGHT_GROUP)
#undef WEIGHT_GROUP
        {NULL, NULL, WEIGHT_COUNT, 0, FAMILY_COUNT, KIND_LINEAR}};
