/* crash.exe: proves that a crash on Windows leaves a post-mortem. The program sets up the engine's handlers, searches
 * nothing, and writes to address 0. tests/platform/windows.sh runs it. */
#include "engine/engine.h"
#include "postmortem/postmortem.h"

#include <string.h>

static int *volatile nowhere;

int main(void) {
    static const char MOVES[] = "moves e2e4";
    bool known;
    tables_init(cpu_level(&known));
    post_mortem_init();
    crash_init("info string error: ");
    journal_position("startpos ", MOVES, strlen(MOVES));
    *nowhere = 1;
    return 0;
}
