#include "board/make.h"
#include "inspect/inspect.h"
#include "moves/notation.h"

#include <stdio.h>
#include <string.h>

/* Adds a word behind a blank, or on a new line that is indented. */
static void add_word(Document *out, size_t *column, const char *word) {
    enum { WIDTH = 80, INDENT = 2 };
    const bool fits = *column + 1 + strlen(word) <= WIDTH;
    document_add(out, fits ? " %s" : "\n  %s", word);
    *column = (fits ? *column + 1 : INDENT) + strlen(word);
}

void moves_text(Document *out, const Position *start, const Move *moves, int count) {
    static Position pos;
    static const char HEAD[] = "Moves:";
    size_t column = strlen(HEAD);
    if (count == 0)
        return;
    document_add(out, "%s", HEAD);
    position_copy(&pos, start);
    for (int i = 0; i < count; i++) {
        const int ply = game_ply(&pos);
        char word[16 + SAN_SIZE], san[SAN_SIZE];
        san_write(&pos, moves[i], san);
        if (ply % 2 == 0 || i == 0)
            snprintf(word, sizeof word, "%d.%s %s", ply / 2 + 1, ply % 2 ? ".." : "", san);
        else
            snprintf(word, sizeof word, "%s", san);
        add_word(out, &column, word);
        make_move(&pos, moves[i]);
        position_reroot(&pos);
    }
    document_add(out, "\n");
}
