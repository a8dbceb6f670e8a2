/* The fixed positions of bench: openings, middlegames of every kind, endgames, checks, promotions,
 * mates, a stalemate. */
#ifndef ENGINE_BENCH_H
#define ENGINE_BENCH_H

enum { BENCH_DEPTH = 13 }; /* to which bench searches if nothing else is asked for */

/* How many positions bench has, and their FENs. */
int bench_count(void);
const char *bench_fen(int index);

#endif
