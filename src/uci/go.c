#include "uci/go.h"

#include "moves/notation.h"
#include "search/clock.h"
#include "uci/count.h"
#include "uci/output.h"

#include <inttypes.h>
#include <string.h>

/* The words of `go` that a number follows: where it goes and the range it is clamped to. A clock
 * below 0 is a real one, without time; neither is LIMIT_NONE. */
typedef struct NumberWord {
    const char *name;
    size_t offset; /* within SearchLimits */
    int64_t min, max;
} NumberWord;

#define TIME_MAX INT64_C(1000000000000) /* 30 years; leaves room to calculate with */

static const NumberWord NUMBER_WORDS[] = {
    {"wtime", offsetof(SearchLimits, clock[WHITE]), 0, TIME_MAX},
    {"btime", offsetof(SearchLimits, clock[BLACK]), 0, TIME_MAX},
    {"winc", offsetof(SearchLimits, increment[WHITE]), 0, TIME_MAX},
    {"binc", offsetof(SearchLimits, increment[BLACK]), 0, TIME_MAX},
    {"movestogo", offsetof(SearchLimits, movestogo), 0, 10000},
    {"movetime", offsetof(SearchLimits, movetime), 0, TIME_MAX},
    {"depth", offsetof(SearchLimits, depth), 1, MAX_PLY - 1},
    {"nodes", offsetof(SearchLimits, nodes), 1, INT64_MAX},
    {"softnodes", offsetof(SearchLimits, softnodes), 1, INT64_MAX},
    {"mate", offsetof(SearchLimits, mate), 1, MAX_PLY},
};
enum { NUMBER_WORD_COUNT = sizeof NUMBER_WORDS / sizeof *NUMBER_WORDS };

static int64_t *number_in(SearchLimits *limits, const NumberWord *word) {
    return (int64_t *)(void *)((char *)limits + word->offset);
}

static const NumberWord *find_number_word(Word word) {
    for (int i = 0; i < NUMBER_WORD_COUNT; i++)
        if (word_is(word, NUMBER_WORDS[i].name))
            return &NUMBER_WORDS[i];
    return NULL;
}

static bool is_go_word(Word word) {
    return find_number_word(word) || word_is(word, "infinite") || word_is(word, "ponder") ||
           word_is(word, "searchmoves");
}

/* Takes the number behind its word, or what stands there in its place, unless that is a word of go.
 */
static bool take_number(Words *words, const NumberWord *word, SearchLimits *limits) {
    const Word next = word_peek(*words);
    int64_t number;
    if (!next.length || is_go_word(next))
        return output_error("go: %s has no number; the rest is honoured", word->name);
    word_next(words);
    if (!word_number(next, &number))
        return output_error("go: %s needs a whole number, not '%s'; the rest is honoured",
                            word->name, word_show(next).text);
    number = number < word->min ? word->min : number;
    *number_in(limits, word) = number > word->max ? word->max : number;
    return true;
}

/* True for a word of the shape of a move: "e2e4", "e7e8q", legal or not. */
static bool looks_like_move(Word word) {
    if (word.length != 4 && word.length != 5)
        return false;
    for (int i = 0; i < 4; i += 2)
        if (word.text[i] < 'a' || word.text[i] > 'h' || word.text[i + 1] < '1' ||
            word.text[i + 1] > '8')
            return false;
    return word.length == 4 || strchr("nbrqNBRQ", word.text[4]);
}

static void add_search_move(SearchLimits *limits, Move m) {
    for (int i = 0; i < limits->searchmoves_count; i++)
        if (limits->searchmoves[i] == m)
            return;
    limits->searchmoves[limits->searchmoves_count++] = m;
}

/* Takes the moves behind searchmoves, up to the first word that does not look like one. */
static bool take_search_moves(Words *words, const Position *pos, SearchLimits *limits) {
    bool good = true;
    for (Word word; looks_like_move(word = word_peek(*words));) {
        char text[MOVE_TEXT_SIZE] = "";
        memcpy(text, word.text, word.length);
        const Move m = move_read(pos, text);
        if (m != MOVE_NONE)
            add_search_move(limits, m);
        else
            good = output_error("go: searchmoves: '%s' is not legal here; it is left out", text);
        word_next(words);
    }
    if (!limits->searchmoves_count)
        return output_error("go: searchmoves has no legal move; all moves are searched");
    return good;
}

