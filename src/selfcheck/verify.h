/* Checks of the data that the engine updates or derives. Each check computes the same data in
 * another way.
 *
 * A check returns true if all is well. Otherwise the check writes a report of DIFFERENCE_SIZE
 * bytes: the difference, the position, and the moves that led to the position. `room` is always
 * working space. */
#ifndef SELFCHECK_VERIFY_H
#define SELFCHECK_VERIFY_H

#include "board/position.h"
#include "board/state.h"
#include "core/move.h"
#include "moves/notation.h"
#include "network/accumulator.h"
#include "network/network.h"
#include "search/search.h"

/* --- the attack matrix from scratch ----------------------------------------------------------
 *
 * The scratch matrix is the reference for the incremental matrix, computed by steps along each
 * direction from each piece. The computation reads only man_on, and shares no table and no code
 * with the incremental update.
 */

typedef struct ScratchMatrix {
    uint64_t attacks[BIT_COUNT];
    uint32_t map[SQUARE_COUNT];
} ScratchMatrix;

/* Computes the rows and the columns of the matrix from s->man_on. */
void scratch_build(const State *s, ScratchMatrix *out);

/* --- the slow rules --------------------------------------------------------------------------
 *
 * The rules of chess, written a second time on a board of letters: each move is tried on a copy.
 * The slow rules share with the engine only the encoding of moves. Only slow_take reads a position.
 */

typedef struct SlowBoard {
    char man[64];    /* letters as in a FEN, '.' for none */
    bool white;      /* White is to move */
    int16_t rook[4]; /* square of the rook of each castling right (KQkq), -1 without the right */
    int8_t ep;       /* the square that a pawn has just passed, -1 if none */
    int quiet;       /* plies since the last capture or pawn move */
    int since_null;  /* plies since the last null move, or since the position was set up */
} SlowBoard;

/* Copies a state: its pieces, side to move, rights, e.p. square and counters. `rooks` are the
 * squares of the rooks of the four rights. */
void slow_take(SlowBoard *b, const State *s, const uint8_t rooks[4]);

/* Reads a FEN that fen_parse accepts without a change. A missing counter is 0. */
void slow_read(SlowBoard *b, const char *fen);

/* Writes a legal move in UCI notation (moves/notation.h). */
void slow_write(Move m, bool chess960, char text[MOVE_TEXT_SIZE]);

/* A legal move in UCI notation, castling as in Chess960. */
typedef struct SlowText {
    char text[MOVE_TEXT_SIZE];
} SlowText;

SlowText slow_text(Move m);

/* True if two boards are equal, except for the counters. The caller first sets `ep` of both boards
 * to the result of slow_ep. */
bool slow_same(const SlowBoard *a, const SlowBoard *b);

/* The square of a colour's king, or -1 without a king. All functions declared after slow_king
 * require both kings. */
int slow_king(const SlowBoard *b, bool white);

/* True if the piece on `from` attacks `to`; an empty square attacks nothing. */
bool slow_reaches(const SlowBoard *b, int from, int to);

/* Returns the only piece between a slider on `from` and the square `to` on the slider's line; -1 if
 * no piece or several pieces stand between. */
int slow_shield(const SlowBoard *b, int from, int to);

/* True if a piece of a colour attacks a square. */
bool slow_attacked(const SlowBoard *b, int sq, bool by_white);

/* True if the side to move is in check. */
bool slow_in_check(const SlowBoard *b);

/* True if the side to move is checkmated. */
bool slow_is_mate(const SlowBoard *b);

/* True if an encoding is a legal move. */
bool slow_is_legal(const SlowBoard *b, Move m);

/* Appends all legal moves to a list. */
void slow_moves(const SlowBoard *b, MoveList *list);

/* The castling rights, encoded as in a state. */
int slow_rights(const SlowBoard *b);

/* Returns the e.p. square if a capture on this square is legal, else -1. So equal positions have
 * equal e.p. squares. */
int slow_ep(const SlowBoard *b);

/* Makes a legal move. */
void slow_make(SlowBoard *b, Move m);

/* Makes a null move. */
void slow_null(SlowBoard *b);

/* True if no sequence of legal moves mates: bare kings, a single minor, or bishops of one shade. */
bool slow_is_dead(const SlowBoard *b);

/* --- the report of a failed check: the difference, then the position ------------------------- */

enum { DIFFERENCE_SIZE = 4096 };

