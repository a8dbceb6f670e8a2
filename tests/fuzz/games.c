/* Files of self-played games: read whole and by windows, printed, and opened to append to. With the
 * lowest bit of the first byte the checksums are made right, game by game, so that what they guard is
 * reached; else they are the fuzzer's. */
#include "fuzz/fuzz.h"

#include "data/game_file.h"
#include "data/game_text.h"
#include "lib/game_reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEAD = 6, /* bytes of a game before what its checksum is of */
    MAGIC_SIZE = sizeof OPTIONS_MAGIC - 1
};

/* FNV-1a, see records.h. */
static uint32_t checksum_of(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 16777619u;
    return hash;
}

static void give_checksums(uint8_t *data, size_t size) {
    GameOptions options;
    size_t at = MAGIC_SIZE;
    if (size >= OPTIONS_BYTES && options_begin(data, size)) {
        options_unpack(data, &options);
        options_pack(&options, data);
        at = OPTIONS_BYTES;
    }
    while (at + HEAD <= size) {
        const size_t length = data[at] | (size_t)data[at + 1] << 8;
        if (length > size - at - HEAD)
            return;
        const uint32_t sum = checksum_of(data + at + HEAD, length);
        for (int i = 0; i < 4; i++)
            data[at + 2 + i] = (uint8_t)(sum >> 8 * i);
        at += HEAD + length;
    }
}

/* What a reader gives must be sound, and come back when it is packed. Returns the number of games. */
static uint64_t read_all(GameReader *r) {
    static Game game, back;
    static uint8_t packed[GAME_BYTES];
    uint64_t games = 0;
    for (; reader_next(r, &game); games++) {
        FUZZ_REQUIRE(game_replay(&game, fuzz_position(0), NULL, NULL), "a game that is not legal");
        const size_t size = game_pack(&game, packed);
        FUZZ_REQUIRE(game_unpack(packed, size, &back) == size && back.plies == game.plies &&
                         back.result == game.result && strcmp(back.fen, game.fen) == 0,
                     "a game does not come back");
    }
    reader_close(r);
    return games;
}

/* What a maker does with the file: it may cut off a torn game at the end, and nothing else, and only
 * if it has the options of the file. */
static void open_to_append(const char *path, int file, size_t size, uint64_t games,
                           const GameOptions *options) {
    GameFile f;
    struct stat status;
    const GameOptions mine = options ? *options : (GameOptions){.seed = 1};
    if (options) {
        const GameOptions other = {.seed = mine.seed + 1};
        FUZZ_REQUIRE(!game_file_open(&f, path, &other), "other options go on with a file");
    }
    if (!game_file_open(&f, path, &mine))
        return;
    FUZZ_REQUIRE(f.games == games, "%lu games, then %lu", games, f.games);
    FUZZ_REQUIRE(fstat(file, &status) == 0 && (size_t)status.st_size <= size + OPTIONS_BYTES &&
                     size < (size_t)status.st_size + GAME_BYTES + HEAD,
                 "too much was cut off");
    game_file_close(&f);
}

static void look(uint8_t *data, size_t size) {
    GameReader r;
    char path[FUZZ_PATH_SIZE];
    uint64_t games = 0;
    const int file = fuzz_file(data, size, path);
    const GameFileKind kind = reader_open(&r, file, NULL);
    const size_t begin = games_begin(data, size);
    const bool known = kind == FILE_OF_GAMES && r.has_options;
    const GameOptions options = known ? r.options : (GameOptions){0};
    FUZZ_REQUIRE((kind == FILE_OF_GAMES) == (begin > 0), "what file is it?");
    if (kind == FILE_OF_GAMES) {
        games = read_all(&r);
        check_games(path);
        print_games(path);
        print_quiet_positions(path);
        FUZZ_REQUIRE(reader_open_memory(&r, data + begin, size - begin, begin, NULL), "no memory");
        FUZZ_REQUIRE(read_all(&r) == games, "other games in memory than in the file");
    }
    open_to_append(path, file, size, games, known ? &options : NULL);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    uint8_t *bytes = (uint8_t *)fuzz_text(data + 1, size - 1);
    if (*data & 1)
        give_checksums(bytes, size - 1);
    fuzz_hush();
    look(bytes, size - 1);
    fuzz_speak();
    free(bytes);
    return 0;
}
