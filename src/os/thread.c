#include "os/thread.h"

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    const bool started = !pthread_attr_setstacksize(&attributes, THREAD_STACK) &&
                         !pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return started;
}
