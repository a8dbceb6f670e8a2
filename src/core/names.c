#include "core/names.h"

const char *square_name(Square sq) {
    static const char NAMES[SQUARE_COUNT + 1][3] = {
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2",
        "f2", "g2", "h2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4",
        "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5", "c5", "d5", "e5", "f5", "g5",
        "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7", "d7",
        "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "--"};
    return NAMES[sq >= 0 && sq < SQUARE_NONE ? sq : SQUARE_NONE];
}

const char *color_name(Color c) {
    return c == WHITE ? "White" : "Black";
}

const char PIECE_LETTERS[] = "PNBRQKpnbrqk";

char piece_letter(Color c, PieceType type) {
    return type >= PAWN && type <= KING ? PIECE_LETTERS[TYPE_COUNT * c + type] : '?';
}

const char *type_name(PieceType type) {
    static const char *const NAMES[TYPE_COUNT] = {"Pawn", "Knight", "Bishop",
                                                  "Rook", "Queen",  "King"};
    return type >= PAWN && type <= KING ? NAMES[type] : "ghost";
}
