#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "core/version.h"
#include "moves/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, VARIATION_PLIES = 8 };

/* --- words, filled into lines ----------------------------------------------------------------- */

typedef struct Words {
    Document *out;
    size_t column;
} Words;

/* True if a line of PGN may begin with the word. PGN readers skip a line that begins with %, and read a tag from a line
 * that begins with [. A command such as [%eval may begin a line. */
static bool may_begin_line(const char *word) {
    return *word != '%' && (*word != '[' || word[1] == '%');
}

/* Adds a word, after a blank or at the start of a new line. */
static void add_word(Words *w, const char *word, size_t length) {
    const bool fits = w->column + 1 + length <= WIDTH || !may_begin_line(word);
    if (w->column)
        document_add_bytes(w->out, fits ? " " : "\n", 1);
    document_add_bytes(w->out, word, length);
    w->column = w->column && fits ? w->column + 1 + length : length;
}

/* Adds the words of a text. A command such as [%eval 0.3] is one word. */
static void add_words(Words *w, const char *text) {
    const char *close = text;
    while (*(text += strspn(text, " \t"))) {
        const char *end = command_end(text, &close);
        const size_t length = end ? (size_t)(end + 1 - text) : strcspn(text, " \t");
        add_word(w, text, length);
        text += length;
    }
}

/* --- tags ------------------------------------------------------------------------------------- */

/* Adds a tag. Many PGN readers allow only letters, digits and underscores in the name of a tag, so an underscore
 * replaces any other character. */
static void add_tag(Document *out, const char *name, const char *value) {
    document_add_text(out, "[");
    for (; *name; name++)
        document_add(out, "%c", isalnum((unsigned char)*name) ? *name : '_');
    document_add_text(out, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            document_add_bytes(out, "\\", 1);
        document_add_bytes(out, value, 1);
    }
    document_add_text(out, "\"]\n");
}

/* Adds a tag, unless the input has a tag of this name. */
static void add_lacking(Document *out, const GameRecord *r, const char *name, const char *value) {
    for (int i = 0; i < r->tag_count; i++)
        if (strcmp(record_text(r, r->tags[i].name), name) == 0)
            return;
    add_tag(out, name, value);
}

/* Returns the value of a tag of the input, in the form that PGN readers require. If the game has an error
 * before its first move, returns the FEN as the input has it. */
static const char *value_of(const GameRecord *r, const char *name, const char *value) {
    const bool set_up = r->plies || !r->fault.length;
    return strcmp(name, "Result") == 0                   ? record_result(r)
           : strcmp(name, "FEN") == 0 && set_up          ? r->start
           : strcmp(name, "Variant") == 0 && r->chess960 ? "Chess960"
                                                         : value;
}

/* Adds the tags of the input. If the input lacks the tags for result, set-up, opening or annotator, adds these
 * tags. */
static void add_tags(Document *out, const ExplainedGame *game) {
    const GameRecord *r = &game->record;
    const OpeningName *opening = &game->judgement.opening;
    for (int i = 0; i < r->tag_count; i++) {
        const char *name = record_text(r, r->tags[i].name);
        if (strcmp(name, REPORT_PGN_TAG) != 0)
            add_tag(out, name, value_of(r, name, record_text(r, r->tags[i].value)));
    }
    add_lacking(out, r, "Result", record_result(r));
    if (*record_tag(r, "FEN"))
        add_lacking(out, r, "SetUp", "1");
    if (opening->ply >= 0) {
        add_lacking(out, r, "ECO", opening->eco);
        add_lacking(out, r, "Opening", opening->name);
    }
    add_lacking(out, r, "Annotator", "Panoptes");
    add_tag(out, REPORT_PGN_TAG, PANOPTES_VERSION);
    document_add_text(out, "\n");
}

/* --- the remarks after a move ------------------------------------------------------------------- */

static const char *nag_of(Mark mark) {
    static const char *const NAGS[MARK_COUNT] = {
        [MARK_ONLY] = "$8",    [MARK_INACCURACY] = "$6",  [MARK_MISTAKE] = "$2",
        [MARK_BLUNDER] = "$4", [MARK_MISSED_MATE] = "$2", [MARK_ALLOWED_MATE] = "$4"};
    return NAGS[mark];
}

