#include "match/referee.h"

#include "board/make.h"
#include "core/bits.h"
#include "core/types.h"
#include "data/starts.h"
#include "os/thread.h"

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The resources of a process at rest: kilobytes of memory not mapped from a file, open files, and
 * threads. */
enum { RESOURCES = 3 };

/* The kinds of losses of a soak: the faults (referee.h), and others. A bestmove without a `go`
 * also counts as FAULT_ILLEGAL. */
enum {
    LOSS_COMPLAINT = FAULT_KINDS, /* the engine reports an error, or a fault found in itself */
    LOSS_REPORT,
    LOSS_GROWTH, /* LOSS_GROWTH + i: growth of resource number `i` */
    LOSS_KINDS = LOSS_GROWTH + RESOURCES
};

static const char *const NAMES[LOSS_KINDS] = {[FAULT_CRASH] = "processes ended",
                                              [FAULT_STALL] = "no answer",
                                              [FAULT_ILLEGAL] = "illegal moves",
                                              [FAULT_TIME] = "losses on time",
                                              [LOSS_COMPLAINT] = "complaints",
                                              [LOSS_REPORT] = "post-mortems",
                                              [LOSS_GROWTH] = "memory growth",
                                              "files left open",
                                              "threads left"};

/* Samples of a process at rest. The first samples set the bounds, since the heap grows at first. */
typedef struct Watch {
    pid_t pid;
    int samples;
    long bounds[RESOURCES];
} Watch;

struct Disturbance {
    uint64_t random;
    int slice, game;
    int losses[LOSS_KINDS];
    char folder[64]; /* for post-mortems */
    int reports;     /* files in the folder of post-mortems */
    Watch watches[2];
};

static bool now_and_then(Disturbance *d, uint64_t times) {
    return random_next(&d->random) % times == 0;
}

