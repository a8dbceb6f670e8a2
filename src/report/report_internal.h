/* The modules of a report. A game passes through them in this order, from its PGN text to its page. */
#ifndef REPORT_REPORT_INTERNAL_H
#define REPORT_REPORT_INTERNAL_H

#include "board/fen.h"
#include "engine/engine.h"
#include "inspect/inspect.h"
#include "moves/pgn.h"
#include "report/openings.h"
#include "report/report.h"

/* --- texts from files, in any encoding and any direction ------------------------------------- */

/* Adds a text as UTF-8. If the text is not UTF-8, each byte is a character of Windows-1252. */
void utf8_add(Document *out, const char *text);

/* Adds a text as utf8_add does, but so that the text does not reorder the text beside it. If the text has
 * right-to-left letters or characters that set directions, U+2068 and U+2069 enclose it. The characters that set
 * directions are removed. */
void utf8_add_isolated(Document *out, const char *text);

/* --- texts in HTML --------------------------------------------------------------------------- */

/* Adds a text with its markup characters escaped, for a place between elements or in a quoted attribute. */
void html_text(Document *out, const char *text);

/* Adds a text from a file as an element <bdi>, without the characters that set directions. So Hebrew or an override in
 * the text does not reorder the text beside the element. */
void html_isolated(Document *out, const char *text);

/* The page: a template with places for its title and for the games.
 *
 * page/join.sh makes templates of the files in page/, and the program embeds one. A template begins with two lines,
 * which REPORT_PAGE_HEAD replaces. Then it has one <title>, whose text is replaced, and one <!--GAMES-->. These
 * elements replace <!--GAMES-->:
 *
 *   <script type="application/json" id="about-data">   the generator and the settings
 *   <article> (game_html) and <script type="application/json" class="game"> (game_json) for each game
 *
 * Browsers do not run scripts of this type. The JSON in them has its markup characters escaped.
 */
extern const char embedded_page[], embedded_page_end[];

/* Adds the part of the page before the games. The title is any text in UTF-8. `page`: as in ReportSettings. */
void page_begin(Document *out, PageTemplate page, const char *title);

/* Adds the part of the page after the games. */
void page_end(Document *out, PageTemplate page);

/* --- a game as its file has it: tags, moves, and the remarks between the moves --------------- */

typedef struct Tag {
    size_t name, value; /* the offsets of the name and the value in `texts` */
} Tag;

typedef enum RemarkKind { REMARK_COMMENT, REMARK_NAG, REMARK_VARIATION } RemarkKind;

/* A comment, a NAG or a variation after a move. */
typedef struct Remark {
    RemarkKind kind;
    int ply;     /* the number of moves that the game has before the remark */
    int nag;     /* the number of a REMARK_NAG */
    size_t text; /* for a comment or a variation, the offset of the text in `texts` */
} Remark;

typedef struct GameRecord {
    long number;    /* the number of the game in its file, from 1 */
    Document texts; /* the texts of tags and remarks in UTF-8, each with a 0 at its end */
    Tag *tags;
    int tag_count, tag_room;
    Remark *remarks; /* the remarks in the order of the file */
    int remark_count, remark_room;
    char start[FEN_SIZE];
    bool chess960; /* the game is Chess960 by its tags or by its castling rights */
    PgnResult result;
    int plies;
    Move moves[PGN_PLIES];
    /* the number of plies before the start position, by the move number in its FEN */
    int first_ply;
    /* the error in the game as one line: file, line, game, move and reason; empty without an error */
    Document fault;
    void *owner; /* the caller's data for its handlers `end` and `fault` */
    bool out_of_memory;
} GameRecord;

/* Returns a handler that stores a game in a record. The caller sets the handlers `end` and `fault`. */
PgnHandler record_handler(GameRecord *record);

/* Empties the record for the next game, and keeps its memory. */
void record_clear(GameRecord *record);

void record_free(GameRecord *record);

/* Sets up the position that the game begins with. */
void record_start(const GameRecord *record, Position *pos);

/* Returns the rating of a side from the tag WhiteElo or BlackElo. Returns 0 if the tag has no number from 1 to
 * 9999. */
int record_rating(const GameRecord *record, Color side);

