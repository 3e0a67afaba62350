/* cosim_origin.c - what a run's numbers are of: workload, machine, size, version of the program, for its files. */
#include "run/cosim_internal.h"

#include <stdio.h>
#include <string.h>

/* "tiny"; of a mix with several sizes "smk+paper". */
static void join_sizes(const source_t *s, char text[UI_ORIGIN_BYTES])
{
    size_t used = 0;
    bool differ = false;
    const char *first = source_workload_size(s, 0);
    text[0] = '\0';
    for (uint32_t w = 1; w < source_workloads(s); w++) {
        const char *size = source_workload_size(s, w);
        differ |= !size || !first || strcmp(size, first) != 0;
    }
    for (uint32_t w = 0; w < (differ ? source_workloads(s) : 1) && used < UI_ORIGIN_BYTES; w++) {
        const char *size = source_workload_size(s, w);
        used += (size_t)snprintf(text + used, UI_ORIGIN_BYTES - used, "%s%s", w ? "+" : "",
                                 size     ? size
                                 : differ ? "-"
                                          : "");
    }
}

void cosim_origin(run_t *r)
{
    char size[UI_ORIGIN_BYTES];
    join_sizes(r->source, size);
    ui_origin_add(&r->origin, r->machine.name, size, NULL, ui_version());
    const ui_origin_t *o = &r->origin;
    const struct {
        const char *name, *text, *word;
    } row[] = {{"workload", "name of the workload, mix, trace, sequence or program", source_name(r->source)},
               {"machine", "name of the machine", o->machine},
               {"size", "name of the workload's size", o->size},
               {"version", "of the program that ran", o->version}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (!row[i].word[0]) continue;
        stats_add_word(r->stats, "run", row[i].name, row[i].text, row[i].word);
        if (r->timeline) timeline_word(r->timeline, row[i].name, row[i].word);
    }
}
