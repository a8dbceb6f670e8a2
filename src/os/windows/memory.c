#include "os/memory.h"

#include <malloc.h>
#include <stdint.h>
#include <windows.h>

/* Addresses are reserved for a huge page more; memory is promised for the aligned part alone. Large
 * pages are left out: they need a right that users do not have. */
void *memory_map(size_t size) {
    const size_t whole = memory_whole_pages(size);
    char *reserved = VirtualAlloc(NULL, whole + HUGE_PAGE, MEM_RESERVE, PAGE_READWRITE);
    if (!reserved)
        return NULL;
    char *start = reserved + (HUGE_PAGE - (uintptr_t)reserved % HUGE_PAGE) % HUGE_PAGE;
    if (VirtualAlloc(start, whole, MEM_COMMIT, PAGE_READWRITE))
        return start;
    VirtualFree(reserved, 0, MEM_RELEASE);
    return NULL;
}

void memory_unmap(void *memory, size_t size) {
    MEMORY_BASIC_INFORMATION block;
    if (memory && VirtualQuery(memory, &block, sizeof block))
        VirtualFree(block.AllocationBase, 0, MEM_RELEASE);
}

/* How much memory the system can back. */

size_t memory_limit(size_t held) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status))
        return SIZE_MAX / 8 * 7;
    const uint64_t room = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                                        : status.ullAvailPageFile;
    return (size_t)(room + held) / 8 * 7;
}

void *aligned_new(size_t size) {
    return _aligned_malloc(size, CACHE_LINE);
}

void aligned_free(void *memory) {
    _aligned_free(memory);
}
