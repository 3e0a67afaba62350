/* difference.c - records the first difference between the engines rtl and c, and formats the message. */
#include "engine/difference.h"

#include "policy/scheduler.h"

#include <inttypes.h>
#include <stdio.h>

bool difference_found(const difference_t *d) { return d->unit[0] != '\0'; }

void difference_note(difference_t *d, const difference_t *seen)
{
    if (!difference_found(d) && seen->rtl != seen->c) *d = *seen;
}

void difference_value(uint64_t value, char text[24])
{
    if (value == SCHED_NONE) snprintf(text, 24, "none");
    else snprintf(text, 24, "0x%" PRIx64, value);
}

void difference_text(const difference_t *d, char *text, size_t bytes)
{
    char rtl[24], c[24];
    difference_value(d->rtl, rtl);
    difference_value(d->c, c);
    snprintf(text, bytes, "lockstep: cycle %" PRIu64 ", %s: %s is %s in rtl, %s in c", d->cycle, d->unit, d->signal,
             rtl, c);
}
