/* uci_fuzz [--slow] BINARY
 *
 * Sessions of random commands: lines of the protocol, their tokens changed, swapped, cut and mixed,
 * in any order and at any moment. Whatever comes, the engine must read on, answer isready, and
 * leave on quit, once stop has broken off the jobs before it, which status 1 shows; the debug build
 * sees what else went wrong. The same sessions each
 * time; FUZZ_SEED=N gives others, FUZZ_SESSIONS=N more. On a failure the session's lines are
 * printed.
 */
#define _GNU_SOURCE /* memmem */

#include "support/dialogue.h"
#include "support/dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES = 120, LINE_SIZE = 1024, WORDS = 64 };

/* Nothing here may open a file to write to: of the forms of map and others only the plain one. */
static const char *const CORPUS[] = {
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "map",
    "threats fen b1Q2q2/1QqQqkB1/NRQQrb2/4r1q1/Q2q3Q/K1nBqqQ1/4q1R1/NqQ2n2 w - - 0 60",
    "attackers e4",
    "see e2e4",
    "explain g1f3 nodes 100",
    "diff d2d4",
    "captures rooks fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "lists",
    "validate 4k3/8/9/8/8/8/8/4K2P x KK e9 -1 z",
    "cpu",
    "selftest",
    "--replay x",
    "help",
    "debug on",
    "debug off",
    "register later",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1 e8a8",
    "position fen n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 moves g2h1q a7a8n",
    "position fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1 moves e4d3",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go infinite",
    "go depth 3",
    "go nodes 2000",
    "go movetime 20",
    "go wtime 100 btime 100 winc 10 binc 10 movestogo 5",
    "go ponder wtime 100 btime 100",
    "go mate 2 nodes 3000",
    "go depth 4 searchmoves e2e4 d2d4 e1g1",
    "go softnodes 500",
    "go perft 2",
    "perft captures 2 fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "perft full 1",
    "bench 1",
    "show 0",
    "show 0 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "genfens 2 seed 9 book None",
    "genfens 2 seed 9 book tests/data/see.epd",
    "setoption name Hash value 2",
    "setoption name Hash value 33",
    "setoption name MultiPV value 3",
    "setoption name Move Overhead value 5",
    "setoption name nodestime value 20",
    "setoption name Evaluation value network",
    "setoption name Evaluation value classical",
    "setoption name EvalFile value src/network/panoptes.net",
    "setoption name EvalFile value tests/data/see.epd",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name Clear Hash",
    "setoption name OwnBook value true",
    "setoption name Book File value tests/data/see.epd",
    "setoption name UCI_Opponent value GM 2800 human Gary",
    "setoption name Ponder value true",
};
enum { CORPUS_COUNT = sizeof CORPUS / sizeof *CORPUS };

static const char *const ODDITIES[] = {
    "-1",
    "0",
    "1",
    "99999999999999999999",
    "-9223372036854775808",
    "value",
    "name",
    "moves",
    "fen",
    "e1e1",
    "a7a8k",
    "(none)",
    "0000",
    "\xff\xfe",
    "%s%n",
    "<empty>",
    "8/8/8/8/8/8/8/8",
    "KQkq",
    "-",
};
enum { ODDITY_COUNT = sizeof ODDITIES / sizeof *ODDITIES };

typedef struct Command {
    size_t size;
    char text[LINE_SIZE]; /* any bytes but an end of line */
} Command;

static const char *corpus_line(Random *r) {
    return CORPUS[random_below(r, CORPUS_COUNT)];
}

/* Splits a text into tokens. Returns their number. */
static int split(char *text, char *tokens[WORDS]) {
    int count = 0;
    char *rest = text;
    while (count < WORDS && (tokens[count] = strtok_r(rest, " ", &rest)) != NULL)
        count++;
    return count;
}

