/* The words of a line: what blanks, tabs and carriage returns part.
 *
 * Nothing is copied or changed: a Word points into its line and has a length, so that a line may
 * hold any bytes, zeros too.
 */
#ifndef UCI_WORDS_H
#define UCI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* length 0: no word. */
typedef struct Word {
    const char *text;
    size_t length;
} Word;

/* What is left of a line. */
typedef struct Words {
    const char *at, *end;
} Words;

Words words_of(const char *line, size_t length);

/* Copies what is left as it stands, blanks inside it too, without those around it; 0-terminated.
 * False if it does not fit, and then it is cut. */
bool words_rest(Words words, char *out, size_t size);

/* Takes the next word; one of length 0 at the end. */
Word word_next(Words *words);

/* The next word, which stays. */
Word word_peek(Words words);

/* Takes the next word if it is `text`. */
bool word_take(Words *words, const char *text);

/* Moves behind the first word that is `text`. If there is none, returns false and changes nothing.
 */
bool words_skip_to(Words *words, const char *text);

/* Writes the words up to the word `until` (NULL: to the end), parted by single blanks, with a 0
 * behind them. `until` itself stays. False if `size` bytes are too few; the words are then cut. */
bool words_join(Words *words, const char *until, char *out, size_t size);

bool word_is(Word word, const char *text);

/* Likewise; capitals and small letters are the same. */
bool word_is_any_case(Word word, const char *text);

/* Reads a whole number in decimal, a sign before it at most. One beyond 64 bits becomes the
 * greatest or the least. False, *out unchanged, if the word is anything else. */
bool word_number(Word word, int64_t *out);

/* A word fit to be printed in a message: cut, and without unprintable bytes. */
typedef struct ShownWord {
    char text[40];
} ShownWord;

ShownWord word_show(Word word);

#endif
