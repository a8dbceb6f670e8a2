#include "core/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Tokens tokens_of(const char *line, size_t length) {
    return (Tokens){line, line + length};
}

Token token_next(Tokens *tokens) {
    const char *at = tokens->at;
    while (at < tokens->end && is_blank(*at))
        at++;
    const char *start = at;
    while (at < tokens->end && !is_blank(*at))
        at++;
    tokens->at = at;
    return (Token){start, (size_t)(at - start)};
}

Token token_next_quoted(Tokens *tokens) {
    const Token first = token_peek(*tokens);
    if (!first.length || *first.text != '"')
        return token_next(tokens);
    const char *start = first.text + 1;
    const char *quote = memchr(start, '"', (size_t)(tokens->end - start));
    const char *end = quote ? quote : tokens->end;
    tokens->at = quote ? quote + 1 : end;
    return (Token){start, (size_t)(end - start)};
}

Token token_peek(Tokens tokens) {
    return token_next(&tokens);
}

bool token_take(Tokens *tokens, const char *text) {
    Tokens rest = *tokens;
    if (!token_is(token_next(&rest), text))
        return false;
    *tokens = rest;
    return true;
}

bool tokens_skip_to(Tokens *tokens, const char *text) {
    Tokens rest = *tokens;
    for (Token token; (token = token_next(&rest)).length;) {
        if (token_is(token, text)) {
            *tokens = rest;
            return true;
        }
    }
    return false;
}

bool tokens_join(Tokens *tokens, const char *until, char *out, size_t size) {
    size_t used = 0;
    for (Token token; (token = token_peek(*tokens)).length;) {
        if (until && token_is(token, until))
            break;
        if (used + token.length + 2 > size) {
            out[used] = '\0';
            return false;
        }
        if (used)
            out[used++] = ' ';
        memcpy(out + used, token.text, token.length);
        used += token.length;
        token_next(tokens);
    }
    out[used] = '\0';
    return true;
}

bool tokens_rest(Tokens tokens, char *out, size_t size) {
    const char *at = tokens.at, *end = tokens.end;
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    const size_t length = (size_t)(end - at) < size ? (size_t)(end - at) : size - 1;
    memcpy(out, at, length);
    out[length] = '\0';
    return at + length == end;
}

bool token_is(Token token, const char *text) {
    return token.length == strlen(text) && memcmp(token.text, text, token.length) == 0;
}

bool token_is_any_case(Token token, const char *text) {
    return token.length == strlen(text) && strncasecmp(token.text, text, token.length) == 0;
}

bool token_number(Token token, int64_t *out) {
    const bool negative = token.length && token.text[0] == '-';
    size_t i = negative || (token.length && token.text[0] == '+');
    if (i == token.length)
        return false;
    int64_t number = 0; /* below 0 throughout, where there is room for one more */
    for (; i < token.length; i++) {
        if (!isdigit((unsigned char)token.text[i]))
            return false;
        const int digit = token.text[i] - '0';
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, digit, &number))
            number = INT64_MIN;
    }
    *out = negative ? number : number == INT64_MIN ? INT64_MAX : -number;
    return true;
}

char *token_copy(Token token) {
    char *copy = malloc(token.length + 1);
    if (copy) {
        memcpy(copy, token.text, token.length);
        copy[token.length] = '\0';
    }
    return copy;
}

ShownToken token_show(Token token) {
    ShownToken shown;
    const size_t room = sizeof shown.text - 1;
    const size_t length = token.length < room ? token.length : room;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = token.text[i] >= ' ' && token.text[i] <= '~' ? token.text[i] : '?';
    shown.text[length] = '\0';
    if (token.length > length)
        memcpy(shown.text + length - 3, "...", 3);
    return shown;
}