/* Swaps, replaces, repeats or removes a token. */
static int change_tokens(Random *r, char *tokens[WORDS], int count, char *other[WORDS],
                         int others) {
    const int at = random_below(r, count), with = random_below(r, count);
    char *const token = tokens[at];
    switch (random_below(r, 5)) {
    case 0:
        tokens[at] = tokens[with];
        tokens[with] = token;
        return count;
    case 1:
        tokens[at] = (char *)ODDITIES[random_below(r, ODDITY_COUNT)];
        return count;
    case 2:
        tokens[at] = other[random_below(r, others)];
        return count;
    case 3:
        if (count < WORDS)
            tokens[count++] = token;
        return count;
    default:
        memmove(tokens + at, tokens + at + 1, (size_t)(count - at - 1) * sizeof *tokens);
        return count > 1 ? count - 1 : count;
    }
}

/* Puts any byte but an end of line anywhere. */
static void change_bytes(Random *r, Command *command) {
    for (int i = random_below(r, 4); i > 0 && command->size; i--) {
        const char byte = (char)random_next(r);
        command->text[random_below(r, (int)command->size)] = byte == '\n' ? ' ' : byte;
    }
    if (random_below(r, 4) == 0)
        command->size = (size_t)random_below(r, (int)command->size + 1);
}

static void make_line(Random *r, Command *command) {
    char text[LINE_SIZE], other_text[LINE_SIZE];
    char *tokens[WORDS], *other[WORDS];
    snprintf(text, sizeof text, "%s", corpus_line(r));
    snprintf(other_text, sizeof other_text, "%s", corpus_line(r));
    int count = split(text, tokens);
    const int others = split(other_text, other);
    for (int i = random_below(r, 3); i > 0; i--)
        count = change_tokens(r, tokens, count, other, others);
    command->size = 0;
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(tokens[i]);
        if (command->size + length + 2 > sizeof command->text)
            break;
        memcpy(command->text + command->size, tokens[i], length);
        command->size += length;
        command->text[command->size++] = random_below(r, 20) ? ' ' : '\t';
    }
    if (random_below(r, 5) == 0)
        change_bytes(r, command);
    /* Only the end of a session may quit. */
    if (memmem(command->text, command->size, "quit", 4))
        command->size = 0;
    command->text[command->size++] = '\n';
}

/* Reads the output, so that the engine never waits for us. */
static void drain(Child *e) {
    char line[LINE];
    while (child_line(e, line, sizeof line, 0))
        continue;
}

/* Runs a session. Returns true if all went well. */
static bool run_session(Random *r, Command commands[LINES]) {
    static Child e;
    char line[LINE];
    start(&e);
    for (int i = 0; i < LINES; i++) {
        make_line(r, &commands[i]);
        if (!child_send_bytes(&e, commands[i].text, commands[i].size))
            break;
        drain(&e);
        if (random_below(r, 8) == 0)
            usleep((unsigned)random_below(r, 4000));
        if (i % 20 == 19 && (!child_send(&e, "stop\nisready\n") ||
                             !child_wait(&e, "readyok", line, sizeof line, time_allowed(PATIENCE))))
            break;
    }
    child_send(&e, "quit\n");
    child_send(&e, "stop\n");
    const int status = child_end(&e, 2 * PATIENCE);
    return status == 0 || status == 1;
}

static uint64_t environment(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

static void random_sessions(void) {
    static Command commands[LINES];
    const uint64_t seed = environment("FUZZ_SEED", 1), count = environment("FUZZ_SESSIONS", 12);
    for (uint64_t i = 0; i < count; i++) {
        Random r = {(seed + i) * 0x9E3779B97F4A7C15u};
        memset(commands, 0, sizeof commands);
        const bool well = run_session(&r, commands);
        check(well, "session FUZZ_SEED=%llu did not end well", (unsigned long long)(seed + i));
        for (int j = 0; j < LINES && !well; j++)
            fwrite(commands[j].text, 1, commands[j].size, stdout);
    }
}

static const Scene SCENES[] = {{"random sessions", random_sessions}};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
