/* cosim_ended.c - why a run stopped in the middle, and the files that it leaves then. */
#include "run/cosim_internal.h"

#include "base/interrupt.h"

#include <signal.h>
#include <stdio.h>

static const char *signal_word(int number)
{
    return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : number == SIGHUP ? "SIGHUP" : "a signal";
}

const char *cosim_ended(const run_t *r)
{
    if (!r->gpu) return NULL;
    if (difference_found(cosim_difference(r))) return "lockstep difference";
    if (gpu_stuck(r->gpu)) return gpu_stuck(r->gpu);
    return r->holds && interrupt_pending() ? signal_word(interrupt_pending()) : NULL;
}

void cosim_name_unfinished(const run_opts_t *o, const char *ended, bool waves)
{
    const struct {
        const char *what, *file;
    } row[] = {{"waves", waves ? o->waves : NULL},
               {"stats", o->stats_json},
               {"stats-csv", o->stats_csv},
               {"timeline", o->timeline},
               {"why", o->why}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].file) fprintf(stderr, "ctadel: %s up to the end by %s: %s\n", row[i].what, ended, row[i].file);
}
