/* What a report is made of, from the text of a game to its page, in the order of the work. */
#ifndef REPORT_REPORT_INTERNAL_H
#define REPORT_REPORT_INTERNAL_H

#include "board/fen.h"
#include "engine/engine.h"
#include "inspect/inspect.h"
#include "moves/pgn.h"
#include "report/openings.h"
#include "report/report.h"

/* --- texts of files whose encoding is not known, and whose direction may be either ----------- */

/* Adds a text as UTF-8: as it is if that is what it is, else every byte as a character of
 * Windows-1252, which has all of Latin-1. */
void utf8_add(Document *out, const char *text);

/* Adds a text as utf8_add does, to stand in a line among others. If it has letters that are written
 * from right to left, or characters that set directions, it stands between U+2068 and U+2069
 * without the latter: then nothing around it is moved. */
void utf8_add_isolated(Document *out, const char *text);

/* --- texts in HTML --------------------------------------------------------------------------- */

/* Adds a text so that no character of it is markup, between elements and in quoted attributes. */
void html_text(Document *out, const char *text);

/* The same for a text of a stranger within a line: it is an element <bdi>, without control
 * characters for directions, so that neither Hebrew nor an override moves what stands beside it. */
void html_isolated(Document *out, const char *text);

/* The page: a template with places for its title and for the games.
 *
 * The template is made of the files in page/, by their join.sh, and is part of the program. It has
 * one <!--TITLE--> and, behind that, one <!--GAMES-->. There stand
 *
 *   <script type="application/json" id="about-data">: the generator and the settings,
 *
 * and of each game an article (game_html) and its data (game_json):
 *
 *   <script type="application/json" class="game">
 *
 * Scripts of this type no browser runs; whatever means something in HTML is escaped in them.
 */

/* Adds the page up to where the games begin. The title is any text in UTF-8. */
void page_begin(Document *out, const char *title);

/* Adds what comes behind the games. */
void page_end(Document *out);

/* --- the bytes of the page's template -------------------------------------------------------- */

extern const char embedded_page[], embedded_page_end[];

/* --- a game as its file has it: tags, moves, and all that stands between the moves ----------- */

typedef struct Tag {
    size_t name, value; /* where they begin in `texts` */
} Tag;

typedef enum RemarkKind { REMARK_COMMENT, REMARK_NAG, REMARK_VARIATION } RemarkKind;

/* What stands behind a move. */
typedef struct Remark {
    RemarkKind kind;
    int ply;     /* moves before it */
    int nag;     /* of REMARK_NAG */
    size_t text; /* where it begins in `texts`, else */
} Remark;

typedef struct GameRecord {
    long number;    /* in its file, from 1 */
    Document texts; /* UTF-8, each with a 0 at its end */
    Tag *tags;
    int tag_count, tag_room;
    Remark *remarks; /* in the file's order, and so in that of the plies */
    int remark_count, remark_room;
    char start[FEN_SIZE];
    bool chess960; /* its castling is written as king takes rook */
    PgnResult result;
    int plies;
    Move moves[PGN_PLIES];
    int first_ply;  /* plies of the game before the start */
    Document fault; /* empty for a sound game; else one line: where, and what */
    void *owner;    /* whose record it is: for `end` and `fault` */
    bool out_of_memory;
} GameRecord;

/* A handler that keeps a game in a record; `end` and `fault` are the caller's. */
PgnHandler record_handler(GameRecord *record);

/* Empties the record for the next game; what it has allocated is kept. */
void record_clear(GameRecord *record);

void record_free(GameRecord *record);

/* Sets up the position that the game begins with. */
void record_start(const GameRecord *record, Position *pos);

/* The rating of a side, from the tag WhiteElo or BlackElo; 0 if that is no number. */
int record_rating(const GameRecord *record, Color side);

/* Notes where the game begins, if it has no moves, and how it ended. `pos` is its last position. */
void record_finish(GameRecord *record, const Position *pos, PgnResult result);

/* The value of a tag, "" without one. */
const char *record_tag(const GameRecord *record, const char *name);

/* True if a value of a tag says something: it is neither "" nor made of ?, . and - alone. */
bool record_is_known(const char *value);

/* True if one of the players has a name. */
bool record_has_players(const GameRecord *record);

/* The name of a player; "White" or "Black" without one. */
const char *record_player(const GameRecord *record, Color side);

/* The next remark of a kind behind a ply (0: before the first move), after another of them, or the
 * first one after NULL; NULL if there is none. */
