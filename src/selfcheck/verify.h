/* Checks of everything that the engine updates or derives: each computes the same in another way.
 *
 * A check returns true if all is well. Else it writes a report of DIFFERENCE_SIZE bytes: what differs,
 * the position, and the moves that led to it. */
#ifndef SELFCHECK_VERIFY_H
#define SELFCHECK_VERIFY_H

#include "board/position.h"
#include "board/state.h"
#include "core/move.h"
#include "moves/notation.h"
#include "network/accumulator.h"
#include "network/network.h"
#include "search/search.h"

/* The attack matrix from scratch: plain stepping along each direction from each piece.
 *
 * The reference that the incremental matrix is compared with. It shares no table and no code with
 * the incremental path and reads nothing but man_on.
 */

typedef struct ScratchMatrix {
    uint64_t attacks[BIT_COUNT];
    uint32_t map[SQUARE_COUNT];
} ScratchMatrix;

/* Builds both readings of the matrix from s->man_on. */
void scratch_build(const State *s, ScratchMatrix *out);

/* The rules of chess once more, the slow way: a board of letters, moves tried one by one on a copy.
 *
 * An independent witness for the self-checks and the tests: of the engine it uses the encoding of moves
 * and nothing else. Only slow_take reads a position.
 */

typedef struct SlowBoard {
    char man[64];    /* letters as in a FEN, '.' for none */
    bool white;      /* to move */
    int16_t rook[4]; /* square of the rook of each castling right (KQkq), -1 without the right */
    int8_t ep;       /* the square that a pawn has just passed, -1 if none */
    int quiet;       /* plies since the last capture or pawn move */
    int since_null;  /* plies since the last null move, or since the counting began */
} SlowBoard;

/* Takes over what stands in a state, its side, rights, e.p. square and counters. `rooks` are the squares
 * of the rooks of the four rights. */
void slow_take(SlowBoard *b, const State *s, const uint8_t rooks[4]);

/* Reads a FEN that fen_parse accepts without leaving anything out. A missing counter is 0. */
void slow_read(SlowBoard *b, const char *fen);

/* Writes a legal move as UCI does (moves/notation.h). */
void slow_write(Move m, bool chess960, char text[MOVE_TEXT_SIZE]);

/* A legal move as text, castling as in Chess960. */
typedef struct SlowText {
    char text[MOVE_TEXT_SIZE];
} SlowText;

SlowText slow_text(Move m);

/* True if two boards are alike except for the counters. Their e.p. squares must come from slow_ep.
 * */
bool slow_same(const SlowBoard *a, const SlowBoard *b);

/* The square of a colour's king, -1 if there is none. All below need both kings. */
int slow_king(const SlowBoard *b, bool white);

/* True if the piece on `from` attacks `to`; an empty square attacks nothing. */
bool slow_reaches(const SlowBoard *b, int from, int to);

/* The only piece that keeps a slider on `from` from attacking `to`; -1 if there is none, or are several. */
int slow_shield(const SlowBoard *b, int from, int to);

/* True if a piece of a colour attacks a square. */
bool slow_attacked(const SlowBoard *b, int sq, bool by_white);

/* True if the side to move is in check. */
bool slow_in_check(const SlowBoard *b);

/* True if the side to move is checkmated. */
bool slow_is_mate(const SlowBoard *b);

/* True if an encoding is a legal move. */
bool slow_is_legal(const SlowBoard *b, Move m);

/* Adds all legal moves. */
void slow_moves(const SlowBoard *b, MoveList *list);

/* The castling rights as a state has them. */
int slow_rights(const SlowBoard *b);

/* The e.p. square if a capture on it is legal, else -1: equal positions have the same. */
int slow_ep(const SlowBoard *b);

/* Makes a legal move. */
void slow_make(SlowBoard *b, Move m);

/* Passes the move. */
void slow_null(SlowBoard *b);

/* True if no sequence of legal moves mates: bare kings, a single minor, or bishops of one shade. */
bool slow_is_dead(const SlowBoard *b);

/* --- the report of a check that failed: what is wrong and where, then the position ----------- */

enum { DIFFERENCE_SIZE = 4096 };

