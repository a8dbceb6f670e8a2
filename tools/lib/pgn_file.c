#include "lib/pgn_file.h"

#include <errno.h>

static size_t read_bytes(void *context, char *bytes, size_t size) {
    return fread(bytes, 1, size, context);
}

PgnCount pgn_read_file(FILE *file, const PgnHandler *handler, int *error) {
    const PgnSource source = {file, read_bytes};
    errno = 0;
    const PgnCount count = pgn_read(&source, handler);
    *error = ferror(file) ? errno ? errno : EIO : count.out_of_memory ? ENOMEM : 0;
    return count;
}
