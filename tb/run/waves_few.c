/* waves_few.c - collects workloads whose grids do not fill the machine once. */
#include "run/waves_few.h"

#include <stdio.h>
#include <string.h>

void waves_few_add(waves_few_t *w, const char *workload, const char *size, double waves)
{
    const size_t used = strlen(w->names);
    if (waves <= 0.0 || waves >= 1.0) return;
    w->tiny = (w->tiny || !w->count) && strcmp(size, "tiny") == 0;
    w->count++;
    const int chars =
        snprintf(w->names + used, sizeof w->names - used, "%s%s (%.2f)", used ? ", " : "", workload, waves);
    if ((size_t)chars < sizeof w->names - used) return;
    w->names[used] = '\0';
    w->left_out++;
}

const char *waves_few_remedy(bool tiny)
{
    return tiny ? "use --size small" : "use a larger --size; ctadel list sizes shows the waves of each";
}

bool waves_few_text(const waves_few_t *w, char text[WAVES_FEW_BYTES])
{
    char more[32] = "";
    if (w->left_out) snprintf(more, sizeof more, " and %u more", w->left_out);
    snprintf(text, WAVES_FEW_BYTES, "less than a wave of CTAs (SMs x T_max), so a policy can hardly act, in %s%s: %s",
             w->names, more, waves_few_remedy(w->tiny));
    return w->count > 0;
}
