/* progress.h - a bar with the time to go on stderr; only on a terminal, and only once the work
 * has taken two seconds. Off a terminal every call does nothing. */
#ifndef CTADEL_TB_CLI_PROGRESS_H
#define CTADEL_TB_CLI_PROGRESS_H

#include <stdint.h>

typedef struct cli_progress cli_progress_t;

/* `what` stands before the bar and is copied. NULL (not a terminal, no memory) is fine below. */
cli_progress_t *cli_progress_create(const char *what);
/* Cheap enough for every few thousand cycles: redraws ten times a second at most. */
void cli_progress_set(cli_progress_t *p, uint64_t done, uint64_t total);
void cli_progress_destroy(cli_progress_t *p); /* wipes the bar */

#endif
