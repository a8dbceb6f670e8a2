/* The book inside the program: the bytes of own_book.bin, a Polyglot book (engine/book.h). How it
 * was made: tools/LAB.md. */
#ifndef ENGINE_OWN_BOOK_H
#define ENGINE_OWN_BOOK_H

extern const unsigned char own_book[], own_book_end[];

#endif
