/* The UCI options, and the worker. Some settings of options wait until the worker is idle. */
#include "uci/uci_internal.h"

#include "postmortem/postmortem.h"

#include <stdlib.h>
#include <string.h>

static const char ABOUT[] = "Panoptes " PANOPTES_VERSION
                            ", a UCI chess engine that always knows who attacks what; MIT licence";

_Static_assert((int)OPTION_TEXT_SIZE <= (int)JOURNAL_VALUE_SIZE, "a value fits in the journal");

/* --- options that only this program has, besides those of the library ------------------------ */

/* Returns the session of a player. The player is the first field of the session. */
static Session *session_of(Player *player) {
    return (Session *)player;
}

static void apply_debug(Session *session) {
    EngineSettings settings = engine_settings(session->player.engine);
    settings.search.self_check = session->debug ? session->debug_interval : 0;
    engine_configure(session->player.engine, &settings);
}

void options_set_debug(Session *session, int on) {
    session->debug = on != 0;
    journal_debug(session->debug);
    apply_debug(session);
}

static void apply_self_check(Player *player, int on) {
    options_set_debug(session_of(player), on);
}

static void apply_debug_interval(Player *player, int nodes) {
    session_of(player)->debug_interval = nodes;
    apply_debug(session_of(player));
}

static bool apply_log_file(Player *player, const char *path) {
    const char *reason;
    return log_open(path, &reason) ||
           output_error("Debug Log File: '%s' cannot be opened: %s; give another file", path,
                        reason);
}

static bool apply_post_mortem_folder(Player *player, const char *path) {
    return post_mortem_set_folder(path) ||
           output_error("setoption: Post-Mortem Folder: '%s' is not a folder that can be written "
                        "to; it stays '%s'",
                        path, post_mortem_folder());
}

/* UCI_Opponent and UCI_EngineAbout have no effect. */
static const Option OPTIONS[] = {
    {"Self Check", NULL, OPTION_CHECK, false, 0, 1, .apply = apply_self_check},
    {"Debug Interval", NULL, OPTION_SPIN, SELF_CHECK_INTERVAL_DEFAULT, 1, SELF_CHECK_INTERVAL_MAX,
     .apply = apply_debug_interval},
    {"Debug Log File", NULL, OPTION_STRING, .initial_text = "", .apply_text = apply_log_file},
    {"Post-Mortem Folder", NULL, OPTION_STRING, .initial_text = "",
     .apply_text = apply_post_mortem_folder},
    {"UCI_Opponent", NULL, OPTION_STRING, .initial_text = ""},
    {"UCI_EngineAbout", NULL, OPTION_STRING, .initial_text = ABOUT},
};

void session_options(Session *session) {
    session->debug_interval = SELF_CHECK_INTERVAL_DEFAULT;
    session->player.more = OPTIONS;
    session->player.more_count = sizeof OPTIONS / sizeof *OPTIONS;
}

/* Sets an option, and enters the setting in the journal for a post-mortem. */
static bool set_option(Session *session, const Option *option, Tokens tokens) {
    char text[OPTION_TEXT_SIZE];
    if (!option_set(&session->player, option, tokens))
        return false;
    tokens_rest(tokens, text, sizeof text);
    journal_option(option_number(&session->player, option), option->name, text);
    return true;
}

/* --- settings that wait ---------------------------------------------------------------------- */

typedef struct DelayedSetting {
    struct DelayedSetting *next;
    const Option *option;
    size_t length;
    char value[]; /* the tokens after "value" */
} DelayedSetting;

/* Removes the delayed setting of an option, if there is one. */
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

/* Delays a setting until the worker is idle. The setting replaces an earlier delayed setting of the same option. A
 * fault in a string is found only when the option is set. */
static bool put_off(Session *session, const Option *option, Tokens tokens) {
    if (!option_check(&session->player, option, tokens))
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

bool options_set(Session *session, Tokens tokens) {
    enum { NAME_SIZE = 256 };
    char name[NAME_SIZE];
    if (!token_take(&tokens, "name"))
        return output_error("setoption: no name; write setoption name NAME value VALUE");
    const Token first = token_peek(tokens);
    const bool name_fits = tokens_join(&tokens, "value", name, sizeof name);
    const Token name_token = name_fits ? (Token){name, strlen(name)}
                                       : (Token){first.text, (size_t)(tokens.end - first.text)};
    const Option *option = name_fits ? option_find(&session->player, name_token) : NULL;
    if (!option)
        return option_missing(&session->player, name_token);
    token_take(&tokens, "value");
    const bool later = option->waits || (option->of_engine && worker_has_job(session));
    if (later && engine_is_busy(session->player.engine))
        return put_off(session, option, tokens);
    worker_settle_if_done(session); /* the search may have ended just now, and older values wait */
    return set_option(session, option, tokens);
}

/* --- the worker ------------------------------------------------------------------------------ */

void worker_join(Session *session) {
    engine_wait(session->player.engine);
    session->failed |= session->job_failed;
    session->job_failed = false;
}

void worker_stop_and_settle(Session *session) {
    engine_stop(session->player.engine);
    worker_join(session);
    options_apply(session);
    session->has_job = session->shows = false;
}

void worker_settle_if_done(Session *session) {
    if (!session->settings || engine_is_busy(session->player.engine))
        return;
    worker_join(session); /* a short wait, since the worker has answered */
    options_apply(session);
}

bool worker_has_job(const Session *session) {
    return session->has_job && engine_is_busy(session->player.engine);
}

void worker_stop(Session *session) {
    session->failed |= session->shows && worker_has_job(session);
    engine_stop(session->player.engine);
}

/* Runs the job of the session. The watch (src/GLOSSARY.md) ends a job in an endless loop, and the post-mortem then has
 * the job's position. */
static void run_watched(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    post_mortem_watch(pos);
    watch_enter();
    session->job(session, pos, stop);
    watch_leave();
    post_mortem_watch(NULL);
}

void worker_run(Session *session, EngineJob *job) {
    session->has_job = true;
    session->job = job;
    engine_run(session->player.engine, run_watched, session);
}
