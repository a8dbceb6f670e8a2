#include "postmortem/postmortem.h"

#include <stdio.h>

ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size) {
    snprintf(error, error_size,
             "replay: '%.200s' is not replayed: on Windows no process can be split off for it; "
             "replay it with Panoptes on Linux",
             path);
    return REPLAY_UNUSABLE;
}
