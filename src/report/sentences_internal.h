/* The sentences of a move: what its reasons share. */
#ifndef REPORT_SENTENCES_INTERNAL_H
#define REPORT_SENTENCES_INTERNAL_H

#include "report/report_internal.h"

/* A move that is explained. The bits of `before` and `after` are the same pieces. */
typedef struct Case {
    const ExplainedGame *game;
    Sentences *out;
    int ply;
    Position *before, *after, *other; /* the last: room to work in */
    Square taken;                     /* where the move before has taken something; SQUARE_NONE */
    int seen;                         /* moves of a line whose point is seen without showing them */
    const Analysis *a;
    const Verdict *verdict;
    Move played; /* of the only good move: the next best */
    Line worse;  /* that move and what follows it */
    Line better;
    Contrast contrast;
    bool missed; /* the other side had erred, and the move does not punish it */
    Color us, them;
    char reason[64]; /* the first that was given; "": none */
} Case;

/* Where sentences are added. */
static inline Document *text_of(Case *c) {
    return &c->out->texts;
}

/* Ends a sentence that was added to the texts. */
void end_sentence(Case *c);

/* Keeps why the move is bad, in a few words, unless a reason is there. */
__attribute__((format(printf, 2, 3))) void set_reason(Case *c, const char *format, ...);

/* Adds the first move of a line, or if its point is not seen at once, all moves up to this. */
void add_proof(Case *c, Position *pos, const Move *moves, int plies);

/* Begins "Better is 9.Nxb5, which ": as much of the better line as its point needs. */
void begin_better(Case *c, int plies);

/* A score of the position in centipawns, which a mate or a won ending makes no greater than a queen and
 * more. */
int searched_centipawns(const Analysis *a, int score);

/* Each adds a sentence or more, with the reason, if the move is bad for that. */
void explain_loss(Case *c);    /* pieces that the move loses */
void explain_gain(Case *c);    /* pieces that the better line wins */
void explain_motif(Case *c);   /* a motif where the ends of the lines do not tell */
void explain_chase(Case *c);   /* a king that is chased by checks */
void explain_threat(Case *c);  /* a threat that the reply makes, or the better move */
void explain_attack(Case *c);  /* a piece that the reply attacks, or the better move */
void explain_facts(Case *c);   /* pawns, files, kings, and the like */
void explain_opening(Case *c); /* the usual move */
void explain_reply(Case *c);   /* how the other side goes on */

#endif
