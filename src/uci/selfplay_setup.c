#include "uci/selfplay_setup.h"

#include "os/memory.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/pgn.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char USAGE[] =
    "write selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate] "
    "[A NAME=VALUE ...] [B NAME=VALUE ...], TC as 2+0.02, nodes=N, movetime=MS or depth=N";

/* --- the time control ------------------------------------------------------------------------ */

/* Takes seconds from a text, as milliseconds; at most 30 days. */
static bool read_seconds(const char **text, int64_t *milliseconds) {
    char *end;
    if (**text != '.' && (**text < '0' || **text > '9'))
        return false;
    const double seconds = strtod(*text, &end);
    *text = end;
    *milliseconds = (int64_t)(seconds * 1000 + 0.5);
    return seconds <= 30 * 86400.0;
}

/* Reads "SECONDS" or "SECONDS+INCREMENT". */
static bool read_clock(const char *text, TimeControl *control) {
    control->increment = 0;
    if (text[strspn(text, "0123456789.+")] || !read_seconds(&text, &control->base) ||
        control->base < 1)
        return false;
    return !*text || (*text++ == '+' && read_seconds(&text, &control->increment) && !*text);
}

/* Reads "nodes=N", "movetime=MS" or "depth=N". */
static bool read_limit(const char *text, TimeControl *control) {
    const struct {
        const char *name;
        int64_t *number, max;
    } LIMITS[] = {{"nodes=", &control->nodes, INT64_MAX},
                  {"movetime=", &control->movetime, INT64_C(1000000000)},
                  {"depth=", &control->depth, MAX_PLY - 1}};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        const size_t length = strlen(LIMITS[i].name);
        if (strncmp(text, LIMITS[i].name, length) == 0)
            return token_number((Token){text + length, strlen(text + length)}, LIMITS[i].number) &&
                   *LIMITS[i].number >= 1 && *LIMITS[i].number <= LIMITS[i].max;
    }
    return false;
}

/* Takes the time control if one stands there. */
static bool take_control(SelfplaySetup *setup, Tokens *tokens) {
    static const TimeControl NONE = {LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, LIMIT_NONE, 0};
    TimeControl *control = &setup->settings.control;
    const Token token = token_peek(*tokens);
    const bool is_limit = token.length && memchr(token.text, '=', token.length);
    strcpy(setup->control, "1+0.01");
    if (is_limit || (token.length && strchr("0123456789.", *token.text))) {
        token_next(tokens);
        if (token.length >= CONTROL_TEXT_SIZE)
            return output_error("selfplay: '%s' is no time control; %s", token_show(token).text,
                                USAGE);
        memcpy(setup->control, token.text, token.length);
        setup->control[token.length] = '\0';
    }
    *control = NONE;
    return (is_limit ? read_limit(setup->control, control) : read_clock(setup->control, control)) ||
           output_error("selfplay: '%s' is no time control; %s", token_show(token).text, USAGE);
}

/* --- the sides ------------------------------------------------------------------------------- */

/* Makes an engine like the session's. */
static bool make_side(Side *side, const Session *session) {
    side->session = aligned_new(sizeof *session);
    if (!side->session)
        return false;
    memset(side->session, 0, sizeof *side->session);
    side->session->engine = engine_create_like(session->engine);
    side->session->limit_strength = session->limit_strength;
    side->session->elo = session->elo;
    side->session->skill_level = session->skill_level;
    if (!side->session->engine)
        return false;
    return engine_hash(side->session->engine) == engine_hash(session->engine) &&
           engine_threads(side->session->engine) == engine_threads(session->engine);
}

static bool make_sides(SelfplaySetup *setup, const Session *session) {
    for (int i = 0; i < SIDE_COUNT; i++)
        if (!make_side(&setup->sides[i], session))
            return output_error("selfplay: not enough memory for two engines with %d MB each; set "
                                "Hash to less",
                                engine_hash(session->engine));
    return true;
}