__attribute__((format(printf, 3, 4))) static void lose(Disturbance *d, int loss, const char *format,
                                                       ...) {
    va_list arguments;
    d->losses[loss]++;
    printf("LOST (%s): game %d: ", NAMES[loss], d->game + 1);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

void disturbance_lost(Player *player, const char *what) {
    if (player->disturbance && !*player->stop)
        lose(player->disturbance, FAULT_STALL, "%s: %s", player->settings->name, what);
}

/* --- life ------------------------------------------------------------------------------------- */

Disturbance *disturbance_create(uint64_t seed, int slice) {
    const char *base = getenv("TMPDIR");
    Disturbance *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->random = seed;
    d->slice = slice;
    snprintf(d->folder, sizeof d->folder, "%s/lab-XXXXXX",
             base && strlen(base) < 40 ? base : "/tmp");
    if (mkdtemp(d->folder) && setenv("PANOPTES_POST_MORTEM", d->folder, 1) == 0)
        return d;
    perror("play: a folder for post-mortems cannot be made");
    free(d);
    return NULL;
}

bool disturbance_end(Disturbance *d) {
    int all = 0;
    for (int i = FAULT_TIME; i < LOSS_KINDS; i++) {
        printf("%s %s %d", i > FAULT_TIME ? "," : "lost:", NAMES[i], d->losses[i]);
        all += d->losses[i];
    }
    putchar('\n');
    if (rmdir(d->folder))
        printf("post-mortems are in %s\n", d->folder);
    free(d);
    return all == 0;
}

/* --- before and within a game ----------------------------------------------------------------- */

void disturbance_start(Disturbance *d, int number, RefereeGame *game, Position *pos,
                       char fen[FEN_SIZE]) {
    d->game = number;
    game->chess960 = number / 2 % 4 == 3;
    game->ponders = number / 2 % 2 == 1;
    const StartKind kind = {.chess960 = game->chess960, .both = number / 8 % 2 == 1};
    while (!start_draw(pos, NULL, kind, 8, &d->random) || game_end_by_rules(pos) != GAME_GOES_ON)
        continue;
    fen_write(pos, fen);
}

static int write_option(Disturbance *d, char *line, size_t size) {
    static const char *const VALUES[][2] = {{"Hash", "1"},           {"Hash", "2"},
                                            {"Hash", "7"},           {"Hash", "16"},
                                            {"Hash", "33"},          {"Hash", "64"},
                                            {"MultiPV", "1"},        {"MultiPV", "3"},
                                            {"MultiPV", "8"},        {"Threads", "1"},
                                            {"Threads", "2"},        {"Threads", "3"},
                                            {"UCI_ShowWDL", "true"}, {"UCI_ShowWDL", "false"},
                                            {"Clear Hash", ""}};
    const char *const *o = VALUES[random_next(&d->random) % (sizeof VALUES / sizeof *VALUES)];
    return snprintf(line, size, "setoption name %s%s%s\n", o[0], *o[1] ? " value " : "", o[1]);
}

void disturbance_options(Player *player, char lines[DISTURBANCE_OPTIONS]) {
    int used = 0;
    lines[0] = '\0';
    for (int i = 0; player->disturbance && i < 3; i++)
        used += write_option(player->disturbance, lines + used, DISTURBANCE_OPTIONS - (size_t)used);
}

static void wait_ms(uint64_t milliseconds) {
    usleep((useconds_t)(milliseconds * 1000));
}

int64_t disturbance_thinking(Player *player) {
    Disturbance *d = player->disturbance;
    if (!d)
        return 0;
    if (now_and_then(d, 16))
        player_send(player, "isready\n");
    if (now_and_then(d, 40)) {
        wait_ms(random_next(&d->random) % 10);
        player_send(player, now_and_then(d, 2) ? "stop\n" : "stop\nstop\nponderhit\n");
    }
    if (!now_and_then(d, 64))
        return 0;
    const int64_t from = clock_microseconds();
    kill(player->process.pid, SIGSTOP);
    wait_ms(random_next(&d->random) % 20);
    kill(player->process.pid, SIGCONT);
    return clock_microseconds() - from;
}

void disturbance_hear(Player *player, const char *line, bool rest) {
    Disturbance *d = player->disturbance;
    if (!d)
        return;
    const char *const checks = strstr(line, "self-checks: ");
    if (checks ? !strstr(line, "; 0 faults")
               : strncmp(line, "info string error", 17) == 0 ||
                     strncmp(line, "info string fault", 17) == 0 || strstr(line, "post-mortem"))
        lose(d, LOSS_COMPLAINT, "%s: \"%s\"", player->settings->name, line);
    if (rest && strncmp(line, "bestmove", 8) == 0)
        lose(d, FAULT_ILLEGAL, "%s: \"%s\" without a question", player->settings->name, line);
}

/* --- after a game ----------------------------------------------------------------------------- */

static void judge_end(Disturbance *d, Player *const players[], const RefereeGame *game) {
    char reason[REFEREE_REASON_SIZE];
    if (!game->fault || game->fault == FAULT_STOPPED)
        return;
    referee_game_reason(game, reason, sizeof reason);
    lose(d, (int)game->fault, "%s: %s after %d plies from %s",
         players[game->to_move]->settings->name, reason, game->count, game->fen);
}

/* Reads the output of a player that analyses; sometimes sets an option or sends isready. True if a
 * bestmove came, which is too early. */
static bool sit(Disturbance *d, Player *player, int64_t milliseconds) {
    enum { TURN = 20000, TIMES = 20 };
    const int64_t until = clock_microseconds() + milliseconds * 1000;
    char line[128];
    while (clock_microseconds() < until && !player->process.ended) {
        const char *said = uci_process_line(&player->process, clock_microseconds() + TURN);
        if (said)
            disturbance_hear(player, said, true);
        if (said && strncmp(said, "bestmove", 8) == 0)
            return true;
        if (now_and_then(d, TIMES)) {
            write_option(d, line, sizeof line);
            player_send(player, now_and_then(d, 2) ? line : "isready\n");
        }
    }
    return false;
}

/* Lets a player analyse with `go infinite`, then stops it. */
static Fault analyse(Disturbance *d, Player *player, const RefereeGame *game, Position *pos) {
    char lines[FEN_SIZE + 64];
    PlayerAnswer answer;
    snprintf(lines, sizeof lines, "position fen %s\ngo infinite\n", game->fen);
    player_send(player, lines);
    if (sit(d, player, (int64_t)(random_next(&d->random) % (uint64_t)(d->slice + 1))))
        return FAULT_NONE;
    const Fault fault = player_answer(player, "stop\n", &answer);
    fen_parse(pos, game->fen, NULL, 0);
    if (fault == FAULT_NONE && move_read(pos, answer.move) == MOVE_NONE)
        lose(d, FAULT_ILLEGAL, "%s: \"%s\" in an analysis of %s", player->settings->name,
             answer.move, game->fen);
    return fault;
}

static long count_entries(const char *path) {
    long count = 0;
    DIR *dir = opendir(path);
    for (const struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return count;
}

/* Reads the resources of a process. False if the process has ended. */
static bool usage_of(pid_t pid, long usage[RESOURCES]) {
    char path[64], line[256];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        found += sscanf(line, "RssAnon: %ld kB", &usage[0]) == 1;
        found += sscanf(line, "Threads: %ld", &usage[2]) == 1;
    }
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    usage[1] = count_entries(path);
    return found == 2;
}

/* Takes a sample of a process at rest. Each growth of a resource counts as one loss. */
static void take_sample(Disturbance *d, Watch *watch, const Player *player) {
    enum { WARM_UP = 8 };
    static const long MARGIN[RESOURCES] = {1024}; /* kB of growth that is not a loss */
    long now[RESOURCES];
    if (watch->pid != player->process.pid)
        *watch = (Watch){.pid = player->process.pid};
    if (!usage_of(watch->pid, now))
        return;
    const bool warm = watch->samples++ >= WARM_UP;
    for (int i = 0; i < RESOURCES; i++) {
        const long bound = watch->bounds[i];
        if (now[i] <= bound + (warm ? MARGIN[i] : 0))
            continue;
        if (warm)
            lose(d, LOSS_GROWTH + i, "%s has %ld%s at rest, %ld before", player->settings->name,
                 now[i], i ? "" : " kB", bound);
        watch->bounds[i] = now[i];
    }
}

/* Lets a player analyse and rest; sometimes kills it instead. */
static void rest(Disturbance *d, Player *player, Watch *watch, const RefereeGame *game,
                 Position *pos) {
    static const char REST[] = "setoption name MultiPV value 1\nsetoption name Threads value 1\n"
                               "setoption name Hash value 1\nucinewgame\nisready\n";
    if (!player->process.pid || *player->stop)
        return;
    if (now_and_then(d, 48)) {
        player_kill(player);
        return;
    }
    Fault fault = d->slice ? analyse(d, player, game, pos) : FAULT_NONE;
    if (fault == FAULT_NONE)
        fault = player_settle(player, REST);
    if (fault == FAULT_NONE)
        take_sample(d, watch, player);
    else if (fault != FAULT_STOPPED)
        lose(d, (int)fault, "%s, in an analysis or at rest", player->settings->name);
}

void disturbance_rest(Player *const players[COLOR_COUNT], const RefereeGame *game, Position *pos) {
    Disturbance *d = players[WHITE]->disturbance;
    if (!d)
        return;
    const bool swapped = players[WHITE] > players[BLACK]; /* both are elements of one array */
    judge_end(d, players, game);
    for (Color c = WHITE; c <= BLACK; c++)
        rest(d, players[c], &d->watches[swapped ? opponent(c) : c], game, pos);
    const int reports = (int)count_entries(d->folder);
    if (reports > d->reports)
        lose(d, LOSS_REPORT, "%d new in %s", reports - d->reports, d->folder);
    d->reports = reports;
}
