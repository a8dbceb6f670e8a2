/* The options of a player, by their names in UCI. */
#ifndef API_OPTIONS_H
#define API_OPTIONS_H

#include "api/player.h"
#include "core/text.h"

/* Bytes for the value of a string option, such as a path. */
enum { OPTION_TEXT_SIZE = 4096 };

typedef enum OptionType {
    OPTION_SPIN,
    OPTION_CHECK,
    OPTION_COMBO,
    OPTION_BUTTON,
    OPTION_STRING
} OptionType;

/* A field of EngineSettings, a bool or an integer: offset and size in bytes. Size 0 means that there is no field. */
typedef struct Setting {
    size_t offset, size;
} Setting;

/* An option. The value of a check is 0 or 1. The value of a combo is the index of a word. The value
 * of a string is a text. A button has no value. */
typedef struct Option {
    const char *name;
    const char *alias; /* another name, which is accepted but not listed, or NULL */
    OptionType type;
    int initial, min, max;
    /* NULL if `setting` or `variable` takes its place, or if the option has no effect */
    void (*apply)(Player *player, int value);
    const char *const *words; /* the max + 1 words of a combo */
    /* A string option has the next two fields instead of `initial` and `apply`. */
    const char *initial_text;
    /* returns false, after a complaint, if the option refuses the text; NULL if it has no effect */
    bool (*apply_text)(Player *player, const char *text);
    bool waits; /* UCI's setoption waits until the search under way ends */
    /* the field of the engine's settings that option_set sets instead of calling `apply`; size 0
     * means no field */
    Setting setting;
    int *variable;  /* NULL, or the variable that option_set sets instead of calling `apply` */
    bool of_engine; /* the two engines of selfplay may have different values */
    /* all engines of the process share the option: no engine may search while the option is being
     * set */
    bool of_process;
} Option;

/* Adds a line `option name ...` for each option. */
void option_lines(const Player *player, Text *text);

/* Returns the option with this name, or NULL if no option has the name. The case of the letters
 * does not matter. */
const Option *option_find(const Player *player, Token name);

/* Returns the number of an option among all options of the player, from 0. */
int option_number(const Player *player, const Option *option);

/* Complains that no option has this name. If the name begins with an option's name and a blank, the
 * complaint differs: the word `value` is missing, or a button takes no value. Returns false. */
bool option_missing(const Player *player, Token name);

/* True if an option can be set to a value; otherwise complains. A string option always passes,
 * since only option_set finds the faults of a string. */
bool option_check(const Player *player, const Option *option, Tokens value);

/* Sets an option. If the value is out of range, complains, leaves the option as it was, and returns
 * false. The value of a string option is the text from the first to the last token. No token, or
 * <empty>, means the empty string. Setting an option that waits (see Option) ends the search under
 * way. */
bool option_set(Player *player, const Option *option, Tokens value);

#endif
