#include "uci/uci_internal.h"

#include "postmortem/postmortem.h"
#include "search/handicap.h"
#include "search/params.h"
#include "uci/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char ABOUT[] = "Panoptes " PANOPTES_VERSION
                            ", a UCI chess engine that always knows who attacks what; MIT licence";

enum { SKILL_SEED_MAX = 1000000000 };

_Static_assert((int)OPTION_TEXT_SIZE <= (int)JOURNAL_VALUE_SIZE, "a value fits in the journal");

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

#define SETTING(field)                                                                             \
    { offsetof(EngineSettings, field), sizeof(((EngineSettings *)NULL)->field) }

/* The value of a check is 0 or 1, that of a combo the number of one of its words, that of a string a
 * text; a button has none. */
typedef struct Option {
    const char *name;
    const char *alias; /* another name that is understood, but not listed; or NULL */
    OptionType type;
    int initial, min, max;
    void (*apply)(Session *session, int value);
    const char *const *words; /* of a combo: max + 1 of them */
    /* Of a string, instead of `initial` and `apply`. */
    const char *initial_text;
    bool (*apply_text)(Session *session,
                       const char *text); /* false if refused, after reporting why */
    bool waits;                           /* must not change during a search: waits for its end */
    Setting setting;                      /* of the engine, set instead of calling apply */
    int *variable;                        /* likewise; or NULL */
    bool of_engine;                       /* two engines may have different values of it */
} Option;

static void apply_hash(Session *session, int megabytes) {
    session->hash = engine_set_hash(session->engine, megabytes);
    if (session->hash < megabytes)
        output_line("info string Hash: no memory for %d MB; %d MB are in use", megabytes,
                    session->hash);
}

/* Setting S of the engine becomes `value`. */
#define CONFIGURE(S, value)                                                                        \
    do {                                                                                           \
        EngineSettings settings = engine_settings(session->engine);                                \
        settings.S = (value);                                                                      \
        engine_configure(session->engine, &settings);                                              \
    } while (0)

/* Sets a field of the engine's settings. */
static void configure(Session *session, Setting setting, int value) {
    EngineSettings settings = engine_settings(session->engine);
    const int64_t wide = value;
    memcpy((char *)&settings + setting.offset, &wide, setting.size); /* the low bytes come first */
    engine_configure(session->engine, &settings);
}

/* Gives an option its value. */
static void apply(Session *session, const Option *option, int value) {
    if (option->variable)
        *option->variable = value;
    else if (option->setting.size)
        configure(session, option->setting, value);
    else
        option->apply(session, value);
}

static void apply_chess960(Session *session, int on) {
    engine_set_chess960(session->engine, on != 0);
}

static void apply_analyse(Session *session, int on) {
    session->analyse = on != 0;
}

static void apply_debug(Session *session) {
    CONFIGURE(search.self_check, session->debug ? session->debug_interval : 0);
}

void options_set_debug(Session *session, int on) {
    session->debug = on != 0;
    journal_debug(session->debug);
    apply_debug(session);
}

static void apply_debug_interval(Session *session, int nodes) {
    session->debug_interval = nodes;
    apply_debug(session);
}

/* UCI_Elo counts if the strength is limited, the skill level otherwise. */
static void apply_strength(Session *session) {
    CONFIGURE(skill, session->limit_strength ? handicap_skill_of_elo(session->elo)
                                             : session->skill_level * SKILL_UNIT);
}

static void apply_limit_strength(Session *session, int on) {
    session->limit_strength = on != 0;
    apply_strength(session);
}

static void apply_elo(Session *session, int elo) {
    session->elo = elo;
    apply_strength(session);
}

static void apply_skill_level(Session *session, int level) {
    session->skill_level = level;
    apply_strength(session);
}

static void apply_show_wdl(Session *session, int on) {
    session->show_wdl = on != 0;
}

static void clear_hash(Session *session, int unused) {
    engine_clear_hash(session->engine);
}

/* Prints which book plays, if one is to. */
static void print_book(const Session *session) {
    const Book *book = session->book;
    if (!session->own_book)
        return;
    if (book)
        output_line("info string OwnBook: %s plays: %" PRId64 " entries for %" PRId64 " positions",
                    book_name(book), book_entries(book), book_positions(book));
    else
        output_line("info string OwnBook: no book plays: %s",
                    session->book_named ? "Book File names none that can be read"
                                        : "memory is short");
}

static void apply_own_book(Session *session, int on) {
    session->own_book = on != 0;
    if (on && !session->book && !session->book_named)
        session->book = book_open_inside();
    print_book(session);
}

static void apply_best_book_move(Session *session, int on) {
    session->best_book_move = on != 0;
}

