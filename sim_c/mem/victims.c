/* victims.c - per warp, sets of up to 8 line addresses; the newest entry of a set is at its front. */
#include "mem/victims.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS_MAX = 8 };
#define NO_LINE UINT64_MAX

struct victims {
    uint64_t *line; /* by warp, set and age, newest first; NO_LINE behind the last entry */
    uint32_t warps, sets, ways;
};

victims_t *victims_create(uint32_t warps, uint32_t tags)
{
    assert(tags && (tags & (tags - 1)) == 0);
    victims_t *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->warps = warps;
    v->ways = tags < WAYS_MAX ? tags : WAYS_MAX;
    v->sets = tags / v->ways;
    v->line = malloc((size_t)warps * tags * sizeof *v->line);
    if (!v->line) {
        free(v);
        return NULL;
    }
    for (uint32_t w = 0; w < warps; w++) victims_clear(v, w);
    return v;
}

void victims_destroy(victims_t *v)
{
    if (!v) return;
    free(v->line);
    free(v);
}

static uint64_t *set_of(const victims_t *v, uint32_t warp, uint64_t line)
{
    assert(warp < v->warps);
    return &v->line[(warp * v->sets + (line & (v->sets - 1))) * v->ways];
}

static uint32_t find(const victims_t *v, const uint64_t *set, uint64_t line)
{
    uint32_t i = 0;
    while (i < v->ways && set[i] != line) i++;
    return i;
}

void victims_add(victims_t *v, uint32_t warp, uint64_t line)
{
    uint64_t *set = set_of(v, warp, line);
    const uint32_t at = find(v, set, line);
    memmove(&set[1], set, (at < v->ways ? at : v->ways - 1) * sizeof *set);
    set[0] = line;
}

bool victims_take(victims_t *v, uint32_t warp, uint64_t line)
{
    uint64_t *set = set_of(v, warp, line);
    const uint32_t at = find(v, set, line);
    if (at == v->ways) return false;
    memmove(&set[at], &set[at + 1], (v->ways - at - 1) * sizeof *set);
    set[v->ways - 1] = NO_LINE;
    return true;
}

void victims_clear(victims_t *v, uint32_t warp)
{
    const uint32_t tags = v->sets * v->ways;
    for (uint32_t i = 0; i < tags; i++) v->line[warp * tags + i] = NO_LINE;
}