/* Adds the NAGs of the input. Adds the NAG of the mark unless the input has a NAG from $1 to $9. */
static void add_nags(Words *w, const ExplainedGame *game, int ply) {
    const GameRecord *r = &game->record;
    const char *own =
        ply && ply <= game->judgement.searched ? nag_of(game->judgement.plies[ply - 1].mark) : NULL;
    for (const Remark *m = NULL; (m = record_remark(r, ply, REMARK_NAG, m)) != NULL;) {
        char text[8];
        snprintf(text, sizeof text, "$%d", m->nag);
        add_words(w, text);
        if (m->nag >= 1 && m->nag <= 9)
            own = NULL;
    }
    if (own)
        add_words(w, own);
}

/* Adds a score as White sees it: "[%eval 0.34]" in pawns, or "[%eval #-3]" for a mate. The argument `score` is for the
 * side to move. */
static void add_evaluation(Document *out, const Analysis *a, int score) {
    const int sign = a->side == WHITE ? 1 : -1;
    if (score_is_mate(score))
        document_add(out, "[%%eval #%d]", sign * mate_moves(score));
    else
        document_add(out, "[%%eval %.2f]", sign * analysis_centipawns(a, score, CP_SHOWN) / 100.0);
}

/* Adds the threats as arrows and squares, such as " [%cal Rb4c3,Gf3e5] [%csl Re5]". The threats of the side to move
 * are red, the threats of the other side are green. */
static void add_threats(Document *out, const Position *pos) {
    ThreatList list;
    const char *before = " [%cal ";
    Bitboard taken[COLOR_COUNT] = {0};
    threats_list(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        const char color = t->by == pos->state->side ? 'R' : 'G';
        if (t->kind < THREAT_HANGING || t->kind > THREAT_FORK)
            continue;
        for (Bitboard left = t->targets; left;) {
            const Square to = pop_bit(&left);
            if (t->kind == THREAT_FORK && (taken[t->by] & bb(to)))
                continue;
            taken[t->by] |= bb(to);
            document_add(out, "%s%c%s%s", before, color, square_name(t->from), square_name(to));
            before = ",";
        }
    }
    if (*before == ',')
        document_add_text(out, "]");
    before = " [%csl ";
    for (Color c = WHITE; c <= BLACK; c++)
        for (Bitboard left = taken[c]; left; before = ",")
            document_add(out, "%s%c%s", before, c == pos->state->side ? 'R' : 'G',
                         square_name(pop_bit(&left)));
    if (*before == ',')
        document_add_text(out, "]");
}

/* Adds a part of a comment by utf8_add_isolated, which may enclose the part in U+2068 and U+2069. Blanks at both ends
 * of the part stay outside these characters. */
static void add_part(Document *out, const char *text, size_t length) {
    const size_t before = strspn(text, " \t") < length ? strspn(text, " \t") : length;
    size_t end = length;
    Document part = {0};
    while (end > before && strchr(" \t", text[end - 1]))
        end--;
    document_add_bytes(&part, text + before, end - before);
    document_add_bytes(out, text, before);
    if (part.length)
        utf8_add_isolated(out, part.data);
    document_add_bytes(out, text + end, length - end);
    out->out_of_memory |= part.out_of_memory;
    document_free(&part);
}

/* Adds a comment of the input. If `rated` is true, leaves out its [%eval] commands. */
static void add_input(Document *out, const char *text, bool rated) {
    for (const char *end; text; text = end ? end + 1 : NULL) {
        const char *command = strstr(text, "[%");
        end = command ? strchr(command, ']') : NULL;
        add_part(out, text, end ? (size_t)(command - text) : strlen(text));
        if (end && !(rated && strncmp(command, "[%eval ", strlen("[%eval ")) == 0))
            document_add_bytes(out, command, (size_t)(end + 1 - command));
    }
}

/* Adds the mark in words and the sentences of a move. */
static void add_verdict(Document *out, const ExplainedGame *game, int ply) {
    const char *mark = mark_name(game->judgement.plies[ply].mark);
    if (mark && mark_is_bad(game->judgement.plies[ply].mark))
        document_add(out, " %c%s.", mark[0] - 'a' + 'A', mark + 1);
    for (int i = 0; i < game->sentences.count[ply]; i++)
        document_add(out, " %s", sentence_at(&game->sentences, ply, i));
}

/* Adds the score of the position after a ply. If this position has no search, adds the score that the search before the
 * move gave the move. Returns false without a score. */