const Remark *record_remark(const GameRecord *record, int ply, RemarkKind kind,
                            const Remark *after);

/* The text of a remark, and the name and the value of a tag. */
const char *record_text(const GameRecord *record, size_t text);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *record_result(const GameRecord *record);

/* Adds the comments behind a ply (0: before the first move), joined by blanks, without commands
 * such as [%clk 0:01:00]. */
void record_comments(const GameRecord *record, int ply, Document *out);

/* The clock that a comment behind a ply shows, in seconds; below 0: none. */
double record_clock(const GameRecord *record, int ply);

/* --- what the search finds in the positions of a game ---------------------------------------- */

enum { LINE_PLIES = 16 }; /* moves of a line that are kept */

/* A line of play; its score is for the side that begins it. */
typedef struct Line {
    int score; /* see core/types.h; SCORE_NONE: there is no such line */
    int count;
    Move moves[LINE_PLIES];
} Line;

/* Keeps the first `plies` moves of a line, and adds those of another, as far as there is room. */
void line_go_on(Line *line, int plies, const Line *rest);

/* The moves of a line after its first one; the score is SCORE_NONE. */
Line line_after(const Line *line);

/* Where a side passes, so that a threat of the other one shows. */
typedef enum ThreatAt {
    THREAT_AT_START,  /* in the position */
    THREAT_AT_REPLY,  /* after the move played and the reply to it */
    THREAT_AT_BETTER, /* after the best move: its threat */
    THREAT_AT_COUNT
} ThreatAt;

/* A position of the game and the move played in it. Scores are for the side to move. */
typedef struct Analysis {
    bool searched;
    Color side;   /* to move */
    double slope; /* of the winning chances of people; 0: those of engines count */
    Evaluation evaluation;
    int material; /* see wdl_material */
    int depth;    /* of the lines */
    int line_count;
    Line lines[REPORT_LINES_MAX]; /* the best first; none if the game is over by the rules */
    Wdl table; /* by tablebase: WDL_WIN, WDL_DRAW, WDL_LOSS, or WDL_UNKNOWN where none knows */
    /* The move played and the best one at the same depth, which may be less than `depth`. In the
     * game's last position, which has no move, SCORE_NONE. */
    Line played;
    int best_score, common_depth;
    bool asked; /* see analysis_ask: `played` has the replies, and the threats are set */
    Line threats[THREAT_AT_COUNT];
} Analysis;

/* The slope of the winning chances by a score in centipawns, 100 / (1 + exp(-slope * cp)), of people
 * of a rating; 0: not known. README.md says where it comes from. */
double analysis_slope(int rating);

/* A score in winning chances: the expected points in percent, 0 to 100. */
double analysis_chances(const Analysis *a, int score);

/* A score in centipawns, `most` at most either way. A mate or a won ending counts as `most`. */
int analysis_centipawns(const Analysis *a, int score, int most);

/* The score of the position, as far as it is searched or over by the rules. */
int analysis_score(const Analysis *a);

/* What follows the move played in a position: from the search of the next one, which lies behind it
 * in an array, or else of the move itself. Its score is SCORE_NONE. */
Line analysis_reply(const Analysis *a);

/* Searches a position, and the move played in it (MOVE_NONE: none) where it is not among the best
 * lines. The best line, and the played one if the next position will not be searched, have six
 * moves at least, unless the game ends before, and a quiet end, unless they are full. The slope is
 * left as it is. `room` is room to work in. Returns false if *stop has ended it: what is in *a then
 * does not count. */
bool analysis_make(Engine *engine, const Position *pos, Move played, const ReportSettings *settings,
                   const atomic_bool *stop, Position *room, Analysis *a);

/* The points of a hundred between two scores, 0 or more. Between people ten pawns decide a game, and a
 * mate is worth no more. */
double analysis_difference(const Analysis *a, int better, int worse);

/* The points of a hundred that the move played loses by the searches. */
double analysis_loss(const Analysis *a);

/* Points of a hundred from which on a loss has a mark, and is a mistake. */
enum { LOSS_BAD = 5, LOSS_MISTAKE = 10 };

/* True for a loss that has a mark. */
bool analysis_is_bad(const Analysis *a);

/* True if the best move was played, and the second best one would have been a mistake. */
bool analysis_is_only(const Analysis *a);

/* Asks about the move played in a position, the best one, or of an only good move the next best one.
 * In both lines each move of the side that suffers is searched, and replaced by a better one; what
 * threatens is searched, too. If the best move turns out to be worse than was thought, its score falls.
 * a[1] is the analysis of the next position; `next`: it is there. `room` is room to work in. What is
 * found does not count if *stop is true then. */
