/* page.h - writes a report as one self-contained HTML file: parts, headings, texts, tables, charts as inline SVG. The
 * page follows the reader's light or dark mode. */
#ifndef CTADEL_TB_UI_PAGE_H
#define CTADEL_TB_UI_PAGE_H

#include "ui/table.h"

typedef struct ui_page ui_page_t;

/* `title`: what the browser's tab shows. The file appears at ui_page_commit (base/outfile.h). NULL: err. */
ui_page_t *ui_page_open(const char *path, const char *title, err_t *err);
/* The functions below do nothing if p is NULL, so that callers need no case without a page. They escape texts. */
/* Begins a part of the page, of which it has one or more; the origin of its numbers stands below the title, unless it
 * is NULL. */
void ui_page_part(ui_page_t *p, const char *title, const ui_origin_t *origin);
void ui_page_heading(ui_page_t *p, const char *text);
void ui_page_text(ui_page_t *p, const char *text); /* a paragraph */
void ui_page_table(ui_page_t *p, const ui_table_t *t);
/* Inserts the SVG file at `path`; `about` is the description for screen readers. False: err. */
bool ui_page_svg(ui_page_t *p, const char *path, const char *about, err_t *err);
/* Both free p. Commit returns false, with err and without a file, if any write has failed. */
bool ui_page_commit(ui_page_t *p, err_t *err);
void ui_page_abort(ui_page_t *p);

#endif
