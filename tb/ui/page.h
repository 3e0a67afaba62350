/* page.h - a report as one HTML file: headings, texts, tables, and charts as inline SVG. It fetches nothing, and
 * follows the reader's light or dark mode. */
#ifndef CTADEL_TB_UI_PAGE_H
#define CTADEL_TB_UI_PAGE_H

#include "ui/table.h"

typedef struct ui_page ui_page_t;

/* The file appears at ui_page_commit (base/outfile.h). NULL: err. */
ui_page_t *ui_page_open(const char *path, const char *title, err_t *err);
/* All of these do nothing if p is NULL, so that a caller with and without a page reads alike. Texts are escaped. */
void ui_page_heading(ui_page_t *p, const char *text);
void ui_page_text(ui_page_t *p, const char *text); /* a paragraph */
void ui_page_table(ui_page_t *p, const ui_table_t *t);
/* The picture that gnuplot has drawn to `path`; `about` is what a screen reader says. False: cannot be read, err. */
bool ui_page_svg(ui_page_t *p, const char *path, const char *about, err_t *err);
/* Both end the object. Commit is false, with err set and no file left, when any write failed. */
bool ui_page_commit(ui_page_t *p, err_t *err);
void ui_page_abort(ui_page_t *p);

#endif
