/* progress.h - a bar with the time to go on stderr; only on a terminal, and only once the work
 * has taken two seconds. Off a terminal every call does nothing. */
#ifndef CTADEL_TB_UI_PROGRESS_H
#define CTADEL_TB_UI_PROGRESS_H

#include <stdint.h>

typedef struct ui_progress ui_progress_t;

/* `what` stands before the bar and is copied. NULL (not a terminal, no memory) is fine below. */
ui_progress_t *ui_progress_create(const char *what);
/* Cheap enough for every few thousand cycles: redraws ten times a second at most. */
void ui_progress_set(ui_progress_t *p, uint64_t done, uint64_t total);
void ui_progress_destroy(ui_progress_t *p); /* wipes the bar */

#endif
