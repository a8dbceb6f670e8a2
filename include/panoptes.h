/* libpanoptes: the chess engine Panoptes as a library. MIT licence.
 *
 * An engine plays and analyses one game, and answers questions about its position. A process may have any number of
 * engines, which search at the same time; each has its own game, table, threads and options. Only SyzygyPath is one for
 * the process.
 *
 * Threads. Any thread may call any function. Calls with one engine come one at a time: one that meets another call
 * with the same engine, in another thread, returns PANOPTES_BUSY and changes nothing. panoptes_stop and panoptes_wait
 * may be called at any time. The functions need 128 KB of the calling thread's stack.
 *
 * Texts are UTF-8 and end with a zero byte. The library copies those that it gets. It changes no signal handler, prints
 * nothing, opens only the files that options name, and never ends the process. The environment variable PANOPTES_CPU
 * limits the kernels, as it does for the program.
 *
 * The README.md of src/api has examples in C and Python.
 */
#ifndef PANOPTES_H
#define PANOPTES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define PANOPTES_API __attribute__((visibility("default")))
#else
#define PANOPTES_API
#endif

typedef struct Panoptes Panoptes;

/* What a call returns. Unless it is PANOPTES_OK, the call has changed nothing that its description does not name. */
typedef enum PanoptesResult {
    PANOPTES_OK = 0,
    /* An argument is bad, or memory is short: panoptes_error says which, why, and what to do. */
    PANOPTES_REFUSED = 1,
    /* Now is the wrong time: a search or another call is under way. The text of panoptes_error stays as it was. */
    PANOPTES_BUSY = 2,
    /* A pointer is NULL that must not be. */
    PANOPTES_NULL = 3
} PanoptesResult;

/* The name and the version: "Panoptes 1.0". */
PANOPTES_API const char *panoptes_version(void);

/* Makes an engine, with the start position and the default of each option. Returns NULL if memory is short, the system
 * has no thread for it, or the CPU lacks what the library was built for. The caller ends it by panoptes_destroy. */
PANOPTES_API Panoptes *panoptes_create(void);

/* Ends an engine and frees all that belongs to it. A search under way ends first, with its last lines. NULL does
 * nothing. Returns PANOPTES_BUSY, and ends nothing, from a callback of this engine, and while another call with it is
 * under way. No thread may use the engine afterwards, or wait in panoptes_wait meanwhile. */
PANOPTES_API PanoptesResult panoptes_destroy(Panoptes *engine);

/* Sets an option: src/engine/OPTIONS.md lists them. The case of the name does not matter. Values are as UCI writes
 * them: "64", "true", "network", a path; NULL or "" for a button and for no path. The options of the program alone do
 * not exist here: "Self Check", "Debug Interval", "Debug Log File", "Post-Mortem Folder", "UCI_Opponent",
 * "UCI_EngineAbout".
 *
 * Returns PANOPTES_REFUSED, and the option keeps its value, if the name is unknown, the value out of range, or the file
 * bad. Returns PANOPTES_BUSY while this engine searches; for SyzygyPath, while any engine searches or is asked. */
PANOPTES_API PanoptesResult panoptes_set_option(Panoptes *engine, const char *name,
                                                const char *value);

/* Sets the game up: from a FEN, or from the start position if it is NULL, and by moves from there, separated by blanks,
 * as UCI writes them ("e2e4 e7e8q") or in SAN ("Nf3 exd5"); NULL for none. Castling rights and en passant squares that
 * the position rules out are dropped.
 *
 * Returns PANOPTES_REFUSED if the FEN is invalid, and then keeps the game before; or if a move is illegal, and then
 * the game stands before that move. panoptes_go refuses to search until a position has been accepted. Returns
 * PANOPTES_BUSY while this engine searches. */
PANOPTES_API PanoptesResult panoptes_set_position(Panoptes *engine, const char *fen,
                                                  const char *moves);