typedef struct Difference {
    char *text; /* DIFFERENCE_SIZE bytes */
    size_t used;
} Difference;

/* Begins a text in `text`, of DIFFERENCE_SIZE bytes: "comparator: difference after EVENT". */
Difference difference_begin(char *text, const char *event);

/* Appends a text, as printf does. Cuts the text if the report is full. Returns false, so that a check can return this
 * call. */
bool difference_say(Difference *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a piece by name: "White Knight on f3 (bit 9)". */
void difference_man(Difference *d, const State *s, Bit bit);

/* Appends a blank and a move's squares. */
void difference_move(Difference *d, Move m);

/* Appends two lines that lead to the position: the FEN of the root, and the moves from the root. Returns false. */
bool difference_position(Difference *d, const Position *pos);

/* Writes a whole report: the event, a line formatted as by printf, and the lines of
 * difference_position. Returns false. */
bool difference_report(char *report, const Position *pos, const char *event, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));

/* --- the comparator --------------------------------------------------------------------------
 *
 * The comparator compares the data that moves update with the same data computed from scratch. In a
 * debug build (PANOPTES_VERIFY) the comparator runs after every make, unmake and null move. In any
 * build a search can run the comparator at intervals: see selfcheck/selfcheck.h.
 */

/* Compares rows and columns with the scratch matrix, bits with cells, and the board with the
 * bitboards. Checks the lists in both directions, masks, keys, material and king squares.
 *
 * Returns true if all is well. Otherwise writes the first difference to `report` (DIFFERENCE_SIZE
 * bytes): the root position, the moves from the root, and the square or the cell. A report about
 * the matrix names the missing and the extra attackers. `event` names the last operation
 * ("make"). */
bool verify_position(const Position *pos, const char *event, char *report);

/* True if the numbers of the Zobrist hash are all different, and none is 0. One call is enough,
 * since the numbers never change. */
bool verify_numbers(char *report);

/* Records the report of a failed check; verify_failure returns the first report. In a debug build,
 * prints the report to stderr and aborts. */
void verify_failed(const char *report);

/* Returns the report of the first check that failed in this process, for post-mortems; "" if no
 * check failed. */
const char *verify_failure(void);

/* Calls verify_position. If verify_position finds a difference, calls verify_failed. */
void verify_or_abort(const Position *pos, const char *event);

/* The number of checks that verify_or_abort has passed in this process. */
uint64_t verify_count(void);

/* For the debug build: from now on, every change of a position calls verify_or_abort. Call once,
 * with the other functions *_init. */
void verify_init(void);

/* --- the move generators --------------------------------------------------------------------- */

/* Compares three results with the list of legal moves, which comes from the columns of the matrix:
 * - the staged captures, which come from lists and rows: all captures, and the captures up to each
 *   of THRESHOLD_*,
 * - the count of moves,
 * - the answers of move_is_legal.
 * Also compares the walk of the kernel in use with the C reference, step by step. Compares the
 * order of captures with the values of the pieces on the board.
 *
 * Returns true if all agree. Otherwise writes the first difference to `report` (DIFFERENCE_SIZE
 * bytes): the move by its piece, its squares and its victim, and the position. */
bool verify_moves(const Position *pos, char *report);

/* True if move_is_legal agrees with the list of legal moves about `m`, which may be any encoding
 * from the hash table. *legal becomes the answer of move_is_legal. */
bool verify_table_move(const Position *pos, Move m, bool *legal, char *report);

/* --- the rules -------------------------------------------------------------------------------- */

/* Repeats all moves and null moves from the root to the current state by the slow rules. Compares
 * the board, the side to move, castling rights, e.p. square and both counters. Then compares the
 * legal moves and the legality of some other encodings. Compares repetitions since the last null
 * move, and draws by the fifty-move rule and by material.
 *
 * Returns true if all agree. Otherwise writes the first difference to `report` (DIFFERENCE_SIZE
 * bytes). The position must have passed verify_position. */
bool verify_rules(const Position *pos, char *report);

/* --- the choices of a search ------------------------------------------------------------------ */

/* Plays out on a plain board the exchanges that captures, promotions and every `stride`-th other
 * move begin. Compares the values of these exchanges, and the answers of exchange_at_least at and
 * near these values. True if all agree. */
bool verify_exchanges(const Position *pos, int stride, char *report);

/* Compares captures_count, quiet_moves, push_promotions, may_capture for each threshold, and
 * gives_direct_check with the list of legal moves and a plain board. True if all agree. */
