/* uci_complaints [--slow] BINARY [SCENE]
 *
 * What users of other engines have complained about: 25 complaints, each with a scene of its number
 * that shows that there is no cause for it here. The scenes on searching are in
 * uci_search_complaints.
 */
#include "support/dialogue.h"
#include "support/fens.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define START_FIELDS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static void complaint_01_illegal_move_is_refused(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"position startpos moves e2e4 e7e5 e1e3",
                                     "info string error: position: move 3, 'e1e3', is not legal: "},
                                    {"go movetime 100", "bestmove (none)"},
                                    {"d", "FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"},
                                    {0}});
    still_works(&e, "an illegal move");
    quit(&e);
}

static void complaint_02_missing_king_is_named(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){{"position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "info string error: position: "},
                       {"position fen 8/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 1", "bestmove (none)"},
                       {0}});
    char line[LINE];
    say(&e, "position fen 8/8/8/8/8/8/8/K7 w - - 0 1");
    wait_for(&e, "info string error: ", line);
    check(strstr(line, "king") && (strstr(line, "Black") || strstr(line, "black")),
          "the reason is not reported: %s", line);
    still_works(&e, "a missing King");
    quit(&e);
}

static void complaint_03_impossible_ep_square_is_dropped(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){
            {"position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nd",
             "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
            {"go depth 3", "bestmove "},
            {"position fen " START_FIELDS " 0 1", NULL},
            {"position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", NULL},
            {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e7 0 1",
             "info string position: en passant on e7 is left out"},
            {"go depth 3", "bestmove "},
            {"perft 1 fen 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
             "info string perft: castling KQ is left out"},
            {"show 0 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "info string show: castling KQ is left out"},
            {0}});
    quit(&e);
}

static void complaint_04_four_fields_and_bare_moves(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){{"position fen " START_FIELDS " moves\nd", "FEN: " START_FIELDS},
                                {"go depth 2", "bestmove "},
                                {0}});
    quit(&e);
}

/* 12,000 plies, the fifty-move rule ignored, as a GUI may send it move for move. */
static void complaint_14_games_of_12000_plies(void) {
    static char text[1 << 16];
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char line[LINE];
    Child e;
    start(&e);
    size_t used = (size_t)snprintf(text, sizeof text, "position startpos moves");
    for (int ply = 0; ply < 12000; ply++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", SHUFFLE[ply % 4]);
    say(&e, "%s e2e4", text);
    check(in_time(ready(&e), slow ? 10000 : 1000), "12,001 plies take long");
    say(&e, "d");
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 6001", line);
    say(&e, "go depth 3");
    wait_for(&e, "bestmove ", line);
    check(line[10] >= '5', "no move of Black's: %s", line);
    quit(&e);
}

static void complaint_15_options_without_value(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"setoption name UCI_Opponent", NULL},
                                    {"setoption name UCI_Opponent value", NULL},
                                    {"setoption name Book File", NULL},
                                    {"setoption name Debug Log File value ", NULL},
                                    {"setoption name Hash", "info string error: setoption: Hash"},
                                    {0}});
    say(&e, "setoption name SyzygyPath"); /* listed or not */
    still_works(&e, "options without value");
    quit(&e);
}

static void complaint_16_paths_with_blanks(void) {
    char folder[] = "/tmp/panoptes XXXXXX", path[64];
    Child e;
    check(mkdtemp(folder) != NULL, "no folder");
    snprintf(path, sizeof path, "%s/a  value b", folder);
    start(&e);
    say(&e, "setoption name Debug Log File value  %s ", path);
    ready(&e);
    quit(&e);
    check(access(path, R_OK) == 0, "'%s' was not written", path);
    unlink(path);
    rmdir(folder);
}

static void complaint_17_no_bare_default(void) {
    char line[LINE];
    Child e;
    int strings = 0;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0) {
        const char *initial = strstr(line, " type string default");
        strings += initial != NULL;
        check(!initial || strlen(initial) > 21, "a bare default: %s", line);
    }
    check(strings > 0, "no string option");
    quit(&e);
}

static void complaint_18_option_names_in_any_case(void) {
    char line[LINE], names[64][64];
    int count = 0;
    Child e;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0 && count < 64) {
        const char *type = strstr(line, " type ");
        if (strncmp(line, "option name ", 12) == 0 && type)
            snprintf(names[count++], sizeof *names, "%.*s", (int)(type - line - 12), line + 12);
    }
    check(count >= 15, "%d options", count);
    for (int i = 0; i < count; i++) {
        for (char *c = names[i]; *c; c++)
            *c = (char)(isupper((unsigned char)*c) ? tolower((unsigned char)*c)
                                                   : toupper((unsigned char)*c));
        say(&e, "setoption name %s", names[i]);
        check(count_until_ready(&e, "info string error: setoption: no option") == 0,
              "'%s' is unknown", names[i]);
    }
    quit(&e);
}

