#include "os/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

void *memory_map(size_t size) {
    const size_t whole = memory_whole_pages(size), reserved = whole + HUGE_PAGE;
    char *mapped = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    /* Unmap what lies before and behind the aligned part. */
    const size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *start = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(start + whole, HUGE_PAGE - before);
    /* A hint only: without huge pages all works, but more slowly. */
    (void)madvise(start, whole, MADV_HUGEPAGE);
    return start;
}

void memory_unmap(void *memory, size_t size) {
    if (memory)
        munmap(memory, memory_whole_pages(size));
}

/* How much memory the system can back. A process that writes to more is killed. */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The number behind a name in a system file; SIZE_MAX if there is none. */
static size_t number_in(const char *path, const char *name) {
    char text[4096];
    size_t number, length = 0;
    FILE *file = fopen(path, "re");
    if (file) {
        length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    text[length] = '\0';
    const char *at = strstr(text, name);
    return at && sscanf(at + strlen(name), "%zu", &number) == 1 ? number : SIZE_MAX;
}

/* The least limit of a control group and of the groups that contain it. In a container the group's
 * folder may be hidden; then the root folder is the container's. Shortens `group`. */
static size_t group_limit(const char *root, char *group, const char *name) {
    for (size_t limit = SIZE_MAX;;) {
        char path[2048];
        snprintf(path, sizeof path, "%s%s/%s", root, group, name);
        limit = least(limit, number_in(path, ""));
        char *last = strrchr(group, '/');
        if (!last)
            return limit;
        *last = '\0';
    }
}

/* The least limit of our control groups, of either version. */
static size_t groups_limit(void) {
    char line[1024];
    size_t limit = SIZE_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        char *group = strchr(line, '/');
        line[strcspn(line, "\n")] = '\0';
        if (group && strncmp(line, "0::", 3) == 0)
            limit = least(limit, group_limit("/sys/fs/cgroup", group, "memory.max"));
        else if (group && strstr(line, ":memory:"))
            limit =
                least(limit, group_limit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    if (file)
        fclose(file);
    return limit;
}

size_t memory_limit(size_t held) {
    const size_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    size_t limit = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (kilobytes != SIZE_MAX)
        limit = least(limit, (kilobytes << 10) + held);
    struct rlimit resident;
    if (getrlimit(RLIMIT_RSS, &resident) == 0)
        limit = least(limit, resident.rlim_cur); /* RLIM_INFINITY is the largest number */
    return least(limit, groups_limit()) / 8 * 7;
}

void *aligned_new(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

void aligned_free(void *memory) {
    free(memory);
}
