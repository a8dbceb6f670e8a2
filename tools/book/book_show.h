/* What is in a book, for people. */
#ifndef BOOK_SHOW_H
#define BOOK_SHOW_H

#include "engine/book.h"

/* Prints how large a book is, how much of it its moves lead to from the start position, how far,
 * and the moves of the position behind `moves` (in SAN or as UCI writes them) with their weights
 * and shares. False, with the reason on stderr, if a move is not legal or memory is short. */
bool book_show(const Book *book, int count, char **moves);

#endif
