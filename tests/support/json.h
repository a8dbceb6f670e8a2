/* A check of JSON by its grammar (RFC 8259), independent of the engine's code. */
#ifndef SUPPORT_JSON_H
#define SUPPORT_JSON_H

#include <stdbool.h>

/* True if the text is exactly one object, at most 64 levels deep. */
bool json_is_object(const char *text);

#endif