void analysis_ask(Engine *engine, const Position *pos, const ReportSettings *settings,
                  const atomic_bool *stop, bool next, Position *room, Analysis *a);

/* A move mates, or lets mate, if the search of the next position, a[1], has found so; and it is as good
 * as that has found. */
void analysis_hindsight(Analysis *a);

/* --- contrast: what a line of play wins or loses against another ------------------------------ */

/* True where counting pieces makes sense: the side to move is not in check, and has no capture that
 * wins. */
bool is_quiet(const Position *pos);

/* Pieces won less pieces lost, by type. In the place of the king trade_text counts the exchange. */
typedef struct Trade {
    int won[TYPE_COUNT];
} Trade;

/* How many pieces of each type a side has more than the other. */
Trade pieces_ahead(const State *s, Color us);

/* In centipawns of exchanges. */
int trade_value(const Trade *t);

Trade trade_less(const Trade *a, const Trade *b);

/* What `a` has beyond `b`: less `b` if all of that is part of it, else all of `a`. */
Trade trade_beyond(const Trade *a, const Trade *b);

/* Adds a trade as players call it: "a queen for a rook and a pawn", "the exchange". The sign -1
 * tells it from the other side. It must win something for the side that tells it. */
void trade_text(Document *out, const Trade *t, int sign);

/* The most moves of a line that are played for its outcome. */
enum { OUTCOME_PLIES = 12 };

/* What a line comes to for the side that begins it: at the first quiet position from which on all
 * quiet positions of the line have nearly the same balance. */
typedef struct Outcome {
    int plies; /* moves until then; 0: it is never quiet */
    int value; /* of the trade */
    Trade trade;
} Outcome;

/* Plays a line of legal moves, OUTCOME_PLIES at most, until a side gives something away after the first
 * move. `base`: the pieces ahead of the side to move from
 * where on trades count. The position is left as it was. */
Outcome outcome_of_line(Position *pos, const Trade *base, const Move *moves, int count);

/* True if a line of legal moves ends in checkmate. The position is left as it was. */
bool line_mates(Position *pos, const Move *moves, int count);

/* A move, and the better one, each with what follows it. */
typedef struct Contrast {
    Outcome worse, better;
    int searched; /* how much better the search finds the better line, in centipawns */
} Contrast;

/* True if the better line has the better trade, and by as much as the search says: pieces that
 * lie at the end of a line by chance, or are given for an attack, are no reason. A piece that is lost
 * at once is one in any case; and where a piece is lost, the better line need not be quiet. */
bool contrast_holds(const Contrast *c);

/* --- why a move is bad, read from the map ----------------------------------------------------- */

/* Puts the value of a threat to take right. False if it wins nothing. What cannot be played is
 * believed: the side that threatens is not to move, and the other one is in check; or the capture
 * is not legal now. The position is left as it was. */
bool played_threat(Position *pos, Threat *threat);

/* Why a piece can be taken with gain where it could not before. */
typedef enum DefenderFate {
    DEFENDER_NONE,      /* nothing of the kind */
    DEFENDER_LEFT,      /* the piece that moved defended it, and does so no longer */
    DEFENDER_SHUT,      /* the move stands between it and a defender */
    DEFENDER_PINNED,    /* a defender may not take back, since it is pinned */
    DEFENDER_OVERLOADED /* its only defender is the only one of another piece that is attacked, too
                         */
} DefenderFate;

typedef struct Defender {
    DefenderFate fate;
    Square from;  /* where the defender stood before the move, or stands: see fate */
    Square other; /* overloaded: the other piece */
} Defender;

/* What became of the defenders of a piece of the side that moved. `target`: its square after the
 * move. */
Defender defender_of(const Position *before, const Position *after, Move played, Square target);

/* True if a side threatened the same capture before: with the same piece, at the same square, with
 * gain. */
bool was_threatened(const Position *before, const Threat *threat);

/* --- verdicts on the moves of a game, and on the sides. README.md has the formulas ----------- */

typedef enum Mark {
    MARK_NONE,
    MARK_BOOK,
    MARK_ONLY,
    MARK_INACCURACY,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARK_MISSED_MATE,
    MARK_ALLOWED_MATE,
    MARK_COUNT
} Mark;

typedef enum Phase { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDGAME, PHASE_COUNT } Phase;

