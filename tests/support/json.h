/* Judging JSON by its grammar (RFC 8259), with code of its own. */
#ifndef SUPPORT_JSON_H
#define SUPPORT_JSON_H

#include <stdbool.h>

/* True for one object and nothing besides, at most 64 levels deep. */
bool json_is_object(const char *text);

#endif