static void apply_threads(Session *session, int threads) {
    const int got = engine_set_threads(session->engine, threads);
    if (got != threads)
        output_error("setoption: Threads: %d, the memory or the system's limits do not allow more",
                     got);
}

static bool apply_book_file(Session *session, const char *path) {
    char error[BOOK_ERROR_SIZE];
    book_close(session->book);
    session->book_named = *path != '\0';
    session->book = session->book_named ? book_open(path, error, sizeof error) : book_open_inside();
    if (!session->book && session->book_named)
        return output_error("setoption: Book File: %s; no book plays now, not the one inside the "
                            "program either",
                            error);
    print_book(session);
    return true;
}

static const char *const EVALUATION_WORDS[EVALUATIONS] = {"classical", "network"};

static void apply_evaluation(Session *session, int evaluation) {
    engine_set_evaluation(session->engine, evaluation);
    check_network(session);
}

static bool apply_eval_file(Session *session, const char *path) {
    const char *reason;
    if (!engine_set_network(session->engine, path, &reason))
        return output_error("setoption: EvalFile: '%s' is refused: %s; the network before it stays",
                            path, reason);
    check_network(session);
    return true;
}

static bool apply_syzygy_path(Session *session, const char *paths) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE];
    if (!engine_set_tablebase_path(session->engine, paths, &count, error, sizeof error))
        return output_error("setoption: SyzygyPath: %s; there are no tablebases now", error);
    if (*paths)
        output_line("info string SyzygyPath: %d WDL and %d DTZ tables of up to %d pieces",
                    count.wdl, count.dtz, count.men);
    return true;
}

/* For options that change nothing. Ponder: a front end that lets us ponder says so by `go ponder`.
 */
static void apply_nothing(Session *session, int unused) {
}

static bool apply_log_file(Session *session, const char *path) {
    const char *reason;
    return log_open(path, &reason) ||
           output_error("Debug Log File: '%s' cannot be opened: %s; give another file", path,
                        reason);
}

static bool apply_post_mortem_folder(Session *session, const char *path) {
    return post_mortem_set_folder(path) ||
           output_error("setoption: Post-Mortem Folder: '%s' is no folder that can be written to; "
                        "it stays '%s'",
                        path, post_mortem_folder());
}

/* For texts that change nothing: the opponent, and those that are only for display. */
static bool apply_no_text(Session *session, const char *unused) {
    return true;
}

static const Option OPTIONS[] = {
    {"Hash", NULL, OPTION_SPIN, HASH_DEFAULT, HASH_MIN, HASH_MAX, .apply = apply_hash,
     .waits = true, .of_engine = true},
    {"Threads", NULL, OPTION_SPIN, 1, 1, THREADS_MAX, .apply = apply_threads, .waits = true,
     .of_engine = true},
    {"MultiPV", NULL, OPTION_SPIN, 1, 1, MULTIPV_MAX, .setting = SETTING(search.multipv),
     .of_engine = true},
    {"Move Overhead", "MoveOverhead", OPTION_SPIN, OVERHEAD_DEFAULT, 0, OVERHEAD_MAX,
     .setting = SETTING(search.overhead), .of_engine = true},
    {"nodestime", NULL, OPTION_SPIN, 0, 0, NODESTIME_MAX, .setting = SETTING(search.nodestime),
     .of_engine = true},
    {"Evaluation", NULL, OPTION_COMBO, EVALUATION_DEFAULT, 0, EVALUATIONS - 1,
     .apply = apply_evaluation, .words = EVALUATION_WORDS, .waits = true, .of_engine = true},
    {"EvalFile", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_eval_file,
     .waits = true},
    {"Ponder", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_nothing},
    {"UCI_Chess960", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_chess960},
    {"OwnBook", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_own_book},
    {"Book File", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_book_file},
    {"BestBookMove", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_best_book_move},
    {"SyzygyPath", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_syzygy_path,
     .waits = true},
    {"SyzygyProbeDepth", NULL, OPTION_SPIN, TABLEBASE_DEPTH_DEFAULT, 1, TABLEBASE_DEPTH_MAX,
     .setting = SETTING(search.tablebases.depth), .of_engine = true},
    {"SyzygyProbeLimit", NULL, OPTION_SPIN, TABLEBASE_LIMIT_DEFAULT, 0, TABLEBASE_MEN_MAX,
     .setting = SETTING(search.tablebases.limit), .of_engine = true},
    {"Syzygy50MoveRule", NULL, OPTION_CHECK, true, 0, 1,
     .setting = SETTING(search.tablebases.rule50), .of_engine = true},
    {"UCI_AnalyseMode", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_analyse},
    {"UCI_ShowWDL", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_show_wdl},
    {"UCI_LimitStrength", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_limit_strength,
     .of_engine = true},
    {"UCI_Elo", NULL, OPTION_SPIN, UCI_ELO_DEFAULT, UCI_ELO_MIN, UCI_ELO_MAX, .apply = apply_elo,
     .of_engine = true},
    {"Skill Level", NULL, OPTION_SPIN, SKILL_LEVEL_MAX, 0, SKILL_LEVEL_MAX,
     .apply = apply_skill_level, .of_engine = true},
    {"Skill Seed", NULL, OPTION_SPIN, 0, 0, SKILL_SEED_MAX, .setting = SETTING(skill_seed),
     .of_engine = true},
    {"Clear Hash", NULL, OPTION_BUTTON, 0, 0, 0, .apply = clear_hash, .waits = true},
    {"Self Check", NULL, OPTION_CHECK, false, 0, 1, .apply = options_set_debug},
    {"Debug Interval", NULL, OPTION_SPIN, SELF_CHECK_INTERVAL_DEFAULT, 1, SELF_CHECK_INTERVAL_MAX,
     .apply = apply_debug_interval},
    {"Debug Log File", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_log_file},
    {"Post-Mortem Folder", NULL, OPTION_STRING, .initial_text = "",
     .apply_text = apply_post_mortem_folder},
    {"UCI_Opponent", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_no_text},
    {"UCI_EngineAbout", NULL, OPTION_STRING, .initial_text = ABOUT, .apply_text = apply_no_text},
#ifdef TUNE
#define PARAM_OPTION(name, value, min, max, step)                                                  \
    {#name,        NULL, OPTION_SPIN, value, min, max, .variable = &params_set[PARAM_##name],      \
     .waits = true},
    SEARCH_PARAMS(PARAM_OPTION)
#endif
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
        case OPTION_COMBO:
            text_add(text, "option name %s type combo default %s", option->name,
                     option->words[option->initial]);
            for (int w = option->min; w <= option->max; w++)
                text_add(text, " var %s", option->words[w]);
            text_add(text, "\n");
            break;
        case OPTION_BUTTON:
            text_add(text, "option name %s type button\n", option->name);
            break;
        case OPTION_STRING:
            text_add(text, "option name %s type string default %s\n", option->name,
                     *option->initial_text ? option->initial_text : "<empty>");
            break;
        }
    }
}

