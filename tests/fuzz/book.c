/* Reads a book in the Polyglot format, and looks up the positions FENS in the book. If the lowest bit of the first byte
 * is set, the target gives the entries the keys of FENS and sorts them, so that look-ups find the entries. Otherwise
 * the fuzzer's bytes are the file. */
#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "engine/book.h"
#include "moves/generate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const FENS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
};
enum { FEN_COUNT = sizeof FENS / sizeof *FENS };

static int compare_keys(const void *a, const void *b) {
    return memcmp(a, b, sizeof(Key));
}

/* Gives each entry the key of a position of FENS, chosen by the entry's first byte. */
static void give_keys(uint8_t *bytes, size_t size) {
    for (size_t at = 0; at + BOOK_ENTRY_SIZE <= size; at += BOOK_ENTRY_SIZE) {
        fuzz_set(fuzz_position(0), FENS[bytes[at] % FEN_COUNT]);
        const Key key = __builtin_bswap64(book_key(fuzz_position(0)));
        memcpy(bytes + at, &key, sizeof key);
    }
    qsort(bytes, size / BOOK_ENTRY_SIZE, BOOK_ENTRY_SIZE, compare_keys);
}

static void look_up(const Book *book, const Position *pos, uint64_t random) {
    BookChoice choices[BOOK_CHOICES];
    const int count = book_choices(book, pos, choices);
    FUZZ_REQUIRE(count >= 0 && count <= BOOK_CHOICES, "%d choices", count);
    for (int i = 0; i < count; i++)
        FUZZ_REQUIRE(move_is_legal(pos, choices[i].move) && choices[i].weight >= 0 &&
                         choices[i].weight <= 65535,
                     "a bad choice");
    const Move best = book_move(book, pos, true, 0), any = book_move(book, pos, false, random);
    FUZZ_REQUIRE((best == MOVE_NONE) == (any == MOVE_NONE), "one of two finds a move");
    FUZZ_REQUIRE(best == MOVE_NONE || (move_is_legal(pos, best) && move_is_legal(pos, any)),
                 "an illegal move");
}

static void look(const char *path, uint64_t random) {
    char error[BOOK_ERROR_SIZE] = "";
    Book *book = book_open(path, error, sizeof error);
    FUZZ_REQUIRE((book == NULL) == (*error != '\0'), "no book and no error, or both");
    for (int i = 0; book && i < FEN_COUNT; i++) {
        fuzz_set(fuzz_position(0), FENS[i]);
        look_up(book, fuzz_position(0), random);
    }
    FUZZ_REQUIRE(!book || (book_entries(book) > 0 && book_positions(book) > 0 &&
                           book_positions(book) <= book_entries(book)),
                 "wrong counts");
    book_close(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {data, data + size};
    const uint8_t choice = bytes_next(&b);
    const uint64_t random = (uint64_t)bytes_pair(&b) << 48;
    const size_t left = (size_t)(b.end - b.at);
    uint8_t *bytes = (uint8_t *)fuzz_text(b.at, left);
    char path[FUZZ_PATH_SIZE];
    if (choice & 1)
        give_keys(bytes, left);
    const int file = fuzz_file(bytes, left, path);
    look(path, random);
    close(file);
    free(bytes);
    return 0;
}
