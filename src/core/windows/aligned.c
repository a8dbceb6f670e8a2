#include "core/aligned.h"

#include "core/types.h"

#include <malloc.h>

void *aligned_new(size_t size) {
    return _aligned_malloc(size, CACHE_LINE);
}

void aligned_free(void *memory) {
    _aligned_free(memory);
}
