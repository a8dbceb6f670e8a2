/* Which build of the program this is. */
#ifndef POSTMORTEM_BUILD_ID_H
#define POSTMORTEM_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

/* The build id that the linker wrote, a note among the program's headers, and its size; NULL if there
 * is none. */
const uint8_t *build_id(size_t *size);

#endif