/* Stores the result of the game. `pos` is the last position of the game. If the game has no moves, stores `pos` as the
 * start, too. */
void record_finish(GameRecord *record, const Position *pos, PgnResult result);

/* Returns the value of a tag, or "" if the game has no such tag. */
const char *record_tag(const GameRecord *record, const char *name);

/* True if a tag's value has characters other than ?, . and -. */
bool record_is_known(const char *value);

/* True if one of the players has a name. */
bool record_has_players(const GameRecord *record);

/* Returns the name of a player, or "White" or "Black" if the player has no name. */
const char *record_player(const GameRecord *record, Color side);

/* Returns a remark of a kind at a ply; ply 0 is before the first move. If `after` is NULL, returns the first remark of
 * the kind, else the next remark of the kind after `after`. Returns NULL if no remark is left. */
const Remark *record_remark(const GameRecord *record, int ply, RemarkKind kind,
                            const Remark *after);

/* If a command of a comment, such as [%clk 0:01:00], begins at `text`, returns the command's `]`, else NULL. `*close`
 * keeps the place of the next `]` from call to call; it begins as the start of the comment. So a comment with many `[%`
 * takes no time squared. */
const char *command_end(const char *text, const char **close);

/* Returns the text at an offset of a Remark or a Tag. */
const char *record_text(const GameRecord *record, size_t text);

/* Returns "1-0", "0-1", "1/2-1/2" or "*". */
const char *record_result(const GameRecord *record);

/* Adds the comments after a ply, joined by blanks; ply 0 is before the first move. Leaves out commands such as [%clk
 * 0:01:00]. */
void record_comments(const GameRecord *record, int ply, Document *out);

/* Returns the seconds of the first [%clk] in the comments after a ply. Returns a negative number if no comment has a
 * [%clk]. */
double record_clock(const GameRecord *record, int ply);

/* --- the searches of a game's positions ------------------------------------------------------- */

enum { LINE_PLIES = 16 }; /* the most moves of a line that are stored */

/* A line of play; its score is for the side that begins it. */
typedef struct Line {
    int score; /* see core/types.h; SCORE_NONE if the line does not exist */
    int count;
    Move moves[LINE_PLIES];
} Line;

/* Cuts a line to its first `plies` moves, and appends the moves of `rest` until the line is full. */
void line_go_on(Line *line, int plies, const Line *rest);

/* True if the moves number `at` and `at + 1` of a line, counted from 0, go to the same square. */
static inline bool is_exchange(const Line *line, int at) {
    return line->count > at + 1 && move_to(line->moves[at]) == move_to(line->moves[at + 1]);
}

/* Returns a line without its first move. The score is SCORE_NONE. */
Line line_after(const Line *line);

/* The positions in which analysis_ask lets the side to move pass. The search after the pass finds the threat of the
 * other side. */
typedef enum ThreatAt {
    THREAT_AT_START,  /* the position before the move */
    THREAT_AT_REPLY,  /* the position after the move played and the reply */
    THREAT_AT_BETTER, /* the position after the best move */
    THREAT_AT_COUNT
} ThreatAt;

/* The moves that may offer a piece. A move offers a piece if the other side can take a piece and wins a pawn or more by
 * the exchange. */
typedef enum OfferAt {
    OFFER_AT_REPLY,  /* the reply to the move played */
    OFFER_AT_BETTER, /* the best move */
    OFFER_AT_COUNT
} OfferAt;