static bool add_score(Document *out, const Analysis *analyses, int ply) {
    const Analysis *a = &analyses[ply], *last = ply ? a - 1 : a;
    if (a->searched)
        add_evaluation(out, a, analysis_score(a));
    else if (ply && last->searched && last->played.score != SCORE_NONE)
        add_evaluation(out, last, analysis_score_after(last));
    return out->length > 0;
}

/* Adds all texts after a ply as one comment, since some PGN readers allow only one comment after a move. The comment
 * needs no escapes: the braces of the input are balanced, and the sentences have no braces. */
static void add_comment(Words *w, const ExplainedGame *game, int ply, const Position *pos) {
    const GameRecord *r = &game->record;
    Document text = {0};
    const bool known = ply <= game->judgement.searched && game->judgement.searched;
    const bool rated = known && add_score(&text, game->analyses, ply);
    if (known && ply && mark_is_bad(game->judgement.plies[ply - 1].mark))
        add_threats(&text, pos);
    if (known && ply)
        add_verdict(&text, game, ply - 1);
    for (const Remark *m = NULL; (m = record_remark(r, ply, REMARK_COMMENT, m)) != NULL;) {
        document_add_text(&text, text.length ? " " : "");
        add_input(&text, record_text(r, m->text), rated);
    }
    if (text.data && text.data[strspn(text.data, " \t")]) {
        add_words(w, "{");
        add_words(w, text.data);
        add_words(w, "}");
    }
    w->out->out_of_memory |= text.out_of_memory;
    document_free(&text);
}

/* Adds the better line as a variation. `pos` is the position before the move played. */
static void add_better(Words *w, const ExplainedGame *game, int ply, Position *pos) {
    const Analysis *a = &game->analyses[ply];
    const Line *best = &a->lines[0];
    if (!mark_is_bad(game->judgement.plies[ply].mark) || !a->line_count ||
        best->moves[0] == game->record.moves[ply])
        return;
    const int count = min_int(best->count, VARIATION_PLIES);
    for (int i = 0; i < count; i++) {
        char word[SAN_SIZE + 16], san[SAN_SIZE];
        const int at = game_ply(pos);
        san_write(pos, best->moves[i], san);
        if (i == 0 || at % 2 == 0)
            snprintf(word, sizeof word, "%s%d.%s %s", i ? "" : "(", at / 2 + 1, at % 2 ? ".." : "",
                     san);
        else
            snprintf(word, sizeof word, "%s", san);
        if (i == count - 1)
            strcat(word, ")");
        add_words(w, word);
        make_move(pos, best->moves[i]);
    }
    for (int i = 0; i < count; i++)
        unmake_move(pos);
}

static void add_input_variations(Words *w, const GameRecord *r, int ply) {
    for (const Remark *m = NULL; (m = record_remark(r, ply, REMARK_VARIATION, m)) != NULL;)
        add_words(w, record_text(r, m->text));
}

/* --- the game --------------------------------------------------------------------------------- */

/* Adds a move with its number. Black's moves have numbers, too, since comments come between most moves. */
static void add_move(Words *w, Position *pos, Move m) {
    char number[16], san[SAN_SIZE];
    const int ply = game_ply(pos);
    snprintf(number, sizeof number, "%d.%s", ply / 2 + 1, ply % 2 ? ".." : "");
    add_words(w, number);
    san_write(pos, m, san);
    add_words(w, san);
}

void game_pgn(Document *out, ExplainedGame *game) {
    const GameRecord *r = &game->record;
    Position *before = &game->before, *after = &game->after;
    Words w = {out, 0};
    add_tags(out, game);
    fen_parse(before, r->start, NULL, 0);
    fen_parse(after, r->start, NULL, 0);
    add_comment(&w, game, 0, after);
    for (int ply = 0; ply < r->plies; ply++) {
        add_move(&w, before, r->moves[ply]);
        position_advance(after, r->moves[ply]);
        add_nags(&w, game, ply + 1);
        add_comment(&w, game, ply + 1, after);
        if (ply < game->judgement.searched)
            add_better(&w, game, ply, before);
        add_input_variations(&w, r, ply + 1);
        position_advance(before, r->moves[ply]);
    }
    add_words(&w, record_result(r));
    document_add_text(out, "\n\n");
}
