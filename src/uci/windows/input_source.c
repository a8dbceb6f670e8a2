/* Standard input that another thread can interrupt (uci_internal.h): a thread of its own reads the input. */
#include "uci/uci_internal.h"

#include "os/process.h"
#include "os/thread.h"

#include <string.h>
#include <windows.h>

/* Windows has no call that waits both for a pipe and for another thread. Therefore a thread of its own reads the input
 * into `chunk` whenever `chunk` is empty. Nothing can interrupt a read, so the thread ends only with the program. The
 * program has one source, in static memory. */
struct InputSource {
    pthread_mutex_t lock; /* guards all other fields */
    pthread_cond_t changed;
    bool reads, woken, ended;
    /* input_source_read has not returned the bytes of `chunk` from offset `from` to `size` yet */
    size_t from, size;
    char chunk[1 << 16];
};

static InputSource only = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* Reads a line from a console. Reads UTF-16, since only this call of the system gives all letters. Returns 0 at the
 * end of input, which a person marks by Ctrl-Z at the beginning of a line. */
static size_t read_terminal(HANDLE input, char *bytes, size_t size) {
    enum { UNITS = 4096, CTRL_Z = 0x1A };
    wchar_t text[UNITS];
    DWORD units = 0;
    if (!ReadConsoleW(input, text, UNITS, &units, NULL) || !units || text[0] == CTRL_Z)
        return 0;
    return (size_t)WideCharToMultiByte(CP_UTF8, 0, text, (int)units, bytes, (int)size, NULL, NULL);
}

static size_t read_stream(HANDLE input, char *bytes, size_t size) {
    DWORD count;
    return ReadFile(input, bytes, (DWORD)size, &count, NULL) ? count : 0;
}

static void *fill(void *context) {
    InputSource *source = context;
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    const bool person = terminal_is_input();
    for (bool more = true; more;) {
        const size_t size =
            (person ? read_terminal : read_stream)(input, source->chunk, sizeof source->chunk);
        pthread_mutex_lock(&source->lock);
        source->from = 0;
        source->size = size;
        source->ended = size == 0;
        more = !source->ended;
        pthread_cond_broadcast(&source->changed);
        while (source->from < source->size)
            pthread_cond_wait(&source->changed, &source->lock);
        pthread_mutex_unlock(&source->lock);
    }
    return NULL;
}

InputSource *input_source_open(void) {
    return &only;
}

/* Moves up to `size` bytes from the chunk to `bytes`. The caller must hold the source's lock. */
static ssize_t take(InputSource *source, char *bytes, size_t size) {
    const size_t left = source->size - source->from;
    const size_t count = left < size ? left : size;
    memcpy(bytes, source->chunk + source->from, count);
    source->from += count;
    pthread_cond_broadcast(&source->changed);
    return (ssize_t)count;
}

ssize_t input_source_read(InputSource *source, char *bytes, size_t size) {
    pthread_t thread;
    ssize_t result = INLET_END;
    pthread_mutex_lock(&source->lock);
    /* The thread starts at the first read, since commands from the arguments must leave stdin to other programs. */
    source->reads = source->reads || thread_start(&thread, fill, source);
    while (source->reads && !source->woken && !source->ended && source->from == source->size)
        pthread_cond_wait(&source->changed, &source->lock);
    if (source->from < source->size) {
        result = take(source, bytes, size);
    } else if (source->woken) {
        source->woken = false;
        result = INLET_WOKEN;
    }
    pthread_mutex_unlock(&source->lock);
    return result;
}

void input_source_wake(InputSource *source) {
    pthread_mutex_lock(&source->lock);
    source->woken = true;
    pthread_cond_broadcast(&source->changed);
    pthread_mutex_unlock(&source->lock);
}

void input_source_close(InputSource *source) {
}
