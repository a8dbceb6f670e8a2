#include "moves/pgn.h"

#include "core/text.h"
#include "moves/notation.h"
#include "os/thread.h"

#include <ctype.h>
#include <string.h>

/* --- signs ------------------------------------------------------------------------------------ */

/* Numbers up to 139 are from the PGN standard; the other numbers are in common use. If a sign has a
 * number for each side, the table has White's number, as ChessBase and lichess do. */
static const PgnSign SIGNS[] = {
    {"!", SIGN_NAG, 1},
    {"?", SIGN_NAG, 2},
    {"!!", SIGN_NAG, 3},
    {"!!!", SIGN_NAG, 3},
    {"\?\?", SIGN_NAG, 4},
    {"\?\?\?", SIGN_NAG, 4},
    {"!?", SIGN_NAG, 5},
    {"?!", SIGN_NAG, 6},
    {"□", SIGN_NAG, 7}, /* the only move */
    {"■", SIGN_NAG, 7},
    {"[]", SIGN_NAG, 7},
    {"=", SIGN_NAG, 10},
    {"==", SIGN_NAG, 10},
    {"∞", SIGN_NAG, 13}, /* unclear */
    {"~", SIGN_NAG, 13},
    {"+=", SIGN_NAG, 14},
    {"+/=", SIGN_NAG, 14},
    {"⩲", SIGN_NAG, 14},
    {"=+", SIGN_NAG, 15},
    {"=/+", SIGN_NAG, 15},
    {"⩱", SIGN_NAG, 15},
    {"+/-", SIGN_NAG, 16},
    {"±", SIGN_NAG, 16},
    {"-/+", SIGN_NAG, 17},
    {"∓", SIGN_NAG, 17},
    {"+-", SIGN_NAG, 18},
    {"++-", SIGN_NAG, 18}, /* after a check */
    {"-+", SIGN_NAG, 19},
    {"+-+", SIGN_NAG, 19},
    {"+--", SIGN_NAG, 20},
    {"--+", SIGN_NAG, 21},
    {"⨀", SIGN_NAG, 22}, /* zugzwang */
    {"⊙", SIGN_NAG, 22},
    {"ZZ", SIGN_NAG, 22},
    {"zz", SIGN_NAG, 23},
    {"○", SIGN_NAG, 26}, /* space */
    {"◯", SIGN_NAG, 26},
    {"⟳", SIGN_NAG, 32}, /* development */
    {"↻", SIGN_NAG, 32},
    {"↑↑", SIGN_NAG, 32},
    {"⮅", SIGN_NAG, 32},
    {"↑", SIGN_NAG, 36}, /* initiative */
    {"⭡", SIGN_NAG, 36},
    {"^", SIGN_NAG, 36},
    {"→", SIGN_NAG, 40}, /* attack */
    {"⭢", SIGN_NAG, 40},
    {"->", SIGN_NAG, 40},
    {"+>", SIGN_NAG, 40},
    {"=∞", SIGN_NAG, 44}, /* compensation */
    {"=/∞", SIGN_NAG, 44},
    {"∞=", SIGN_NAG, 44},
    {"∞/=", SIGN_NAG, 44},
    {"⯹", SIGN_NAG, 44},
    {"=/&", SIGN_NAG, 44},
    {"~=", SIGN_NAG, 44},
    {"⇆", SIGN_NAG, 132}, /* counterplay */
    {"⇄", SIGN_NAG, 132},
    {"⮂", SIGN_NAG, 132},
    {"->/<-", SIGN_NAG, 132},
    {"<+>", SIGN_NAG, 132},
    {"<++>", SIGN_NAG, 132},
    {"⊕", SIGN_NAG, 138}, /* time trouble */
    {"⨁", SIGN_NAG, 138},
    {"∆", SIGN_NAG, 140}, /* with the idea */
    {"△", SIGN_NAG, 140},
    {"Δ", SIGN_NAG, 140},
    {"/\\", SIGN_NAG, 140},
    {"∇", SIGN_NAG, 141}, /* aimed against */
    {"▽", SIGN_NAG, 141},
    {"⌓", SIGN_NAG, 142}, /* better is */
    {"≥", SIGN_NAG, 142},
    {">=", SIGN_NAG, 142},
    {"≤", SIGN_NAG, 143}, /* worse is */
    {"<=", SIGN_NAG, 143},
    {"RR", SIGN_NAG, 145},
    {"N", SIGN_NAG, 146}, /* novelty */
    {"TN", SIGN_NAG, 146},
    {"D", SIGN_NAG, 220}, /* diagram */
    {"⇔", SIGN_NAG, 239}, /* file */
    {"⟺", SIGN_NAG, 239},
    {"<=>", SIGN_NAG, 239},
    {"⇗", SIGN_NAG, 240}, /* diagonal */
    {"⊞", SIGN_NAG, 241}, /* centre */
    {"[+]", SIGN_NAG, 241},
    {"[++]", SIGN_NAG, 241},
    {"⟫", SIGN_NAG, 242}, /* king's side */
    {"»", SIGN_NAG, 242},
    {">>", SIGN_NAG, 242},
    {">>>", SIGN_NAG, 242},
    {"⟪", SIGN_NAG, 243}, /* queen's side */
    {"«", SIGN_NAG, 243},
    {"<<", SIGN_NAG, 243},
    {"<<<", SIGN_NAG, 243},
    {"✕", SIGN_NAG, 244}, /* weak point */
    {"⊥", SIGN_NAG, 245}, /* ending */
    {"_|_", SIGN_NAG, 245},
    {"◫", SIGN_NAG, 246}, /* a pair of bishops */
    {"BB", SIGN_NAG, 246},
    {"◨", SIGN_NAG, 247}, /* bishops of opposite colours */
    {"Bb", SIGN_NAG, 247},
    {"◧", SIGN_NAG, 248},   /* bishops of the same colour */
    {"⯺", SIGN_NAG, 249}, /* connected pawns */
    {"⯻", SIGN_NAG, 250}, /* isolated pawns */
    {"⯼", SIGN_NAG, 251}, /* doubled pawns */
    {"⯽", SIGN_NAG, 252}, /* passed pawns */
    {"⚨", SIGN_NAG, 252},
    {"∟", SIGN_NAG, 254}, /* with */
    {"⌊", SIGN_NAG, 254},
    {"|_", SIGN_NAG, 254},
    {"⌋", SIGN_NAG, 255}, /* without */
    {"⯾", SIGN_NAG, 255},
    {"_|", SIGN_NAG, 255},
    {"*", SIGN_RESULT, PGN_UNKNOWN},
    {"1-0", SIGN_RESULT, PGN_WHITE_WON},
    {"1:0", SIGN_RESULT, PGN_WHITE_WON},
    {"0-1", SIGN_RESULT, PGN_BLACK_WON},
    {"0:1", SIGN_RESULT, PGN_BLACK_WON},
    {"1/2-1/2", SIGN_RESULT, PGN_DRAWN},
    {"1/2:1/2", SIGN_RESULT, PGN_DRAWN},
    {"1/2", SIGN_RESULT, PGN_DRAWN},
    {"--", SIGN_NULL, 0},
    {"Z0", SIGN_NULL, 0},
    {"null", SIGN_NULL, 0},
    {"0000", SIGN_NULL, 0},
    {"@@@@", SIGN_NULL, 0},
    {"<>", SIGN_NULL, 0},
    {":", SIGN_NOTHING, 0}, /* takes */
    {"+", SIGN_NOTHING, 0},
    {"++", SIGN_NOTHING, 0},
    {"#", SIGN_NOTHING, 0},
    {"†", SIGN_NOTHING, 0},
    {"‡", SIGN_NOTHING, 0},
    {"ep", SIGN_NOTHING, 0},
    {"e.p.", SIGN_NOTHING, 0},
    {"e.p", SIGN_NOTHING, 0},
    {"/ep", SIGN_NOTHING, 0},
    {"/e.p.", SIGN_NOTHING, 0},
    {"ch", SIGN_NOTHING, 0},
    {"dis", SIGN_NOTHING, 0}, /* the first word of "dis ch", a discovered check */
    {"disch", SIGN_NOTHING, 0},
    {"dbl", SIGN_NOTHING, 0},
    {"check", SIGN_NOTHING, 0},
    {"mate", SIGN_NOTHING, 0},
    {"checkmate", SIGN_NOTHING, 0},
    {",", SIGN_NOTHING, 0},
};

