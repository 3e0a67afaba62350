/* opnd.c - the input and output places around the collectors, and the pipelines behind them. In a cycle the stages run
 * from the last to the first, so that each sees the room that the next one freed. A result is written LEAVE_CYCLES
 * after the pipeline's latency: one register lies before the pipeline and one behind it. */
#include "sm/opnd_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { LEAVE_CYCLES = 2 };

static uint64_t collectors(uint32_t first, uint32_t count) { return count ? ~UINT64_C(0) >> (64 - count) << first : 0; }

/* SUB_CORES_OWN: an equal part of the general collectors for each sub-core; they take instructions of all units. */
static void create_general(opnd_t *o)
{
    const uint32_t n = o->cfg->general_collectors / o->parts;
    assert(n * o->parts <= OPND_COLLECTORS_MAX);
    for (uint32_t p = 0; p < o->parts; p++) {
        for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++) o->set[p][u] = collectors(p * n, n);
        for (uint32_t c = p * n; c < (p + 1) * n; c++) o->part_of[c] = (uint8_t)p;
        o->free |= collectors(p * n, n);
    }
}

/* Units with collectors of their own enter in the order of their numbers; general collectors take instructions in the
 * order of GPGPU-Sim's opndcoll_rfu_t::allocate_cu. */
static void set_turns(opnd_t *o)
{
    static const uint8_t general[UNIT_NONE] = {UNIT_SP,     UNIT_SFU,     UNIT_LDST,   UNIT_DP,     UNIT_INT,
                                               UNIT_BRANCH, UNIT_TEXTURE, UNIT_TENSOR, UNIT_UNIFORM};
    for (uint32_t i = 0; i < UNIT_NONE; i++) {
        o->unit_at[i] = o->own ? general[i] : (uint8_t)i;
        o->turn_of[o->unit_at[i]] = (uint8_t)i;
    }
}

static void create_of_units(opnd_t *o)
{
    uint32_t first = 0;
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++) {
        const uint32_t n = o->cfg->collectors[u];
        assert((n || !o->cfg->pipes[u]) && first + n <= OPND_COLLECTORS_MAX);
        o->set[0][u] = collectors(first, n);
        o->free |= o->set[0][u];
        for (uint32_t k = 0; k < OPND_WIDTH_MAX; k++) o->last[u][k] = (uint8_t)first;
        for (uint32_t c = first; c < first + n; c++) o->unit_of[c] = (uint8_t)u;
        first += n;
    }
}

opnd_t *opnd_create(const sm_cfg_t *cfg, units_t *units, wheel_t *wheel, sm_counters_t *counters)
{
    opnd_t *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->cfg = cfg;
    o->units = units;
    o->wheel = wheel;
    o->st = counters;
    o->own = cfg->sub_cores == SUB_CORES_OWN;
    o->parts = o->own ? cfg->schedulers : 1;
    if (o->own) create_general(o);
    else create_of_units(o);
    set_turns(o);
    const uint32_t banks = cfg->register_banks / o->parts;
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++)
        o->width[u] = o->own ? cfg->pipes[u] != 0 : (uint8_t)cfg->issue_width[u];
    for (uint32_t p = 0; p < o->parts; p++) o->first_bank[p] = p * banks;
    for (uint32_t i = 0; i < sizeof o->bank; i++) o->bank[i] = (uint8_t)(i % banks);
    for (uint32_t i = 0; i < OPND_INSIDE_MAX; i++) o->unused[i] = (uint8_t)i;
    return o;
}

void opnd_destroy(opnd_t *o) { free(o); }

/* The instruction at the head of the unit's output places leaves. */
static issued_t leave(opnd_t *o, uint32_t p, uint32_t unit)
{
    const uint8_t what = opnd_pop(&o->complete[p][unit]);
    if (!o->complete[p][unit].used) o->leaving[p] &= ~opnd_unit_bit(unit);
    o->unused[--o->inside] = what;
    return o->inst[what];
}

uint32_t opnd_full(const opnd_t *o, uint32_t sched) { return o->full[sched & (o->parts - 1)]; }

uint32_t opnd_room(const opnd_t *o, uint32_t unit)
{
    uint32_t room = 0;
    for (uint32_t p = 0; p < o->parts; p++) room += o->width[unit] - o->issued[p][unit].used;
    return room;
}