bool verify_questions(const Position *pos, char *report);

/* Gives each kind of picker a random hash move, killer move and limit, by `seed`. Compares the
 * moves that the picker gives with the legal moves, and with exchanges played out. True if all
 * agree. */
bool verify_picks(Search *s, const Position *pos, uint64_t seed, char *report);

/* Compares search_score_by_rules with the slow rules when the fifty-move counter is 99 plies and
 * 100 plies. True if all agree. */
bool verify_ends(const Position *pos, Position *room, char *report);

/* Checks a copy of a position. The copy must equal the original, have the keys of the same earlier
 * positions, and stay correct as a new root. The function writes the FEN of the position with
 * castling rights as in chess and as in Chess960. The slow reader and the engine must read both
 * FENs as the same position. Castling and every `stride`-th other move must be read back as the
 * same moves. */
bool verify_copies(const Position *pos, Position *room, int stride, char *report);

/* Checks an entry that a search has stored: the hash table returns the entry, the entry's bound
 * agrees with the window, and the entry's move is legal. The entry's ply must be that of the
 * position. A search that excludes a move must not store a score. */
bool verify_stored(const Stored *stored, char *report);

/* Compares a node's score and bound from the tablebases with the tablebases' answer for the node's
 * position. */
bool verify_tablebases(const Search *s, const Position *pos, Position *room, char *report);

/* Compares the entry that a node has read with the hash table's entry for the position, at the
 * position's ply. */
bool verify_read(const Stored *read, char *report);

/* Checks a hash table of one bucket. An entry stored at one ply is found at another ply. A key that
 * differs in a compared bit is not found. A result that is not exact does not replace a much deeper
 * one. A result without a move keeps the old move. */
bool verify_table(const Position *pos, char *report);

/* Checks that the moves of a line are legal. The line of a mate score must end with mate, after as
 * many plies as the score says. */
bool verify_line(const Position *root, const SearchInfo *info, char *report);

/* Checks that the search has recorded the moves from its root to the position, ply by ply. No
 * recorded move may be excluded. */
bool verify_record(const Search *s, const Position *pos, char *report);

/* After an iteration (`result` is NULL), checks that each root move is legal and listed once.
 * Checks that the histories are within their limits. At the end of a search, the best move must be
 * the first root move, and the ponder move a legal answer. */
bool verify_end(const Search *s, const SearchResult *result, char *report);

/* Runs the checks of this header on known positions and lines, on roots after a long game, and on a
 * hash table. Checks the picker unless `s` is NULL. True if all is well, or if memory is short. */
bool verify_known_cases(Search *s, Position *room, char *report);

/* --- evaluations ------------------------------------------------------------------------------ */

/* Compares the score of a position, for the side to move, with two other scores: the score after
 * exchanging the colours, and the score without the tables of pawns and material. True if all
 * agree. Otherwise writes to `report` (DIFFERENCE_SIZE bytes) the scores, the terms whose counts
 * differ, and the position. The report also names the fewest pieces that still show the
 * difference. */
bool verify_evaluation(const Position *pos, Position *room, char *report);

/* Compares the network's sums of the current state, for both perspectives, and the score of these
 * sums with the same values from scratch. True if all agree, or if the sums are not valid.
 * Otherwise writes to `report` (DIFFERENCE_SIZE bytes) the wrong perspective and the position. If
 * one missing or extra row explains the difference, the report names the row's piece or threat
 * pair. */
bool verify_network(const Accumulators *a, const Position *pos, char *report);

/* Known scores of positions by networks of known weights. Updated sums and sums from scratch agree
 * even if both use a wrong row for an input. The same holds for a wrong scale of the output. A
 * known score reveals such a fault. */

/* Fills the network_size(hidden) bytes of a network's file, aligned to CACHE_LINE: header, weights
 * from a seed, and checksum. Many sums of these weights lie below 0 or above ACCUMULATOR_ONE, and
 * many between. The weights of a neuron do not depend on `hidden`. The output weights of the
 * neurons from number `weighed` on are 0. */
void network_fill(void *bytes, int hidden, int weighed, uint64_t seed);

/* Writes the header, with the scale 400, and the checksum of a network's file whose arrays are filled. */
void network_seal(void *bytes, int hidden);

/* Compares scores with known scores. True if all agree, or if memory is short. Otherwise the report
 * (DIFFERENCE_SIZE bytes) names the first wrong score. */
bool verify_known_scores(Position *room, char *report);

#endif