static const Option *find_option(Token name) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (token_is_any_case(name, OPTIONS[i].name) ||
            (OPTIONS[i].alias && token_is_any_case(name, OPTIONS[i].alias)))
            return &OPTIONS[i];
    return NULL;
}

/* Reads a word of a combo. */
static bool read_word(const Option *option, Token text, int *value) {
    for (int w = option->min; w <= option->max; w++) {
        if (token_is_any_case(text, option->words[w])) {
            *value = w;
            return true;
        }
    }
    Text words;
    text_clear(&words);
    for (int w = option->min; w <= option->max; w++)
        text_add(&words, "%s%s", w > option->min ? " or " : "", option->words[w]);
    return output_error("setoption: %s cannot be '%s'; give %s", option->name,
                        token_show(text).text, words.data);
}

/* Reads the value of an option that is no string from the tokens behind "value". Reports what is
 * wrong with them, if anything is, and returns false. */
static bool read_value(const Option *option, Tokens tokens, int *value) {
    char joined[64]; /* a longer text is no valid value */
    tokens_join(&tokens, NULL, joined, sizeof joined);
    const Token text = {joined, strlen(joined)};
    int64_t number;
    switch (option->type) {
    case OPTION_SPIN:
        if (!token_number(text, &number) || number < option->min || number > option->max)
            return output_error("setoption: %s cannot be '%s'; give a number from %d to %d",
                                option->name, token_show(text).text, option->min, option->max);
        *value = (int)number;
        return true;
    case OPTION_CHECK:
        *value = token_is_any_case(text, "true");
        if (!*value && !token_is_any_case(text, "false"))
            return output_error("setoption: %s cannot be '%s'; give true or false", option->name,
                                token_show(text).text);
        return true;
    case OPTION_COMBO:
        return read_word(option, text, value);
    case OPTION_BUTTON:
    case OPTION_STRING:
        break;
    }
    *value = 0;
    return true;
}

/* Sets a string to everything behind "value"; nothing and <empty> mean the empty string. */
static bool set_string(Session *session, const Option *option, Tokens tokens) {
    char text[OPTION_TEXT_SIZE];
    if (!tokens_rest(tokens, text, sizeof text))
        return output_error("setoption: the value of %s is longer than %d characters", option->name,
                            OPTION_TEXT_SIZE - 1);
    if (memchr(tokens.at, '\0', (size_t)(tokens.end - tokens.at)))
        return output_error("setoption: the value of %s has a zero byte", option->name);
    return option->apply_text(session, strcmp(text, "<empty>") == 0 ? "" : text);
}

