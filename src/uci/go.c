#include "uci/uci_internal.h"

#include "api/go.h"
#include "uci/output.h"

/* In debug mode: prints the limits that were understood. */
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
    if (session->player.refused) {
        output_error("go: the last position was refused, so there is nothing to search; send a "
                     "good one");
        output_line("bestmove (none)");
        return false;
    }
    SearchLimits limits;
    session->player.json = !session->player.strict && token_take(&tokens, "json");
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
