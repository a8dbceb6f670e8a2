#include "core/stats.h"

#include <stddef.h>

#ifdef STATS
_Atomic uint64_t stats[STAT_COUNT];
bool stats_of_walks;

#define STAT_TEXT(name, text) text,
static const char *const TEXTS[] = {STATISTICS(STAT_TEXT)};

const char *stats_text(int index) {
    return TEXTS[index];
}

uint64_t stats_count(int index) {
    return stats[index];
}

void stats_count_walks(bool count) {
    stats_of_walks = count;
}

void stats_clear(void) {
    for (int i = 0; i < STAT_COUNT; i++)
        stats[i] = 0;
}
#else
const char *stats_text(int index) {
    return NULL;
}

uint64_t stats_count(int index) {
    return 0;
}

void stats_count_walks(bool count) {
}

void stats_clear(void) {
}
#endif
