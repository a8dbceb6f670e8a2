#include "api/options.h"

#include "search/params.h"
#include "search/search.h"

#include <inttypes.h>
#include <string.h>

enum { SKILL_SEED_MAX = 1000000000 };

#define SETTING(field)                                                                             \
    { offsetof(EngineSettings, field), sizeof(((EngineSettings *)NULL)->field) }

static void apply_hash(Player *player, int megabytes) {
    const int got = engine_set_hash(player->engine, megabytes);
    if (got < megabytes)
        player_say(player, "info string Hash: no memory for %d MB; %d MB are in use", megabytes,
                   got);
}

/* Sets a field of the engine's settings. */
static void configure(Player *player, Setting setting, int value) {
    EngineSettings settings = engine_settings(player->engine);
    const int64_t wide = value;
    /* little-endian: the low bytes come first */
    memcpy((char *)&settings + setting.offset, &wide, setting.size);
    engine_configure(player->engine, &settings);
}

/* True if a new engine has the default of the option. Only an assert calls the function. */
__attribute__((unused)) static bool default_agrees(const Option *option) {
    const EngineSettings settings = engine_settings_default();
    int64_t wide = 0;
    memcpy(&wide, (const char *)&settings + option->setting.offset, option->setting.size);
    return !option->setting.size || wide == option->initial;
}

/* Sets an option to a value. */
static void apply(Player *player, const Option *option, int value) {
    if (option->variable)
        *option->variable = value;
    else if (option->setting.size)
        configure(player, option->setting, value);
    else if (option->apply)
        option->apply(player, value);
}

static void apply_chess960(Player *player, int on) {
    engine_set_chess960(player->engine, on != 0);
}

static void apply_analyse(Player *player, int on) {
    player->analyse = on != 0;
}

/* Sets the engine's skill: from UCI_Elo if UCI_LimitStrength is set, else from Skill Level. */
static void apply_strength(Player *player) {
    EngineSettings settings = engine_settings(player->engine);
    settings.skill = player->limit_strength ? handicap_skill_of_elo(player->elo)
                                            : player->skill_level * SKILL_UNIT;
    if (!engine_configure(player->engine, &settings))
        player_say(player, "info string no memory for weaker play: full strength is in use");
}

static void apply_limit_strength(Player *player, int on) {
    player->limit_strength = on != 0;
    apply_strength(player);
}

static void apply_elo(Player *player, int elo) {
    player->elo = elo;
    apply_strength(player);
}

static void apply_skill_level(Player *player, int level) {
    player->skill_level = level;
    apply_strength(player);
}

static void apply_show_wdl(Player *player, int on) {
    player->show_wdl = on != 0;
}

static void clear_hash(Player *player, int unused) {
    engine_clear_hash(player->engine);
}

/* If OwnBook is set, tells the listener which book plays. */
static void print_book(const Player *player) {
    const Book *book = player->book;
    if (!player->own_book)
        return;
    if (book)
        player_say(player,
                   "info string OwnBook: %s plays: %" PRId64 " entries for %" PRId64 " positions",
                   book_name(book), book_entries(book), book_positions(book));
    else
        player_say(player, "info string OwnBook: no book plays: %s",
                   player->book_named ? "Book File names none that can be read"
                                      : "memory is short");
}

static void apply_own_book(Player *player, int on) {
    player->own_book = on != 0;
    if (on && !player->book && !player->book_named)
        player->book = book_open_inside();
    print_book(player);
}

static void apply_best_book_move(Player *player, int on) {
    player->best_book_move = on != 0;
}

static void apply_threads(Player *player, int threads) {
    const int got = engine_set_threads(player->engine, threads);
    if (got != threads)
        player_say(player,
                   "info string Threads: %d, the memory or the system's limits do not allow more",
                   got);
}

static bool apply_book_file(Player *player, const char *path) {
    char error[BOOK_ERROR_SIZE];
    book_close(player->book);
    player->book_named = *path != '\0';
    player->book = player->book_named ? book_open(path, error, sizeof error) : book_open_inside();
    if (!player->book && player->book_named)
        return player_complain(
            player,
            "setoption: Book File: %s; no book plays now, not the one inside the "
            "program either",
            error);
    print_book(player);
    return true;
}

static const char *const EVALUATION_WORDS[EVALUATIONS] = {"classical", "network"};

static void apply_evaluation(Player *player, int evaluation) {
    engine_set_evaluation(player->engine, evaluation);
    player_has_network(player);
}

static bool apply_eval_file(Player *player, const char *path) {
    const char *reason;
    if (!engine_set_network(player->engine, path, &reason))
        return player_complain(
            player, "setoption: EvalFile: '%s' is refused: %s; the network before it stays", path,
            reason);
    player_has_network(player);
    return true;
}

static bool apply_syzygy_path(Player *player, const char *paths) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE];
    if (!engine_set_tablebase_path(player->engine, paths, &count, error, sizeof error))
        return player_complain(player, "setoption: SyzygyPath: %s; there are no tablebases now",
                               error);
    if (*paths)
        player_say(player, "info string SyzygyPath: %d WDL and %d DTZ tables of up to %d pieces",
                   count.wdl, count.dtz, count.men);
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
    {"Ponder", NULL, OPTION_CHECK, false, 0, 1, .apply = NULL},
    {"UCI_Chess960", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_chess960},
    {"OwnBook", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_own_book},
    {"Book File", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_book_file,
     .waits = true}, /* a report under way reads the book */
    {"BestBookMove", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_best_book_move},
    {"SyzygyPath", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_syzygy_path,
     .waits = true, .of_process = true},
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
#ifdef TUNE
#define PARAM_OPTION(name, value, min, max, step)                                                  \
    {#name,        NULL, OPTION_SPIN, value, min, max, .variable = &params_set[PARAM_##name],      \
     .waits = true},
    SEARCH_PARAMS(PARAM_OPTION)
