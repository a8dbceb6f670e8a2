/* The page: a template with places for its title and for the games.
 *
 * The template is made of the files in page/, by their join.sh, and is part of the program. It has
 * one <!--TITLE--> and, behind that, one <!--GAMES-->. There stand
 *
 *   <script type="application/json" id="about-data">: the generator and the settings,
 *
 * and of each game an article (game_html.h) and its data (game_json.h):
 *
 *   <script type="application/json" class="game">
 *
 * Scripts of this type no browser runs; whatever means something in HTML is escaped in them.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "inspect/document.h"

/* Adds the page up to where the games begin. The title is any text in UTF-8. */
void page_begin(Document *out, const char *title);

/* Adds what comes behind the games. */
void page_end(Document *out);

#endif
