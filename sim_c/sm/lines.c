/* lines.c - numbers of lines in two queues. */
#include "sm/lines.h"

#include "base/min.h"
#include "mem/delayq.h"

#include <stdlib.h>

struct lines {
    lines_cfg_t cfg;
    l1_t *l1;
    delayq_t *down, *up; /* numbers of lines */
    uint32_t used;
    line_t *line;
    uint16_t *unused; /* stack of free numbers */
};

lines_t *lines_create(const lines_cfg_t *cfg, l1_t *l1)
{
    lines_t *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->cfg = *cfg;
    l->l1 = l1;
    l->down = delayq_create(cfg->most);
    l->up = delayq_create(cfg->most);
    l->line = calloc(cfg->most, sizeof *l->line);
    l->unused = calloc(cfg->most, sizeof *l->unused);
    if (l->down && l->up && l->line && l->unused) {
        for (uint32_t i = 0; i < cfg->most; i++) l->unused[i] = (uint16_t)i;
        return l;
    }
    lines_destroy(l);
    return NULL;
}

void lines_destroy(lines_t *l)
{
    if (!l) return;
    delayq_destroy(l->down);
    delayq_destroy(l->up);
    free(l->line);
    free(l->unused);
    free(l);
}

bool lines_room(const lines_t *l) { return l->used < l->cfg.most; }

void lines_ask(lines_t *l, uint64_t now, line_t line)
{
    const uint16_t n = l->unused[l->used++];
    l->line[n] = line;
    delayq_push(l->down, n, now + l->cfg.wait_cycles);
}

void lines_send(lines_t *l, uint64_t now)
{
    if (!delayq_due(l->down, now)) return;
    const uint32_t n = delayq_head(l->down);
    const l1_req_t req = {.addr = l->line[n].number * l->cfg.line_bytes,
                          .bytes = l->cfg.line_bytes,
                          .token = l->cfg.token | n,
                          .kind = MEM_READ};
    if (l1_access(l->l1, &req) == L1_ACCEPTED) delayq_pop(l->down);
}

void lines_answer(lines_t *l, uint64_t now, uint32_t token)
{
    delayq_push(l->up, token & ~l->cfg.token, now + l->cfg.wait_cycles);
}

bool lines_arrive(lines_t *l, uint64_t now, line_t *line)
{
    if (!delayq_due(l->up, now)) return false;
    const uint32_t n = delayq_pop(l->up);
    *line = l->line[n];
    l->unused[--l->used] = (uint16_t)n;
    return true;
}

bool lines_under_way(const lines_t *l) { return l->used != 0; }

uint64_t lines_next_cycle(const lines_t *l) { return min_u64(delayq_next(l->down), delayq_next(l->up)); }