/* A position of the game and the move played in it. Scores are for the side to move. */
typedef struct Analysis {
    bool searched;
    /* the game ends here by a draw that a player may claim: by the third occurrence or the fifty-move rule */
    bool drawn;
    Color side;   /* the side to move */
    double slope; /* the slope of the winning chances of people, or 0 for the scale of engines */
    Evaluation evaluation;
    int material; /* the material for the win model: see wdl_material */
    int depth;    /* the depth of the search that found the lines */
    int line_count;
    /* the best line is the first; there is no line if `drawn` is true, or if the game is over by the rules */
    Line lines[REPORT_LINES_MAX];
    /* the result by tablebase: WDL_WIN, WDL_DRAW, WDL_LOSS or WDL_UNKNOWN */
    Wdl table;
    /* The line of the move played, and the score of the best move, both from searches of depth `common_depth`, which
     * is at most `depth`. If no move was played, played.score is SCORE_NONE. */
    Line played;
    int best_score, common_depth;
    /* true if analysis_ask has set `threats`, `offers` and `denied`, and has searched the line `played` again */
    bool asked;
    Line threats[THREAT_AT_COUNT];
    /* The best lines in which the other side takes an offered piece; if possible, the piece that moved. The first move
     * offers the piece. The score is for the side that offers it: the lower score of two searches, one before and one
     * after its answer. Without an offer, a line has no moves. A line also has no moves if `played` or the best line
     * goes on with a move to the same square. */
    Line offers[OFFER_AT_COUNT];
    /* The line after the best move and the reply that follows the move played; the score is for the side that made the
     * best move. The line has no moves if the best line has the same reply, or if the best move makes it illegal. */
    Line denied;
} Analysis;

/* Returns the slope of the winning chances of people, 100 / (1 + exp(-slope * cp)) percent, for players of a mean
 * rating (0 if the rating is not known). README.md says how the slope was fitted. */
double analysis_slope(int rating);

/* Returns the winning chances of a score: the expected points in percent, 0 to 100. */
double analysis_chances(const Analysis *a, int score);

/* Returns a score in centipawns, from -most to most. A mate or a tablebase win counts as `most`, and as -most if it is
 * against the side to move. */
int analysis_centipawns(const Analysis *a, int score, int most);

/* The most centipawns that JSON and PGN show, so that curves and tables need no special case for tablebases. */
enum { CP_SHOWN = 10000 };

/* Returns the score of a position that is searched, or over by the rules. */
int analysis_score(const Analysis *a);

/* Returns the score of the position after the move played, as the mover sees it, by the search before the move. */
int analysis_score_after(const Analysis *a);

/* Returns the line after the move played. Its score is SCORE_NONE. If a->asked is false and the next position, a[1], is
 * searched, the line is the best line of a[1]. Else the line is a->played without its first move. */
Line analysis_reply(const Analysis *a);

/* Searches a position for its best lines. If no best line begins with the move played, searches the move played alone,
 * too. `played` is MOVE_NONE if no move was played. Continues the best line until the line has six plies and ends
 * quietly, is full, or ends the game. Continues the line of the move played in the same way, but not if the other side
 * is judged: then the next position has a search of its own. Does not change a->slope and a->drawn. `room` is room to
 * work in. If *stop ends the search, returns false, and *a is not valid. */
bool analysis_make(Engine *engine, const Position *pos, Move played, const ReportSettings *settings,
                   const atomic_bool *stop, Position *room, Analysis *a);

/* Returns the winning chances of the better score minus those of the worse score, in percentage points, 0 or more. On
 * the scale of people, mates and scores beyond ten pawns count as ten pawns. */
double analysis_difference(const Analysis *a, int better, int worse);

/* Returns the percentage points that the move played loses. */
double analysis_loss(const Analysis *a);

/* Losses of winning chances in percentage points. A loss of LOSS_BAD or more gets a mark. A loss below LOSS_NEAR is
 * slight. A loss of LOSS_MISTAKE or more is at least a mistake. Below LOSS_SURE a loss is in doubt, and analysis_ask
 * searches longer. */
enum { LOSS_BAD = 5, LOSS_NEAR = LOSS_BAD + 3, LOSS_MISTAKE = 10, LOSS_SURE = 15 };

/* True if the move played loses LOSS_BAD or more. */
bool analysis_is_bad(const Analysis *a);

/* True if the best move was played, and the second best move loses LOSS_MISTAKE or more. */
bool analysis_is_only(const Analysis *a);

/* Searches two lines of a bad move again: the line that begins with the bad move, and the better line. Replaces weak
 * moves in these lines, and sets a->threats. Lowers the best move's score if the new searches give a lower score. For
 * an only good move, searches the second best line again. Does nothing if a score is a mate. If `next` is true, a[1]
 * is the analysis of the next position; a[1].drawn is always set. `room` is room to work in. If *stop is true after the
 * call, *a is not valid. */
void analysis_ask(Engine *engine, const Position *pos, const ReportSettings *settings,
                  const atomic_bool *stop, bool next, Position *room, Analysis *a);