/* Each write consists of whole lines and comes without further input. */
static void complaint_19_one_write_per_answer(void) {
    static const struct {
        const char *say, *end; /* of the last piece */
        int pieces;            /* 0: any number */
    } CASES[] = {{"uci\n", "uciok\n", 1},
                 {"isready\n", "readyok\n", 1},
                 {"xyzzy\n", "the commands\n", 1},
                 {"position startpos\ngo depth 6\n", NULL, 0}};
    static char piece[1 << 16];
    Child e;
    start_so(&e, &(ChildWay){.packets = true});
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int pieces = 0;
        bool end = false;
        child_send(&e, CASES[i].say);
        while (!end) {
            const size_t size = child_packet(&e, piece, sizeof piece - 1, PATIENCE);
            piece[size] = '\0';
            check(size > 0 && piece[size - 1] == '\n', "a piece of a line: \"%s\"", piece);
            pieces++;
            end = !size || strncmp(piece, "bestmove", 8) == 0 ||
                  (CASES[i].pieces && pieces == CASES[i].pieces);
            if (!CASES[i].pieces)
                check(strchr(piece, '\n') == piece + size - 1, "several lines: \"%s\"", piece);
        }
        const size_t length = CASES[i].end ? strlen(CASES[i].end) : 0;
        check(strlen(piece) >= length &&
                  strcmp(piece + strlen(piece) - length, CASES[i].end ? CASES[i].end : "") == 0,
              "\"%s\" in pieces: \"%s\"", CASES[i].say, piece);
    }
    child_send(&e, "quit\n");
    finish(&e, "quit");
}

/* hear() wants no CR in any line. */
static void complaint_20_cr_is_taken_and_never_given(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"uci\r", "uciok"},
                                    {"setoption name Hash value 2\r", NULL},
                                    {"position startpos moves e2e4 e7e5\r", NULL},
                                    {"go depth 3\r", "bestmove "},
                                    {"isready\r", "readyok"},
                                    {0}});
    quit(&e);
}

/* What a terminal would obey. */
static void control_bytes_are_shown_as_signs(void) {
    static const char PATH[] = "/tmp/uci_complaints\a";
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"setoption name EvalFile value /no\a such",
                                     "info string error: setoption: EvalFile: '/no? such'"},
                                    {"map text /tmp/uci_complaints\a",
                                     "info string map written to /tmp/uci_complaints?"},
                                    {0}});
    quit(&e);
    check(unlink(PATH) == 0, "no file of that name");
}

static void complaint_24_castling_in_both_forms(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8\nd");
    wait_for(&e, "FEN: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2", line);
    say(&e, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1 e8g8\nd");
    wait_for(&e, "FEN: r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2", line);
    for (int on = 0; on < 2; on++) {
        say(&e, "setoption name UCI_Chess960 value %s", on ? "true" : "false");
        say(&e, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1%s",
            on ? "g1" : "h1");
        wait_for(&e, on ? "bestmove e1h1" : "bestmove e1g1", line);
    }
    quit(&e);
}

/* If there is too little memory, the table gets what there is, and says so. It is kept if its size
 * does not change. Where address space is short, the old table stays until there is a new one. */
static void complaint_25_hash_falls_back(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "setoption name Hash value 1048576");
    wait_for(&e, "info string Hash: no memory for 1048576 MB", line);
    still_works(&e, "a Hash too large");
    say(&e, "setoption name Hash value 1048576");
    check(count_until_ready(&e, "info string Hash: no memory") == 1,
          "what is in use is not reported");
    say(&e, "setoption name Hash value 16");
    const int64_t first = ask(&e, MIDDLE, "go depth 9").nodes;
    ask(&e, MIDDLE, "go depth 13"); /* leaves what answers the first again */
    say(&e, "setoption name Hash value 16");
    const int64_t again = ask(&e, MIDDLE, "go depth 9").nodes;
    check(again < first / 2, "the same Hash empties the table: %" PRId64 ", then %" PRId64, first,
          again);
    quit(&e);
    if (slow) /* sanitizers need all address space */
        return;
    start_so(&e, &(ChildWay){.memory = 300});
    say(&e, "setoption name Hash value 4000");
    wait_for(&e, "info string Hash: no memory for 4000 MB", line);
    still_works(&e, "a Hash too large for the address space");
    for (int i = 0; i < 6; i++)
        say(&e, "setoption name Hash value %d", i % 2 ? 100 : 180);
    still_works(&e, "tables in turn");
    quit(&e);
}

static const Scene SCENES[] = {
    {"complaint_01_illegal_move_is_refused", complaint_01_illegal_move_is_refused},
    {"complaint_02_missing_king_is_named", complaint_02_missing_king_is_named},
    {"complaint_03_impossible_ep_square_is_dropped", complaint_03_impossible_ep_square_is_dropped},
    {"complaint_04_four_fields_and_bare_moves", complaint_04_four_fields_and_bare_moves},
    {"complaint_14_games_of_12000_plies", complaint_14_games_of_12000_plies},
    {"complaint_15_options_without_value", complaint_15_options_without_value},
    {"complaint_16_paths_with_blanks", complaint_16_paths_with_blanks},
    {"complaint_17_no_bare_default", complaint_17_no_bare_default},
    {"complaint_18_option_names_in_any_case", complaint_18_option_names_in_any_case},
    {"complaint_19_one_write_per_answer", complaint_19_one_write_per_answer},
    {"complaint_20_cr_is_taken_and_never_given", complaint_20_cr_is_taken_and_never_given},
    {"control bytes", control_bytes_are_shown_as_signs},
    {"complaint_24_castling_in_both_forms", complaint_24_castling_in_both_forms},
    {"complaint_25_hash_falls_back", complaint_25_hash_falls_back},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
