/* A player: an engine, its options by name, its game, its searches, and a listener.
 *
 * The UCI session, each engine of the library (include/panoptes.h) and each side of selfplay is a
 * player. The layer neither reads input nor prints. One thread at a time uses a player. The engine's
 * own thread reports a search.
 */
#ifndef API_PLAYER_H
#define API_PLAYER_H

#include "core/text.h"
#include "engine/book.h"
#include "engine/engine.h"
#include "inspect/document.h"
#include "moves/notation.h"

enum { PLAYED_MAX = 12000 }; /* moves kept of a game: the most that the 75-move rule allows */

/* The game of a player, for questions about its moves. */
typedef struct PlayedGame {
    Position start;
    Key key; /* after the last move */
    int count;
    Move moves[PLAYED_MAX];
} PlayedGame;

/* {0} is a player without a listener, before player_open. */
typedef struct Player {
    Engine *engine;
    /* The listener gets a line without its end, or an error with its remedy. NULL: no listener. */
    void (*line)(void *context, const char *text);
    void (*error)(void *context, const char *text);
    void *context;
    const struct Option *more; /* options besides those of api/options.h */
    int more_count;
    bool strict;         /* moves and limits are read to the letter of UCI */
    bool refused;        /* the last position was bad: a search would search another one */
    int hash;            /* megabytes that the engine has */
    bool analyse;        /* UCI_AnalyseMode */
    bool limit_strength; /* UCI_Elo counts, else skill_level does */
    int elo, skill_level;
    Book *book;      /* of Book File, or the one inside the program; NULL: no book */
    bool book_named; /* Book File is set: the book inside does not play */
    bool own_book, best_book_move;
    atomic_bool show_wdl; /* UCI_ShowWDL; may change at any time */
    PlayedGame played;

    /* The engine's thread reads these, so they change only while it is idle. */
    bool json;           /* the search reports as JSON, else as UCI */
    SearchInfo latest;   /* the latest exact info, without its pv; written by the engine's thread */
    int64_t mate_wanted; /* by `go mate N`; LIMIT_NONE if not */
} Player;

/* Gives a player its engine and the defaults of its options. */
void player_open(Player *player, Engine *engine);

/* Ends the engine's search, and frees all that belongs to the player. */
void player_close(Player *player);