const PgnSign *pgn_sign(const char *text) {
    const PgnSign *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        const char *sign = SIGNS[i].text;
        if (*sign != *text)
            continue;
        const size_t length = strlen(sign);
        if (length > longest && strncmp(sign, text, length) == 0 &&
            !(isalnum((unsigned char)sign[length - 1]) &&
              (isalnum((unsigned char)text[length]) || text[length] == '@'))) {
            found = &SIGNS[i];
            longest = length;
        }
    }
    return found;
}

const char *pgn_ascii(unsigned character) {
    static const struct {
        unsigned first, last;
        const char *text;
    } FORMS[] = {{0x0080, 0x00A0, " "},  {0x00A2, 0x00A2, "K"},    {0x00A3, 0x00A3, "Q"},
                 {0x00A4, 0x00A4, "N"},  {0x00A5, 0x00A5, "B"},    {0x00A6, 0x00A6, "R"},
                 {0x00AD, 0x00AD, ""},   {0x00BD, 0x00BD, "1/2"},  {0x00D7, 0x00D7, "x"},
                 {0x2000, 0x200B, " "},  {0x200C, 0x200F, ""},     {0x2010, 0x2015, "-"},
                 {0x2025, 0x2025, ".."}, {0x2026, 0x2026, "..."},  {0x2028, 0x2029, " "},
                 {0x202A, 0x202E, ""},   {0x202F, 0x202F, " "},    {0x203C, 0x203C, "!!"},
                 {0x2044, 0x2044, "/"},  {0x2047, 0x2047, "\?\?"}, {0x2048, 0x2048, "?!"},
                 {0x2049, 0x2049, "!?"}, {0x205F, 0x205F, " "},    {0x2060, 0x206F, ""},
                 {0x2212, 0x2212, "-"},  {0x2215, 0x2215, "/"},    {0x3000, 0x3000, " "},
                 {0xFE00, 0xFE0F, ""},   {0xFEFF, 0xFEFF, " "}};
    static const char FIGURINES[][2] = {"K", "Q", "R", "B", "N", "P"};
    if (character >= 0x2654 && character < 0x2660)
        return FIGURINES[(character - 0x2654) % 6];
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
        if (character >= FORMS[i].first && character <= FORMS[i].last)
            return FORMS[i].text;
    return NULL;
}

