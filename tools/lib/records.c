#include "lib/games.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 6, SCORE_DECIDED = 3000 };

static uint32_t checksum(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 16777619u;
    return hash;
}

static uint8_t *put(uint8_t *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static uint32_t get(const uint8_t *at, int bytes) {
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

size_t game_pack(const Game *game, uint8_t *out) {
    const size_t length = strlen(game->fen);
    uint8_t *at = put(out + HEADER, (uint32_t)game->result, 1);
    at = put(at, (uint32_t)length, 1);
    memcpy(at, game->fen, length);
    at += length;
    for (int i = 0; i < game->plies; i++) {
        at = put(at, game->ply[i].move, 2);
        at = put(at, (uint16_t)game->ply[i].score, 2);
    }
    const size_t size = (size_t)(at - out) - HEADER;
    put(out, (uint32_t)size, 2);
    put(out + 2, checksum(out + HEADER, size), 4);
    return size + HEADER;
}

size_t game_size(const uint8_t *data) {
    const size_t size = HEADER + get(data, 2);
    return size >= GAME_LEAST && size <= GAME_BYTES ? size : 0;
}

size_t game_unpack(const uint8_t *data, size_t size, Game *game) {
    const size_t whole = size < HEADER ? 0 : game_size(data), body = whole - HEADER;
    const uint8_t *at = data + HEADER;
    if (whole == 0 || whole > size || checksum(at, body) != get(data + 2, 4))
        return 0;
    const size_t length = at[1], moves = body - 2 - length;
    if (at[0] > RESULT_UNKNOWN || length >= GAME_FEN || length > body - 2 || moves % 4 ||
        moves / 4 > GAME_PLIES)
        return 0;
    game->result = at[0];
    memcpy(game->fen, at + 2, length);
    game->fen[length] = '\0';
    game->plies = (int)(moves / 4);
    at += 2 + length;
    for (int i = 0; i < game->plies; i++, at += 4)
        game->ply[i] = (GamePly){(Move)get(at, 2), (int16_t)get(at + 2, 2)};
    return whole;
}

bool game_replay(const Game *game, Position *pos, GameVisit *visit, void *context) {
    pos->chess960 = false;
    if (!fen_parse(pos, game->fen, NULL, 0))
        return false;
    pos->chess960 = fen_needs_chess960(pos);
    for (int i = 0; i < game->plies; i++) {
        if (!move_is_legal(pos, game->ply[i].move))
            return false;
        if (visit)
            visit(context, pos, game->ply[i]);
        make_move(pos, game->ply[i].move);
        if (pos->state - pos->states >= MAX_PLY)
            position_reroot(pos);
    }
    return true;
}

bool ply_is_quiet(const Position *pos, GamePly ply) {
    const State *s = pos->state;
    const MoveKind kind = move_kind(ply.move);
    return !in_check(s) && abs(ply.score) <= SCORE_DECIDED &&
           (kind == MOVE_CASTLING ||
            (kind == MOVE_NORMAL && s->man_on[move_to(ply.move)] == MAN_NONE));
}
