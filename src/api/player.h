/* A player: an engine, its options by name, its game, and a listener.
 *
 * The session of UCI has one, each engine of the library (include/panoptes.h) is one, and so is each side of selfplay.
 * The layer neither reads input nor prints. A player is used by one thread at a time; the reports of a search come from the
 * engine's own thread.
 */
#ifndef API_PLAYER_H
#define API_PLAYER_H

#include "engine/book.h"
#include "engine/engine.h"

/* The game of a player, for questions about its moves. */
enum { PLAYED_MAX = 12000 }; /* as many moves as the 75-move rule allows; later ones are not kept */

typedef struct PlayedGame {
    Position start;
    Key key; /* after the last move */
    int count;
    Move moves[PLAYED_MAX];
} PlayedGame;

/* {0} is a player without a listener, before player_open. */
typedef struct Player {
    Engine *engine;
    /* The listener: gets a line without its end, or an error with its remedy. NULL: there is none. */
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
    Book *book;      /* of Book File, or the one inside the program; NULL: none */
    bool book_named; /* Book File is set: the book inside does not play */
    bool own_book, best_book_move;
    atomic_bool show_wdl; /* UCI_ShowWDL; may change at any time */
    PlayedGame played;

    /* Read by the engine's thread, so changed only while it is idle. */
    bool json;           /* the search reports as JSON, else as UCI */
    SearchInfo latest;   /* the latest exact info, without its pv; written by the engine's thread */
    int64_t mate_wanted; /* by `go mate N`; LIMIT_NONE if not */
} Player;

/* Gives a player its engine and the defaults of its options. */
void player_open(Player *player, Engine *engine);

/* Ends the engine's search, and frees all that belongs to the player. */
void player_close(Player *player);

/* Says a line, as printf does. */
void player_say(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says an error, its place and its remedy. Returns false, for its callers to return in turn. */
bool player_complain(const Player *player, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* True if the evaluation that is set is there. Else complains that the network inside the program is damaged: the
 * classical evaluation takes its place. */
bool player_has_network(const Player *player);

#endif
