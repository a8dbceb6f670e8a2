/* What selfplay is to do: reading its command, and what that needs. */
#ifndef UCI_SELFPLAY_SETUP_H
#define UCI_SELFPLAY_SETUP_H

#include "engine/match.h"
#include "uci/session.h"

#include <stdio.h>

enum { SIDE_A, SIDE_B, SIDE_COUNT, SIDE_TEXT_SIZE = 256, CONTROL_TEXT_SIZE = 32 };

/* One of the two engines. */
typedef struct Side {
    Session *session;             /* with its engine; its options are set by it */
    char options[SIDE_TEXT_SIZE]; /* its own, as "Hash=64 Skill Level=5" */
} Side;

typedef struct SelfplaySetup {
    int games;
    char control[CONTROL_TEXT_SIZE]; /* as written */
    MatchSettings settings;
    uint64_t seed;  /* of the openings */
    Lines openings; /* without lines: random ones */
    char *openings_path;
    FILE *pgn; /* NULL: none */
    char *pgn_path;
    Side sides[SIDE_COUNT];
} SelfplaySetup;

/* Reads the command's tokens, makes the engines and opens the files. Returns false, after reporting
 * why, if something is wrong. The setup must be freed in either case. */
bool selfplay_setup(SelfplaySetup *setup, Session *session, Tokens tokens);

void selfplay_setup_free(SelfplaySetup *setup);

#endif
