#include "postmortem/postmortem.h"
#include "selfcheck/verify.h"
#include "uci/output.h"
#include "uci/uci_internal.h"

/* In debug mode: prints the position that was understood, and verifies it. */
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

/* Begins to remember the game here, and what a post-mortem is to have. */
static void begin_of_file(Session *session, Document *journal) {
    char fen[FEN_SIZE];
    fen_write(engine_position(session->player.engine), fen);
    journal->length = 0;
    document_add(journal, "%s moves", fen);
    game_remember(&session->player);
}

/* Plays a move of a file and adds it, as UCI writes it, to what a post-mortem is to have. UCI has none
 * that passes, and no position comes again across it: all begins behind it. */
static void play_of_file(Session *session, Document *journal, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_write(engine_position(session->player.engine), m, text);
    document_add(journal, " %s", text);
    game_play(&session->player, m);
    if (m == MOVE_NULL)
        begin_of_file(session, journal);
}

/* Sets up what `position pgn` says. A post-mortem gets the moves: it has no such file. */
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

/* Sets up what a command says, for a post-mortem as well. */
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
