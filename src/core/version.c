#include "core/version.h"

#include <stdio.h>

static char name[80] = "Panoptes " PANOPTES_VERSION;

const char *version_name(void) {
    return name;
}

void version_set_commit(const char *commit) {
    if (*commit)
        snprintf(name, sizeof name, "Panoptes " PANOPTES_VERSION " (%s)", commit);
}
