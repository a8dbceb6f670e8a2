/* Parsing FENs, with the contract of fen_parse checked. Best run under ASan and UBSan: every FEN is
 * parsed from a buffer of its exact size.
 */
#ifndef SUPPORT_PARSING_H
#define SUPPORT_PARSING_H

#include "board/fen.h"
#include "board/position.h"

#include <stdbool.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* What was parsed last, and why it was refused; the message is empty if it was not. */
extern Position position;
extern char message[FEN_ERROR_SIZE];

/* Parses into `position` from a heap buffer without a byte to spare, and checks the contract of
 * either outcome. */
bool parse(const char *fen);
void parse_or_fail(const char *fen);

/* Fails the test unless `position`, parsed from `fen`, equals a version computed from scratch. */
void check_sound(const char *fen);

#endif
