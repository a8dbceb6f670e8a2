#include "uci/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Words words_of(const char *line, size_t length) {
    return (Words){line, line + length};
}

Word word_next(Words *words) {
    const char *at = words->at;
    while (at < words->end && is_blank(*at))
        at++;
    const char *start = at;
    while (at < words->end && !is_blank(*at))
        at++;
    words->at = at;
    return (Word){start, (size_t)(at - start)};
}

Word word_peek(Words words) {
    return word_next(&words);
}

bool word_take(Words *words, const char *text) {
    Words rest = *words;
    if (!word_is(word_next(&rest), text))
        return false;
    *words = rest;
    return true;
}

bool words_skip_to(Words *words, const char *text) {
    Words rest = *words;
    for (Word word; (word = word_next(&rest)).length;) {
        if (word_is(word, text)) {
            *words = rest;
            return true;
        }
    }
    return false;
}

bool words_join(Words *words, const char *until, char *out, size_t size) {
    size_t used = 0;
    for (Word word; (word = word_peek(*words)).length;) {
        if (until && word_is(word, until))
            break;
        if (used + word.length + 2 > size) {
            out[used] = '\0';
            return false;
        }
        if (used)
            out[used++] = ' ';
        memcpy(out + used, word.text, word.length);
        used += word.length;
        word_next(words);
    }
    out[used] = '\0';
    return true;
}

bool words_rest(Words words, char *out, size_t size) {
    const char *at = words.at, *end = words.end;
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    const size_t length = (size_t)(end - at) < size ? (size_t)(end - at) : size - 1;
    memcpy(out, at, length);
    out[length] = '\0';
    return at + length == end;
}

bool word_is(Word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool word_is_any_case(Word word, const char *text) {
    return word.length == strlen(text) && strncasecmp(word.text, text, word.length) == 0;
}

bool word_number(Word word, int64_t *out) {
    const bool negative = word.length && word.text[0] == '-';
    size_t i = negative || (word.length && word.text[0] == '+');
    if (i == word.length)
        return false;
    int64_t number = 0; /* below 0 throughout, where there is room for one more */
    for (; i < word.length; i++) {
        if (!isdigit((unsigned char)word.text[i]))
            return false;
        const int digit = word.text[i] - '0';
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, digit, &number))
            number = INT64_MIN;
    }
    *out = negative ? number : number == INT64_MIN ? INT64_MAX : -number;
    return true;
}

ShownWord word_show(Word word) {
    ShownWord shown;
    const size_t room = sizeof shown.text - 1;
    const size_t length = word.length < room ? word.length : room;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = word.text[i] >= ' ' && word.text[i] <= '~' ? word.text[i] : '?';
    shown.text[length] = '\0';
    if (word.length > length)
        memcpy(shown.text + length - 3, "...", 3);
    return shown;
}
