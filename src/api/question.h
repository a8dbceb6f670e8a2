/* Questions about a position, by the names of their commands. inspect/inspect.h has the answers,
 * src/inspect/README.md the arguments.
 *
 * A question is about the position of the game, or about a FEN after the question. A question changes
 * nothing.
 */
#ifndef API_QUESTION_H
#define API_QUESTION_H

#include "api/options.h"
#include "inspect/inspect.h"

/* The form of an answer. */
typedef enum Form { FORM_TEXT, FORM_JSON, FORM_SVG } Form;

/* A question and its answer. Initialise it with {.player = ..., .color = ...}. A Question is large,
 * since it holds three positions. It fits on the stack of a thread that thread_start made. */
typedef struct Question {
    const Player *player;
    bool color;               /* texts contain the escape sequences of a terminal */
    const char *name, *usage; /* name and usage of the command, for complaints */
    Form last_form;           /* the question accepts the forms FORM_TEXT to last_form */
    Form form;
    char file[OPTION_TEXT_SIZE]; /* path of the file for the answer; "" if no file is wanted */
    View view;                   /* for a picture: the side at the bottom, and the last move */
    Position asked;              /* the position asked about */
    /* before: the position before the last move of the game; after: the position after the move
     * asked about */
    Position before, after;
    Document answer; /* complete lines, or empty */
    Document notes;  /* remarks on the FEN, to be printed after an answer in JSON */
} Question;

/* Answers a question. The tokens are the name of the question, then its arguments. Call
 * question_ask once for each Question, on a thread of thread_start. Returns false after a
 * complaint. If only a part of the answer is missing, such as the network's part, the other parts
 * are still in q->answer. */
bool question_ask(Question *q, Tokens tokens);

/* Frees the answer and the notes. */
void question_free(Question *q);

#endif