/* Hears a line of a search, as UCI has it, without its end: "info depth 12 ... pv e2e4 e7e5", and once, as the last
 * one, "bestmove e2e4 ponder e7e5", or "bestmove (none)" where there is no legal move. The line is valid until the
 * function returns. It runs on a thread of the engine, for a move of the book within panoptes_go. With its own engine it
 * may call panoptes_stop, panoptes_ask and the functions behind it; others return PANOPTES_BUSY. */
typedef void PanoptesLine(void *context, const char *line);

/* Starts a search of the game's position, and returns at once. The limits are those of the UCI command `go`, such as
 * "depth 12", "nodes 100000", "movetime 500", "wtime 60000 btime 60000", "mate 3", "searchmoves e2e4 d2d4 depth 8".
 * NULL or "" searches until panoptes_stop. With "json" before the limits each line is an object of JSON
 * (src/inspect/answers.schema.json). `line` may be NULL.
 *
 * Returns PANOPTES_REFUSED if a limit is wrong or the last position was refused, and PANOPTES_BUSY while this engine
 * searches. Then `line` is not called. */
PANOPTES_API PanoptesResult panoptes_go(Panoptes *engine, const char *limits, PanoptesLine *line,
                                        void *context);

/* Ends the search that panoptes_go has started, and returns at once: "bestmove" comes soon. Does nothing if there is
 * none. */
PANOPTES_API PanoptesResult panoptes_stop(Panoptes *engine);

/* Waits until the search has ended and its last line has been heard. Returns at once if there is none. Returns
 * PANOPTES_BUSY from a callback of this engine, which would wait for itself. */
PANOPTES_API PanoptesResult panoptes_wait(Panoptes *engine);

/* Answers a question about the position of the game, or of a FEN behind the question. The questions are the commands
 * of src/inspect/README.md and "d": "map json", "attackers e4 json", "threats", "see g5f7 json", "explain Nxf7 nodes
 * 10000 json", "facts", "motifs Nxf7 Kxf7", "moves json", "eval json", "captures", "validate FEN", "map svg fen FEN".
 * A path behind the form is refused. A search may run meanwhile.
 *
 * Returns lines of text, an object of JSON on one line, or a picture (SVG). The engine owns the answer: it is valid until
 * the next call of this function with the engine, or its end. Returns NULL if there is no answer: panoptes_error says why,
 * except while another call with the engine is under way. */
PANOPTES_API const char *panoptes_ask(Panoptes *engine, const char *question);

/* What the latest call that returned PANOPTES_REFUSED, or NULL, found wrong, and what to do: one line. "" before there
 * is one. The engine owns the text: it is valid until the next call with the engine. */
PANOPTES_API const char *panoptes_error(const Panoptes *engine);

/* Who attacks what in the game's position: attackers[0][s] is the set of squares from which pieces of White attack
 * square s, attackers[1][s] the same of Black. Squares count from a1 = 0, b1 = 1 to h8 = 63; in a set, bit n stands for
 * square n. A piece on s that its own side could take back counts as attacked by it. */
PANOPTES_API PanoptesResult panoptes_map(Panoptes *engine, uint64_t attackers[2][64]);

/* The value of the exchange that a legal move begins, in centipawns for the side that moves (pawn 100, knight and bishop
 * 300, rook 500, queen 900): what it wins if both sides then capture on the square as long as it pays. Returns
 * PANOPTES_REFUSED if the move is not legal. */
PANOPTES_API PanoptesResult panoptes_see(Panoptes *engine, const char *move, int *centipawns);

/* The static evaluation of the game's position, without a search, in normalised centipawns for the side to move: +100 is
 * won in half of the games. The option Evaluation says what evaluates. */
PANOPTES_API PanoptesResult panoptes_evaluate(Panoptes *engine, int *centipawns);

#ifdef __cplusplus
}
#endif

#endif