/* Sets an option given as "NAME=VALUE". */
static bool set_option(Side *side, const char *name, const char *text) {
    const char *equals = strchr(text, '=');
    size_t length = (size_t)(equals - text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    const size_t used = strlen(side->options);
    if (used + strlen(text) + 2 > sizeof side->options)
        return output_error("selfplay: too many options for %s", name);
    snprintf(side->options + used, sizeof side->options - used, "%s%.*s%s", used ? " " : "",
             (int)length, text, equals);
    return options_set_side(side->session, (Token){text, length},
                            (Token){equals + 1, strlen(equals + 1)}) ||
           output_error("selfplay: so '%s' is not set for %s, and no game is played",
                        token_show((Token){text, strlen(text)}).text, name);
}

static bool is_keyword(Token token) {
    static const char *const KEYWORDS[] = {"seed", "openings", "pgn", "adjudicate", "A", "B"};
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (token_is(token, KEYWORDS[i]))
            return true;
    return false;
}

/* Takes the options of a side. Names may have blanks: an option goes up to the token with its '='.
 */
static bool take_options(Side *side, const char *name, Tokens *tokens) {
    char text[SIDE_TEXT_SIZE] = "";
    size_t used = 0;
    while (token_peek(*tokens).length && (used || !is_keyword(token_peek(*tokens)))) {
        const Token token = token_next_quoted(tokens);
        if (used + token.length + 2 > sizeof text || memchr(token.text, '\0', token.length))
            break;
        if (used)
            text[used++] = ' ';
        memcpy(text + used, token.text, token.length);
        used += token.length;
        text[used] = '\0';
        if (!strchr(text, '='))
            continue;
        if (!set_option(side, name, text))
            return false;
        used = 0;
        *text = '\0';
    }
    return !used || output_error("selfplay: '%s' for %s has no value; write NAME=VALUE",
                                 token_show((Token){text, used}).text, name);
}

/* --- the rest -------------------------------------------------------------------------------- */

/* Takes a path into *path. */
static bool take_path(const char *name, Tokens *tokens, char **path) {
    const Token token = token_next_quoted(tokens);
    free(*path);
    *path = token.length ? token_copy(token) : NULL;
    return *path || output_error("selfplay: %s has no file; %s", name, USAGE);
}

/* Takes a word and what belongs to it. */
static bool take_word(SelfplaySetup *setup, Tokens *tokens) {
    const Token word = token_next(tokens);
    int64_t number;
    if (token_is(word, "A") || token_is(word, "B"))
        return take_options(&setup->sides[token_is(word, "B")], token_is(word, "B") ? "B" : "A",
                            tokens);
    if (token_is(word, "openings"))
        return take_path("openings", tokens, &setup->openings_path);
    if (token_is(word, "pgn"))
        return take_path("pgn", tokens, &setup->pgn_path);
    if (token_is(word, "adjudicate"))
        return setup->settings.adjudicate = true;
    if (!token_is(word, "seed"))
        return output_error("selfplay: '%s' is not understood here; %s", token_show(word).text,
                            USAGE);
    if (!token_number(token_next(tokens), &number))
        return output_error("selfplay: seed needs a whole number");
    setup->seed = (uint64_t)number;
    return true;
}

static bool open_files(SelfplaySetup *setup) {
    const char *fault;
    if (setup->openings_path && (fault = lines_read(&setup->openings, setup->openings_path)))
        return output_error("selfplay: openings '%s': %s; give a file with an EPD or FEN in each "
                            "line",
                            setup->openings_path, fault);
    if (setup->pgn_path && !(setup->pgn = pgn_open(setup->pgn_path, &fault)))
        return output_error("selfplay: pgn '%s': %s; give another file", setup->pgn_path, fault);
    return true;
}

bool selfplay_setup(SelfplaySetup *setup, Session *session, Tokens tokens) {
    enum { GAMES_DEFAULT = 10, GAMES_MAX = 1000000 };
    int64_t games = GAMES_DEFAULT;
    *setup = (SelfplaySetup){.seed = (uint64_t)time(NULL)};
    if (token_number(token_peek(tokens), &games))
        token_next(&tokens);
    if (games < 1 || games > GAMES_MAX)
        return output_error("selfplay: GAMES is 1 to %d; %s", GAMES_MAX, USAGE);
    setup->games = (int)games;
    if (!take_control(setup, &tokens) || !make_sides(setup, session))
        return false;
    while (token_peek(tokens).length)
        if (!take_word(setup, &tokens))
            return false;
    return open_files(setup);
}

void selfplay_setup_free(SelfplaySetup *setup) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (setup->sides[i].session)
            engine_destroy(setup->sides[i].session->engine);
        aligned_free(setup->sides[i].session);
    }
    lines_free(&setup->openings);
    if (setup->pgn)
        fclose(setup->pgn);
    free(setup->pgn_path);
    free(setup->openings_path);
    *setup = (SelfplaySetup){0};
}