typedef struct Verdict {
    bool judged; /* its loss counts */
    Mark mark;
    Phase phase;
    double loss; /* points of a hundred in winning chances, 0 or more */
    int loss_cp; /* centipawns, 0 or more */
} Verdict;

/* Sums of moves. */
typedef struct Precision {
    int moves;
    double sum, inverse_sum; /* of the accuracies of the moves, and of their inverses */
} Precision;

typedef struct SideVerdict {
    int count[MARK_COUNT];
    int loss_cp; /* of all moves judged */
    Precision all, phase[PHASE_COUNT];
} SideVerdict;

typedef struct Judgement {
    int searched;   /* plies of the game whose positions, before and after, are searched */
    int book_plies; /* so many moves are book */
    OpeningName opening;
    Verdict plies[PGN_PLIES];
    SideVerdict sides[COLOR_COUNT];
} Judgement;

/* Where the reply can take back; SQUARE_NONE if a move takes nothing. */
Square recapture_square(const State *s, Move m);

/* True for moves that a sentence explains. */
bool mark_is_bad(Mark mark);

/* "blunder" and so on; NULL for MARK_NONE. */
const char *mark_name(Mark mark);

/* "opening", "middlegame" or "endgame". */
const char *phase_name(Phase phase);

/* 0 to 100, or below 0 where there is nothing to judge. */
double precision_accuracy(const Precision *precision);

/* The average of the centipawns lost by a side of which a move at least was judged. */
int judgement_average_loss(const SideVerdict *side);

/* Judges a game whose positions are analysed up to judgement->searched; opening and book_plies are
 * set. analyses[i] is of the position before move i. `pos` is room to work in. */
void judge_game(const GameRecord *game, const Analysis *analyses, const ReportSettings *settings,
                Position *pos, Judgement *judgement);

/* --- moves and lines as people write them ---------------------------------------------------- */

/* Adds a legal move with its number: "24.Nf5", "24...Nd3". The position is left as it was. */
void numbered_move(Document *out, Position *pos, Move m);

/* Adds a line of legal moves, 1 or more: "24.Nf5 Qg6 25.Nxe7+". */
void numbered_line(Document *out, Position *pos, const Move *moves, int count);

/* Why a move is good or bad, in sentences. README.md says what each is made of: every one is true
 * by construction, read from the map after the moves that it names were made. */

/* The sentences of a game. */
typedef struct Sentences {
    Document texts;           /* each with a 0 at its end */
    size_t begin[PGN_PLIES];  /* offset in `texts` of the first sentence of a move */
    uint8_t count[PGN_PLIES]; /* number of sentences of a move */
    /* Offset in `texts` of why a bad move is bad, in a few words: "fork by a knight allowed"; 0: it is
     * not known. The texts begin with a 0. */
    size_t reason[PGN_PLIES];
    Document summary;
} Sentences;

void sentences_clear(Sentences *s);
void sentences_free(Sentences *s);

/* The n-th sentence of a move, from 0. */
const char *sentence_at(const Sentences *s, int ply, int n);

/* The reason of a bad move, in a few words; NULL if it is not known. */
const char *sentence_reason(const Sentences *s, int ply);

/* --- all that is known of a game when it is written down ------------------------------------- */

typedef struct ExplainedGame {
    GameRecord record;
    Judgement judgement;
    Sentences sentences;
    const Network *network;        /* NULL: it does not judge */
    int parts_begun, parts_done;   /* see Crew */
    Position before, after, other; /* room to work in */
    Analysis analyses[PGN_PLIES + 1];
} ExplainedGame;

/* --- games searched side by side -------------------------------------------------------------- */

/* Threads, each with an engine of its own, search the positions of games. A game has parts of
 * PART_PLIES plies. Each part begins with nothing learnt, so that what is found in it does not depend
 * on the number of threads. */
typedef struct Crew Crew;

enum { PART_PLIES = 20 };

typedef struct CrewHost {
    const ReportSettings *settings;
    const atomic_bool *stop; /* the crew ends soon after this becomes true while it is waited for */
    void *context;
    /* A position was searched. Called on the threads, one at a time. */
    void (*searched)(void *context, const ExplainedGame *game, int ply);
} CrewHost;

/* Starts a thread for each engine, as far as the system gives them. NULL if there is no memory, or not
 * one thread. The engines do nothing else until crew_free. */
Crew *crew_create(Engine *const *engines, int count, const CrewHost *host);

/* Adds a game; at most `count` + 1 may be there. The side and the slope of its analyses are set. */
void crew_add(Crew *crew, ExplainedGame *game);

