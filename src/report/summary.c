/* Summaries: a game in a sentence or two, and the bad moves of players over many games. */
#include "report/report_internal.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* Winning chances in percent. A side with BALANCED or more is not yet behind. A side with WINNING or more is winning. */
static const double BALANCED = 35, WINNING = 80;

/* Returns the number in PGN of the move at a ply of the game. */
static int move_number(const GameRecord *game, int ply) {
    return (game->first_ply + ply) / 2 + 1;
}

/* Returns the ply of the last bad move by which a side's chances fell below `least`. If `side` is COLOR_COUNT, the move
 * may be of either side. Returns a negative number if no move did so. */
static int fell_at(const Analysis *analyses, const Judgement *j, Color side, double least) {
    for (int ply = j->searched - 1; ply >= 0; ply--) {
        const Analysis *a = &analyses[ply];
        if ((side == COLOR_COUNT || a->side == side) && mark_is_bad(j->plies[ply].mark) &&
            analysis_chances(a, a->best_score) >= least &&
            analysis_chances(a, a->played.score) < least)
            return ply;
    }
    return -1;
}

/* Returns the last ply at which a judged side is winning before its move, or a negative number. */
static int won_at(const Analysis *analyses, const Judgement *j) {
    int ply = j->searched - 1;
    while (ply >= 0 && !(analyses[ply].searched && j->sides[analyses[ply].side].all.moves &&
                         analysis_chances(&analyses[ply], analyses[ply].best_score) >= WINNING))
        ply--;
    return ply;
}

static bool has_bad_moves(const SideVerdict *side) {
    for (Mark mark = 0; mark < MARK_COUNT; mark++)
        if (mark_is_bad(mark) && side->count[mark])
            return true;
    return false;
}

/* True if the last position is searched, and a side is not yet behind in this position. */
static bool is_not_lost(const Analysis *last, Color side) {
    const double chances = analysis_chances(last, analysis_score(last));
    return last->searched && (last->side == side ? chances : 100 - chances) >= BALANCED;
}

static void add_decision(Document *out, const GameRecord *game, const Analysis *analyses,
                         const Judgement *j, Color loser) {
    const int ply = fell_at(analyses, j, loser, BALANCED);
    const char *name = color_name(loser);
    if (is_not_lost(&analyses[j->searched], loser))
        document_add(out, "%s lost in a position that was not lost.", name);
    else if (ply >= 0)
        document_add(out, "%s lost the thread at move %d.", name, move_number(game, ply));
    else if (j->sides[loser].all.moves)
        document_add(out,
                     has_bad_moves(&j->sides[loser]) ? "%s lost little by little."
                                                     : "%s lost without a bad move.",
                     name);
}

static void add_draw(Document *out, const GameRecord *game, const Analysis *analyses,
                     const Judgement *j) {
    const int ply = fell_at(analyses, j, COLOR_COUNT, WINNING), won = won_at(analyses, j);
    const Analysis *last = &analyses[j->searched];
    const double chances = analysis_chances(last, analysis_score(last));
    const Color ahead = chances > 50 ? last->side : opponent(last->side);
    if (last->searched && j->sides[ahead].all.moves &&
        (chances >= WINNING || chances <= 100 - WINNING))
        document_add(out, "%s was winning in the last position.", color_name(ahead));
    else if (ply >= 0)
        document_add(out, "%s let a win slip at move %d.", color_name(analyses[ply].side),
                     move_number(game, ply));
    else if (won >= 0)
        document_add(out, "%s let a win slip little by little.", color_name(analyses[won].side));
    else if (j->sides[WHITE].all.moves && j->sides[BLACK].all.moves)
        document_add(out, "Neither side let a win slip.");
    else
        document_add(out, "%s let no win slip.",
                     color_name(j->sides[WHITE].all.moves ? WHITE : BLACK));
}

/* True if the game is over by the rules in its last searched position. */
static bool is_over(const Analysis *last) {
    return last->searched && !last->line_count;
}

/* Adds a sentence on the side that is winning after the last searched move, unless the game is over by the rules.
 * summary_add uses it for a game without a result, and for a game that is not searched to its end. */
static void add_stand(Document *out, const GameRecord *game, const Analysis *analyses,
                      const Judgement *j) {
    const Analysis *last = &analyses[j->searched];
    const double chances = analysis_chances(last, analysis_score(last));
    if (!last->searched || is_over(last))
        return;
    if (j->searched < game->plies)
        document_add(out, "After move %d", move_number(game, j->searched - 1));
    else
        document_add_text(out, "In the end");
    if (chances < WINNING && chances > 100 - WINNING)
        document_add_text(out, " neither side is winning.");
    else
        document_add(out, " %s is winning.",
                     color_name(chances > 50 ? last->side : opponent(last->side)));
}

