/* A game as its file has it: tags, moves, and all that stands between the moves. */
#ifndef REPORT_GAME_RECORD_H
#define REPORT_GAME_RECORD_H

#include "board/fen.h"
#include "inspect/document.h"
#include "moves/pgn.h"

typedef struct Tag {
    size_t name, value; /* where they begin in `texts` */
} Tag;

typedef enum RemarkKind { REMARK_COMMENT, REMARK_NAG, REMARK_VARIATION } RemarkKind;

/* What stands behind a move. */
typedef struct Remark {
    RemarkKind kind;
    int ply;     /* moves before it */
    int nag;     /* of REMARK_NAG */
    size_t text; /* where it begins in `texts`, else */
} Remark;

typedef struct GameRecord {
    long number;    /* in its file, from 1 */
    Document texts; /* UTF-8, each with a 0 at its end */
    Tag *tags;
    int tag_count, tag_room;
    Remark *remarks; /* in the file's order */
    int remark_count, remark_room;
    char start[FEN_SIZE];
    bool chess960; /* its castling is written as king takes rook */
    PgnResult result;
    int plies;
    Move moves[PGN_PLIES];
    int first_ply;  /* plies of the game before the start */
    Document fault; /* empty for a sound game; else one line: where, and what */
    void *owner;    /* whose record it is: for `end` and `fault` */
    bool out_of_memory;
} GameRecord;

/* A handler that keeps a game in a record; `end` and `fault` are the caller's. */
PgnHandler record_handler(GameRecord *record);

/* Empties the record for the next game; what it has allocated is kept. */
void record_clear(GameRecord *record);

void record_free(GameRecord *record);

/* Notes where the game begins, if it has no moves, and how it ended. `pos` is its last position. */
void record_finish(GameRecord *record, const Position *pos, PgnResult result);

/* The value of a tag, "" without one. */
const char *record_tag(const GameRecord *record, const char *name);

/* True if a value of a tag says something: it is neither "" nor made of ?, . and - alone. */
bool record_is_known(const char *value);

/* True if one of the players has a name. */
bool record_has_players(const GameRecord *record);

/* The name of a player; "White" or "Black" without one. */
const char *record_player(const GameRecord *record, Color side);

/* The text of a remark, and the name and the value of a tag. */
const char *record_text(const GameRecord *record, size_t text);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *record_result(const GameRecord *record);

/* Adds the comments behind a ply (0: before the first move), joined by blanks, without commands
 * such as [%clk 0:01:00]. */
void record_comments(const GameRecord *record, int ply, Document *out);

/* The clock that a comment behind a ply shows, in seconds; below 0: none. */
double record_clock(const GameRecord *record, int ply);

#endif