/* Sets an option from the tokens behind "value". */
static bool set_unrecorded(Session *session, const Option *option, Tokens tokens) {
    int value;
    if (option->type == OPTION_STRING)
        return set_string(session, option, tokens);
    if (!read_value(option, tokens, &value))
        return false;
    apply(session, option, value);
    return true;
}

/* The same, and enters it in the journal. */
static bool set_option(Session *session, const Option *option, Tokens tokens) {
    char text[OPTION_TEXT_SIZE];
    if (!set_unrecorded(session, option, tokens))
        return false;
    tokens_rest(tokens, text, sizeof text);
    journal_option((int)(option - OPTIONS), option->name, text);
    return true;
}

bool options_set_side(Session *side, Token name, Token value) {
    const Option *option = find_option(name);
    int number;
    if (!option)
        return output_error("setoption: no option '%s'; 'uci' lists the options",
                            token_show(name).text);
    if (!option->of_engine)
        return output_error("setoption: %s cannot differ between two engines of one program",
                            option->name);
    if (!read_value(option, tokens_of(value.text, value.length), &number))
        return false;
    apply(side, option, number);
    return true;
}

/* --- settings that wait ---------------------------------------------------------------------- */

typedef struct DelayedSetting {
    struct DelayedSetting *next;
    const Option *option;
    size_t length;
    char value[]; /* the tokens behind "value" */
} DelayedSetting;

/* Removes the setting of an option from the list. */
static void drop_setting(Session *session, const Option *option) {
    for (DelayedSetting **at = &session->settings; *at; at = &(*at)->next) {
        DelayedSetting *setting = *at;
        if (setting->option != option)
            continue;
        *at = setting->next;
        free(setting);
        return;
    }
}

/* Puts a setting off until the worker is idle, in place of an earlier one of the same option. What
 * is wrong with a string is known only then. */
static bool put_off(Session *session, const Option *option, Tokens tokens) {
    int value;
    if (option->type != OPTION_STRING && !read_value(option, tokens, &value))
        return false;
    const size_t length = (size_t)(tokens.end - tokens.at);
    DelayedSetting *setting = malloc(sizeof *setting + length);
    if (!setting)
        return output_error("setoption: memory is too short to set %s now; stop the search first",
                            option->name);
    *setting = (DelayedSetting){.option = option, .length = length};
    memcpy(setting->value, tokens.at, length);
    drop_setting(session, option);
    DelayedSetting **last = &session->settings;
    while (*last)
        last = &(*last)->next;
    *last = setting;
    return true;
}

void options_apply(Session *session) {
    while (session->settings) {
        const DelayedSetting *setting = session->settings;
        set_option(session, setting->option, tokens_of(setting->value, setting->length));
        drop_setting(session, setting->option);
    }
}

void options_forget(Session *session) {
    while (session->settings)
        drop_setting(session, session->settings->option);
}

/* --- setoption ------------------------------------------------------------------------------- */

/* Reports that there is no option of a name. Often `value` was forgotten, and the name goes on with
 * the value: then that is reported. */
static bool refuse_name(Token name) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const size_t length = strlen(OPTIONS[i].name);
        if (length >= name.length || name.text[length] != ' ' ||
            !token_is_any_case((Token){name.text, length}, OPTIONS[i].name))
            continue;
        if (OPTIONS[i].type == OPTION_BUTTON)
            return output_error("setoption: %s takes no value; write setoption name %s",
                                OPTIONS[i].name, OPTIONS[i].name);
        const Token value = {name.text + length + 1, name.length - length - 1};
        return output_error("setoption: 'value' is missing; write setoption name %s value %s",
                            OPTIONS[i].name, token_show(value).text);
    }
    return output_error("setoption: no option '%s'; 'uci' lists the options",
                        token_show(name).text);
}

bool options_set(Session *session, Tokens tokens) {
    enum { NAME_SIZE = 256 };
    char name[NAME_SIZE];
    if (!token_take(&tokens, "name"))
        return output_error("setoption: no name; write setoption name NAME value VALUE");
    const bool name_fits = tokens_join(&tokens, "value", name, sizeof name);
    const Token name_token = {name, strlen(name)};
    const Option *option = name_fits ? find_option(name_token) : NULL;
    if (!option)
        return refuse_name(name_token);
    token_take(&tokens, "value");
    return option->waits && engine_is_busy(session->engine) ? put_off(session, option, tokens)
                                                            : set_option(session, option, tokens);
}

bool check_network(const Session *session) {
    return !engine_lacks_network(session->engine) ||
           output_error("the network inside this program is refused: %s; the classical evaluation "
                        "judges, which plays weaker; get the program anew, or set EvalFile",
                        network_embedded_fault());
}
