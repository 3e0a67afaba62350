/* progress.h - draws a progress bar with the remaining time on stderr, if that is a terminal and the work has taken two
 * seconds. Into a file or pipe, the work that asks for it writes a line for every tenth that is done. */
#ifndef CTADEL_TB_UI_PROGRESS_H
#define CTADEL_TB_UI_PROGRESS_H

#include <stdint.h>

typedef struct ui_progress ui_progress_t;

/* `what` is the text before the bar; copied. NULL: not a terminal, or out of memory; the calls below accept NULL. */
ui_progress_t *ui_progress_create(const char *what);
/* The same; where there is no terminal, it writes lines. NULL: out of memory. */
ui_progress_t *ui_progress_create_logged(const char *what);
/* Redraws at most ten times a second, so it may be called every few thousand cycles. */
void ui_progress_set(ui_progress_t *p, uint64_t done, uint64_t total);
void ui_progress_destroy(ui_progress_t *p); /* erases the bar */

#endif
