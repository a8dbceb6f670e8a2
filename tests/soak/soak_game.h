/* A game between two processes: the referee keeps the clocks and the rules. Where it begins. */
#ifndef SOAK_GAME_H
#define SOAK_GAME_H

#include "board/fen.h"
#include "engine/match.h"
#include "soak/soak_player.h"
#include "support/dice.h"

/* Where games and analyses begin: random openings of chess and of Chess960. */
typedef struct Starts {
    Random random;
    Openings *openings;
    Position *pos; /* room to work in */
} Starts;

/* Ends the program if memory is short. The same seed gives the same starts. */
void starts_init(Starts *starts, uint64_t seed);
void starts_free(Starts *starts);

/* Writes the FEN of an opening like those of `genfens`; of Chess960 every third has two different
 * arrangements. False if there was none after many tries. */
bool starts_draw(Starts *starts, bool chess960, char fen[FEN_SIZE]);

typedef struct GameSettings {
    int64_t base, increment; /* microseconds */
    int64_t margin;          /* the clock may be exceeded by so much */
    int plies;               /* a longer game is a draw */
    int threads, hash;       /* of either player */
    bool ponder, chess960;
} GameSettings;

/* What all games have shown. */
typedef struct GameSums {
    int games, decided, drawn, too_long;
    int64_t plies, pondered, hits; /* ponder searches, and those whose move came */
    int64_t longest_over; /* of all answers: time beyond the clock, below 0 if it was kept */
    int64_t late;         /* of them: beyond the clock, margin or not */
    int64_t excused;      /* answers too late on an overloaded machine */
} GameSums;

enum { MOVES_SIZE = 8192 };

typedef struct Game {
    const GameSettings *settings;
    Player *players[COLOR_COUNT];
    Random *random;
    Position *pos, *after;      /* on the board, and room for what a player ponders about */
    int64_t clock[COLOR_COUNT]; /* microseconds */
    int plies;
    Move expected[COLOR_COUNT]; /* what a pondering player expects */
    char fen[FEN_SIZE];
    char moves[MOVES_SIZE]; /* as UCI sends them, each behind a blank */
} Game;

/* Plays a game from game->fen. True if it came to an end without a loss that makes it void. */
bool game_play(Game *game, GameSums *sums);

#endif
