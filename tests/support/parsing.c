#include "support/parsing.h"

#include "selfcheck/verify.h"
#include "support/cmocka_test.h"

#include <stdlib.h>
#include <string.h>

Position position;
char message[FEN_ERROR_SIZE];

static bool is_printable_line(const char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

bool parse(const char *fen) {
    const size_t size = strlen(fen) + 1;
    char *exact = malloc(size);
    assert_non_null(exact);
    memcpy(exact, fen, size);
    memset(message, 0, sizeof message);
    const bool accepted = fen_parse(&position, exact, message, sizeof message);
    free(exact);
    if (accepted)
        assert_string_equal(message, "");
    if (!accepted && (strncmp(message, "FEN ", 4) != 0 || !is_printable_line(message)))
        fail_msg("bad message '%s' for '%s'", message, fen);
    if (strlen(message) >= FEN_ERROR_SIZE - 1)
        fail_msg("message cut: '%s'", message);
    return accepted;
}

void parse_or_fail(const char *fen) {
    if (!parse(fen))
        fail_msg("refused: %s\n%s", fen, message);
}

void check_sound(const char *fen) {
    char report[DIFFERENCE_SIZE];
    if (!verify_position(&position, "fen_parse", report))
        fail_msg("unsound after '%s':\n%s", fen, report);
}