/* Does nothing unless the best move was played, and only the search of the next position, a[1], finds a mate against
 * it. Then searches the answer to the second best line, which may lower this line's score, and continues the line as
 * analysis_make does the best line. `room` is room to work in. */
void analysis_prepare_hindsight(Engine *engine, const Position *pos, const ReportSettings *settings,
                                const atomic_bool *stop, Position *room, Analysis *a);

/* If the search of the next position, a[1], gives the move played a better score, sets a->played.score to that score.
 * If that search finds a mate, always sets a->played to the line that mates, and to its score. If only that search
 * finds a mate against the best move, the second best line becomes the first one. This line must be better and have six
 * moves; else the move played loses nothing. If a[1] is a drawn end, sets a->played.score to the score of a draw. */
void analysis_hindsight(Analysis *a);

/* --- contrast: the gain or loss of a line of play against another ----------------------------- */

/* True if the side to move is not in check and has no capture with gain. */
bool is_quiet(const Position *pos);

/* The pieces won minus the pieces lost, by type. Only trade_text uses won[KING]: it counts there how often a rook was
 * won for a knight or a bishop. */
typedef struct Trade {
    int won[TYPE_COUNT];
    int queened; /* pawns that became queens, minus those of the opponent; a new queen may be lost again */
} Trade;

/* Returns, for each type, the number of pieces of the side `us` minus the number of pieces of its opponent. */
Trade pieces_ahead(const State *s, Color us);

/* Returns the value of a trade in centipawns, by the piece values of exchanges. */
int trade_value(const Trade *t);

/* Returns the trade a minus the trade b, type by type. */
Trade trade_less(const Trade *a, const Trade *b);

/* If the trade a contains the trade b, returns a minus b, else a. To contain b, a wins at least as many pieces of each
 * type that b wins, and loses at least as many of each type that b loses. */
Trade trade_beyond(const Trade *a, const Trade *b);

/* Adds a trade in the words of players: "a queen for a rook and a pawn", "the exchange", "a new queen". If `sign` is 1,
 * the words say what the trade wins. If `sign` is -1, the words say what the trade loses, as the opponent's gain. The
 * side that gains by these words must win at least one piece. */
void trade_text(Document *out, const Trade *t, int sign);

/* outcome_of_line looks at no more than this number of moves of a line. */
enum { OUTCOME_PLIES = 12 };

/* The trade of a line: what the side that begins the line wins, minus what it loses. The count ends at a
 * quiet position: the first one from which on the balance of material stays nearly the same. */
typedef struct Outcome {
    /* the number of plies before this quiet position; 0 if the line has no quiet position */
    int plies;
    int value; /* the value of `trade` in centipawns, by the piece values of exchange_value */
    Trade trade;
} Outcome;

/* Returns the outcome of the first OUTCOME_PLIES moves of a line of legal moves. If a move other than the first gives
 * a piece away, the line ends before the capture of this piece. If this move fled from a threat, the line ends after
 * the capture. A position does not count as quiet if the side that has lost more still threatens a capture. The trade
 * is the change from `base`, the pieces_ahead of the side to move. The function leaves the position as it was. */
Outcome outcome_of_line(Position *pos, const Trade *base, const Move *moves, int count);

/* Returns the outcome of a line; the trade is the change from the pieces in `pos`. */
Outcome outcome_from(Position *pos, const Line *line);

/* True if a line of legal moves ends in checkmate. The function leaves the position as it was. */
bool line_mates(Position *pos, const Move *moves, int count);

/* The outcomes of the line after a move and of the line after a better move. */
typedef struct Contrast {
    Outcome worse, better;
    /* the better line's score minus the worse line's score, by the search, in centipawns */
    int searched;
} Contrast;

/* True if both lines have an outcome, the better line has the better trade, and the trades differ about as much as the
 * scores do: by at least a third of the scores' difference (300 centipawns are enough), and by at most 1.5 times this
 * difference plus 60 centipawns. If the worse line loses a piece, the better line needs no outcome. If the worse line
 * loses a piece within four plies, the least difference of the trades is not required. */
bool contrast_holds(const Contrast *c);

/* --- threats and defenders, read from the map ------------------------------------------------- */