/* Returns the Latin letter for a Cyrillic or Greek letter of a move, or 0: the piece that a Russian
 * capital names, else the letter that looks alike. */
static char latin_letter(unsigned character) {
    static const struct {
        unsigned character;
        char letter;
    } LETTERS[] = {{0x0430, 'a'}, {0x0435, 'e'}, {0x0441, 'c'}, {0x0445, 'x'},
                   {0x041E, 'O'}, {0x043E, 'o'}, {0x039F, 'O'}, {0x03BF, 'o'},
                   {0x041A, 'N'}, {0x0421, 'B'}, {0x041B, 'R'}, {0x0424, 'Q'}};
    for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++)
        if (character == LETTERS[i].character)
            return LETTERS[i].letter;
    return 0;
}

void pgn_make_latin(char *token) {
    char latin[PGN_AHEAD], move[SAN_SIZE];
    size_t used = 0, length;
    bool valid = true, found = false;
    for (const char *t = token; *t; t += length) {
        char letter = latin_letter(utf8_read(t, &length, &valid));
        if (strncmp(t, "Кр", 4) == 0) {
            letter = 'K';
            length = 4;
        }
        if ((!letter && length > 1) || used == sizeof latin - 1)
            return;
        latin[used++] = letter ? letter : *t;
        found |= letter;
    }
    latin[used] = '\0';
    if (found && san_length(latin + strspn(latin, "0123456789."), move))
        strcpy(token, latin);
}

