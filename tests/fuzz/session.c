#define _GNU_SOURCE /* memfd_create */

#include "fuzz/session.h"

#include "fuzz/fuzz.h"
#include "fuzz/tame.h"
#include "uci/uci.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool session_is_open;
Tally session_tally;
char session_file_path[FUZZ_PATH_SIZE];

/* Puts the bytes where stdin reads them. */
static void fill_stdin(const uint8_t *input, size_t size) {
    static int file = -1;
    if (file < 0) {
        file = memfd_create("stdin", MFD_CLOEXEC);
        output_init();
        dup2(file, STDIN_FILENO);
    }
    FUZZ_REQUIRE(file >= 0 && ftruncate(file, 0) == 0 &&
                     pwrite(file, input, size, 0) == (ssize_t)size &&
                     lseek(STDIN_FILENO, 0, SEEK_SET) == 0,
                 "no file in memory");
}

static int read_file; /* its descriptor */

void session_begin(const uint8_t *input, size_t size, const uint8_t *file, size_t file_size) {
    fill_stdin(input, size);
    read_file = fuzz_file(file, file_size, session_file_path);
    session_tally = (Tally){.clock = 1000000};
    session_is_open = true;
}

void session_end(void) {
    const char *reason;
    session_is_open = false;
    log_open("", &reason);
    close(read_file);
}

void session_require_answers(void) {
    const Tally *t = &session_tally;
    FUZZ_REQUIRE(t->searches == t->answers, "%d times go, %d times bestmove", t->searches,
                 t->answers);
    FUZZ_REQUIRE(t->asked == t->ready, "%d times isready, %d times readyok", t->asked, t->ready);
}
