#include "uci/options.h"

#include "uci/output.h"

#include <string.h>

typedef enum OptionType { OPTION_SPIN, OPTION_CHECK, OPTION_BUTTON } OptionType;

/* A check's value is 0 or 1; a button has none. */
typedef struct Option {
    const char *name;
    const char *alias; /* another name that is understood but not listed, or NULL */
    OptionType type;
    int initial, min, max;
    void (*apply)(Session *session, int value);
} Option;

static void apply_hash(Session *session, int megabytes) {
    if (megabytes == session->hash)
        return;
    session->hash = engine_set_hash(session->engine, megabytes);
    if (session->hash < megabytes)
        output_line("info string Hash: memory for %d MB only, not for %d", session->hash,
                    megabytes);
}

static void apply_multipv(Session *session, int lines) {
    engine_set_multipv(session->engine, lines);
}

static void apply_overhead(Session *session, int milliseconds) {
    engine_set_overhead(session->engine, milliseconds);
}

static void apply_chess960(Session *session, int on) {
    engine_set_chess960(session->engine, on != 0);
}

static void clear_hash(Session *session, int unused) {
    (void)unused;
    engine_clear_hash(session->engine);
}

/* For options that change nothing here: there is one thread as yet, and whether we may ponder is
 * the front end's business: it says so with `go ponder`. */
static void apply_nothing(Session *session, int unused) {
    (void)session;
    (void)unused;
}

static const Option OPTIONS[] = {
    {"Hash", NULL, OPTION_SPIN, HASH_DEFAULT, HASH_MIN, HASH_MAX, apply_hash},
    {"Threads", NULL, OPTION_SPIN, 1, 1, 1, apply_nothing},
    {"MultiPV", NULL, OPTION_SPIN, 1, 1, MULTIPV_MAX, apply_multipv},
    {"Move Overhead", "MoveOverhead", OPTION_SPIN, OVERHEAD_DEFAULT, 0, OVERHEAD_MAX,
     apply_overhead},
    {"Ponder", NULL, OPTION_CHECK, false, 0, 1, apply_nothing},
    {"UCI_Chess960", NULL, OPTION_CHECK, false, 0, 1, apply_chess960},
    {"Clear Hash", NULL, OPTION_BUTTON, 0, 0, 0, clear_hash},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

void options_list(Text *text) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const Option *option = &OPTIONS[i];
        switch (option->type) {
        case OPTION_SPIN:
            text_add(text, "option name %s type spin default %d min %d max %d\n", option->name,
                     option->initial, option->min, option->max);
            break;
        case OPTION_CHECK:
            text_add(text, "option name %s type check default %s\n", option->name,
                     option->initial ? "true" : "false");
            break;
        case OPTION_BUTTON:
            text_add(text, "option name %s type button\n", option->name);
            break;
        }
    }
}

static const Option *find_option(Word name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (word_is_any_case(name, OPTIONS[i].name) ||
            (OPTIONS[i].alias && word_is_any_case(name, OPTIONS[i].alias)))
            return &OPTIONS[i];
    return NULL;
}

/* The value that a text means for an option. Tells what is wrong with it and returns false if none.
 */
static bool read_value(const Option *option, Word text, int *value) {
    int64_t number;
    switch (option->type) {
    case OPTION_SPIN:
        if (!word_number(text, &number) || number < option->min || number > option->max)
            return output_error("setoption: %s cannot be '%s'; give a number from %d to %d",
                                option->name, word_show(text).text, option->min, option->max);
        *value = (int)number;
        return true;
    case OPTION_CHECK:
        *value = word_is_any_case(text, "true");
        if (!*value && !word_is_any_case(text, "false"))
            return output_error("setoption: %s cannot be '%s'; give true or false", option->name,
                                word_show(text).text);
        return true;
    case OPTION_BUTTON:
        break;
    }
    *value = 0;
    return true;
}

bool options_set(Session *session, Words words) {
    enum { TEXT_LIMIT = 256 };
    char name[TEXT_LIMIT], value[TEXT_LIMIT];
    if (!word_take(&words, "name"))
        return output_error("setoption: no name; write setoption name NAME value VALUE");
    const bool name_fits = words_join(&words, "value", name, sizeof name);
    const Word name_word = {name, strlen(name)};
    const Option *option = name_fits ? find_option(name_word) : NULL;
    if (!option)
        return output_error("setoption: no option '%s'; 'uci' lists the options",
                            word_show(name_word).text);
    word_take(&words, "value");
    words_join(&words, NULL, value, sizeof value);
    int number;
    if (!read_value(option, (Word){value, strlen(value)}, &number))
        return false;
    option->apply(session, number);
    return true;
}
