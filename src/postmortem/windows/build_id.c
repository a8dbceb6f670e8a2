#include "postmortem/postmortem_internal.h"

/* The linker writes none into programs for Windows. */
const uint8_t *build_id(size_t *size) {
    *size = 0;
    return NULL;
}