/* Makes the limits mean what they must: see go_parse. */
static void settle(SearchLimits *limits, Color side) {
    const Color other = opponent(side);
    if (limits->movestogo == 0)
        limits->movestogo = LIMIT_NONE;
    if (limits->clock[side] != LIMIT_NONE || limits->movetime != LIMIT_NONE ||
        limits->depth != LIMIT_NONE || limits->nodes != LIMIT_NONE ||
        limits->softnodes != LIMIT_NONE || limits->mate != LIMIT_NONE)
        return;
    limits->clock[side] = limits->clock[other];
    limits->increment[side] = limits->increment[other];
    if (limits->clock[side] == LIMIT_NONE)
        limits->infinite = true;
}

bool go_parse(Words words, const Position *pos, SearchLimits *limits) {
    bool good = true;
    *limits = limits_none();
    for (Word word; (word = word_next(&words)).length;) {
        const NumberWord *number_word = find_number_word(word);
        if (number_word)
            good &= take_number(&words, number_word, limits);
        else if (word_is(word, "searchmoves"))
            good &= take_search_moves(&words, pos, limits);
        else if (word_is(word, "infinite"))
            limits->infinite = true;
        else if (word_is(word, "ponder"))
            limits->ponder = true;
        else
            good =
                output_error("go: unknown word '%s'; the rest is honoured", word_show(word).text);
    }
    settle(limits, pos->state->side);
    return good;
}

/* In debug mode: the limits that were understood. */
static void tell_limits(const SearchLimits *limits) {
    Text text;
    text_clear(&text);
    for (int i = 0; i < NUMBER_WORD_COUNT; i++) {
        int64_t number;
        memcpy(&number, (const char *)limits + NUMBER_WORDS[i].offset, sizeof number);
        if (number != LIMIT_NONE)
            text_add(&text, " %s %" PRId64, NUMBER_WORDS[i].name, number);
    }
    output_line("info string debug: go%s%s%s, %d searchmoves", text.data,
                limits->infinite ? " infinite" : "", limits->ponder ? " ponder" : "",
                limits->searchmoves_count);
}

/* Plays from the book, if there is one and this is a game: analysis wants to see a search. */
static bool play_from_book(const Session *session, const SearchLimits *limits) {
    if (!session->own_book || !session->book || limits->infinite || limits->ponder ||
        limits->mate != LIMIT_NONE || limits->searchmoves_count)
        return false;
    /* A number that differs from move to move and from game to game; the constant spreads its bits.
     */
    const uint64_t random = (uint64_t)clock_now() * UINT64_C(0x9E3779B97F4A7C15);
    const Position *pos = engine_position(session->engine);
    const Move m = book_move(session->book, pos, session->best_book_move, random);
    if (m == MOVE_NONE)
        return false;
    char name[MOVE_TEXT_SIZE];
    move_write(pos, m, name);
    output_line("info string book move\nbestmove %s", name);
    return true;
}

bool go_start(Session *session, Words words) {
    Words perft_words = words;
    if (words_skip_to(&perft_words, "perft"))
        return count_perft(session, perft_words);
    session_idle(session);
    if (session->position_refused) {
        output_error("go: the last position was refused, so there is nothing to search; send a "
                     "good one");
        output_line("bestmove (none)");
        return false;
    }
    SearchLimits limits;
    const bool good = go_parse(words, engine_position(session->engine), &limits);
    if (session->command_line && (limits.infinite || limits.ponder))
        return output_error("go: this would never end on the command line; give depth, nodes, "
                            "movetime or a clock");
    limits.analysis = session->analyse;
    if (session->debug)
        tell_limits(&limits);
    if (play_from_book(session, &limits))
        return good;
    session->style = REPORT_UCI;
    engine_go(session->engine, &limits);
    return good;
}

bool go_stop(Session *session, Words words) {
    (void)words;
    engine_stop(session->engine);
    return true;
}

bool go_ponderhit(Session *session, Words words) {
    (void)words;
    engine_ponderhit(session->engine);
    return true;
}
