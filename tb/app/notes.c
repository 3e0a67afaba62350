/* notes.c - the notes below the table of `run`. */
#include "app/app.h"
#include "run/waves_few.h"

#include <string.h>

/* True: a run before c has the same text. */
static bool told(const run_result_t *results, uint32_t c)
{
    for (uint32_t i = 0; i < c; i++)
        if (strcmp(results[i].idle, results[c].idle) == 0) return true;
    return false;
}

void notes_idle(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++) {
        const run_result_t *r = &results[c];
        if (!r->idle[0] || told(results, c)) continue;
        fprintf(f, "ctadel: note: %s", heads[c]);
        for (uint32_t i = c + 1; i < count; i++)
            if (strcmp(results[i].idle, r->idle) == 0) fprintf(f, ", %s", heads[i]);
        fprintf(f, ": %s", r->idle);
        if (r->waves > 0.0 && r->waves < 1.0)
            fprintf(f, "; the grid fills %.2f of the machine (SMs x T_max): %s", r->waves,
                    waves_few_remedy(strcmp(r->size, "tiny") == 0));
        fputc('\n', f);
    }
}
