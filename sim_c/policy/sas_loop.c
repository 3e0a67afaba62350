/* sas_loop.c - tiles as square as possible: of all ways to cut the levels into the wanted number of tiles (or the
 * largest possible number below it), the one with the shortest edges. */
#include "policy/sas_loop.h"

enum { FIELD_MAX = 65535, TRIAL_SHARE = 64, TRIAL_PIECES = 2 /* per context, at least */ };

uint32_t loop_iterations(const loop_t *loop, uint32_t l)
{
    if (l >= loop->levels) return 1;
    const uint32_t lower = loop->lower[l], upper = loop->upper[l], stride = loop->stride[l];
    return upper > lower ? (upper - lower + stride - 1) / stride : 0;
}

uint64_t loop_indices(const loop_t *loop)
{
    uint64_t n = 1;
    for (uint32_t l = 0; l < LOOP_LEVELS; l++) n *= loop_iterations(loop, l);
    return n;
}

/* Contexts are spread over as many groups as possible: context c goes to group c mod groups. */
uint64_t task_live(const task_cfg_t *cfg, uint32_t contexts, uint32_t group)
{
    const uint32_t groups = cfg->contexts < contexts / group ? cfg->contexts : contexts / group;
    uint64_t live = 0;
    for (uint32_t c = 0; c < cfg->contexts; c++) live |= UINT64_C(1) << (c % groups * group + c / groups);
    return live;
}

static uint32_t edge_of(uint32_t n, uint32_t parts) { return n ? (n + parts - 1) / parts : 1; }

typedef struct {
    uint32_t n[LOOP_LEVELS], edge[LOOP_LEVELS];
    uint64_t tiles;
    uint32_t around; /* sum of the edges */
} cut_t;

static void consider(cut_t *best, const uint32_t part[LOOP_LEVELS])
{
    cut_t c = {.tiles = 1};
    for (uint32_t l = 0; l < LOOP_LEVELS; l++) {
        c.n[l] = best->n[l];
        c.edge[l] = edge_of(c.n[l], part[l]);
        c.tiles *= part[l];
        c.around += c.edge[l];
    }
    if (c.tiles > best->tiles || (c.tiles == best->tiles && c.around < best->around)) *best = c;
}

/* Parts into which a level of n iterations can be cut, if there are to be no more than `tiles`. */
static uint32_t most_parts(uint64_t tiles, uint32_t n) { return tiles < n ? (uint32_t)tiles : n ? n : 1; }

static cut_t square(const loop_t *loop, uint64_t tiles)
{
    cut_t best = {.tiles = 0};
    for (uint32_t l = 0; l < LOOP_LEVELS; l++) best.n[l] = loop_iterations(loop, l);
    for (uint32_t i = 1; i <= most_parts(tiles, best.n[0]); i++)
        for (uint32_t j = 1; j <= most_parts(tiles / i, best.n[1]); j++)
            consider(&best, (const uint32_t[]){i, j, most_parts(tiles / i / j, best.n[2])});
    return best;
}

static uint64_t tile_indices(const cut_t *c) { return (uint64_t)c->edge[0] * c->edge[1] * c->edge[2]; }

static cut_t cut(const task_cfg_t *cfg, const loop_t *loop, const task_machine_t *m)
{
    const uint64_t askers = cfg->policy == TASK_STILE ? m->sms : (uint64_t)m->sms * cfg->contexts;
    const uint64_t part = cfg->policy == TASK_ITILE_PART
                              ? loop_indices(loop) * loop->index_bytes * cfg->contexts / m->l1_bytes
                              : 0; /* lower bound of the number of tiles that fit the L1D */
    uint64_t tiles = askers * cfg->over;
    if (part > tiles) tiles = part / askers * askers;
    cut_t c = square(loop, tiles);
    while (cfg->policy == TASK_ITILE_PART && tile_indices(&c) > 1 &&
           tile_indices(&c) * loop->index_bytes * cfg->contexts > m->l1_bytes) {
        tiles += askers;
        c = square(loop, tiles);
    }
    for (uint32_t l = 0; l < LOOP_LEVELS; l++)
        if (cfg->edge[l]) c.edge[l] = cfg->edge[l];
    return c;
}

/* Pieces of a trial; pieces: those that an SM gets in all. Widths are powers of two up to the group. */
static uint32_t trial(const task_cfg_t *cfg, const task_machine_t *m, uint64_t pieces)
{
    if (!cfg->sos || cfg->trial) return cfg->sos ? cfg->trial : 0;
    const uint32_t least = TRIAL_PIECES * cfg->contexts;
    const uint64_t share = pieces / TRIAL_SHARE < FIELD_MAX ? pieces / TRIAL_SHARE : FIELD_MAX;
    const uint32_t n = share > least ? (uint32_t)share : least;
    uint64_t trials = 1;
    for (uint32_t width = 1; width < m->group; width *= 2) trials++;
    return trials * n <= pieces ? n : 0;
}

void task_cut(const task_cfg_t *cfg, const loop_t *loop, const task_machine_t *m, sas_top_in_t *in)
{
    const cut_t c = cut(cfg, loop, m);
    uint64_t tiles = 1;
    for (uint32_t l = 0; l < LOOP_LEVELS; l++) tiles *= edge_of(c.n[l], c.edge[l]);
    uint64_t first = cfg->seed % tiles;
    for (uint32_t l = LOOP_LEVELS; l-- > 0;) {
        const bool there = l < loop->levels;
        const uint32_t lower = there ? loop->lower[l] : 0, stride = there ? loop->stride[l] : 1;
        const uint32_t along = edge_of(c.n[l], c.edge[l]), edge = c.edge[l] * stride;
        in->loop.lower.at[l] = (uint16_t)lower;
        in->loop.upper.at[l] = (uint16_t)(there ? loop->upper[l] : 1);
        in->loop.stride.at[l] = (uint16_t)stride;
        in->loop.edge.at[l] = (uint16_t)(edge < FIELD_MAX ? edge : FIELD_MAX);
        in->loop.first.at[l] = (uint16_t)(lower + first % along * edge);
        first /= along;
    }
    in->whole = cfg->policy != TASK_STILE;
    in->tasks = trial(cfg, m, (in->whole ? tiles : loop_indices(loop)) / m->sms);
}
