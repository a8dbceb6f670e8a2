#include "tablebase/tablebase.h"

#include <stdio.h>

/* There is no library of Debian's kind here that could be loaded: no tables are ever open. */
bool tablebase_open(const char *paths, const TablebaseProgress *progress, TablebaseCount *count,
                    char *error, size_t error_size) {
    *count = (TablebaseCount){0};
    if (!*paths)
        return true;
    snprintf(
        error, error_size,
        "Panoptes for Windows has no probing library and plays without tables; leave it empty");
    return false;
}

int tablebase_men(void) {
    return 0;
}

Wdl tablebase_wdl(const Position *pos) {
    return WDL_UNKNOWN;
}

bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz) {
    (void)pos, (void)moves, (void)count, (void)dtz;
    return false;
}

bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count) {
    (void)pos, (void)moves, (void)count;
    return false;
}
