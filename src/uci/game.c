/* Commands of the game: `position`, searches of the position, and questions about the position. */
#include "uci/uci_internal.h"

#include "api/player.h"
#include "api/question.h"
#include "postmortem/postmortem.h"
#include "selfcheck/verify.h"

/* --- position and ucinewgame -------------------------------------------------------------------- */

/* Prints the position in debug mode, and verifies the position. */
static void print_position(const Session *session) {
    char fen[FEN_SIZE], report[DIFFERENCE_SIZE];
    const Position *pos = engine_position(session->player.engine);
    fen_write(pos, fen);
    output_line("info string debug: position %s", fen);
    if (!verify_position(pos, "position", report)) {
        verify_failed(report);
        fault_report(report);
    }
}

/* Makes the present position the start of the player's game, and of the journal for post-mortems. */
static void begin_of_file(Session *session, Document *journal) {
    char fen[FEN_SIZE];
    fen_write(engine_position(session->player.engine), fen);
    journal->length = 0;
    document_add(journal, "%s moves", fen);
    game_remember(&session->player);
}

/* Plays a move of a file, and adds the move in the notation of UCI to the journal. After a null move, game and journal
 * begin again, since no repetition counts across a null move. */
static void play_of_file(Session *session, Document *journal, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_write(engine_position(session->player.engine), m, text);
    document_add(journal, " %s", text);
    game_play(&session->player, m);
    if (m == MOVE_NULL)
        begin_of_file(session, journal);
}

/* Sets up the game of `position pgn`. The journal gets the moves, since a post-mortem does not have the file. */
static bool set_game(Session *session, Tokens tokens) {
    GameFile *file = &session->game_file;
    char error[FEN_ERROR_SIZE];
    Document journal = {0};
    if (!game_file_read(file, tokens))
        return false;
    if (!engine_set_fen(session->player.engine, file->start, error, sizeof error))
        return output_error("position: %s", error);
    begin_of_file(session, &journal);
    for (int i = 0; i < file->count; i++)
        play_of_file(session, &journal, file->moves[i]);
    if (!journal.out_of_memory)
        journal_position("fen ", journal.data, journal.length);
    document_free(&journal);
    return true;
}

/* Sets up the position of a command, and enters the command in the journal for a post-mortem. */
static bool set_up(Session *session, Tokens tokens) {
    const Tokens all = tokens;
    if (!session->player.strict && token_take(&tokens, "pgn"))
        return set_game(session, tokens);
    if (!game_set_up(&session->player, tokens))
        return false;
    journal_position("", all.at, (size_t)(all.end - all.at));
    return true;
}

bool game_position(Session *session, Tokens tokens) {
    worker_stop_and_settle(session);
    session->player.refused = !set_up(session, tokens);
    if (session->player.refused)
        return false;
    if (session->debug)
        print_position(session);
    return true;
}

bool game_new(Session *session, Tokens tokens) {
    engine_new_game(session->player.engine);
    return true;
}

/* --- go, stop and ponderhit --------------------------------------------------------------------- */

/* Prints the limits of a search in debug mode. */
static void print_limits(const SearchLimits *limits) {
    Text text;
    text_clear(&text);
    go_limits_text(&text, limits);
    output_line("info string debug: go%s", text.data);
}

bool go_start(Session *session, Tokens tokens) {
    Tokens perft_tokens = tokens;
    if (tokens_skip_to(&perft_tokens, "perft"))
        return count_perft(session, perft_tokens);
    worker_stop_and_settle(session);
    session->player.json = !session->player.strict && token_take(&tokens, "json");
    if (session->player.refused) {
        output_error("go: the last position was refused, so there is nothing to search; send a "
                     "good one");
        lines_done(&session->player, engine_position(session->player.engine), MOVE_NONE, MOVE_NONE);
        return false;
    }
    SearchLimits limits;
    const bool good = go_read(&session->player, tokens, &limits);
    if (session->command_line && (limits.infinite || limits.ponder))
        return output_error("go: this would never end on the command line; give depth, nodes, "
                            "movetime or a clock");
    if (session->debug)
        print_limits(&limits);
    return (go_from_book(&session->player, &limits) || go_begin(&session->player, &limits)) && good;
}

bool go_stop(Session *session, Tokens tokens) {
    worker_stop(session);
    return true;
}

bool go_ponderhit(Session *session, Tokens tokens) {
    engine_ponderhit(session->player.engine);
    return true;
}

/* --- questions ---------------------------------------------------------------------------------- */

/* Writes the answer to the file that the question names. JSON and pictures replace only an empty file or an answer of
 * the same form; a text replaces any file. */
static bool write_file(const Question *q) {
    static const char *const SIGNS[] = {"", "{\"command\":", "<svg "};
    static const char *const OTHERS[] = {"", "it exists already and is not JSON of this program",
                                         "it exists already and is not a picture (SVG)"};
    const char *reason = atomic_write_fault(q->file, SIGNS[q->form], OTHERS[q->form]);
    AtomicWrite *file = reason ? NULL : atomic_write_begin(q->file, &reason);
    if (file)
        fwrite(q->answer.data, 1, q->answer.length, atomic_write_stream(file));
    if (!file || !atomic_write_finish(file, &reason))
        return output_error("%s: '%s' cannot be written: %s; give another file", q->name, q->file,
                            reason);
    output_line("info string %s written to %s", q->name, q->file);
    return true;
}

bool query_ask(Session *session, Tokens tokens) {
    Question q = {.player = &session->player, .color = session->color};
    bool good = question_ask(&q, tokens);
    if (q.answer.length || q.answer.out_of_memory)
        good &= q.file[0] && !q.answer.out_of_memory ? write_file(&q) : output_document(&q.answer);
    if (q.notes.length)
        output_document(&q.notes);
    question_free(&q);
    return good;
}
