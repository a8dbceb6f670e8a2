#include "report/move_text.h"

#include "board/make.h"
#include "moves/notation.h"

void numbered_move(Document *out, Position *pos, Move m) {
    char san[SAN_SIZE];
    const int ply = game_ply(pos);
    san_write(pos, m, san);
    document_add(out, "%d.%s%s", ply / 2 + 1, ply % 2 ? ".." : "", san);
}

void numbered_line(Document *out, Position *pos, const Move *moves, int count) {
    numbered_move(out, pos, moves[0]);
    for (int i = 1; i < count; i++) {
        char san[SAN_SIZE];
        make_move(pos, moves[i - 1]);
        san_write(pos, moves[i], san);
        if (game_ply(pos) % 2)
            document_add(out, " %s", san);
        else
            document_add(out, " %d.%s", game_ply(pos) / 2 + 1, san);
    }
    for (int i = 1; i < count; i++)
        unmake_move(pos);
}
