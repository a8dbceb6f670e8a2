/* Why a move is good or bad, in sentences. README.md says what each is made of: every one is true
 * by construction, read from the map after the moves that it names were made. */
#ifndef REPORT_SENTENCES_H
#define REPORT_SENTENCES_H

#include "report/judgement.h"

/* The sentences of a game. */
typedef struct Sentences {
    Document texts;           /* each with a 0 at its end */
    size_t begin[PGN_PLIES];  /* where those of a move begin, */
    uint8_t count[PGN_PLIES]; /* and how many there are */
    Document summary;
} Sentences;

void sentences_clear(Sentences *s);
void sentences_free(Sentences *s);

/* Finds the sentences of all moves that are judged, and the summary. `before` and `after` are room
 * to work in. */
void sentences_find(Sentences *s, const GameRecord *game, const Analysis *analyses,
                    const Judgement *judgement, Position *before, Position *after);

/* The n-th sentence of a move, from 0. */
const char *sentence_at(const Sentences *s, int ply, int n);

#endif
