/* Questions about a position, by the names of the commands: see inspect/inspect.h for their answers, and
 * src/inspect/README.md for their arguments.
 *
 * A question is about the position of the game, or about a FEN that follows it. It changes nothing.
 */
#ifndef API_QUESTION_H
#define API_QUESTION_H

#include "api/options.h"
#include "inspect/inspect.h"

/* The form of an answer. */
typedef enum Form { FORM_TEXT, FORM_JSON, FORM_SVG } Form;

/* {.player = ..., .color = ...} is one that has not been asked. It fits on the stacks of thread_start. */
typedef struct Question {
    const Player *player;
    bool color;               /* a text has the escape sequences of a terminal */
    const char *name, *usage; /* for complaints */
    Form last_form;           /* the question knows the forms up to this one */
    Form form;
    char file[OPTION_TEXT_SIZE]; /* to write the answer to; empty: none */
    View view;                   /* of a picture */
    Position asked;              /* the position asked about */
    Position before, after; /* the position before the last move of the game, and after a move */
    Document answer;        /* complete lines, or empty */
    Document notes;         /* on `asked`, to be printed after an answer in JSON */
} Question;

/* Asks by the tokens of a line: the name of the question, then its arguments. Call it once for each Question, on a
 * thread of thread_start. Returns false after a complaint. If only a part is missing, such as the network, there is an
 * answer, too. */
bool question_ask(Question *q, Tokens tokens);

/* Frees the answer and the notes. */
void question_free(Question *q);

#endif
