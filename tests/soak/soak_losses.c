#include "soak/soak_losses.h"

#include "core/types.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const NAMES[LOSS_COUNT] = {
    "processes ended", "no answer",     "illegal moves",   "losses on time", "complaints",
    "post-mortems",    "memory growth", "files left open", "threads left",
};

static int counts[LOSS_COUNT];
static char under[64];

void losses_under(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(under, sizeof under, format, args);
    va_end(args);
}

void lose(Loss loss, const char *format, ...) {
    va_list args;
    counts[loss]++;
    printf("LOST (%s): %s: ", NAMES[loss], under);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

int losses_total(void) {
    int total = 0;
    for (int i = 0; i < LOSS_COUNT; i++)
        total += counts[i];
    return total;
}

void losses_print(void) {
    printf("lost:");
    for (int i = 0; i < LOSS_COUNT; i++)
        printf("%s %s %d", i ? "," : "", NAMES[i], counts[i]);
    printf("\n");
}

/* --- what a process holds --------------------------------------------------------------------- */

static int count_files(pid_t pid) {
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *dir = opendir(path);
    if (!dir)
        return -1;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

bool usage_of(pid_t pid, Usage *usage) {
    char path[64], line[256];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        found += sscanf(line, "VmRSS: %ld kB", &usage->resident) == 1;
        found += sscanf(line, "RssAnon: %ld kB", &usage->own) == 1;
        found += sscanf(line, "Threads: %d", &usage->threads) == 1;
    }
    fclose(file);
    usage->files = count_files(pid);
    return found == 3 && usage->files >= 0;
}

void watch_sample(Watch *watch, pid_t pid, char name) {
    Usage now, *bound = &watch->bound;
    if (!usage_of(pid, &now))
        return;
    if (watch->samples == 0)
        watch->first = *bound = now;
    const bool warm = watch->samples++ >= WATCH_WARM_UP;
    const bool grown = now.own > bound->own + (warm ? WATCH_GROWTH : 0);
    if (warm && grown)
        lose(LOSS_MEMORY, "%c holds %ld kB at rest, %ld kB before", name, now.own, bound->own);
    if (warm && now.files > bound->files)
        lose(LOSS_FILES, "%c has %d files open at rest, %d before", name, now.files, bound->files);
    if (warm && now.threads > bound->threads)
        lose(LOSS_THREADS, "%c has %d threads at rest, %d before", name, now.threads,
             bound->threads);
    bound->own = grown ? now.own : bound->own;
    bound->files = max_int(bound->files, now.files);
    bound->threads = max_int(bound->threads, now.threads);
    watch->latest = now;
}
