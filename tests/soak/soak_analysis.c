#include "soak/soak_analysis.h"

#include "core/types.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/timing.h"

#include <stdio.h>
#include <string.h>

static const int HASHES[] = {1, 2, 7, 16, 33, 64, 100, 128};
enum { HASH_COUNT = sizeof HASHES / sizeof *HASHES };

/* Sets an option to a random value. */
static void change_option(Player *p, Random *r, int threads) {
    switch (random_below(r, 6)) {
    case 0:
        player_say(p, "setoption name MultiPV value %d", 1 + random_below(r, 8));
        return;
    case 1:
        player_say(p, "setoption name Threads value %d", 1 + random_below(r, threads));
        return;
    case 2:
        player_say(p, "setoption name UCI_ShowWDL value %s", random_below(r, 2) ? "true" : "false");
        return;
    case 3:
        player_say(p, "setoption name Clear Hash");
        return;
    default:
        player_say(p, "setoption name Hash value %d", HASHES[random_below(r, HASH_COUNT)]);
    }
}

/* Draws an opening, and a random walk from there. */
static bool draw_position(Starts *starts, Position *pos) {
    char fen[FEN_SIZE];
    pos->chess960 = random_below(&starts->random, 2) == 0;
    if (!starts_draw(starts, pos->chess960, fen))
        return false;
    position_set(pos, fen);
    random_walk(pos, &starts->random, random_below(&starts->random, TASTE_COUNT),
                random_below(&starts->random, 60));
    return true;
}

/* Listens for so long, with a change of options or a question now and then. */
static void sit(Player *p, Random *r, int threads, int milliseconds, AnalysisSums *sums) {
    enum { TURN = 20, CHANGES = 40 };
    const int64_t until = micros_now() + (int64_t)milliseconds * 1000;
    while (p->runs && !soak_interrupted && micros_now() < until) {
        player_listen(p, TURN);
        if (random_below(r, CHANGES) == 0) {
            change_option(p, r, threads);
            sums->changes++;
        } else if (random_below(r, CHANGES) == 0) {
            p->ready++;
            player_say(p, "isready");
        }
    }
}

bool analyse(Player *p, Starts *starts, int threads, int longest, AnalysisSums *sums) {
    enum { REST = 10 };
    Random *r = &starts->random;
    char fen[FEN_SIZE], lines[FEN_SIZE + 64];
    if (!draw_position(starts, starts->pos))
        return false;
    fen_write(starts->pos, fen);
    for (int i = random_below(r, 4); i > 0; i--)
        change_option(p, r, threads);
    player_say(p, "setoption name UCI_Chess960 value %s%s",
               starts->pos->chess960 ? "true" : "false", random_below(r, 3) ? "" : "\nucinewgame");
    snprintf(lines, sizeof lines, "position fen %s\ngo infinite", fen);
    player_ask(p, starts->pos, lines);
    p->pondering = true; /* nor may this search end by itself */
    sit(p, r, threads, random_below(r, longest), sums);
    p->pondering = false;
    const int64_t from = micros_now();
    player_say(p, "stop");
    if (!player_wait(p, NULL, 0, player_patience))
        return false;
    sums->longest_stop = max_int64(sums->longest_stop, p->answered_at - from);
    sums->infos += p->infos;
    return ++sums->positions % REST || player_rest(p);
}