/* Plays out a capture that a side threatens, and sets threat->value to the gain in centipawns. Returns false if the
 * value is not above 0. If the capture is the other side's, the side to move passes first. If the side to move is in
 * check and so cannot pass, returns true, and keeps the value. Also keeps the value if the capture is not legal. The
 * function leaves the position as it was. */
bool played_threat(Position *pos, Threat *threat);

/* After a move, the other side can take a piece with gain. This piece is the target. A DefenderFate is the reason: what
 * has become of a defender of the target. */
typedef enum DefenderFate {
    DEFENDER_NONE,      /* the reason is not the fate of a defender */
    DEFENDER_LEFT,      /* the piece that moved no longer defends the target */
    DEFENDER_SHUT,      /* the piece that moved stands between the target and a defender */
    DEFENDER_PINNED,    /* a defender is pinned */
    DEFENDER_OVERLOADED /* the only defender is also the only defender of another attacked piece */
} DefenderFate;

typedef struct Defender {
    DefenderFate fate;
    Square from; /* the square of the defender; for DEFENDER_LEFT its square before the move */
    /* for DEFENDER_OVERLOADED, the square of the other piece that the defender guards */
    Square other;
} Defender;

/* Returns why a piece of the side that moved lacks a defender after the move. `target` is the square of this piece
 * after the move. */
Defender defender_of(const Position *before, const Position *after, Move played, Square target);

/* True if in `before` a capture on the same square was a threat, and the same piece attacked this square. Another piece
 * may have made the threat, since threats_list names one capturer for each target. */
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
    bool judged; /* the loss counts in the SideVerdict of the side that moved */
    Mark mark;
    Phase phase;
    double loss; /* the loss of winning chances in percentage points, 0 or more */
    int loss_cp; /* the loss in centipawns, 0 or more */
} Verdict;

/* Sums of the accuracies of several moves. */
typedef struct Precision {
    int moves;
    double sum, inverse_sum; /* the sum of the accuracies, and the sum of 1 / accuracy */
} Precision;

typedef struct SideVerdict {
    int count[MARK_COUNT];
    int loss_cp; /* the sum of the losses of all judged moves, in centipawns */
    Precision all, phase[PHASE_COUNT];
} SideVerdict;

typedef struct Judgement {
    int searched;   /* the number of plies, from the first on, whose searches are complete */
    int book_plies; /* the number of moves that are book */
    OpeningName opening;
    Verdict plies[PGN_PLIES];
    SideVerdict sides[COLOR_COUNT];
} Judgement;

/* Returns the square on which the opponent can recapture after a move; SQUARE_NONE if the move captures nothing. */
Square recapture_square(const State *s, Move m);

/* True for an inaccuracy, a mistake, a blunder, and a missed or allowed mate. */
bool mark_is_bad(Mark mark);

/* Returns "blunder" and so on; NULL for MARK_NONE. */
const char *mark_name(Mark mark);

/* Returns "opening", "middlegame" or "endgame". */
const char *phase_name(Phase phase);

/* Returns the accuracy, from 0 to 100, or a negative number if there are no moves. */
double precision_accuracy(const Precision *precision);

/* Returns the average loss of a side's judged moves in centipawns. The side must have a judged move. */
int judgement_average_loss(const SideVerdict *side);

/* Judges a game. The caller has set `searched`, `opening` and `book_plies`. analyses[i] is the analysis of the
 * position before move i. `pos` is room to work in. */
void judge_game(const GameRecord *game, const Analysis *analyses, const ReportSettings *settings,
                Position *pos, Judgement *judgement);

/* --- moves and lines as people write them ---------------------------------------------------- */

/* Adds a legal move with its number: "24.Nf5", "24...Nd3". The function leaves the position as it was. */
void numbered_move(Document *out, Position *pos, Move m);

/* Adds a line of one legal move or more: "24.Nf5 Qg6 25.Nxe7+". */
void numbered_line(Document *out, Position *pos, const Move *moves, int count);

/* The sentences of a game. To find a sentence, the report makes the moves of a searched line on a board, and reads the
 * map of this board. The table in README.md has the source of each sentence. */
