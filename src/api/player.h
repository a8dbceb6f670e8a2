/* A player: an engine, its options by name, its game, its searches, and a listener.
 *
 * The UCI session is a player, as is each engine of the library (include/panoptes.h) and each side of
 * selfplay. A player neither reads input nor prints: its listener gets the lines. One thread at a time uses a
 * player. The engine's own thread reports a search.
 */
#ifndef API_PLAYER_H
#define API_PLAYER_H

#include "core/text.h"
#include "engine/book.h"
#include "engine/engine.h"
#include "inspect/document.h"
#include "moves/notation.h"

/* the most moves of a game, White's and Black's: with the fifty-move rule no game is longer */
enum { PLAYED_MAX = 12000 };

/* The moves of a player's game, for questions about the game. */
typedef struct PlayedGame {
    Position start;
    Key key; /* key of the position after the last move */
    int count;
    Move moves[PLAYED_MAX];
} PlayedGame;

/* A player. {0} is a Player without a listener, ready for player_open. */
typedef struct Player {
    Engine *engine;
    /* The listener: `line` gets a line without its end, `error` an error with its remedy. Both are
     * NULL if the player has no listener. */
    void (*line)(void *context, const char *text);
    void (*error)(void *context, const char *text);
    void *context;
    const struct Option *more; /* options in addition to those of api/options.h */
    int more_count;
    bool strict;         /* moves and limits are read strictly, as UCI defines them */
    bool refused;        /* the last `position` command was refused */
    bool analyse;        /* UCI_AnalyseMode */
    bool limit_strength; /* if true, `elo` sets the strength, else `skill_level` */
    int elo, skill_level;
    /* the book of Book File, or the book inside the program; NULL if there is no book */
    Book *book;
    bool book_named; /* Book File is set, so the book inside the program does not play */
    bool own_book, best_book_move;
    atomic_bool show_wdl; /* UCI_ShowWDL; may change at any time */
    PlayedGame played;

    /* The engine's thread uses the fields below, so other threads change them only while the engine
     * is idle. */
    bool json;           /* a search reports as JSON (true) or as UCI */
    SearchInfo latest;   /* the latest exact info, without its pv; written by the engine's thread */
    int64_t mate_wanted; /* N of `go mate N`; LIMIT_NONE without `mate` */
} Player;

/* Gives a player its engine, and sets all options to their defaults. */
void player_open(Player *player, Engine *engine);

/* Ends the engine's search, and frees all that belongs to the player. */
void player_close(Player *player);

