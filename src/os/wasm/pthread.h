/* POSIX threads for WebAssembly, which has one thread. Locks do nothing; a wait on a condition returns after
 * a pause. */
#ifndef OS_WASM_PTHREAD_H
#define OS_WASM_PTHREAD_H

#include <sys/types.h> /* declares the types */

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    { 0 }
#define PTHREAD_MUTEX_RECURSIVE            1
#define pthread_mutex_init(m, attributes)  ((void)(m), (void)(attributes), 0)
#define pthread_mutex_destroy(m)           ((void)(m))
#define pthread_mutex_lock(m)              ((void)(m))
#define pthread_mutex_unlock(m)            ((void)(m))
#define pthread_mutexattr_init(a)          ((void)(a))
#define pthread_mutexattr_settype(a, type) ((void)(a))
#define pthread_mutexattr_destroy(a)       ((void)(a))
#define pthread_cond_init(c, attributes)   ((void)(c), 0)
#define pthread_cond_destroy(c)            ((void)(c))
#define pthread_cond_signal(c)             ((void)(c))
#define pthread_cond_broadcast(c)          ((void)(c))
#define pthread_cond_wait(c, m)            host_pause(WAIT_MS)
#define pthread_join(thread, result)       ((void)(thread))

enum { WAIT_MS = 20 };

/* Lets the host (the JavaScript around the module) call the engine with lines of input. If the host can wait, it waits
 * at most `milliseconds` for lines. */
__attribute__((import_module("panoptes"), import_name("pause"))) void host_pause(int milliseconds);

/* Sets whether thread_step may call host_pause. The host calls the engine with a line from within host_pause, and the
 * engine must not call host_pause again until it has carried out this line. */
void host_pauses(_Bool on);

#endif
