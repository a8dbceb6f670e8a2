#include "report/report_internal.h"

#include "core/text.h"
#include "os/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- storing ---------------------------------------------------------------------------------- */

/* Adds a text to r->texts as UTF-8. Returns the offset of the text in r->texts. */
static size_t keep(GameRecord *r, const char *text) {
    const size_t at = r->texts.length;
    utf8_add(&r->texts, text);
    document_add_bytes(&r->texts, "", 1);
    return at;
}

/* Makes room for one more element of an array. Returns the array, or NULL if memory is short. */
static void *grown(GameRecord *r, void *array, int count, int *room, size_t size) {
    if (count < *room)
        return array;
    const int more = *room ? 2 * *room : 32;
    void *larger = realloc(array, (size_t)more * size);
    if (larger)
        *room = more;
    else
        r->out_of_memory = true;
    return larger;
}

static void take_tag(void *context, const char *name, const char *value) {
    GameRecord *r = context;
    Tag *tags = grown(r, r->tags, r->tag_count, &r->tag_room, sizeof *tags);
    if (!tags)
        return;
    r->tags = tags;
    tags[r->tag_count] = (Tag){.name = keep(r, name)};
    tags[r->tag_count++].value = keep(r, value);
}

static void take_remark(GameRecord *r, Remark remark) {
    Remark *remarks = grown(r, r->remarks, r->remark_count, &r->remark_room, sizeof *remarks);
    if (!remarks)
        return;
    r->remarks = remarks;
    remark.ply = r->plies;
    remarks[r->remark_count++] = remark;
}

static void take_comment(void *context, const char *text) {
    take_remark(context, (Remark){.kind = REMARK_COMMENT, .text = keep(context, text)});
}

static void take_nag(void *context, int number) {
    take_remark(context, (Remark){.kind = REMARK_NAG, .nag = number});
}

static void take_variation(void *context, const char *text) {
    take_remark(context, (Remark){.kind = REMARK_VARIATION, .text = keep(context, text)});
}

static void take_start(GameRecord *r, const Position *pos) {
    r->chess960 = pos->chess960 || fen_needs_chess960(pos);
    r->first_ply = game_ply(pos);
    fen_write(pos, r->start);
}

static void take_move(void *context, const Position *pos, Move m) {
    GameRecord *r = context;
    if (r->plies == 0)
        take_start(r, pos);
    r->moves[r->plies++] = m;
}

PgnHandler record_handler(GameRecord *record) {
    return (PgnHandler){.context = record,
                        .tag = take_tag,
                        .move = take_move,
                        .comment = take_comment,
                        .nag = take_nag,
                        .variation = take_variation};
}

void record_finish(GameRecord *r, const Position *pos, PgnResult result) {
    if (r->plies == 0)
        take_start(r, pos);
    r->result = result;
    r->out_of_memory |= r->texts.out_of_memory || r->fault.out_of_memory;
}

void record_clear(GameRecord *r) {
    r->texts.length = 0;
    r->tag_count = r->remark_count = r->plies = 0;
    r->first_ply = 0;
    r->fault.length = 0;
}

void record_free(GameRecord *r) {
    document_free(&r->texts);
    document_free(&r->fault);
    free(r->tags);
    free(r->remarks);
}

void record_start(const GameRecord *r, Position *pos) {
    fen_parse(pos, r->start, NULL, 0);
    pos->chess960 = r->chess960;
}

/* --- reading ---------------------------------------------------------------------------------- */

const char *record_text(const GameRecord *r, size_t text) {
    /* the watch (src/GLOSSARY.md) must see progress, since a game may have millions of texts */
    thread_step();
    return r->texts.out_of_memory ? "" : r->texts.data + text;
}

const Remark *record_remark(const GameRecord *r, int ply, RemarkKind kind, const Remark *after) {
    int i = 0;
    if (after)
        i = (int)(after - r->remarks) + 1;
    else
        for (int end = r->remark_count; i < end;) {
            const int middle = i + (end - i) / 2;
            if (r->remarks[middle].ply < ply)
                i = middle + 1;
            else
                end = middle;
        }
    for (; i < r->remark_count && r->remarks[i].ply == ply; i++)
        if (r->remarks[i].kind == kind)
            return &r->remarks[i];
    return NULL;
}

const char *record_tag(const GameRecord *r, const char *name) {
    for (int i = 0; i < r->tag_count; i++)
        if (strcmp(record_text(r, r->tags[i].name), name) == 0)
            return record_text(r, r->tags[i].value);
    return "";
}

bool record_is_known(const char *value) {
    return *value && value[strspn(value, "?.-")];
}

bool record_has_players(const GameRecord *r) {
    return record_is_known(record_tag(r, "White")) || record_is_known(record_tag(r, "Black"));
}

const char *record_player(const GameRecord *r, Color side) {
    const char *name = record_tag(r, color_name(side));
    return record_is_known(name) ? name : color_name(side);
}

int record_rating(const GameRecord *r, Color side) {
    const long rating = strtol(record_tag(r, side == WHITE ? "WhiteElo" : "BlackElo"), NULL, 10);
    return rating > 0 && rating < 10000 ? (int)rating : 0;
}

const char *record_result(const GameRecord *r) {
    static const char *const RESULTS[] = {"*", "0-1", "1/2-1/2", "1-0"};
    return RESULTS[r->result - PGN_UNKNOWN];
}

const char *command_end(const char *text, const char **close) {
    if (*close && *close <= text)
        *close = strchr(text, ']');
    return strncmp(text, "[%", 2) == 0 ? *close : NULL;
}

/* Adds a comment without its commands, with one blank between words. *begun is true if the output already has text. */
static void add_plain(Document *out, const char *text, bool *begun) {
    const char *close = text;
    for (bool blank = *begun; *text; text++) {
        const char *end = command_end(text, &close);
        if (end) {
            text = end;
            blank = *begun;
        } else if (*text == ' ' || *text == '\t') {
            blank = *begun;
        } else {
            if (blank)
                document_add_bytes(out, " ", 1);
            document_add_bytes(out, text, 1);
            blank = false;
            *begun = true;
        }
    }
}

void record_comments(const GameRecord *r, int ply, Document *out) {
    bool begun = false;
    for (const Remark *m = NULL; (m = record_remark(r, ply, REMARK_COMMENT, m)) != NULL;)
        add_plain(out, record_text(r, m->text), &begun);
}

/* Returns the seconds of "h:mm:ss", "m:ss" or "ss", with or without a fraction. Returns a negative number for another
 * text. */
static double read_clock(const char *text) {
    double seconds = 0;
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9')
            return -1;
        seconds = 60 * seconds + strtod(text, &end);
        if (*end != ':')
            return seconds < 1e7 ? seconds : -1;
        text = end + 1;
    }
}

double record_clock(const GameRecord *r, int ply) {
    for (const Remark *m = NULL; (m = record_remark(r, ply, REMARK_COMMENT, m)) != NULL;) {
        const char *clock = strstr(record_text(r, m->text), "[%clk ");
        if (clock)
            return read_clock(clock + strlen("[%clk "));
    }
    return -1;
}
