/* libpanoptes: the chess engine Panoptes as a library. MIT licence.
 *
 * An engine plays and analyses one game, and answers questions about its position. A process may have any number of
 * engines, which search at the same time. Each engine has its own game, hash table, threads and options. All engines of
 * the process share only the option SyzygyPath.
 *
 * Threads: any thread may call any function. One engine takes one call at a time. While another thread's call is under
 * way, a call returns PANOPTES_BUSY and changes nothing. Only panoptes_stop and panoptes_wait may be called at any
 * time. A calling thread needs 256 KB of stack. The thread-local variables of the library use 200 KB of this stack.
 *
 * Texts are UTF-8 and end with a zero byte. The library copies the texts that it is given. The library changes no
 * signal handler, prints nothing and never ends the process. It opens only the files that options name and, on Linux,
 * the system's files about free memory. As in the program, the environment variable PANOPTES_CPU can choose the kernels
 * of an older CPU.
 *
 * src/api/README.md has examples in C and Python.
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

/* The result of a call. A call that fails changes nothing, unless its description says so. */
typedef enum PanoptesResult {
    PANOPTES_OK = 0,
    /* An argument is bad, or memory is short. panoptes_error gives the reason and the remedy. */
    PANOPTES_REFUSED = 1,
    /* A search or another call is under way. panoptes_error keeps its text. */
    PANOPTES_BUSY = 2,
    /* A pointer is NULL where the function needs one. */
    PANOPTES_NULL = 3
} PanoptesResult;

/* Returns the name and the version: "Panoptes 1.0". */
PANOPTES_API const char *panoptes_version(void);

/* Makes an engine with the start position and the default of each option. Returns NULL if memory or threads are short,
 * or if the library was built for another CPU. The caller frees the engine by panoptes_destroy. */
PANOPTES_API Panoptes *panoptes_create(void);

/* Frees an engine and all that belongs to it. Before that, the function ends the search under way, and the callback
 * gets the search's last lines. If the engine is NULL, does nothing. Returns PANOPTES_BUSY, and frees nothing, if a
 * callback of this engine calls the function, or while another call is under way. During the call no thread may wait in
 * panoptes_wait. After the call no thread may use the engine. */
PANOPTES_API PanoptesResult panoptes_destroy(Panoptes *engine);

/* Sets an option. src/engine/OPTIONS.md lists the options. The case of the name does not matter. Values have UCI's
 * form: "64", "true", "network", a path. For a button the value is NULL or "". For a path, NULL or "" means none. Six
 * options belong to the program alone and are unknown to the library: "Self Check", "Debug Interval", "Debug Log File",
 * "Post-Mortem Folder", "UCI_Opponent", "UCI_EngineAbout".
 *
 * If the name is unknown, the value is out of range or the file is bad, returns PANOPTES_REFUSED; the option keeps its
 * value. But after a bad Book File no book plays, and after a bad SyzygyPath there are no tablebases. If memory or
 * threads are short, the function returns PANOPTES_OK. Hash and Threads then take as much as there is. Weaker play and
 * the inner book then stay off. Returns PANOPTES_BUSY while this engine searches; for SyzygyPath, while any engine
 * searches or answers. */
PANOPTES_API PanoptesResult panoptes_set_option(Panoptes *engine, const char *name,
                                                const char *value);

/* Sets up the game: a FEN (or, if `fen` is NULL, the start position), then moves (none if `moves` is NULL). Blanks
 * separate the moves. A move has UCI's form ("e2e4", "e7e8q") or SAN ("Nf3", "exd5"). The function drops castling
 * rights and en passant squares that the position rules out.
 *
 * If the FEN is invalid, returns PANOPTES_REFUSED and keeps the game. If a move is illegal, returns PANOPTES_REFUSED,
 * and the game keeps the moves before it. After a refusal panoptes_go refuses until this function accepts a position.
 * Returns PANOPTES_BUSY while this engine searches. */
PANOPTES_API PanoptesResult panoptes_set_position(Panoptes *engine, const char *fen,
                                                  const char *moves);