/* Hands the listener a line, formatted as by printf. */
void player_say(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Hands the listener an error: its place and its remedy. Returns false, for its callers to return. */
bool player_complain(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if the evaluation that is set can be used. Else complains that the network inside the program
 * is damaged: the classical evaluation takes its place. */
bool player_has_network(const Player *player);

/* --- moves ----------------------------------------------------------------------------------- */

/* Reads a move of a position: as UCI writes it, in SAN, or in a loose form of either: "nf3",
 * "e2-e4", "1.e4", "3...Nf6", "o-o", "e8q". UCI and SAN come before loose forms: "b" is the file where
 * a pawn can so move, else the bishop. Returns the number of legal moves that the text describes; *m is
 * the move if the number is 1, MOVE_NONE if it is 0. */
int move_input_read(const Position *pos, Token token, Move *m);

/* The reason why a text is not a legal move: ": " and the reason of move_illegal, or "". */
typedef struct MoveReason {
    char text[sizeof ": " + ILLEGAL_SIZE];
} MoveReason;

/* Returns the reason why a text, however it is written, is not a legal move. */
MoveReason move_input_reason(const Position *pos, Token token);

/* Reads a move in UCI's notation alone. Returns MOVE_NONE if the text is not a legal move in it. */
Move move_input_uci(const Position *pos, Token token);

/* --- positions ------------------------------------------------------------------------------- */

/* True if a FEN begins with this token: `fen`, or a board such as "8/8/4k3/8/8/4K3/8/8", right or
 * wrong. */
bool game_fen_begins(Token token);

/* Reads a FEN, with or without the token `fen` before it, into a position. Complains for the command
 * `name` and returns false if the FEN is missing, invalid or too long. */
bool game_read_fen(const Player *player, Tokens tokens, const char *name, Position *pos,
                   Document *notes);

/* Reads the position that the rest of a question names: a FEN, or the position of the game if no
 * token is left. Else complains, names the `usage` of the command `name`, and returns false. */
bool game_read_asked(const Player *player, Tokens tokens, const char *name, const char *usage,
                     Position *pos, Document *notes);

/* Says, for the command `name`, which parts of a valid FEN were left out: see fen_check. With `notes`
 * adds that to them, to be printed after an answer. game_read_fen and game_read_asked call it. */
void game_report_left_out(const Player *player, const char *name, const char *fen, Document *notes);

/* --- the game -------------------------------------------------------------------------------- */

/* Sets up the game: startpos | fen FEN, then moves ... or nothing. 0000 passes the move. A player that
 * is not strict may omit `fen`, number the moves, and write them in any form of move_input_read.
 * Returns false after a complaint. After an invalid FEN the game stays as it was, after an illegal move
 * the game stands before that move. */
bool game_set_up(Player *player, Tokens tokens);

/* Begins to remember the game at the engine's position. */
void game_remember(Player *player);

/* Plays a legal move of the game, or MOVE_NULL out of check, and remembers it. */
void game_play(Player *player, Move m);

/* True if the game leads to a position: a question may be about another one. */
bool game_leads_to(const PlayedGame *game, const Position *pos);

/* Sets *last to the last move of the game, and `before` to the position before it. Returns false if
 * the game has no move, or other commands have set up another position. */
bool game_last_move(const Player *player, Position *before, Move *last);

/* --- searches, by limits as the command `go` has them ------------------------------------------ */

/* Reads the tokens of `go` for the player's game. Complains of each token that is wrong or missing,
 * and honours the others. Returns false after a complaint. The limits are consistent afterwards:
 * - numbers are within their ranges, without decimals;
 * - if only the opponent's clock is given, ours is the same;
 * - if the tokens give no limit that ends a search, the search ends at once if one of them needs a
 *   number, and is infinite otherwise. */
bool go_read(const Player *player, Tokens tokens, SearchLimits *limits);

/* Adds a blank and the limits that were understood. */
void go_limits_text(Text *text, const SearchLimits *limits);

/* Says a move of the book as the answer, if the book has one and a game is played: analysis and JSON
 * want a search. Returns false if it said none. */
bool go_from_book(const Player *player, const SearchLimits *limits);

/* Starts the search. The engine must be idle; its reporter calls the lines_ functions. Returns false,
 * after a complaint, if the classical evaluation takes the place of a network. */
bool go_begin(Player *player, const SearchLimits *limits);

/* --- the lines of a search, as UCI or as JSON: see SearchReporter ------------------------------ */

void lines_info(Player *player, const Position *root, const SearchInfo *info);
void lines_current_move(const Player *player, const Position *root, int depth, Move m, int number);
void lines_done(const Player *player, const Position *root, Move best, Move ponder);

/* Keeps an exact info as the latest, and says nothing. */
void lines_note(Player *player, const SearchInfo *info);

/* --- parts that reports for a person share with the lines -------------------------------------- */

/* Nodes per second; an unmeasurably short time counts as a millisecond. */
uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds);

/* A score in normalised pawns (see eval/wdl.h), "+0.31", or a mate in moves, "+M3", "-M2". */
typedef struct PawnsText {
    char text[16];
} PawnsText;

PawnsText pawns_text(const State *root, Evaluation evaluation, int score);

/* Adds a blank and a move, as UCI writes it, for each move of a line from `root`. */
void add_moves(Text *text, const Position *root, const Move *moves, int count);

/* Adds the same in SAN. `at` is working space. */
void add_san(Text *text, Position *at, const Position *root, const Move *moves, int count);

/* Begins an object {"event": EVENT, ...} in an empty document. */
Json json_event_begin(Document *out, const char *event);

/* Adds "centipawns" and "mate": a score for the side to move, one of them null. */
void json_search_score(Json *j, const State *root, Evaluation evaluation, int score);

#endif
