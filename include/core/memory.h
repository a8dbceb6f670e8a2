/* Large, zeroed memory from the operating system, in huge pages where there are any. */
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <stddef.h>

/* Zeroed memory that begins at a huge page, or NULL if there is not as much. Pages become real only
 * when they are written to, on the NUMA node of the thread that does so. */
void *memory_map(size_t size);

/* Gives memory of memory_map back; `size` as it was asked for. NULL is allowed. */
void memory_unmap(void *memory, size_t size);

/* Makes all of it zero again, giving its pages back where the system takes them. */
void memory_zero(void *memory, size_t size);

#endif