/* --- the text, character by character --------------------------------------------------------- */

static size_t read_bytes(PgnInput *in, char *bytes, size_t size) {
    const size_t count = in->source->read(in->source->context, bytes, size);
    in->dry = count == 0;
    thread_step();
    return count;
}

/* Adds bytes of UTF-16 to the buffer as UTF-8. The buffer must have room for twice as many
 * bytes. */
static void add_utf16(PgnInput *in, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const unsigned byte = (unsigned char)bytes[i], first = in->first;
        in->half = !in->half;
        in->first = byte;
        if (in->half)
            continue;
        unsigned unit = in->encoding == UTF16_LITTLE ? byte << 8 | first : first << 8 | byte;
        const unsigned before = in->surrogate;
        in->surrogate = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
        if (unit >= 0xDC00 && unit < 0xE000)
            unit = before ? 0x10000 + ((before - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD;
        if (unit && !in->surrogate)
            in->end += utf8_write(unit, in->buffer + in->end);
    }
}

/* Adds bytes to the buffer without the zeros among them. The bytes may already lie in the buffer,
 * directly after its used part. */
static void add_bytes(PgnInput *in, const char *bytes, size_t count) {
    char *out = in->buffer + in->end;
    if (!memchr(bytes, '\0', count)) {
        memmove(out, bytes, count);
        in->end += count;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            in->buffer[in->end++] = bytes[i];
}

/* Detects the encoding by the first four bytes. The text is UTF-16 if it begins with a byte order
 * mark of UTF-16, or if a zero byte stands beside each of two letters. Else it counts as UTF-8. */
static void begin(PgnInput *in) {
    char bytes[4];
    size_t count = 0;
    while (count < sizeof bytes && !in->dry)
        count += read_bytes(in, bytes + count, sizeof bytes - count);
    in->begun = true;
    if (count == sizeof bytes) {
        const bool little = !bytes[1] && !bytes[3], big = !bytes[0] && !bytes[2];
        if (memcmp(bytes, "\xFF\xFE", 2) == 0 || (little && bytes[0] && bytes[2]))
            in->encoding = UTF16_LITTLE;
        else if (memcmp(bytes, "\xFE\xFF", 2) == 0 || (big && bytes[1] && bytes[3]))
            in->encoding = UTF16_BIG;
    }
    if (in->encoding == UTF8)
        add_bytes(in, bytes, count);
    else
        add_utf16(in, bytes, count);
}

static void read_more(PgnInput *in) {
    char raw[PGN_BUFFER / 4];
    if (!in->begun)
        begin(in);
    else if (in->encoding == UTF8)
        add_bytes(in, in->buffer + in->end,
                  read_bytes(in, in->buffer + in->end, PGN_BUFFER - in->end));
    else
        add_utf16(in, raw, read_bytes(in, raw, sizeof raw));
}

const char *pgn_look(PgnInput *in, size_t count) {
    if (!in->dry && in->end - in->at < count) {
        memmove(in->buffer, in->buffer + in->at, in->end - in->at);
        in->end -= in->at;
        in->at = 0;
        while (!in->dry && in->end < count)
            read_more(in);
        in->buffer[in->end] = '\0';
    }
    return in->buffer + in->at;
}

int pgn_next(PgnInput *in) {
    const char *next = pgn_ahead(in);
    const int c = (unsigned char)*next;
    if (!c)
        return c;
    in->at++;
    in->fresh = c == '\n' || (c == '\r' && next[1] != '\n');
    in->line += in->fresh;
    return c;
}