/* Waits until the game that was added first is searched, as far as it will be, takes it out, and sets
 * judgement.searched. NULL if there is none. */
ExplainedGame *crew_take(Crew *crew);

/* Ends the searches and the threads. NULL is allowed. */
void crew_free(Crew *crew);

/* Finds the sentences of all moves that are judged, of a game whose sentences are cleared. */
void sentences_find(ExplainedGame *game);

/* --- reasons of a move ----------------------------------------------------------------------- */

/* A move that is explained. The bits of `before` and `after` are the same pieces. */
typedef struct Case {
    const ExplainedGame *game;
    Sentences *out;
    int ply;
    Position *before, *after, *other; /* the last: room to work in */
    Square taken;                     /* where the move before has taken something; SQUARE_NONE */
    const Analysis *a;
    const Verdict *verdict;
    Move played; /* of the only good move: the next best */
    Line worse;  /* that move and what follows it */
    Line better;
    Contrast contrast;
    bool missed; /* the other side had erred, and the move does not punish it */
    Color us, them;
    char reason[64]; /* the first that was given; "": none */
} Case;

/* Where sentences are added. */
static inline Document *text_of(Case *c) {
    return &c->out->texts;
}

/* Ends a sentence that was added to the texts. */
void end_sentence(Case *c);

/* Keeps why the move is bad, in a few words, unless a reason is there. */
__attribute__((format(printf, 2, 3))) void set_reason(Case *c, const char *format, ...);

/* The first of some moves of a line until the last capture or promotion among them, 1 at least: these show what
 * the line wins. The position is left as it was. */
int proof_plies(Position *pos, const Move *moves, int plies);

/* Begins "Better is 9.Nxb5, which ": so many moves of the better line. */
void begin_better(Case *c, int plies);

/* A score of the position in centipawns, which a mate or a won ending makes no greater than a queen and
 * more. */
int searched_centipawns(const Analysis *a, int score);

/* Each adds a sentence or more, with the reason, if the move is bad for that. */
void explain_loss(Case *c);   /* pieces that the move loses */
void explain_gain(Case *c);   /* pieces that the better line wins */
void explain_motif(Case *c);  /* a motif where the ends of the lines do not tell */
void explain_chase(Case *c);  /* a king that is chased by checks */
void explain_threat(Case *c); /* a threat that the reply makes, or the better move */
void explain_deed(Case *c);   /* a capture, a trade or an attack by the reply, or the better move */
void explain_facts(Case *c);  /* pawns, files, kings, and the like */
void explain_opening(Case *c); /* the usual move */
void explain_line(Case *c);    /* how the better line begins */

/* --- a game in a sentence or two ------------------------------------------------------------- */

/* Adds where the game was decided, or that it was not, and what the tablebases say of its end.
 * Nothing if no move was judged. */
void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *judgement);

/* --- players over many games ------------------------------------------------------------------ */

/* How many bad moves the players of several games have made, by phase and by reason. */
typedef struct Players Players;

/* NULL if memory is short, as for players_add: then the summary lacks something. */
Players *players_create(void);

/* NULL is allowed. */
void players_free(Players *p);

/* Adds the bad moves of both players of a game, by their names; of unknown players nothing. */
void players_add(Players *p, const ExplainedGame *game);

/* Sorts the reasons of each player, the most frequent first. Call it before the next two. */
void players_sort(Players *p);

/* Adds <section id="players-summary">: each player who has two games or more, and reasons that come
 * back, with links to the moves. Nothing if there is no such player. */
void players_html(Document *out, const Players *p);

/* Adds "players" to an object. report.schema.json describes its keys. */
void players_json(Json *j, const Players *p);

/* --- a game as a document in HTML: what is read without scripts, and printed ----------------- */

/* Adds an <article class="game" id="game-N">, N the game's number in its file: players, event,
 * opening, summary, a table of both sides, and the moves with marks, comments, sentences and lines.
 */
void game_html(Document *out, ExplainedGame *game);

/* A game, its analysis and verdicts as an object of JSON. report.schema.json describes its
 * keys. */

/* Adds the game as a value in an array. */
void game_json(Json *j, ExplainedGame *game);

/* --- a game as PGN, with what was found in it ------------------------------------------------ */

/* Adds the game: all of the input, and with each move its value, a NAG for its mark, the line that
 * was better as a variation, and the sentences as a comment. Lines have up to 80 characters, unless
 * a word is longer. */
void game_pgn(Document *out, ExplainedGame *game);

#endif