#endif
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* Returns the option with this number, counted from 0, or NULL if no option has the number. */
static const Option *option_at(const Player *player, int number) {
    return number < OPTION_COUNT                        ? &OPTIONS[number]
           : number < OPTION_COUNT + player->more_count ? &player->more[number - OPTION_COUNT]
                                                        : NULL;
}

int option_number(const Player *player, const Option *option) {
    int number = 0;
    while (option_at(player, number) != option)
        number++;
    return number;
}

void option_lines(const Player *player, Text *text) {
    const Option *option;
    for (int i = 0; (option = option_at(player, i)); i++) {
        assert(default_agrees(option));
        text_add(text, "option name %s type ", option->name);
        switch (option->type) {
        case OPTION_SPIN:
            text_add(text, "spin default %d min %d max %d\n", option->initial, option->min,
                     option->max);
            break;
        case OPTION_CHECK:
            text_add(text, "check default %s\n", option->initial ? "true" : "false");
            break;
        case OPTION_COMBO:
            text_add(text, "combo default %s", option->words[option->initial]);
            for (int w = option->min; w <= option->max; w++)
                text_add(text, " var %s", option->words[w]);
            text_add(text, "\n");
            break;
        case OPTION_BUTTON:
            text_add(text, "button\n");
            break;
        case OPTION_STRING:
            text_add(text, "string default %s\n",
                     *option->initial_text ? option->initial_text : "<empty>");
            break;
        }
    }
}

const Option *option_find(const Player *player, Token name) {
    const Option *option;
    for (int i = 0; (option = option_at(player, i)); i++)
        if (token_is_any_case(name, option->name) ||
            (option->alias && token_is_any_case(name, option->alias)))
            break;
    return option;
}

bool option_missing(const Player *player, Token name) {
    const Option *option;
    for (int i = 0; (option = option_at(player, i)); i++) {
        const size_t length = strlen(option->name);
        if (length >= name.length || name.text[length] != ' ' ||
            !token_is_any_case((Token){name.text, length}, option->name))
            continue;
        if (option->type == OPTION_BUTTON)
            return player_complain(player, "setoption: %s takes no value; write setoption name %s",
                                   option->name, option->name);
        Tokens value = tokens_of(name.text + length + 1, name.length - length - 1);
        if (token_is_any_case(token_peek(value), "value"))
            token_next(&value);
        const char *text = token_peek(value).text;
        return player_complain(
            player, "setoption: 'value' is missing; write setoption name %s value %s", option->name,
            token_show((Token){text, (size_t)(value.end - text)}).text);
    }
    return player_complain(player,
                           "setoption: no option '%s'; 'uci' and OPTIONS.md list the options",
                           token_show(name).text);
}

/* Reads the value of a combo option: sets *value to the index of the word. */
static bool read_word(const Player *player, const Option *option, Token text, int *value) {
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
    return player_complain(player, "setoption: %s cannot be '%s'; give %s", option->name,
                           token_show(text).text, words.data);
}

/* Reads the value of an option that is not a string from the tokens after "value". If the value is wrong,
 * complains and returns false. */
static bool read_value(const Player *player, const Option *option, Tokens tokens, int *value) {
    char joined[64]; /* bytes of a value as text; a longer text is not valid */
    tokens_join(&tokens, NULL, joined, sizeof joined);
    const Token text = {joined, strlen(joined)};
    int64_t number;
    switch (option->type) {
    case OPTION_SPIN:
        if (!token_number(text, &number) || number < option->min || number > option->max)
            return player_complain(player,
                                   "setoption: %s cannot be '%s'; give a number from %d to %d",
                                   option->name, token_show(text).text, option->min, option->max);
        *value = (int)number;
        return true;
    case OPTION_CHECK:
        *value = token_is_any_case(text, "true");
        if (!*value && !token_is_any_case(text, "false"))
            return player_complain(player, "setoption: %s cannot be '%s'; give true or false",
                                   option->name, token_show(text).text);
        return true;
    case OPTION_COMBO:
        return read_word(player, option, text, value);
    case OPTION_BUTTON:
    case OPTION_STRING:
        break;
    }
    *value = 0;
    return true;
}

/* Sets a string option to all tokens after "value". No token, or <empty>, is the empty string. */
static bool set_string(Player *player, const Option *option, Tokens tokens) {
    char text[OPTION_TEXT_SIZE];
    if (!tokens_rest(tokens, text, sizeof text))
        return player_complain(player, "setoption: the value of %s is longer than %d characters",
                               option->name, OPTION_TEXT_SIZE - 1);
    if (memchr(tokens.at, '\0', (size_t)(tokens.end - tokens.at)))
        return player_complain(player, "setoption: the value of %s has a zero byte", option->name);
    return !option->apply_text ||
           option->apply_text(player, strcmp(text, "<empty>") == 0 ? "" : text);
}

bool option_set(Player *player, const Option *option, Tokens tokens) {
    int value;
    if (option->type == OPTION_STRING)
        return set_string(player, option, tokens);
    if (!read_value(player, option, tokens, &value))
        return false;
    apply(player, option, value);
    return true;
}

bool option_check(const Player *player, const Option *option, Tokens value) {
    int unused;
    return option->type == OPTION_STRING || read_value(player, option, value, &unused);
}
