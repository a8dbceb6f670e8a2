/* How much memory the system can back. */
#include "core/memory.h"

#include <stdint.h>
#include <windows.h>

size_t memory_limit(size_t held) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status))
        return SIZE_MAX / 8 * 7;
    const uint64_t room = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                                        : status.ullAvailPageFile;
    return (size_t)(room + held) / 8 * 7;
}
