#include "report/sentences.h"

#include "inspect/phrases.h"

#include <string.h>

void sentences_clear(Sentences *s) {
    s->texts.length = 0;
    memset(s->count, 0, sizeof s->count);
    *s->summary = '\0';
}

void sentences_find(Sentences *s, const GameRecord *game, const Analysis *analyses,
                    const Judgement *judgement, Position *before, Position *after) {
    (void)s, (void)game, (void)analyses, (void)judgement, (void)before, (void)after;
}

const char *sentence_at(const Sentences *s, int ply, int n) {
    const char *text = s->texts.data + s->begin[ply];
    while (n-- > 0)
        text += strlen(text) + 1;
    return text;
}
