/* tasks.c - sas_unit beside its golden model, cycle by cycle: the loop of [SAS §III-B] by index and
 * by tile, and what its contexts have in a cache at once, then loops of every shape on contexts that take random time,
 * some of them disabled, with and without trials of widths. Whatever the two agree on, each index of a loop must come
 * exactly once. Between the loops a host reads and writes any word of the port, and a loop that has a level without an
 * index is refused. */
#include "footprint.h"
#include "registers_sas.h"
#include "engine/task_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMS = SAS_SHIM_SMS, CONTEXTS = SAS_SHIM_CONTEXTS, INDICES_MAX = 1024 * 1024, LOOPS = 600, CYCLES_MAX = 400000 };
enum { ENDED = -1 }; /* a context that has had piece_none */

static sas_top_t c;
static task_pair_t pair;
static const sas_shim_out_t *const out = &pair.from_rtl;
static sas_top_in_t in;
static int busy[SMS][CONTEXTS];
static uint32_t pace; /* cycles of an index, at most */
static uint8_t seen[INDICES_MAX];
static uint32_t pieces[SMS][CONTEXTS], done, offs, narrow, refused;
static char wrong[160];

static uint32_t rnd(uint32_t n)
{
    static uint32_t x = 2463534242u;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    return x % n;
}

static void fail(const char *what, uint32_t sm, uint32_t context)
{
    if (!wrong[0]) snprintf(wrong, sizeof wrong, "SM %u, context %u: %s", sm, context, what);
}

static uint32_t along(uint32_t l)
{
    const sas_loop_t *p = &in.loop;
    const uint32_t lower = p->lower.at[l], upper = p->upper.at[l], stride = p->stride.at[l];
    return upper > lower ? (upper - lower + stride - 1) / stride : 0;
}

/* Number of an index in row-major order of the whole loop. */
static uint32_t number(const uint32_t at[SAS_LEVELS])
{
    uint32_t n = 0;
    for (uint32_t l = 0; l < SAS_LEVELS; l++) n = n * along(l) + (at[l] - in.loop.lower.at[l]) / in.loop.stride.at[l];
    return n;
}

/* The paper's loop: where each context was at its n-th task. */
enum { SIDE = 1024, PAPER_CONTEXTS = 4, PAPER_TASKS = SIDE * SIDE / (SMS * PAPER_CONTEXTS) };
static uint32_t place[SMS][PAPER_CONTEXTS][PAPER_TASKS], tasks[SMS][PAPER_CONTEXTS];
static bool in_paper;

/* A piece's indices, counted; how many they are. */
static uint32_t take(const sas_tile_t *p, uint32_t sm, uint32_t context)
{
    const sas_vec_t *stride = &in.loop.stride;
    uint32_t at[SAS_LEVELS], count = 0;
    for (at[0] = p->lower.at[0]; at[0] < p->upper.at[0]; at[0] += stride->at[0])
        for (at[1] = p->lower.at[1]; at[1] < p->upper.at[1]; at[1] += stride->at[1])
            for (at[2] = p->lower.at[2]; at[2] < p->upper.at[2]; at[2] += stride->at[2]) {
                if (seen[number(at)]++) fail("an index twice", sm, context);
                if (in_paper) place[sm][context][tasks[sm][context]++ % PAPER_TASKS] = at[1] * SIDE + at[2];
                count++;
            }
    if (!count || (!in.whole && count > 1)) fail("no such piece", sm, context);
    pieces[sm][context]++;
    done += count;
    return count;
}

static void compare(uint32_t s)
{
    const sas_sched_in_t at = sas_top_sched_in(&c, &in, s);
    const uint64_t valid = sas_sched_valid(&c.sched[s]);
    if (out->valid[s] != valid) fail("rtl and c differ in piece_valid", s, 0);
    if (out->none[s] != sas_sched_none(&c.sched[s], &at)) fail("rtl and c differ in piece_none", s, 0);
    if (out->off[s] != sas_sched_off(&c.sched[s], &at)) fail("rtl and c differ in piece_off", s, 0);
    for (uint32_t i = 0; i < CONTEXTS; i++)
        if ((valid >> i & 1) && memcmp(&out->piece[s][i], &c.sched[s].queue[i].piece[0], sizeof(sas_tile_t)) != 0)
            fail("rtl and c differ in a piece", s, i);
}

