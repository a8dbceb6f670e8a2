/* Memory for structures that must begin at a cache line. */
#ifndef CORE_ALIGNED_H
#define CORE_ALIGNED_H

#include <stddef.h>

/* `size` bytes that begin at a cache line, or NULL if there is not as much. */
void *aligned_new(size_t size);

/* Gives memory of aligned_new back, which free does not do on every system. NULL is allowed. */
void aligned_free(void *memory);

#endif
