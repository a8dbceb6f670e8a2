#include "network/network_file.h"

#include "network/embedded.h"
#include "os/memory.h"
#include "os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct NetworkFile {
    Network net;
    uint8_t *bytes;
};

/* Reads an open file into `f`; returns NULL, or why it is refused. `hidden` is NULL where it wants
 * NETWORK_HIDDEN neurons. */
static const char *fill(NetworkFile *f, int file, int *hidden) {
    struct stat status;
    if (fstat(file, &status))
        return strerror(errno);
    const size_t size = (size_t)status.st_size;
    if (size > NETWORK_SIZE_MAX)
        return "it is larger than 16 MB";
    f->bytes = aligned_new(size + 1);
    if (!f->bytes)
        return strerror(ENOMEM);
    if (!regular_file_read(file, f->bytes, size, 0))
        return strerror(errno);
    return hidden ? network_find_narrow(&f->net, hidden, f->bytes, size)
                  : network_find(&f->net, f->bytes, size);
}

static NetworkFile *open_file(const char *path, int *hidden, const char **reason) {
    const int file = regular_file_open(path, O_RDONLY, reason);
    if (file < 0)
        return NULL;
    NetworkFile *f = calloc(1, sizeof *f);
    *reason = f ? fill(f, file, hidden) : strerror(ENOMEM);
    close(file);
    if (!*reason)
        return f;
    network_close(f);
    return NULL;
}

NetworkFile *network_open(const char *path, const char **reason) {
    return open_file(path, NULL, reason);
}

NetworkFile *network_open_narrow(const char *path, int *hidden, const char **reason) {
    return open_file(path, hidden, reason);
}

void network_close(NetworkFile *file) {
    if (file)
        aligned_free(file->bytes);
    free(file);
}

const Network *network_of(const NetworkFile *file) {
    return &file->net;
}

static struct {
    Network net;
    char fault[128]; /* empty: none */
} embedded;

void network_file_init(void) {
    const size_t size = (size_t)(embedded_network_end - embedded_network);
    const char *fault = network_find(&embedded.net, embedded_network, size);
    snprintf(embedded.fault, sizeof embedded.fault, "%s", fault ? fault : "");
}

const Network *network_embedded(void) {
    return *embedded.fault ? NULL : &embedded.net;
}

const char *network_embedded_fault(void) {
    return *embedded.fault ? embedded.fault : NULL;
}
