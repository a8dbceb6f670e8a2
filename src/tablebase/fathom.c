#include "tablebase/tablebase_internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifndef STATIC_PROGRAM
#include <dlfcn.h>
#endif

#define LIBRARY "libfathom.so.1"
#define PACKAGE "libfathom1"

static Fathom functions;
static bool loaded;

/* --- loading ------------------------------------------------------------------------------- */

#ifdef STATIC_PROGRAM
/* The library would bring a second libc with it, and that has to be of the version inside. */
static bool load(char *error, size_t error_size) {
    snprintf(
        error, error_size,
        "this program is statically linked and cannot load the probing library " LIBRARY
        ": take the Debian package, or build the program by make, and apt-get install " PACKAGE);
    return false;
}
#else

typedef struct Symbol {
    const char *name;
    void *function; /* where the function pointer lies */
} Symbol;

static const Symbol SYMBOLS[] = {{"tb_init", &functions.open},
                                 {"tb_probe_wdl_impl", &functions.probe_wdl},
                                 {"tb_probe_root_impl", &functions.probe_root},
                                 {"tb_probe_root_wdl", &functions.probe_root_wdl}};
enum { SYMBOL_COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };

/* The name of a function that the library lacks, NULL if it has them all. */
static const char *missing_symbol(void *library) {
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        void *address = dlsym(library, SYMBOLS[i].name);
        if (!address)
            return SYMBOLS[i].name;
        /* ISO C has no conversion between the two kinds of pointer; POSIX has them alike. */
        memcpy(SYMBOLS[i].function, &address, sizeof address);
    }
    return NULL;
}

/* It stays loaded: what it has allocated is known to it alone. */
static bool load(char *error, size_t error_size) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(error, error_size,
                 "the probing library " LIBRARY " is not installed: apt-get install " PACKAGE
                 " (%.160s)",
                 dlerror());
        return false;
    }
    const char *missing = missing_symbol(library);
    if (!missing)
        return true;
    snprintf(error, error_size,
             "the probing library " LIBRARY " has no function %s: apt-get install " PACKAGE
             ", and see that no other is found first",
             missing);
    dlclose(library);
    return false;
}
#endif

const Fathom *fathom_load(char *error, size_t error_size) {
    loaded = loaded || load(error, error_size);
    return loaded ? &functions : NULL;
}

/* --- closing ------------------------------------------------------------------------------- */

/* Lets stderr lead nowhere. Returns a copy of it, to be put back, or -1 if that cannot be done. */
static int mute(void) {
    const int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (copy >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return copy;
}

static void unmute(int copy) {
    if (copy < 0)
        return;
    dup2(copy, STDERR_FILENO);
    close(copy);
}

void fathom_close(const Fathom *fathom) {
    const int copy = mute();
    fathom->open("");
    unmute(copy);
}
