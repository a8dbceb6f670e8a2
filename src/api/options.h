/* The options of a player, by the names that UCI gives them. */
#ifndef API_OPTIONS_H
#define API_OPTIONS_H

#include "api/player.h"
#include "core/text.h"

/* Room for the value of a string option, such as a path. */
enum { OPTION_TEXT_SIZE = 4096 };

typedef enum OptionType {
    OPTION_SPIN,
    OPTION_CHECK,
    OPTION_COMBO,
    OPTION_BUTTON,
    OPTION_STRING
} OptionType;

/* A field of EngineSettings: a bool or an integer. Size 0: none. */
typedef struct Setting {
    size_t offset, size;
} Setting;

/* The value of a check is 0 or 1, that of a combo the number of one of its words, that of a string a
 * text; a button has none. */
typedef struct Option {
    const char *name;
    const char *alias; /* another name that is understood, but not listed; or NULL */
    OptionType type;
    int initial, min, max;
    void (*apply)(Player *player, int value);
    const char *const *words; /* of a combo: max + 1 of them */
    /* Of a string, instead of `initial` and `apply`. */
    const char *initial_text;
    bool (*apply_text)(Player *player, const char *text); /* false if refused, after a complaint */
    bool waits;      /* must not change during a search: waits for its end */
    Setting setting; /* of the engine, set instead of calling apply */
    int *variable;   /* likewise; or NULL */
    bool of_engine;  /* the two engines of selfplay may have different values of it */
    bool of_process; /* all engines of the process share it: none may search meanwhile */
} Option;

/* Adds a line `option name ...` for each option. */
void option_lines(const Player *player, Text *text);

/* The option of a name, in any case; NULL if there is none. */
const Option *option_find(const Player *player, Token name);

/* Its number among all of the player. */
int option_number(const Player *player, const Option *option);

/* Complains that no option has a name. If the word `value` was forgotten, so that the name goes on with the value, says
 * that. */
bool option_missing(const Player *player, Token name);

/* True if a value can be set; else complains. A string passes: only option_set finds its faults. */
bool option_check(const Player *player, const Option *option, Tokens value);

/* Sets an option. A value out of range is refused, after a complaint, and the option keeps its value. The value of a
 * string is all that is left without the blanks around it; nothing and <empty> mean the empty string. An option that
 * waits ends the search under way. */
bool option_set(Player *player, const Option *option, Tokens value);

/* For options that change nothing. */
void option_no_value(Player *player, int unused);
bool option_no_text(Player *player, const char *unused);

#endif