/* Hands the listener a line, formatted as by printf. */
void player_say(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Hands the listener an error; the text names the place and the remedy. Returns false, for callers
 * that return false after an error. */
bool player_complain(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns false, after a complaint, if a network should evaluate but the network inside the program
 * is damaged. The classical evaluation then evaluates. */
bool player_has_network(const Player *player);

/* --- moves ----------------------------------------------------------------------------------- */

/* Reads a move of a position, in UCI, SAN or a loose form: "nf3", "e2-e4", "1.e4", "3...Nf6",
 * "o-o", "e8q". Tries UCI and SAN before the loose forms. So "b" is the b-file if a pawn has such a
 * move, else the bishop. Returns the number of legal moves that the text describes. Sets *m to the
 * move if the number is 1, to MOVE_NONE if the number is 0. */
int move_input_read(const Position *pos, Token token, Move *m);

/* The reason why a text is not a legal move: ": " and the reason of move_illegal, or "" if no
 * reason is known. */
typedef struct MoveReason {
    char text[sizeof ": " + ILLEGAL_SIZE];
} MoveReason;

/* Returns the reason why a text, in any form of move_input_read, is not a legal move. */
MoveReason move_input_reason(const Position *pos, Token token);

/* Reads a move in UCI's notation alone. Returns MOVE_NONE if the text is not a legal move in this
 * notation. */
Move move_input_uci(const Position *pos, Token token);

/* --- positions ------------------------------------------------------------------------------- */

/* True if this token begins a FEN: the token is `fen`, or a board such as "8/8/4k3/8/8/4K3/8/8",
 * valid or not. */
bool game_fen_begins(Token token);

/* Reads a FEN, with or without the token `fen` before it, into a position. Complains for the command
 * `name` and returns false if the FEN is missing, invalid or too long. */
bool game_read_fen(const Player *player, Tokens tokens, const char *name, Position *pos,
                   Document *notes);

/* Reads the position that a question is about. `tokens`, the end of the question, are a FEN; if there are none, the
 * position is that of the game. If the tokens are not a FEN, reports an error of the command `name` with its `usage`, and
 * returns false. */
bool game_read_asked(const Player *player, Tokens tokens, const char *name, const char *usage,
                     Position *pos, Document *notes);

/* Reports, for the command `name`, which parts of a valid FEN were ignored: see fen_check. If
 * `notes` is not NULL, adds the report to `notes`, to be printed after an answer. game_read_fen and
 * game_read_asked call game_report_left_out. */
void game_report_left_out(const Player *player, const char *name, const char *fen, Document *notes);

/* --- the game -------------------------------------------------------------------------------- */

/* Sets up the game from the tokens of `position`: "startpos" or "fen FEN", then optionally "moves"
 * and the moves. The move 0000 passes. If the player is not strict, the word `fen` may be missing,
 * and moves may have numbers and any form of move_input_read. Returns false after a complaint.
 * After an invalid FEN the game stays as it was. After an illegal move the game keeps the moves
 * before that move. */
bool game_set_up(Player *player, Tokens tokens);

/* Empties the list of the game's moves. The engine's position becomes the start of the game. */
void game_remember(Player *player);

/* Plays a move and adds it to the list of the game's moves. The move is legal, or MOVE_NULL if the
 * side to move is not in check. */
void game_play(Player *player, Move m);

/* True if the moves of the game lead to this position. */
bool game_leads_to(const PlayedGame *game, const Position *pos);

/* Sets *last to the last move of the game, and `before` to the position before that move. Returns
 * false if the game has no move, or other commands have set up another position. */
bool game_last_move(const Player *player, Position *before, Move *last);

/* --- starting a search, with the limits of the command `go` ----------------------------------- */

/* Reads the tokens of `go` for the player's game. Complains of each token that is wrong or missing,
 * and uses the other tokens. Returns false after a complaint. The limits are consistent afterwards:
 * - numbers are within their ranges, without decimals;
 * - if only the opponent's clock is given, ours is the same;
 * - if no limit ends the search, the search is infinite. Exception: the search ends at once if `go`
 *   has a token that needs a number, such as `movestogo`, or `depth` without its number. */
bool go_read(const Player *player, Tokens tokens, SearchLimits *limits);

/* Adds the limits, as tokens of `go` with a blank before each, and then the number of searchmoves:
 * " depth 8, 2 searchmoves". */
void go_limits_text(Text *text, const SearchLimits *limits);

/* Answers `go` with a move of the book, if the book has one. Returns false if the book is off or
 * has no move. Also returns false if the user wants a search and not only a move: with JSON, and
 * with the limits infinite, ponder, mate and searchmoves. */
bool go_from_book(const Player *player, const SearchLimits *limits);

/* Starts a search. The engine must be idle. The engine's SearchReporter must pass its reports to
 * lines_info, lines_current_move and lines_done. If the network is damaged, complains, searches
 * with the classical evaluation instead, and returns false. */
bool go_begin(Player *player, const SearchLimits *limits);

/* --- functions for a SearchReporter: they send a search's lines to the listener ---------------- */

void lines_info(Player *player, const Position *root, const SearchInfo *info);
void lines_current_move(const Player *player, const Position *root, int depth, Move m, int number);
void lines_done(const Player *player, const Position *root, Move best, Move ponder);

/* Stores the info of the best line in player->latest if its score is exact. Sends the listener
 * nothing. */
void lines_note(Player *player, const SearchInfo *info);

/* --- parts that reports for a person share with the lines -------------------------------------- */

/* Returns the nodes per second; a time of 0 counts as a millisecond. */
uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds);

/* A score in normalised pawns (see eval/wdl.h), "+0.31", or a mate in moves, "+M3", "-M2". */
typedef struct PawnsText {
    char text[16];
} PawnsText;

PawnsText pawns_text(const State *root, Evaluation evaluation, int score);

/* Adds a blank and a move, as UCI writes it, for each move of a line from `root`. */
void add_moves(Text *text, const Position *root, const Move *moves, int count);

/* Adds a blank and a move in SAN for each move of a line from `root`. `at` is working space. */
void add_san(Text *text, Position *at, const Position *root, const Move *moves, int count);

/* Begins an object {"event": EVENT, ...} in an empty document. */
Json json_event_begin(Document *out, const char *event);

#endif
