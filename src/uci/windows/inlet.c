#include "uci/inlet.h"

#include "os/process.h"
#include "os/thread.h"

#include <string.h>
#include <windows.h>

/* No call waits for a pipe and for a bell here, so that a thread reads, and fills the chunk whenever it
 * is empty. It cannot be called back from a read, and ends with the program: there is one inlet, in
 * static memory. */
struct Inlet {
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    bool reads, woken, ended;
    size_t from, size; /* what is left of the chunk */
    char chunk[1 << 16];
};

static Inlet only = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* A person's line, which the system gives in UTF-16 if all letters are to arrive. 0 bytes at the end,
 * which is told by Ctrl-Z at the beginning of a line. */
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
    Inlet *inlet = context;
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    const bool person = terminal_is_input();
    for (bool more = true; more;) {
        const size_t size =
            (person ? read_terminal : read_stream)(input, inlet->chunk, sizeof inlet->chunk);
        pthread_mutex_lock(&inlet->lock);
        inlet->from = 0;
        inlet->size = size;
        inlet->ended = size == 0;
        more = !inlet->ended;
        pthread_cond_broadcast(&inlet->changed);
        while (inlet->from < inlet->size)
            pthread_cond_wait(&inlet->changed, &inlet->lock);
        pthread_mutex_unlock(&inlet->lock);
    }
    return NULL;
}

Inlet *inlet_open(void) {
    return &only;
}

/* Takes what is there of the chunk, under the lock. */
static ssize_t take(Inlet *inlet, char *bytes, size_t size) {
    const size_t left = inlet->size - inlet->from;
    const size_t count = left < size ? left : size;
    memcpy(bytes, inlet->chunk + inlet->from, count);
    inlet->from += count;
    pthread_cond_broadcast(&inlet->changed);
    return (ssize_t)count;
}

ssize_t inlet_read(Inlet *inlet, char *bytes, size_t size) {
    pthread_t thread;
    ssize_t result = INLET_END;
    pthread_mutex_lock(&inlet->lock);
    /* Not before it is asked for: what commands in the arguments leave unread is not ours. */
    inlet->reads = inlet->reads || thread_start(&thread, fill, inlet);
    while (inlet->reads && !inlet->woken && !inlet->ended && inlet->from == inlet->size)
        pthread_cond_wait(&inlet->changed, &inlet->lock);
    if (inlet->from < inlet->size) {
        result = take(inlet, bytes, size);
    } else if (inlet->woken) {
        inlet->woken = false;
        result = INLET_WOKEN;
    }
    pthread_mutex_unlock(&inlet->lock);
    return result;
}

void inlet_wake(Inlet *inlet) {
    pthread_mutex_lock(&inlet->lock);
    inlet->woken = true;
    pthread_cond_broadcast(&inlet->changed);
    pthread_mutex_unlock(&inlet->lock);
}

void inlet_close(Inlet *inlet) {
    (void)inlet;
}