typedef struct Sentences {
    Document texts;           /* the sentences and the reasons, each with a 0 at its end */
    size_t begin[PGN_PLIES];  /* the offset in `texts` of the first sentence of a move */
    uint8_t count[PGN_PLIES]; /* the number of sentences of a move */
    /* The offset in `texts` of the reason in a few words, such as "fork by a knight allowed". 0 means that the reason
     * is not known: at offset 0 `texts` has an empty text. */
    size_t reason[PGN_PLIES];
    Document summary;
} Sentences;

void sentences_clear(Sentences *s);
void sentences_free(Sentences *s);

/* Returns the n-th sentence of a move, from 0. */
const char *sentence_at(const Sentences *s, int ply, int n);

/* Returns the reason of a bad move in a few words, or NULL if the reason is not known. */
const char *sentence_reason(const Sentences *s, int ply);

/* --- a game with its analysis ----------------------------------------------------------------- */

typedef struct ExplainedGame {
    GameRecord record;
    Judgement judgement;
    Sentences sentences;
    const Network *network; /* NULL if the classical evaluation judges the positions */
    /* the number of parts that the Crew's threads have begun, and the number that they have finished */
    int parts_begun, parts_done;
    Position before, after, other; /* three positions as room to work in */
    Analysis analyses[PGN_PLIES + 1];
} ExplainedGame;

/* --- games searched side by side -------------------------------------------------------------- */

/* Threads that search the positions of games, each with an engine of its own. A game has parts of PART_PLIES plies.
 * A thread empties its engine's tables before each part, so the result does not depend on the number of threads. */
typedef struct Crew Crew;

enum { PART_PLIES = 20 };

typedef struct CrewHost {
    const ReportSettings *settings;
    const atomic_bool *stop; /* if *stop becomes true, crew_take returns soon */
    void *context;
    /* A thread calls `searched` after the search of a position. Only one thread at a time calls it. */
    void (*searched)(void *context, const ExplainedGame *game, int ply);
} CrewHost;

/* Starts a thread for each engine, or as many threads as the system allows. Returns NULL if memory is short or no
 * thread starts. Until crew_free, only the crew may use the engines. */
Crew *crew_create(Engine *const *engines, int count, const CrewHost *host);

/* Adds a game. The caller has set side, slope and `drawn` of its analyses. With N engines, a crew holds at most N + 1
 * games. */
void crew_add(Crew *crew, ExplainedGame *game);

/* Waits for the search of the oldest game of the crew, removes the game, and sets its judgement.searched. Returns
 * NULL if the crew has no game. */
ExplainedGame *crew_take(Crew *crew);

/* Ends the searches and the threads. NULL is allowed. */
void crew_free(Crew *crew);

/* Finds the sentences of all bad moves and all only good moves. The caller has emptied the game's sentences with
 * sentences_clear. */
void sentences_find(ExplainedGame *game);

/* --- reasons of a move ----------------------------------------------------------------------- */

/* A move that sentences explain. A piece has the same attack bit in the positions `before` and `after`. */
typedef struct Case {
    const ExplainedGame *game;
    Sentences *out;
    int ply;
    Position *before, *after, *other; /* `other` is room to work in */
    Square taken;                     /* recapture_square of the previous move */
    const Analysis *a;
    const Verdict *verdict;
    Move played; /* the move played; if the move played is an only good move, the next best move */
    Line worse;  /* the line after the move, which begins with `played` */
    Line better;
    Contrast contrast;
    /* true if the opponent's last move gave a chance that the move played does not use */
    bool missed;
    bool better_told; /* a sentence begins with the better line */
    bool late;        /* explain_late_motif looks for a motif */
    Color us, them;
    char reason[64]; /* the reason that the first call of set_reason stored; "" without a call */
} Case;

/* Returns the document to which sentences are added. */
static inline Document *text_of(Case *c) {
    return &c->out->texts;
}

/* Ends a sentence with a full stop, and counts it. */
void end_sentence(Case *c);

/* Sets the reason in a few words, unless the case has one. */
__attribute__((format(printf, 2, 3))) void set_reason(Case *c, const char *format, ...);

/* Returns the number of moves up to and with the last capture or promotion among the first `plies` moves, at least 1.
 * The function leaves the position as it was. */
int proof_plies(Position *pos, const Move *moves, int plies);

