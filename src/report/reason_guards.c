/* Reasons that the map gives without a gain: a guard that the move gives up, and a line that it opens for the other
 * side. */
#include "report/report_internal.h"

#include "board/make.h"
#include "inspect/inspect.h"
#include "moves/generate.h"

/* The number of moves of a line in which the other side uses a missing guard. */
enum { PLIES_MOST = 6 };

/* A move by the other side in c->worse to a square that lacks a guard. */
typedef struct Raid {
    int ply; /* its index in the line */
    Square from, at;
    bool takes; /* the move takes a piece that stood on `at` before the move played */
} Raid;

/* True if the other side moves to a square in the first PLIES_MOST moves of a line. */
static bool is_raided(const Line *line, Square at) {
    for (int i = 1; i < min_int(line->count, PLIES_MOST); i += 2)
        if (move_to(line->moves[i]) == at)
            return true;
    return false;
}

/* True if a capture, the move number `ply` of c->worse, wins a pawn or more by exchange, or if a pawn or the king takes
 * back in the line. c->other is the position before the capture. */
static bool takes_well(const Case *c, int ply) {
    const Move *moves = c->worse.moves;
    const PieceType back = is_exchange(&c->worse, ply)
                               ? type_on(c->other->state, move_from(moves[ply + 1]))
                               : TYPE_NONE;
    return exchange_value(c->other, moves[ply]) >= EXCHANGE_PAWN || back == PAWN || back == KING;
}

/* True if a move that takes nothing loses nothing on its square, and is a piece's reply to the move played that loses a
 * pawn or more after the better move, or a later check on a square that `us` does not attack. c->other is the position
 * before the move. */
static bool enters(Case *c, int ply) {
    const Move m = c->worse.moves[ply];
    const PieceType type = type_on(c->other->state, move_from(m));
    if (type == PAWN || type == KING || exchange_value(c->other, m) < 0)
        return false;
    if (ply > 1)
        return gives_check(c->other, m) && !attackers_of(c->other->state, move_to(m), c->us);
    return move_is_legal(position_after_better(c), m) &&
           exchange_value(c->other, m) <= -EXCHANGE_PAWN;
}

/* Sets *raid to the move number `ply` of c->worse. Returns false if the move neither takes well nor enters, or if
 * the other side moves to the same square in the better line. */
static bool find_raid(Case *c, int ply, Raid *raid) {
    const Move m = c->worse.moves[ply];
    position_copy(c->other, c->before);
    for (int i = 0; i < ply; i++)
        make_move(c->other, c->worse.moves[i]);
    const Square at = move_to(m);
    const Man man = c->other->state->man_on[at];
    *raid = (Raid){ply, move_from(m), at, man != MAN_NONE};
    return man == c->before->state->man_on[at] && at != move_to(c->played) &&
           !is_raided(&c->better, at) && (raid->takes ? takes_well(c, ply) : enters(c, ply));
}

/* True if the piece that made the move played guarded the square before, and would still guard it after the better
 * move, and if the square has fewer guards after the move played. */
static bool gives_up(Case *c, const Raid *raid) {
    const State *was = c->before->state, *is = c->after->state;
    const Bit bit = man_bit(was->man_on[move_from(c->played)]);
    if (!has_bit(was->map[raid->at], bit) ||
        popcount(attackers_of(is, raid->at, c->us)) >= popcount(attackers_of(was, raid->at, c->us)))
        return false;
    const State *better = position_after_better(c)->state;
    return better->man_on[raid->at] == was->man_on[raid->at] && has_bit(better->map[raid->at], bit);
}

/* True if the piece that captures stood on the same square before the move, and the move opened its line to the
 * captured piece. */
static bool opens(Case *c, const Raid *raid) {
    const State *was = c->before->state, *is = c->after->state;
    const Man man = was->man_on[raid->from];
    if (man == MAN_NONE || man != is->man_on[raid->from] ||
        has_bit(was->map[raid->at], man_bit(man)) || !has_bit(is->map[raid->at], man_bit(man)))
        return false;
    return !has_bit(position_after_better(c)->state->map[raid->at], man_bit(man));
}

/* Adds the line up to the raid, and the moves that then take on its square. */
static void add_raid(Case *c, const Raid *raid) {
    int last = raid->ply;
    while (is_exchange(&c->worse, last))
        last++;
    document_add_text(text_of(c), "; ");
    numbered_line(text_of(c), c->after, c->worse.moves + 1, last);
    end_sentence(c);
}

/* Explains a raid, if the move has made it possible: "20.Ra1 takes a guard from the pawn on f4; 20...d4 21.Bxd4 Rxf4",
 * "18...e4 opens the line from the bishop on b2 to the bishop on g7; 19.Bxg7+ Kxg7". */
static void explain_raid(Case *c, const Raid *raid) {
    if (gives_up(c, raid)) {
        numbered_move(text_of(c), c->before, c->played);
        add_lost_guard(c, raid->at);
        add_raid(c, raid);
    } else if (raid->takes && opens(c, raid)) {
        numbered_move(text_of(c), c->before, c->played);
        add_opened_line(c, raid->from, raid->at);
        add_raid(c, raid);
    }
}

void explain_guard(Case *c) {
    for (int ply = 1; ply < min_int(c->worse.count, PLIES_MOST) && !c->out->count[c->ply];
         ply += 2) {
        Raid raid;
        if (find_raid(c, ply, &raid))
            explain_raid(c, &raid);
    }
}
