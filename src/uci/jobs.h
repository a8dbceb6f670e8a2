/* Jobs: commands whose work runs on the worker, and is waited for at the end of input. */
#ifndef UCI_JOBS_H
#define UCI_JOBS_H

#include "uci/session.h"

/* perft [full | captures] DEPTH [fen FEN]: the leaves below each root move, their sum, and the
 * time. Without a FEN it counts from the position of the game. */
Command count_perft;

/* bench [stats|json] [HASH THREADS] [FILE] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N; depth BENCH_DEPTH if there is none. Each position
 * is a new game. The last line is `N nodes M nps`. With stats, what the search did is printed
 * before, in a build that counts (see core/stats.h).
 *
 * Without FILE fixed positions are searched by an engine made for it, with HASH_DEFAULT megabytes
 * and one thread unless HASH and THREADS are given; options have no effect. The positions of FILE
 * are searched with the options in force: by the session's own engine, which forgets what it has
 * learnt, or by one that is made for it with HASH and THREADS. Each has a line, and those that ask
 * for something (engine/epd.h) are judged, and summed up by theme (uci/themes.h). Bad lines are
 * reported and passed over; the command has failed then. With json, which wants a FILE, each
 * position and the sums are an object on a line, and no line of nodes follows. */
Command bench_start;

/* speedtest [THREADS [HASH [SECONDS]]]: the fixed positions, all in SECONDS (150), each as a new game,
 * with so many threads (as many as CPUs) and megabytes (128 a thread); then version, table, time, nodes
 * and nodes a second. */
Command speedtest_start;

/* Frees the job of either. */
void bench_free(Session *session);

/* selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate]
 *          [A NAME=VALUE ...] [B NAME=VALUE ...]
 *
 * Two engines, A and B, are made with the options in force, but for those given; each opening is
 * played twice, with colours exchanged. Each game is reported as it ends, and added to the PGN
 * file; the sums follow. The command has failed if it was stopped, an opening was bad or a game
 * could not be written. */
Command selfplay_start;

/* Frees the job. */
void selfplay_free(Session *session);

/* genfens N seed S book None|PATH: N lines `info string genfens FEN`, the same for the same
 * arguments. With a book, a file with an EPD or FEN in each line, each opening starts from a random
 * line of it, else from the start position; see engine/openings.h. Further tokens are reported and
 * ignored. OpenBench starts games of self-play from them. */
Command genfens_start;

/* Frees the book. The worker must be idle. */
void genfens_free(Session *session);

/* selftest: the steps of selfcheck/selftest.h, then the same short search with the kernels of every
 * level that this CPU has, each in a process of its own. Prints a line for each step, then
 * `selftest passed` or `selftest FAILED`, which makes the exit status 1 on the command line. */
Command selftest_start;

#endif
