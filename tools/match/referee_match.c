#include "match/referee_match.h"

#include "lib/ending.h"
#include "lib/options.h"
#include "match/referee_game.h"
#include "match/referee_pgn.h"
#include "uci/pgn.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Match {
    const MatchOrders *orders;
    atomic_int next;  /* the game that begins next, from 0 */
    atomic_int alive; /* threads that still play */
    atomic_bool stop; /* games under way end, and do not count */
    /* What follows is changed under the lock. */
    pthread_mutex_t lock;
    RefereeSums *sums;
    bool decided, failed;
    int *points; /* of the first engine by game, twice; -1: it is not over */
} Match;

/* A thread, which plays one game at a time. */
typedef struct Board {
    pthread_t thread;
    Match *match;
    Player players[2];
    RefereeGame game;
    Position *pos;
} Board;

/* --- after a game ----------------------------------------------------------------------------- */

/* Adds a game to the sums; true if it completes a pair. */
static bool count(Match *match, const RefereeGame *game, int number) {
    const int points = number % 2 ? 2 - game->points : game->points;
    const int other = match->points[number ^ 1];
    match->points[number] = points;
    match->sums->results[points]++;
    if (game->how != REFEREE_BY_GAME)
        match->sums->faults[points == 2]++;
    if (other < 0)
        return false;
    match->sums->pairs[points + other]++;
    return true;
}

/* Tells of a game that an engine has lost by a fault. */
static void tell_fault(const Match *match, const RefereeGame *game, int number) {
    const PlayerSettings *const players = match->orders->players;
    char reason[REFEREE_REASON_SIZE];
    referee_game_reason(game, reason, sizeof reason);
    printf("Finished game %d (%s vs %s): %s {%s}\n", number + 1, players[number % 2].name,
           players[1 - number % 2].name, referee_game_result(game), reason);
}

static void tell_sums(Match *match) {
    const MatchOrders *const orders = match->orders;
    const RefereeSums *const sums = match->sums;
    const EloError elo = sums_elo(sums);
    printf("-----\nElo: %.2f +/- %.2f\nGames: %d, Wins: %d, Losses: %d, Draws: %d\n", elo.elo,
           elo.error, sums_games(sums), sums->results[2], sums->results[0], sums->results[1]);
    if (orders->sprt) {
        const double llr = sums_llr(sums, orders->elo0, orders->elo1);
        printf("LLR: %.2f (%.1f%%) (%.2f, %.2f) [%g, %g]\n", llr, 100 * llr / SUMS_LLR_BOUND,
               -SUMS_LLR_BOUND, SUMS_LLR_BOUND, orders->elo0, orders->elo1);
        match->decided = fabs(llr) >= SUMS_LLR_BOUND;
    }
    printf("-----\n");
}

/* Nothing can go on. */
static void fail(Match *match, const char *what, const char *why) {
    fprintf(stderr, "referee: %s: %s\n", what, why);
    match->failed = true;
    match->stop = true;
}

static void keep(Match *match, Board *board, int number) {
    Document text = {0};
    Player *const players[] = {&board->players[number % 2], &board->players[1 - number % 2]};
    referee_pgn_add(&text, &board->game, players, number / 2 + 1, board->pos);
    if (!pgn_write(match->orders->pgn, &text))
        fail(match, "the games cannot be written", strerror(errno));
    document_free(&text);
}

static void conclude(Match *match, Board *board, int number) {
    pthread_mutex_lock(&match->lock);
    /* Behind the decision nothing counts, so that the sums are those that decided. */
    if (!match->stop && board->game.how != REFEREE_STOPPED) {
        if (match->orders->pgn)
            keep(match, board, number);
        if (board->game.how != REFEREE_BY_GAME)
            tell_fault(match, &board->game, number);
        if (count(match, &board->game, number))
            tell_sums(match);
        if (match->decided)
            match->stop = true;
        fflush(stdout);
    }
    pthread_mutex_unlock(&match->lock);
}

/* --- threads ---------------------------------------------------------------------------------- */

static void *play_games(void *context) {
    Board *const board = context;
    Match *const match = board->match;
    const MatchOrders *const orders = match->orders;
    char fen[FEN_SIZE];
    int number;
    while (!match->stop && (number = match->next++) < orders->games) {
        Player *const players[] = {&board->players[number % 2], &board->players[1 - number % 2]};
        if (!epd_fen(position_list_line(orders->openings, (uint64_t)number / 2), fen))
            continue;
        referee_game_play(&board->game, players, fen, board->pos);
        conclude(match, board, number);
    }
    player_end(&board->players[0]);
    player_end(&board->players[1]);
    match->alive--;
    return NULL;
}

/* A board at which games begin to play; NULL if memory or threads are short. */
static Board *board_open(Match *match) {
    Board *board = calloc(1, sizeof *board);
    if (!board)
        return NULL;
    board->match = match;
    board->pos = aligned_alloc(CACHE_LINE, sizeof *board->pos);
    for (int i = 0; i < 2; i++)
        board->players[i] = (Player){.settings = &match->orders->players[i], .stop = &match->stop};
    match->alive++;
    if (board->pos)
        memset(board->pos, 0, sizeof *board->pos);
    if (!board->pos || pthread_create(&board->thread, NULL, play_games, board)) {
        match->alive--;
        free(board->pos);
        free(board);
        return NULL;
    }
    return board;
}

static void board_close(Board *board) {
    pthread_join(board->thread, NULL);
    free(board->pos);
    free(board);
}

/* Plays at as many boards as can be had; false if there is none. */
static bool play_at(Match *match, Board **boards, const sigset_t *ending) {
    int count = 0;
    while (count < match->orders->jobs && (boards[count] = board_open(match)) != NULL)
        count++;
    while (match->alive)
        if (ending_asked(ending, 100))
            match->stop = true;
    for (int i = 0; i < count; i++)
        board_close(boards[i]);
    return count > 0;
}

bool referee_match_play(const MatchOrders *orders, const sigset_t *ending, RefereeSums *sums) {
    Match match = {.orders = orders, .sums = sums, .lock = PTHREAD_MUTEX_INITIALIZER};
    Board *boards[TOOL_THREADS_MAX];
    *sums = (RefereeSums){0};
    match.points = malloc((size_t)orders->games * sizeof *match.points);
    for (int i = 0; match.points && i < orders->games; i++)
        match.points[i] = -1;
    if (!match.points || !play_at(&match, boards, ending))
        fail(&match, "nothing is played", "there is not enough memory, or no thread");
    free(match.points);
    return !match.failed && (match.decided || sums_games(sums) == orders->games);
}
