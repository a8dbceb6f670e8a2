#include "match/referee.h"

#include "lib/workers.h"
#include "uci/files.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Match {
    const MatchOrders *orders;
    atomic_int next;  /* the number of the next game, from 0 */
    atomic_bool stop; /* true: running games end, and do not count */
    /* The lock guards the fields below. */
    pthread_mutex_t lock;
    RefereeSums *sums;
    bool decided, failed;
    int reported, told; /* games in the latest printed standing; games with a fault so far */
    int *points;        /* by game: twice the first engine's points, or -1 before the end */
} Match;

/* A thread, which plays one game at a time. */
typedef struct Board {
    Match *match;
    Player players[2];
    RefereeGame game;
    Position *pos;
} Board;

/* --- after a game ----------------------------------------------------------------------------- */

/* Adds a game to the sums; true if the game completes a pair. */
static bool count(Match *match, const RefereeGame *game, int number) {
    const int points = number % 2 ? 2 - game->points : game->points;
    const int other = match->points[number ^ 1];
    match->points[number] = points;
    match->sums->results[points]++;
    if (game->fault)
        match->sums->faults[points == 2][game->fault]++;
    if (other < 0)
        return false;
    match->sums->pairs[points + other]++;
    return true;
}

/* Prints a game that an engine has lost by a fault; only the first ten such games. */
static void tell_fault(Match *match, const RefereeGame *game, int number) {
    enum { MOST = 10 };
    const PlayerSettings *const players = match->orders->players;
    char reason[REFEREE_REASON_SIZE];
    if (++match->told > MOST)
        return;
    referee_game_reason(game, reason, sizeof reason);
    fprintf(stderr, "game %d (%s against %s): %s {%s}%s\n", number + 1, players[number % 2].name,
            players[1 - number % 2].name, PGN_RESULTS[game->points], reason,
            match->told == MOST ? "; more such games are not reported" : "");
}

/* Prints the standing every few pairs, and checks whether the test is decided. */
static void tell_sums(Match *match) {
    const MatchOrders *const orders = match->orders;
    const RefereeSums *const sums = match->sums;
    const EloEstimate elo = sums_elo(sums);
    const int games = sums_games(sums), every = orders->games / 20 > 10 ? orders->games / 20 : 10;
    const double llr = orders->sprt ? sums_llr(sums, orders->elo0, orders->elo1) : 0;
    match->decided = fabs(llr) >= SUMS_LLR_BOUND;
    if (games < match->reported + every && games < orders->games && !match->decided)
        return;
    match->reported = games;
    fprintf(stderr, "%d of %d games: +%d =%d -%d", games, orders->games, sums->results[2],
            sums->results[1], sums->results[0]);
    if (!isnan(elo.elo))
        fprintf(stderr, ", Elo %+.1f +- %.1f", elo.elo, elo_error(elo));
    if (orders->sprt)
        fprintf(stderr, ", LLR %.2f (%.2f, %.2f)", llr, -SUMS_LLR_BOUND, SUMS_LLR_BOUND);
    fputc('\n', stderr);
}

/* Reports an error and stops the match. */
static void fail(Match *match, const char *what, const char *why) {
    fprintf(stderr, "lab: %s: %s\n", what, why);
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
    /* Games after the decision do not count: the sums stay those of the decision. */
    if (!match->stop && board->game.fault != FAULT_STOPPED) {
        if (match->orders->pgn)
            keep(match, board, number);
        if (board->game.fault)
            tell_fault(match, &board->game, number);
        if (count(match, &board->game, number))
            tell_sums(match);
        if (match->decided)
            match->stop = true;
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
        board->game.chess960 = false;
        if (orders->disturbance)
            disturbance_start(orders->disturbance, number, &board->game, board->pos, fen);
        else if (!opening_of(orders->openings, orders->seed, (uint64_t)number / 2, &match->stop,
                             fen))
            break;
        referee_game_play(&board->game, players, fen, board->pos);
        disturbance_rest(players, &board->game, board->pos);
        conclude(match, board, number);
    }
    player_end(&board->players[0]);
    player_end(&board->players[1]);
    return NULL;
}

/* Prepares a board at which games are played; returns false if memory is short. */
static bool board_open(Board *board, Match *match) {
    *board = (Board){.match = match, .pos = aligned_alloc(CACHE_LINE, sizeof *board->pos)};
    for (int i = 0; i < 2; i++)
        board->players[i] = (Player){.settings = &match->orders->players[i],
                                     .stop = &match->stop,
                                     .disturbance = match->orders->disturbance};
    if (board->pos)
        memset(board->pos, 0, sizeof *board->pos);
    return board->pos;
}

/* Plays at as many boards as memory and threads allow; returns false if none can be opened. */
static bool play_at(Match *match, Board *boards) {
    int count = 0;
    while (boards && count < match->orders->jobs && board_open(&boards[count], match))
        count++;
    const int played =
        count ? crew_run(play_games, boards, sizeof *boards, count, &match->stop, NULL, NULL) : 0;
    while (count)
        free(boards[--count].pos);
    return played > 0;
}

bool referee_match_play(const MatchOrders *orders, RefereeSums *sums, bool *stopped) {
    Match match = {.orders = orders, .sums = sums, .lock = PTHREAD_MUTEX_INITIALIZER};
    Board *boards = calloc((size_t)orders->jobs, sizeof *boards);
    *sums = (RefereeSums){0};
    match.points = malloc((size_t)orders->games * sizeof *match.points);
    for (int i = 0; match.points && i < orders->games; i++)
        match.points[i] = -1;
    if (orders->openings && (size_t)orders->games / 2 > orders->openings->count)
        fprintf(stderr,
                "lab: warning: %zu openings for %d pairs of games: the true error is greater\n",
                orders->openings->count, orders->games / 2);
    if (!match.points || !play_at(&match, boards))
        fail(&match, "nothing is played", "there is not enough memory, or no thread");
    free(match.points);
    free(boards);
    *stopped = match.stop && !match.decided && !match.failed;
    return !match.failed && (match.decided || sums_games(sums) == orders->games);
}
