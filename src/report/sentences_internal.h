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

/* The first of some moves of a line until the last capture or promotion among them, 1 at least: these show what
 * the line wins. The position is left as it was. */
int proof_plies(Position *pos, const Move *moves, int plies);

/* Begins "Better is 9.Nxb5, which ": so many moves of the better line. */
void begin_better(Case *c, int plies);

/* A score of the position in centipawns, which a mate or a won ending makes no greater than a queen and
 * more. */
int searched_centipawns(const Analysis *a, int score);

/* Each adds a sentence or more, with the reason, if the move is bad for that. */
void explain_loss(Case *c);   /* pieces that the move loses */
void explain_gain(Case *c);   /* pieces that the better line wins */
void explain_motif(Case *c);  /* a motif where the ends of the lines do not tell */
void explain_chase(Case *c);  /* a king that is chased by checks */
void explain_threat(Case *c); /* a threat that the reply makes, or the better move */
void explain_deed(Case *c);   /* a capture, a trade or an attack by the reply, or the better move */
void explain_facts(Case *c);  /* pawns, files, kings, and the like */
void explain_opening(Case *c); /* the usual move */
void explain_line(Case *c);    /* how the better line begins */

#endif