uint32_t opnd_inside(const opnd_t *o) { return o->inside; }

void opnd_push(opnd_t *o, uint32_t unit, issued_t what)
{
    const uint32_t p = what.part;
    places_t *issued = &o->issued[p][unit];
    assert(opnd_has_place(o, issued, unit) && o->inside < OPND_INSIDE_MAX);
    const uint8_t n = o->unused[o->inside++];
    o->inst[n] = what;
    o->inst[n].order = o->issues++;
    opnd_place(o, issued, n);
    o->entering[p] |= UINT32_C(1) << o->turn_of[unit];
    if (!opnd_has_place(o, issued, unit)) o->full[p] |= opnd_unit_bit(unit);
}

void opnd_result(opnd_t *o, uint64_t now, uint32_t part, uint32_t w, const winst_t *in)
{
    o->due[now % WHEEL_CYCLES] = (due_t){0};
    o->written |= opnd_banks_written(o, part, w, in);
}

bool opnd_write_if_free(opnd_t *o, uint32_t part, uint32_t w, const winst_t *in)
{
    const uint64_t banks = opnd_banks_written(o, part, w, in);
    if (o->written & banks) return false;
    o->written |= banks;
    return true;
}

/* Starts the instruction of the unit that issued first on the pipeline, if that is free and both it and a result port
 * have no other result in the cycle in which this one is due. */
static void start(opnd_t *o, uint64_t now, uint32_t p, uint32_t unit, uint32_t pipe)
{
    if (!units_pipe_free(o->units, now, unit, pipe)) return;
    const issued_t *next = &o->inst[opnd_first(&o->complete[p][unit])];
    const lat_cfg_t lat = units_lat(o->cfg, next->inst);
    const uint64_t due_cycle = now + lat.latency_cycles + LEAVE_CYCLES;
    due_t *due = &o->due[due_cycle % WHEEL_CYCLES];
    if (due->pipes[unit] >> pipe & 1) return;
    if (due->count == o->cfg->results) {
        o->st->result_waits++;
        return;
    }
    due->count++;
    due->pipes[unit] |= (uint16_t)(1U << pipe);
    units_take_pipe(o->units, now, unit, pipe, next->kid, lat.interval_cycles);
    wheel_add(o->wheel, due_cycle, (event_t){.kind = EV_RESULT, .id = next->warp, .inst = next->inst});
    leave(o, p, unit);
}

/* SUB_CORES_OWN: pipeline p of each unit is the sub-core's; the pipelines of a unit start before those of the next. */
static void own_pipelines_take(opnd_t *o, uint64_t now)
{
    uint32_t units = 0;
    for (uint32_t p = 0; p < o->parts; p++) units |= o->leaving[p];
    for (units &= ~opnd_unit_bit(UNIT_LDST); units; units &= units - 1) {
        const uint32_t u = (uint32_t)__builtin_ctz(units);
        for (uint32_t p = 0; p < o->parts; p++)
            if (o->complete[p][u].used) start(o, now, p, u, p);
    }
}

static void pipelines_take(opnd_t *o, uint64_t now)
{
    for (uint32_t left = o->leaving[0] & ~opnd_unit_bit(UNIT_LDST); left; left &= left - 1) {
        const uint32_t u = (uint32_t)__builtin_ctz(left);
        for (uint32_t p = 0; o->complete[0][u].used && p < units_pipes(o->units, u); p++) start(o, now, 0, u, p);
    }
}

/* The LD/ST unit takes the memory instruction that issued first, of whatever part. */
static bool ldst_takes(opnd_t *o, issued_t *memory)
{
    const uint32_t p = opnd_oldest(o, UNIT_LDST, true);
    if (p == o->parts) return false;
    *memory = leave(o, p, UNIT_LDST);
    return true;
}

bool opnd_step(opnd_t *o, uint64_t now, bool ldst_room, issued_t *memory)
{
    if (!o->inside) {
        o->written = 0;
        return false;
    }
    if (o->own) own_pipelines_take(o, now);
    else pipelines_take(o, now);
    const bool leaves = ldst_room && ldst_takes(o, memory);
    for (uint32_t i = 0; i < o->cfg->collector_steps; i++)
        if (o->own) opnd_collect_general(o);
        else opnd_collect(o);
    return leaves;
}
