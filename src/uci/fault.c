#include "uci/fault.h"

#include "postmortem/postmortem.h"
#include "uci/output.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* Writes a post-mortem, unless there are many already, and reports where it is. */
static void write_post_mortem(const char *report) {
    enum { FILES_AT_MOST = 8 };
    static int files;
    static char path[POST_MORTEM_PATH_SIZE];
    const Cause cause = {.what = "a self-check failed", .report = report};
    if (files++ >= FILES_AT_MOST)
        return;
    post_mortem_write(&cause, path);
    post_mortem_announce(STDERR_FILENO, "panoptes: ", &cause, path);
    if (*path)
        output_line("info string fault: post-mortem: %s", path);
    else
        output_line("info string fault: no post-mortem could be written");
}

void fault_report(const char *report) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    for (const char *at = report; *at;) {
        const int length = (int)strcspn(at, "\n");
        output_line("info string fault: %.*s", length, at);
        at += length + (at[length] != '\0');
    }
    write_post_mortem(report);
    pthread_mutex_unlock(&mutex);
}