typedef struct Difference {
    char *text; /* DIFFERENCE_SIZE bytes */
    size_t used;
} Difference;

/* Begins a text in `text`, of DIFFERENCE_SIZE bytes: "comparator: difference after EVENT". */
Difference difference_begin(char *text, const char *event);

/* Adds to the end, as printf does. What does not fit is cut. */
void difference_say(Difference *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a piece by name: "White Knight on f3 (bit 9)". */
void difference_man(Difference *d, const State *s, Bit bit);

/* Adds a blank and a move's squares. */
void difference_move(Difference *d, Move m);

/* Adds where it was found, two lines: the root and the moves made on top of it. */
void difference_position(Difference *d, const Position *pos);

/* All of it: the event, a line as printf writes it, and where. Returns false. */
bool difference_report(char *report, const Position *pos, const char *event, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));

/* The comparator: compares what is updated move by move with the same computed from scratch.
 *
 * In a debug build (PANOPTES_VERIFY) it runs after every make, unmake and null move. In any build
 * the search runs it every so many nodes if asked to: see selfcheck/selfcheck.h.
 */

/* Checks map and attacks against scratch, one against the transpose of the other, lists both ways,
 * bits and cells against each other, board against bitboards, masks, keys, material and king
 * squares.
 *
 * Returns true if all is well. Else writes the first difference to `report` (DIFFERENCE_SIZE
 * bytes): the root position, the moves that led here, the square or the cell, and for the matrix
 * the attackers missing and extra, by name. `event` says what had just been done ("make"). */
bool verify_position(const Position *pos, const char *event, char *report);

/* True if the numbers that positions are hashed by are all different, and none is 0. Else the report
 * says of what. Once is enough: they are read-only. */
bool verify_numbers(char *report);

/* A check has failed: keeps the first report for verify_failure. In a debug build, where no fault
 * is to be lived with, prints it to stderr and aborts. */
void verify_failed(const char *report);

/* The report of the first check that failed in this process, "" if none has: for post-mortems. */
const char *verify_failure(void);

/* verify_position, and on a difference verify_failed. */
void verify_or_abort(const Position *pos, const char *event);

/* How many checks verify_or_abort has passed in this process. */
uint64_t verify_count(void);

/* Lets a debug build check every change of a position. Call once, with the other tables. */
void verify_init(void);

/* The generators against each other: what is read off rows and lists, off columns, and asked move
 * by move must be the same. */

/* Compares the staged captures (lists and rows of the matrix), to their end and to each of
 * THRESHOLD_*, the count of moves, and move_is_legal with the list of legal moves (columns of the
 * matrix); the walk that plays with the C reference, step by step; and the order of captures with
 * the values of the pieces on the board. True if all agree.
 * Else writes the first difference to `report` (DIFFERENCE_SIZE bytes): the move by its piece, its
 * squares and its victim, and the position. */
bool verify_moves(const Position *pos, char *report);

/* Whether `m`, any encoding, is called legal just if it is in the list of legal moves: a move from
 * the transposition table. *legal is set to whether it is. */
bool verify_table_move(const Position *pos, Move m, bool *legal, char *report);

/* The state of the game besides the board, and all legal moves, by the rules written a second time. */

/* Goes the way from the root to the current state once more by the slow rules, null moves
 * included, and compares the board, the side to move, castling rights, e.p. square and both
 * counters; then the legal moves, some encodings that may be none, the repetitions since the last null move, and when the game is a draw
 * by the fifty-move rule and by its material. True if all agree. Else writes the first difference to
 * `report` (DIFFERENCE_SIZE bytes). The position must have passed verify_position. */
bool verify_rules(const Position *pos, char *report);

/* The search goes by exchanges, by questions answered without a list, and by the picker. */

/* Plays exchanges out on a plain board and compares their values, and what exchange_at_least says of
 * them at and beside these: of captures and of every `stride`-th other move. True if all agree. */
bool verify_exchanges(const Position *pos, int stride, char *report);

/* Compares captures_count, quiet_moves, push_promotions, may_capture for each threshold, and
 * gives_direct_check with the list of legal moves and a plain board. True if all agree. */