/* Adds the tablebase result of the last positions, and the number of the first move from which on all positions have
 * this result. If the game is over by the rules, its last position has no tablebase result, and does not count. Adds
 * nothing if this last position is a draw and the others are not. */
static void add_table(Document *out, const GameRecord *game, const Analysis *analyses,
                      const Judgement *j) {
    int from = -1, result = 0;
    const Analysis *last = &analyses[j->searched];
    const bool over = is_over(last);
    for (int ply = j->searched - over; ply >= 0; ply--) {
        if (!analyses[ply].searched) /* a move of the side that the report leaves out */
            continue;
        if (analyses[ply].table == WDL_UNKNOWN)
            break;
        const int sign = analyses[ply].side == WHITE ? 1 : -1;
        const int here =
            sign * ((analyses[ply].table > WDL_DRAW) - (analyses[ply].table < WDL_DRAW));
        if (from >= 0 && here != result)
            break;
        result = here;
        from = ply;
    }
    if (from < 0 || (over && result && analysis_score(last) == SCORE_DRAW))
        return;
    document_add(out, "%s%s by tablebase ", out->length ? " " : "",
                 result == 0  ? "Drawn"
                 : result > 0 ? "White wins"
                              : "Black wins");
    if (from == game->plies)
        document_add_text(out, "in the last position.");
    else
        document_add(out, "from move %d.", move_number(game, from));
}

void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *j) {
    const Analysis *last = &analyses[j->searched];
    const bool whole = j->searched == game->plies && (is_over(last) || !game->fault.length);
    if (!j->searched || (!j->sides[WHITE].all.moves && !j->sides[BLACK].all.moves))
        return;
    if (whole && (game->result == PGN_WHITE_WON || game->result == PGN_BLACK_WON))
        add_decision(out, game, analyses, j, game->result == PGN_WHITE_WON ? BLACK : WHITE);
    else if (whole && game->result == PGN_DRAWN)
        add_draw(out, game, analyses, j);
    else
        add_stand(out, game, analyses, j);
    add_table(out, game, analyses, j);
}

/* --- players ---------------------------------------------------------------------------------- */

/* The most players, the most reasons of a player, and the most places of a reason. Later players, reasons and places
 * are left out. */
enum { PLAYERS_MOST = 200, REASONS_MOST = 64, PLACES_MOST = 12 };

/* The place of a bad move. */
typedef struct Place {
    long game;
    int ply, number; /* the first ply is 0; `number` is the move's number in PGN */
    Color side;
} Place;

typedef struct Reason {
    char *text;
    /* the number of bad moves with this reason; `places` has the first PLACES_MOST moves */
    int count;
    Place places[PLACES_MOST];
} Reason;

typedef struct Player {
    char *name;
    int games, bad, phase[PHASE_COUNT];
    int reason_count;
    Reason reasons[REASONS_MOST];
} Player;

struct Players {
    int count;
    Player *players[PLAYERS_MOST];
};

Players *players_create(void) {
    return calloc(1, sizeof(Players));
}

void players_free(Players *p) {
    for (int i = 0; p && i < p->count; i++) {
        for (int k = 0; k < p->players[i]->reason_count; k++)
            free(p->players[i]->reasons[k].text);
        free(p->players[i]->name);
        free(p->players[i]);
    }
    free(p);
}

/* --- counting --------------------------------------------------------------------------------- */

/* Returns the player of a name. If the name is new, adds a player, or returns NULL if there is no room. */
static Player *player_of(Players *p, const char *name) {
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->players[i]->name, name) == 0)
            return p->players[i];
    Player *new = p->count < PLAYERS_MOST ? calloc(1, sizeof *new) : NULL;
    if (!new)
        return NULL;
    new->name = strdup(name);
    if (!new->name) {
        free(new);
        return NULL;
    }
    return p->players[p->count++] = new;
}

static Reason *reason_of(Player *player, const char *text) {
    for (int i = 0; i < player->reason_count; i++)
        if (strcmp(player->reasons[i].text, text) == 0)
            return &player->reasons[i];
    char *copy = player->reason_count < REASONS_MOST ? strdup(text) : NULL;
    if (!copy)
        return NULL;
    Reason *new = &player->reasons[player->reason_count++];
    *new = (Reason){.text = copy};
    return new;
}

