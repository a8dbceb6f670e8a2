#include "uci/jobs.h"

#include "board/make.h"
#include "moves/notation.h"
#include "os/timing.h"
#include "postmortem/postmortem.h"
#include "uci/game.h"
#include "uci/output.h"
#include "uci/worker.h"

#include <inttypes.h>

/* Counts and prints move by move. Returns the sum, which is meaningless if *stop. */
static uint64_t divide(Position *pos, int depth, PerftMode mode, const atomic_bool *stop) {
    if (depth == 0)
        return 1;
    MoveList list;
    list.count = 0;
    perft_moves(pos, mode, &list);
    uint64_t sum = 0;
    for (int i = 0; i < list.count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(pos, list.moves[i], name);
        make_move(pos, list.moves[i]);
        const uint64_t leaves = perft(pos, depth - 1, mode, stop);
        unmake_move(pos);
        if (*stop)
            break;
        output_line("%s: %" PRIu64, name, leaves);
        sum += leaves;
    }
    return sum;
}

static void perft_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    const PerftJob *job = &session->perft;
    position_copy(pos, &job->root);
    post_mortem_watch(pos);
    const int64_t start = clock_nanoseconds();
    const uint64_t nodes = divide(pos, job->depth, job->mode, stop);
    const double seconds = (double)(clock_nanoseconds() - start) / 1e9;
    post_mortem_watch(NULL);
    session->job_failed = *stop;
    if (session->job_failed) {
        output_line("info string perft stopped: the count is not complete");
        return;
    }
    Text text;
    text_clear(&text);
    text_add(&text, "\nNodes searched: %" PRIu64 "\nTime: %.3f s, %.1f Mnps\n", nodes, seconds,
             (double)nodes / (seconds > 0 ? seconds : 1e-9) / 1e6);
    output_text(&text);
}

/* Reads the position to count from: a FEN, or else the position of the game. */
static bool read_root(Session *session, Tokens tokens, Position *root) {
    position_copy(root, engine_position(session->engine));
    if (token_peek(tokens).length)
        return game_read_fen(tokens, "perft", root);
    return !session->position_refused ||
           output_error("perft: the last position was refused; send a valid one");
}

bool count_perft(Session *session, Tokens tokens) {
    PerftJob *job = &session->perft;
    worker_idle(session);
    job->mode = token_take(&tokens, "full")       ? PERFT_FULL
                : token_take(&tokens, "captures") ? PERFT_CAPTURES
                                                  : PERFT_BULK;
    const Token token = token_next(&tokens);
    int64_t depth;
    if (!token_number(token, &depth) || depth < 0 || depth > MAX_PLY)
        return output_error("perft: '%s' is no depth from 0 to %d; write perft [full|captures] "
                            "DEPTH [fen FEN]",
                            token_show(token).text, MAX_PLY);
    job->depth = (int)depth;
    if (!read_root(session, tokens, &job->root))
        return false;
    worker_run(session, perft_job);
    return true;
}
