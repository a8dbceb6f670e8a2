#include "os/interrupt.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <windows.h>

static void (*asked)(void);
static atomic_bool armed;

/* Called on a thread of its own. The next request is for the handler before, which ends the
 * process. */
static BOOL WINAPI on_event(DWORD event) {
    (void)event;
    if (!atomic_exchange(&armed, false))
        return FALSE;
    asked();
    return TRUE;
}

void interrupt_catch(void (*ask)(void)) {
    asked = ask;
    armed = true;
    SetConsoleCtrlHandler(on_event, TRUE);
}

void interrupt_release(void) {
    armed = false;
    SetConsoleCtrlHandler(on_event, FALSE);
}
