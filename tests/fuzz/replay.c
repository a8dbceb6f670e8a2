/* Turns a post-mortem that a stranger has written into a script of commands. The script may have only options that name
 * no file, a position, and a search. Then the script runs in this process. The functions that write scripts are static
 * in replay.c, so this file includes replay.c and renames its one public function. */
#define replay_file replay_file_again
#include "../../src/postmortem/replay.c" // NOLINT(bugprone-suspicious-include)

#include "fuzz/fuzz.h"
#include "fuzz/tame.h"
#include "uci/uci.h"

#include <strings.h>

static bool begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

static bool is_word(const char *value) {
    static const char *const WORDS[] = {"true", "false", "classical", "network"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcasecmp(value, WORDS[i]) == 0)
            return true;
    return false;
}

/* Fails if an option may name a file. A value that is a number or a known word cannot be a path. */
static void look_at_option(const char *line) {
    const char *value = strstr(line, " value ");
    FUZZ_REQUIRE(value, "an option without a value: %s", line);
    value += strlen(" value ");
    FUZZ_REQUIRE(is_word(value) || strspn(value, "+-0123456789") == strlen(value),
                 "an option that may name a file: %s", line);
}

static void look_at_script(const Script *script) {
    FUZZ_REQUIRE(script->count <= SCRIPT_LINES, "%d lines", script->count);
    for (int i = 0; i < script->count; i++) {
        const char *line = script->lines[i];
        FUZZ_REQUIRE(!strchr(line, '\n'), "two lines in one: %s", line);
        if (begins(line, "setoption name "))
            look_at_option(line);
        else
            FUZZ_REQUIRE(begins(line, "position ") || begins(line, "go") ||
                             strcmp(line, "debug on") == 0,
                         "not to be run: %s", line);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Script script = {0};
    char *text = fuzz_text(data, size);
    if (make_script(text, &script)) {
        look_at_script(&script);
        session_begin(NULL, 0, NULL, 0);
        uci_run((const char *const *)script.lines, script.count);
        session_end();
    }
    free_script(&script);
    free(text);
    return 0;
}
