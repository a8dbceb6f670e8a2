#include "core/aligned.h"

#include "core/types.h"

#include <stdlib.h>

void *aligned_new(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

void aligned_free(void *memory) {
    free(memory);
}
