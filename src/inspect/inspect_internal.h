/* What the answers about a position are made of. */
#ifndef INSPECT_INSPECT_INTERNAL_H
#define INSPECT_INSPECT_INTERNAL_H

#include "board/fen.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "inspect/threats.h"
#include "network/contributions.h"

/* --- what the answers about a position are made of ------------------------------------------- */

/* The deltas of a move: which columns of the matrix it changes, and whose they are.
 *
 * make_move computes deltas and forgets them. Here they are found again, by comparing the two
 * positions bit by bit.
 */

/* The owner of a bit; TYPE_NONE, SQUARE_NONE and CELL_NONE if there is none. */
typedef struct Owner {
    PieceType type;
    Square square;
    Cell cell;
} Owner;

typedef struct Delta {
    Bit bit;
    Owner before, after;
    Bitboard lost, gained; /* squares no longer attacked, and newly attacked */
} Delta;

/* Lists each bit whose column or owner differs, in ascending order. Returns how many. */
int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]);

/* The piece lists of both colours as a value in an object: each ring from the king on, and the promotion
 * slots that are taken. */
void json_lists(Json *j, const char *key, const Position *pos);

/* The keys "prev" and "next": the links of a cell, which may have left its ring. */
void json_links(Json *j, const Position *pos, Cell cell);

/* --- what a move changes: in the map, in the threats and in the evaluation ------------------- */

typedef struct Comparison {
    int delta_count;
    Delta deltas[BIT_COUNT];
    Bitboard attacked[2][COLOR_COUNT]; /* the squares that a colour attacks, before and after */
    ThreatList kept, new, gone; /* threats of both positions, of that after only, before only */
    Breakdown evaluation[2];    /* before and after */
    int family[FAMILY_COUNT];   /* by how much the value of each family, weighted by the phase,
                                     rises for White; undefined for known endings */
} Comparison;

/* Compares two positions, of which `after` is `before` with a move made. */
void compare_positions(const Position *before, const Position *after, Comparison *out);

/* What a move changes in the network's view: the inputs that go and come, and what each counts. */

/* An input that has gone or come. A piece counts here by its piece-square alone, since its pairs are
 * inputs, too. */
typedef struct InputChange {
    bool came;
    bool is_pair;
    PlacedPiece placed;    /* unless is_pair */
    PairContribution pair; /* if is_pair */
    int value; /* its contribution: to the score before if it has gone, to that after if it came */
} InputChange;

enum { INPUT_CHANGES = 2 * (PLACED_LIMIT + PAIR_LIMIT) };

typedef struct NetworkChanges {
    int score[2]; /* before and after, for White, as network_evaluate counts */
    /* A king has crossed the middle of the board: its side's perspective is mirrored now, and all
     * inputs of that perspective are others, though only those of pieces and pairs that the move
     * has changed are listed. */
    bool mirrored[COLOR_COUNT];
    /* A king has come to squares that have a set of piece-squares of their own: those of its side's
     * perspective are all others, and the same holds. */
    bool other_set[COLOR_COUNT];
    int count;
    InputChange changes[INPUT_CHANGES]; /* by size of the value, the greatest first */
} NetworkChanges;

/* Compares two positions, of which `after` is `before` with a move made. */
void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out);

/* --- what a move changes in the network's view, as text and as JSON -------------------------- */

/* The scores before and after, and what the inputs contribute that go or come: those that count
 * most. */
void network_changes_text(Document *out, const Position *before, const Position *after,
                          const Network *net);

/* The same as a value in an object, with all such inputs; null if net is NULL. */
void network_changes_json(Json *j, const char *key, const Position *before, const Position *after,
                          const Network *net);

enum {
    PAIRS_SHOWN = 10
}; /* pairs of the network as text and in pictures: those that matter most */

/* --- inputs of the network in words and as JSON ---------------------------------------------- */

/* The letter of a piece: a capital for White. */
char placed_letter(PlacedPiece p);

/* Adds a pair: "White's Knight e5 attacks the Queen g6", "White's Rook a1 and Rook d1 defend each
 * other". */
void pair_phrase(Document *out, const PairContribution *c);

/* --- what a search has found a move worth, as text and as JSON ------------------------------- */

/* The verdict in winning chances, the line that follows, or the reply that refutes the move, and a
 * better move if there is one. `before` is the position before the move, which is the first of
 * worth->own. */
void worth_text(Document *out, const Position *before, const MoveWorth *worth);

/* The same as a value in an object; null if worth is NULL. */
void worth_json(Json *j, const char *key, const Position *before, const MoveWorth *worth);

/* --- repairing FENs, field by field ---------------------------------------------------------- */

enum { FEN_MENDED_SIZE = 2 * FEN_SIZE }; /* room for a repaired FEN, its final 0 included */

/* Writes `fen` to `out` (FEN_MENDED_SIZE bytes) with one field, which fen_check found wrong,
 * replaced by the nearest valid one, and without anything after the sixth field:
 * - board: ranks are cut or filled up to 8 squares and 8 ranks; unknown letters, and pawns on the
 *   1st and 8th rank, become empty squares;
 * - side: the other one if it names one, else what its first letter says, else White;
 * - castling: the rights that are valid;
 * - en passant: the square in small letters, else none;
 * - halfmove, fullmove: the nearest number allowed.
 * Returns false if it finds nothing to change: only the author can place kings, or knows how many squares
 * a letter beyond ASCII stands for. The result may still be invalid, in this field or in another. */
bool fen_repair(const char *fen, FenField field, char *out);

#endif