/* A context that waits looks at its answer. */
static void look(uint32_t s, uint32_t i)
{
    if (out->none[s] >> i & 1) busy[s][i] = ENDED;
    else if (out->valid[s] >> i & 1) {
        const uint32_t count = take(&out->piece[s][i], s, i);
        busy[s][i] = pace ? (int)(count * (1 + rnd(pace))) : 0;
    } else if (out->off[s] >> i & 1) {
        busy[s][i] = (int)rnd(4); /* as after an empty piece */
        offs++;
    }
}

/* One cycle; true: every thread has had piece_none. */
static bool cycle(void)
{
    bool ended = true;
    for (uint32_t s = 0; s < SMS; s++) {
        in.want[s] = 0;
        for (uint32_t i = 0; i < CONTEXTS; i++)
            if ((in.live[s] >> i & 1) && busy[s][i] == 0) in.want[s] |= UINT64_C(1) << i;
    }
    task_pair_settle(&pair, &in);
    for (uint32_t s = 0; s < SMS; s++) compare(s);
    for (uint32_t s = 0; s < SMS && !in.start; s++)
        for (uint32_t i = 0; i < CONTEXTS; i++) {
            if (in.want[s] >> i & 1) look(s, i);
            else if (busy[s][i] > 0) busy[s][i]--;
            ended &= !(in.live[s] >> i & 1) || busy[s][i] == ENDED;
        }
    for (uint32_t s = 0; s < SMS; s++) narrow += !c.sos[s].tries && c.sos[s].width < SAS_SHIM_GROUP;
    task_pair_rise(&pair, &in);
    return ended && !in.start;
}

/* A host's accesses, of which the golden registers say what they do. */
static void meddle(void)
{
    uint32_t word;
    for (uint32_t n = rnd(40); n > 0; n--) {
        const uint32_t addr = rnd(20) ? 4 * rnd(40) : rnd(0x1000), data = rnd(2) ? rnd(4) : rnd(UINT32_MAX);
        if (addr == REG_SAS_CTRL) continue;
        task_pair_read(&pair, addr, &word);
        refused += !task_pair_write(&pair, addr, data);
    }
    if (difference_found(&pair.difference)) difference_text(&pair.difference, wrong, sizeof wrong);
}

/* A loop from its start until all threads have ended; the cycles. */
static uint32_t run(void)
{
    const bool empty = !along(0) || !along(1) || !along(2);
    uint32_t cycles = 0;
    meddle();
    if (task_pair_program(&pair, &in) == empty)
        fail(empty ? "the port takes a loop without an index" : "the port refuses a loop", 0, 0);
    if (empty || wrong[0]) return 0;
    memset(seen, 0, sizeof seen);
    memset(pieces, 0, sizeof pieces);
    for (uint32_t s = 0; s < SMS; s++)
        for (uint32_t i = 0; i < CONTEXTS; i++) busy[s][i] = 1 + (int)rnd(pace + 1);
    done = 0;
    in.start = true;
    cycle();
    in.start = false;
    while (!cycle() && !wrong[0])
        if (++cycles > CYCLES_MAX) fail("the loop does not end", 0, 0);
    if (done != along(0) * along(1) * along(2)) fail("an index did not come", 0, 0);
    return cycles;
}

static void cut(uint32_t level, uint32_t lower, uint32_t count, uint32_t stride, uint32_t tiles, uint32_t first)
{
    const uint32_t edge = (count + tiles - 1) / tiles * stride, end = lower + (count ? (count - 1) * stride + 1 : 0);
    in.loop.lower.at[level] = (uint16_t)lower;
    in.loop.upper.at[level] = (uint16_t)(end + (count ? rnd(stride) : 0));
    in.loop.stride.at[level] = (uint16_t)stride;
    in.loop.edge.at[level] = (uint16_t)(edge ? edge : 1);
    in.loop.first.at[level] = (uint16_t)(lower + (count ? first % ((count * stride + edge - 1) / edge) * edge : 0));
}