bool verify_questions(const Position *pos, char *report);

/* Compares what the picker gives of each kind, with hints that follow from `seed`, with the legal moves
 * and their exchanges played out. True if all agree. */
bool verify_picks(Search *s, const Position *pos, uint64_t seed, char *report);

/* Compares search_score_by_rules for the position at the edge of the fifty-move rule. */
bool verify_ends(const Position *pos, Position *room, char *report);

/* A copy is as its original, with the same game before it, and so it is when it is made a root; written
 * as a FEN and read, by the slow reader and the engine, it is the same position, in both notations of
 * castling; castling and every `stride`-th other move is read as it is written. */
bool verify_copies(const Position *pos, Position *room, int stride, char *report);

/* The table gives back what was stored; the bound agrees with the window, the move is legal, the ply is
 * that of the line, and a search that leaves a move out stores no score. */
bool verify_stored(const Stored *stored, char *report);

/* Compares the score and the bound of a node by tablebases with their answer for its position. */
bool verify_tablebases(const Search *s, const Position *pos, Position *room, char *report);

/* Compares the entry that a node has read with the table's for the position, at the ply of its line. */
bool verify_read(const Stored *read, char *report);

/* A table of one bucket, filled here: what is stored at one ply comes back at another, nothing comes
 * back for a key that differs in a bit that is compared, and a second result keeps of the first what it must. */
bool verify_table(const Position *pos, char *report);

/* A line's moves are legal, and a mate's line ends with it after as many plies as the score says. */
bool verify_line(const Position *root, const SearchInfo *info, char *report);

/* The search has recorded, ply by ply, the moves that led from its root to the position, and none of them
 * was to be left out. */
bool verify_record(const Search *s, const Position *pos, char *report);

/* When a search has deepened (`result` is NULL), each root move is there once and legal, and the histories are
 * within their limits. When it has a result, that is the first root move and a legal answer. */
bool verify_end(const Search *s, const SearchResult *result, char *report);

/* Known cases, which follow from code alone: positions, by all of the above, lines, a long game before a root, and
 * what a table gives back. The picker is asked unless `s` is NULL. True if all is well, or if memory is
 * short. */
bool verify_known_cases(Search *s, Position *room, char *report);

/* The evaluation against itself: with colours exchanged, and without what it remembers. */

/* Compares the score of a position with that of the same position with colours exchanged, seen by
 * the side to move, and with a score made without the tables of pawns and material. True if all
 * agree. Else writes to `report` (DIFFERENCE_SIZE bytes) the scores, the terms that are counted
 * otherwise, the fewest pieces that still show it, by square, and the position. `room` is working
 * space. */
bool verify_evaluation(const Position *pos, Position *room, char *report);

/* --- the sums that are kept against sums from nothing ---------------------------------------- */

/* Compares what is kept of the current state, both perspectives' sums and the score that they give,
 * with the same from nothing. True if all agree, or nothing is kept. Else writes to `report`
 * (DIFFERENCE_SIZE bytes) whose sums are wrong, the piece or the threat pair whose row they have too
 * much or lack, if one alone explains it, and the position. */
bool verify_network(const Accumulators *a, const Position *pos, char *report);

/* Scores of known positions by networks of known weights: what the network computes, rather than that its
 * kept sums agree with those from nothing, since both may number inputs or scale outputs alike wrongly.
 */

/* Fills the bytes of a network's file, network_size(hidden) of them, aligned to CACHE_LINE: weights that
 * follow from a seed, whose sums are often beyond 0 and ACCUMULATOR_ONE, and often between, then header
 * and checksum. A neuron has the same weights however many there are; those from `weighed` on have none
 * to the output. */
void network_fill(void *bytes, int hidden, int weighed, uint64_t seed);

/* Writes header and checksum of a file whose arrays are filled. */
void network_seal(void *bytes, int hidden);

/* Compares scores with what they were when they were written down. True if all agree, or if memory is
 * short. Else the report (DIFFERENCE_SIZE bytes) says which differs. `room` is working space. */
bool verify_known_scores(Position *room, char *report);

#endif