/* Adds " takes a guard from the pawn on f4", or " leaves b3 unguarded" if no guard is left. The piece that moved guarded
 * the square `target` before the move and does not guard it after the move. Sets the reason. */
void add_lost_guard(Case *c, Square target);

/* Adds " opens the line from the bishop on b2 to the bishop on g7", for two squares before the move. Sets the reason. */
void add_opened_line(Case *c, Square from, Square target);

/* Makes c->other the position after the better move, and returns c->other. */
Position *position_after_better(const Case *c);

/* Begins a sentence with the first `plies` moves of the better line: "Better is 9.Nxb5, which ". */
void begin_better(Case *c, int plies);

/* Returns a score in centipawns, from -3000 to 3000. A mate or a tablebase win counts as 3000, and as -3000 if it is
 * against the side to move. */
int searched_centipawns(const Analysis *a, int score);

/* Each function explain_... tests one reason, which its own comment names. If the move is bad for this reason, the
 * function adds sentences and calls set_reason. */
void explain_offer(Case *c);     /* a piece that the other side cannot take without loss */
void explain_offer_too(Case *c); /* the same, if the first sentence names the move that offers it */
void explain_loss(Case *c);      /* pieces that the move loses */
void explain_gain(Case *c);      /* pieces that the better line wins */
void explain_motif(Case *c);     /* a motif of one line; the line need not win material */
void explain_late_motif(Case *c); /* a promotion, fork or skewer after more moves of one line */
void explain_threat(Case *c);     /* a threat by the reply or by the better move */
/* a capture, a trade or an attack, by the reply or by the better move */
void explain_deed(Case *c);
/* a reply that the better move prevents, or two moves in a better order */
void explain_purpose(Case *c);
/* a piece that the other side takes, since the move gives up its guard or opens a line to it */
void explain_guard(Case *c);
void explain_facts(Case *c);   /* pawns, files, kings and other facts */
void explain_opening(Case *c); /* a better move that leads to a named opening */

/* Adds sentences with the first moves of the line after the move, of the better line, or of both. Leaves out a line if
 * an earlier sentence already shows the line. */
void explain_lines(Case *c);

/* --- a game in a sentence or two ------------------------------------------------------------- */

/* Adds a sentence on the move that decided the game. If no move decided the game, the sentence states this. Adds a
 * sentence on the tablebase result of the last positions. Adds nothing if no move was judged. */
void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *judgement);

/* --- players over many games ------------------------------------------------------------------ */

/* The bad moves of the players of several games, counted by phase and by reason. */
typedef struct Players Players;

/* Returns NULL if memory is short. If memory is short in players_add, the summary is not complete. */
Players *players_create(void);

/* NULL is allowed. */
void players_free(Players *p);

/* Adds the bad moves of both players of a game, by the players' names. Leaves out a player without a name, or on a
 * side that is not judged. */
void players_add(Players *p, const ExplainedGame *game, const ReportSettings *settings);

/* Sorts the reasons of each player, the most frequent first, for players_html and players_json. */
void players_sort(Players *p);

/* Adds <section id="players-summary"> with links to the bad moves. The section has the players who have two games or
 * more and a reason that occurs twice or more. Adds nothing if no player has them. */
void players_html(Document *out, const Players *p);

/* Adds "players" to an object. report.schema.json describes its keys. */
void players_json(Json *j, const Players *p);

/* --- a game as HTML, as JSON and as PGN ------------------------------------------------------- */

/* Adds an <article class="game" id="game-N">, which needs no scripts. N is the game's number in its file. The
 * article has players, event, opening, summary, a table of both sides, and the moves with marks, comments,
 * sentences and lines. */
void game_html(Document *out, ExplainedGame *game);

/* Adds the game to an array, as an object. report.schema.json describes its keys. */
void game_json(Json *j, ExplainedGame *game);

/* Adds the game with the tags, comments, NAGs and variations of the input. Each move gets a comment with its score and
 * its sentences. A marked move also gets a NAG, unless the input has a NAG from $1 to $9; a bad move also gets the
 * better line as a variation. A line of text has at most 80 characters, unless a word is longer. */
void game_pgn(Document *out, ExplainedGame *game);

#endif