/* Of the tasks that the contexts of each SM do at the same time: the elements, always; the fewest blocks, which is
 * where each row of a neighbourhood lies in one. */
static void footprints(uint32_t elements, uint32_t blocks)
{
    for (uint32_t s = 0; s < SMS; s++) {
        uint32_t fewest = UINT32_MAX;
        for (uint32_t n = 0; n < PAPER_TASKS; n++) {
            foot_tasks_t at = {.tasks = PAPER_CONTEXTS};
            for (uint32_t i = 0; i < PAPER_CONTEXTS; i++) {
                at.row[i] = place[s][i][n] / SIDE;
                at.col[i] = place[s][i][n] % SIDE;
            }
            const footprint_t f = footprint(&at);
            if (f.elements != elements) fail("elements at once", s, f.elements);
            if (f.blocks < fewest) fewest = f.blocks;
        }
        if (fewest != blocks) fail("blocks at once", s, fewest);
    }
}

/* [SAS §III-B]: four SMs of four contexts on 1024 x 1024: by index, a 512 x 512 tile per SM at an
 * index per cycle, 14 elements in 3 blocks at once; by tile, a 256 x 256 tile per context, 20 elements in 12. */
static void paper(void)
{
    for (uint32_t s = 0; s < SMS; s++) in.live[s] = (1 << PAPER_CONTEXTS) - 1;
    in.tasks = 0;
    in_paper = true;
    for (uint32_t whole = 0; whole < 2; whole++) {
        in.whole = whole;
        cut(0, 0, 1, 1, 1, 0);
        cut(1, 0, SIDE, 1, whole ? 4 : 2, 0);
        cut(2, 0, SIDE, 1, whole ? 4 : 2, 0);
        pace = whole;
        memset(tasks, 0, sizeof tasks);
        const uint32_t cycles = run(), most = whole ? 256 * 256 + 200 : 512 * 512 + 20;
        if (cycles > most) fail("too many cycles", 0, cycles);
        for (uint32_t s = 0; s < SMS; s++)
            for (uint32_t i = 0; i < PAPER_CONTEXTS; i++)
                if (pieces[s][i] != (whole ? 1 : PAPER_TASKS) || tasks[s][i] != PAPER_TASKS)
                    fail("too many or few pieces or tasks", s, i);
        footprints(whole ? 20 : 14, whole ? 12 : 3);
    }
    in_paper = false;
}

static void any_loop(void)
{
    const uint32_t most = rnd(3) ? 12 : 40;
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        cut(l, rnd(3) ? rnd(9) : 60000 + rnd(1000), rnd(30) ? 1 + rnd(most) : 0, 1 + rnd(5), 1 + rnd(6), rnd(6));
    in.whole = rnd(3) == 0;
    in.tasks = rnd(3) ? 1 + rnd(60) : 0;
    pace = rnd(3) ? rnd(30) : 0;
    const uint64_t contexts = rnd(2) ? 0xffff : rnd(8) ? 1 + rnd(0xffff) : 0x80;
    for (uint32_t s = 0; s < SMS; s++) in.live[s] = rnd(8) ? contexts : 0;
    if (!(in.live[0] | in.live[1] | in.live[2] | in.live[3])) in.live[2] = contexts;
    run();
}

int main(void)
{
    uint32_t loops = 0;
    pair = (task_pair_t){.rtl = sas_shim_create(NULL), .c = &c};
    task_pair_reset(&pair);
    sas_top_reset(&c, SMS, CONTEXTS, SAS_SHIM_GROUP, SAS_SHIM_DEPTH);
    paper();
    for (; loops < LOOPS && !wrong[0]; loops++) any_loop();
    if (!wrong[0] && (!offs || !narrow || !refused))
        snprintf(wrong, sizeof wrong, "%u contexts switched off, %u narrow, %u writes refused: each must occur", offs,
                 narrow, refused);
    if (wrong[0]) printf("FAILED: tasks: loop %u: %s\n", loops, wrong);
    else printf("ok\n");
    sas_shim_destroy(pair.rtl);
    return wrong[0] != 0;
}