/* The type of a callback for the lines of a search. `line` has UCI's form, without the end of line: "info depth 12 ...
 * pv e2e4 e7e5". The last line is "bestmove e2e4 ponder e7e5", or "bestmove (none)" if no move is legal. The line is
 * valid until the callback returns.
 *
 * The callback runs on a thread of the engine or, for a move of the book, within panoptes_go. The callback may call
 * panoptes_stop for its engine. Outside panoptes_go the callback may also call panoptes_ask and the functions declared
 * after panoptes_ask. Other calls for its engine return PANOPTES_BUSY. */
typedef void PanoptesLine(void *context, const char *line);

/* Starts a search of the game's position, and returns at once. The limits are those of the UCI command `go`: "depth
 * 12", "nodes 100000", "movetime 500", "wtime 60000 btime 60000", "mate 3", "searchmoves e2e4 d2d4 depth 8". NULL or
 * "" searches until panoptes_stop. If "json" stands before the limits, each line is a JSON object
 * (src/inspect/answers.schema.json). `line` may be NULL.
 *
 * A number out of range becomes the nearest number in range. If a limit is wrong or the last position was refused,
 * returns PANOPTES_REFUSED. While this engine searches, returns PANOPTES_BUSY. In both cases the function does not call
 * `line`. */
PANOPTES_API PanoptesResult panoptes_go(Panoptes *engine, const char *limits, PanoptesLine *line,
                                        void *context);

/* Asks the search under way to end, and returns at once. "bestmove" follows soon. Does nothing if the engine does not
 * search. */
PANOPTES_API PanoptesResult panoptes_stop(Panoptes *engine);

/* Waits until the search and the callback for its last line have ended. If the engine does not search, returns at once.
 * If a callback of this engine calls the function, returns PANOPTES_BUSY. */
PANOPTES_API PanoptesResult panoptes_wait(Panoptes *engine);

/* Answers a question about the position of the game, or of a FEN that follows the question. The questions are the
 * commands of src/inspect/README.md, and "d": "map json", "attackers e4 json", "threats", "see g5f7 json", "explain
 * Nxf7 nodes 10000 json", "facts", "motifs Nxf7 Kxf7", "moves json", "eval json", "captures", "validate FEN", "map svg
 * fen FEN". The library writes no file: it refuses a path after "text", "json" or "svg". A search may be under way.
 *
 * Returns lines of text, a JSON object on one line, or a picture (SVG). The engine owns the answer. The answer is
 * valid until the next call of this function with the engine. Returns NULL if the question is refused, a pointer is
 * NULL, or another call is under way. */
PANOPTES_API const char *panoptes_ask(Panoptes *engine, const char *question);

/* Returns one line with the reason of the latest refusal and the remedy, or "" before the first refusal. The engine
 * owns the text. The text is valid until the next call with the engine. */
PANOPTES_API const char *panoptes_error(const Panoptes *engine);

/* Fills the attack map of the game's position: attackers[0][s] is the set of squares from which White's pieces attack
 * square s; attackers[1][s] is the same for Black's pieces. Squares count from a1 = 0 and b1 = 1 to h8 = 63. In a set,
 * bit n stands for square n. A piece attacks the pieces of its own side, too: it defends them. */
PANOPTES_API PanoptesResult panoptes_map(Panoptes *engine, uint64_t attackers[2][64]);

/* Sets *centipawns to the exchange value (SEE) of a legal move, for the side that moves. Both sides capture on the
 * move's square as long as a capture pays. A pawn counts 100, a knight or a bishop 300, a rook 500, a queen 900.
 * Returns PANOPTES_REFUSED if the move is illegal. */
PANOPTES_API PanoptesResult panoptes_see(Panoptes *engine, const char *move, int *centipawns);

/* Sets *centipawns to the static evaluation of the game's position, for the side to move. At +100 the side to move wins
 * half of the games. The option Evaluation chooses the evaluation. */
PANOPTES_API PanoptesResult panoptes_evaluate(Panoptes *engine, int *centipawns);

#ifdef __cplusplus
}
#endif

#endif