static void add_bad_move(Player *player, const ExplainedGame *g, int ply) {
    const char *text = sentence_reason(&g->sentences, ply);
    Reason *reason = text ? reason_of(player, text) : NULL;
    const int at = g->record.first_ply + ply;
    player->bad++;
    player->phase[g->judgement.plies[ply].phase]++;
    if (reason && reason->count++ < PLACES_MOST)
        reason->places[reason->count - 1] =
            (Place){g->record.number, ply, at / 2 + 1, (Color)(at % 2)};
}

void players_add(Players *p, const ExplainedGame *g, const ReportSettings *settings) {
    for (Color c = WHITE; c <= BLACK; c++) {
        const char *name = record_tag(&g->record, color_name(c));
        Player *player = settings->judges[c] && record_is_known(name) ? player_of(p, name) : NULL;
        if (!player)
            continue;
        player->games += c == WHITE || !settings->judges[WHITE] ||
                         strcmp(name, record_tag(&g->record, "White")) != 0;
        for (int ply = 0; ply < g->judgement.searched; ply++)
            if (g->analyses[ply].side == c && mark_is_bad(g->judgement.plies[ply].mark))
                add_bad_move(player, g, ply);
    }
}

/* --- in words --------------------------------------------------------------------------------- */

/* True for a player with two games or more and with a reason that explains two or more of the player's bad moves. */
static bool is_told(const Player *player) {
    bool comes_back = false;
    for (int i = 0; i < player->reason_count; i++)
        comes_back |= player->reasons[i].count > 1;
    return player->games > 1 && comes_back;
}

static int by_count(const void *a, const void *b) {
    const Reason *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

void players_sort(Players *p) {
    for (int i = 0; i < p->count; i++)
        qsort(p->players[i]->reasons, (size_t)p->players[i]->reason_count,
              sizeof *p->players[i]->reasons, by_count);
}

static void add_places(Document *out, const Reason *reason) {
    for (int i = 0; i < min_int(reason->count, PLACES_MOST); i++) {
        const Place *at = &reason->places[i];
        document_add(out, "%s<a href=\"#game-%ld-%d\">%ld: %d.%s</a>", i ? ", " : " (", at->game,
                     at->ply, at->game, at->number, at->side == BLACK ? ".." : "");
    }
    document_add_text(out, reason->count > PLACES_MOST ? ", ...)" : ")");
}

static void add_player(Document *out, const Player *player) {
    document_add_text(out, "<h3>");
    html_isolated(out, player->name);
    document_add(out,
                 "</h3>\n<p>%d bad moves in %d games: %d in openings, %d in middlegames, %d in "
                 "endgames.</p>\n<ul>\n",
                 player->bad, player->games, player->phase[PHASE_OPENING],
                 player->phase[PHASE_MIDDLEGAME], player->phase[PHASE_ENDGAME]);
    for (int i = 0; i < player->reason_count && player->reasons[i].count > 1; i++) {
        document_add(out, "<li>%d of %d: ", player->reasons[i].count, player->bad);
        html_text(out, player->reasons[i].text);
        add_places(out, &player->reasons[i]);
        document_add_text(out, "</li>\n");
    }
    document_add_text(out, "</ul>\n");
}

void players_html(Document *out, const Players *p) {
    bool any = false;
    for (int i = 0; i < p->count; i++) {
        if (!is_told(p->players[i]))
            continue;
        if (!any)
            document_add_text(out, "<section id=\"players-summary\">\n<h2>Players</h2>\n");
        any = true;
        add_player(out, p->players[i]);
    }
    if (any)
        document_add_text(out, "</section>\n");
}

static void add_reason(Json *j, const Reason *reason) {
    json_open(j, NULL, '{');
    json_text(j, "reason", reason->text);
    json_number(j, "count", reason->count);
    json_open(j, "places", '[');
    for (int i = 0; i < min_int(reason->count, PLACES_MOST); i++) {
        json_open(j, NULL, '{');
        json_number(j, "game", reason->places[i].game);
        json_number(j, "ply", reason->places[i].ply);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void players_json(Json *j, const Players *p) {
    json_open(j, "players", '[');
    for (int i = 0; i < p->count; i++) {
        const Player *player = p->players[i];
        json_open(j, NULL, '{');
        json_text(j, "name", player->name);
        json_number(j, "games", player->games);
        json_number(j, "bad", player->bad);
        for (Phase phase = PHASE_OPENING; phase < PHASE_COUNT; phase++)
            json_number(j, phase_name(phase), player->phase[phase]);
        json_open(j, "reasons", '[');
        for (int k = 0; k < player->reason_count; k++)
            add_reason(j, &player->reasons[k]);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}
