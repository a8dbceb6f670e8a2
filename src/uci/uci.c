/* Sessions: how they begin and end, and commands from the arguments. */
#include "uci/uci_internal.h"

#include "postmortem/postmortem.h"

#include <stdlib.h>
#include <string.h>

/* Writes an argument between quotes, and doubles the quotes in the argument. Returns the number of bytes written. */
static size_t quote_argument(char *line, const char *argument) {
    char *at = line;
    *at++ = '"';
    for (; *argument; argument++) {
        if (*argument == '"')
            *at++ = '"';
        *at++ = *argument;
    }
    *at++ = '"';
    return (size_t)(at - line);
}

/* True if arguments may be paths with any bytes. */
static bool has_paths(int argc, char **argv) {
    static const char *const COMMANDS[] = {"report", "bench", "selfplay", "genfens", NULL};
    return token_among((Token){argv[1], strlen(argv[1])}, COMMANDS) >= 0 ||
           (argc > 2 && strcmp(argv[1], "position") == 0 && strcmp(argv[2], "pgn") == 0);
}

/* Joins all arguments into one line, which the caller frees. If an argument may be a path, and is empty or has blanks
 * or quotes, the function quotes it. Returns NULL if memory is short. */
static char *join_arguments(int argc, char **argv) {
    const bool quotes = has_paths(argc, argv);
    size_t size = 1, used = 0;
    for (int i = 1; i < argc; i++)
        size += 2 * strlen(argv[i]) + strlen("\"\" ");
    char *line = calloc(size, 1);
    for (int i = 1; line && i < argc; i++) {
        if (quotes && i > 1 && (!*argv[i] || strpbrk(argv[i], "\" \t\n\v\f\r")))
            used += quote_argument(line + used, argv[i]);
        else
            used += (size_t)sprintf(line + used, "%s", argv[i]);
        line[used++] = ' ';
    }
    return line;
}

/* Runs a line, and waits for the job that the line begins. Returns false if the command was wrong. If the job fails,
 * the session notes the failure. */
static bool run_line(Session *session, const char *line) {
    output_log_heard(line, strlen(line));
    const bool good = commands_run(session, line, strlen(line));
    worker_join(session);
    return good;
}

/* True if a line is a report that goes to standard output. */
static bool reports_to_stdout(const char *line) {
    Tokens tokens = tokens_of(line, strlen(line));
    if (!token_take(&tokens, "report"))
        return false;
    token_next_quoted(&tokens); /* the games */
    Token token;
    while ((token = token_next_quoted(&tokens)).length)
        if (names_stdout(token))
            return true;
    return false;
}

/* Runs lines. The messages of lines before a report on standard output go to standard error, too. */
static bool run_lines(Session *session, const char *const *lines, int count) {
    bool good = true;
    session->command_line = true;
    int last = -1; /* the last report on standard output */
    for (int i = 0; i < count; i++)
        last = reports_to_stdout(lines[i]) ? i : last;
    for (int i = 0; i < count && !session->quit; i++) {
        output_to_stderr(i <= last);
        good &= run_line(session, lines[i]);
    }
    return good;
}

static bool run_arguments(Session *session, int argc, char **argv) {
    if (strpbrk(argv[1], " \t"))
        return run_lines(session, (const char *const *)argv + 1, argc - 1);
    char *line = join_arguments(argc, argv);
    const bool good = line && run_lines(session, (const char *const *)&line, 1);
    free(line);
    return good;
}

/* Wakes the session when the worker has become idle, since settings of options may wait for an idle worker. The worker
 * calls this function. */
static void wake(void *context) {
    Session *session = context;
    input_wake(&session->input);
}

static void say_line(void *context, const char *text) {
    output_line("%s", text);
}

static void say_error(void *context, const char *text) {
    output_error("%s", text);
}

/* Opens the session, with no data of an earlier session. On an error, reports the reason and returns false. */
static bool open_session(Session *session) {
    const SearchReporter reporter = reporter_of(session);
    memset(session, 0, sizeof *session);
    post_mortem_init();
    crash_init("info string error: ");
    if (input_init(&session->input))
        player_open(&session->player, engine_create(&reporter, wake));
    if (!session->player.engine) {
        fprintf(stderr, "panoptes: not enough memory, or no thread or pipe available\n");
        return false;
    }
    watch_start();
    session->player.line = say_line;
    session->player.error = say_error;
    session_options(session);
    session->color = output_wants_color();
    return true;
}

/* Ends a session. Returns the exit status. The status is 1 if a command was wrong, a job failed, `stop` ended a job,
 * or output could not be written; else 0. */
static int close_session(Session *session, bool good) {
    player_close(&session->player);
    watch_end();
    options_forget(session);
    genfens_free(session);
    bench_free(session);
    selfplay_free(session);
    report_free(session);
    schedule_clear(session);
    input_free(&session->input);
    return good && !session->failed && !output_failed() ? EXIT_SUCCESS : EXIT_FAILURE;
}

static Session session; /* static, since a session is too large for some stacks */

int uci_run(const char *const *lines, int count) {
    int done = 0;
    if (!open_session(&session))
        return 0;
    session.command_line = true;
    while (done < count && run_line(&session, lines[done]) && !session.failed)
        done++;
    close_session(&session, true);
    return done;
}

int uci_main(int argc, char **argv) {
    bool good = true;
    if (!open_session(&session))
        return EXIT_FAILURE;
    if (argc > 1)
        good = run_arguments(&session, argc, argv);
    else if (!console_run(&session))
        return EXIT_SUCCESS;
    return close_session(&session, good);
}
