/* opnd.c - the stages of the operand collectors. In a cycle they run from the last to the first, so that each sees the
 * room that the next one freed. A result is written LEAVE_CYCLES after the pipeline's latency: one register lies before
 * the pipeline and one behind it. */
#include "sm/opnd.h"

#include <assert.h>
#include <stdlib.h>

enum { ZERO_REG = 255 /* of a trace */ };
enum { NIL = -1, LEAVE_CYCLES = 2, COLLECTORS_MAX = 64, WIDTH_MAX = 8, BANKS_MAX = 64 };
enum { INSIDE_MAX = COLLECTORS_MAX + 2 * UNIT_NONE * WIDTH_MAX /* instructions in places and collectors */ };
enum { SOURCE_BITS = 4 }; /* number of a bank request: collector << SOURCE_BITS | source */
_Static_assert(WINST_SRC_MAX < 1 << SOURCE_BITS, "each source has a number, and so has the zero register");

typedef struct { /* instructions, in the order of issue */
    uint64_t at; /* byte n: number in opnd.inst of the n-th; bytes behind the last are 0 */
    uint8_t used;
} places_t;
_Static_assert(WIDTH_MAX <= sizeof(uint64_t), "a byte of places_t.at for each place");

typedef struct { /* results due in a cycle */
    uint8_t count;
    uint16_t pipes[UNIT_NONE]; /* bit p: one of pipeline p */
} due_t;

struct opnd { /* masks: a bit per unit, collector or bank */
    const sm_cfg_t *cfg;
    units_t *units;
    wheel_t *wheel;
    issued_t inst[INSIDE_MAX];
    uint8_t unused[INSIDE_MAX];                      /* stack of free numbers */
    places_t issued[UNIT_NONE], complete[UNIT_NONE]; /* input and output places */
    uint32_t full, entering, leaving; /* units: without a free input place; with an instruction in an input
                                         place; in an output place */
    uint8_t unit_of[COLLECTORS_MAX];
    uint8_t collector[COLLECTORS_MAX]; /* the instruction in it */
    uint8_t lacking[COLLECTORS_MAX];   /* operands not read yet */
    uint64_t free, ready, set[UNIT_NONE];
    uint8_t last[UNIT_NONE][WIDTH_MAX]; /* by output place: collector that left through it last */
    uint64_t asked, written;            /* banks with waiting reads; banks written in this cycle */
    int16_t bank_head[BANKS_MAX], bank_tail[BANKS_MAX], next[COLLECTORS_MAX << SOURCE_BITS];
    uint8_t bank[OPND_REGS_MAX]; /* by register number plus warp number */
    due_t due[WHEEL_CYCLES];     /* by cycle modulo WHEEL_CYCLES */
    uint32_t inside;             /* instructions in places and collectors */
    uint32_t issues;             /* so far */
    sm_counters_t *st;
};

static uint32_t unit_bit(uint32_t unit) { return UINT32_C(1) << unit; }

static uint32_t first_unit(uint32_t units) { return (uint32_t)__builtin_ctz(units); }

opnd_t *opnd_create(const sm_cfg_t *cfg, units_t *units, wheel_t *wheel, sm_counters_t *counters)
{
    opnd_t *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->cfg = cfg;
    o->units = units;
    o->wheel = wheel;
    o->st = counters;
    uint32_t first = 0;
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++) {
        const uint32_t n = o->cfg->collectors[u];
        assert((n || !cfg->pipes[u]) && first + n <= COLLECTORS_MAX && o->cfg->issue_width[u] <= WIDTH_MAX);
        o->set[u] = ((UINT64_C(1) << n) - 1) << first;
        o->free |= o->set[u];
        for (uint32_t p = 0; p < WIDTH_MAX; p++) o->last[u][p] = (uint8_t)first;
        for (uint32_t c = first; c < first + n; c++) o->unit_of[c] = (uint8_t)u;
        if (!cfg->issue_width[u]) o->full |= unit_bit(u);
        first += n;
    }
    for (uint32_t i = 0; i < sizeof o->bank; i++) o->bank[i] = (uint8_t)(i % o->cfg->register_banks);
    for (uint32_t i = 0; i < INSIDE_MAX; i++) o->unused[i] = (uint8_t)i;
    return o;
}

void opnd_destroy(opnd_t *o) { free(o); }

static bool has_place(const opnd_t *o, const places_t *r, uint32_t unit) { return r->used < o->cfg->issue_width[unit]; }

/* Collectors may overtake each other, by a few places at most. */
static void place_push(const opnd_t *o, places_t *r, uint8_t what)
{
    uint32_t bits = 8 * r->used++;
    uint64_t later = 0;
    for (; bits; bits -= 8) {
        const uint8_t last = (uint8_t)(r->at >> (bits - 8));
        if ((int32_t)(o->inst[what].order - o->inst[last].order) > 0) break;
        later = later << 8 | last;
        r->at ^= (uint64_t)last << (bits - 8);
    }
    r->at |= (later << 8 | what) << bits;
}

static uint8_t place_first(const places_t *r) { return (uint8_t)r->at; }

static uint8_t place_pop(places_t *r)
{
    const uint8_t what = place_first(r);
    r->used--;
    r->at >>= 8;
    return what;
}

/* The instruction at the head of the unit's output places leaves. */
static issued_t leave(opnd_t *o, uint32_t unit)
{
    const uint8_t what = place_pop(&o->complete[unit]);
    if (!o->complete[unit].used) o->leaving &= ~unit_bit(unit);
    o->unused[--o->inside] = what;
    return o->inst[what];
}

uint32_t opnd_full(const opnd_t *o) { return o->full; }

uint32_t opnd_room(const opnd_t *o, uint32_t unit) { return o->cfg->issue_width[unit] - o->issued[unit].used; }

uint32_t opnd_inside(const opnd_t *o) { return o->inside; }

void opnd_push(opnd_t *o, uint32_t unit, issued_t what)
{
    assert(has_place(o, &o->issued[unit], unit) && o->inside < INSIDE_MAX);
    const uint8_t n = o->unused[o->inside++];
    o->inst[n] = what;
    o->inst[n].order = o->issues++;
    place_push(o, &o->issued[unit], n);
    o->entering |= unit_bit(unit);
    if (!has_place(o, &o->issued[unit], unit)) o->full |= unit_bit(unit);
}

static uint32_t bank_of(const opnd_t *o, uint32_t warp, uint32_t reg) { return o->bank[reg + warp]; }

static uint64_t banks_written(const opnd_t *o, uint32_t w, const winst_t *in)
{
    uint64_t banks = 0;
    for (uint32_t i = 0; i < in->ndst; i++) banks |= UINT64_C(1) << bank_of(o, w, in->dst[i]);
    return banks;
}

void opnd_result(opnd_t *o, uint64_t now, uint32_t w, const winst_t *in)
{
    o->due[now % WHEEL_CYCLES] = (due_t){0};
    o->written |= banks_written(o, w, in);
}

bool opnd_write_if_free(opnd_t *o, uint32_t w, const winst_t *in)
{
    const uint64_t banks = banks_written(o, w, in);
    if (o->written & banks) return false;
    o->written |= banks;
    return true;
}

static uint32_t latency_of(const opnd_t *o, const winst_t *in)
{
    const bool control = in->op == WI_BARRIER || in->op == WI_FENCE || in->op == WI_EXIT;
    return control && o->cfg->control_cycles ? o->cfg->control_cycles : o->cfg->lat[in->lat].latency_cycles;
}

/* Starts the instruction of the unit that issued first on the pipeline, if that is free and both it and a result port
 * have no other result in the cycle in which this one is due. */
static void start(opnd_t *o, uint64_t now, uint32_t unit, uint32_t pipe)
{
    if (!units_pipe_free(o->units, now, unit, pipe)) return;
    const issued_t *next = &o->inst[place_first(&o->complete[unit])];
    const uint64_t due_cycle = now + latency_of(o, next->inst) + LEAVE_CYCLES;
    due_t *due = &o->due[due_cycle % WHEEL_CYCLES];
    if (due->pipes[unit] >> pipe & 1) return;
    if (due->count == o->cfg->results) {
        o->st->result_waits++;
        return;
    }
    due->count++;
    due->pipes[unit] |= (uint16_t)(1U << pipe);
    units_take_pipe(o->units, now, unit, pipe, next->kid, o->cfg->lat[next->inst->lat].interval_cycles);
    wheel_add(o->wheel, due_cycle, (event_t){.kind = EV_RESULT, .id = next->warp, .inst = next->inst});
    leave(o, unit);
}

static bool pipelines_take(opnd_t *o, uint64_t now, bool ldst_room, issued_t *memory)
{
    for (uint32_t left = o->leaving & ~unit_bit(UNIT_LDST); left; left &= left - 1) {
        const uint32_t u = first_unit(left);
        for (uint32_t p = 0; o->complete[u].used && p < units_pipes(o->units, u); p++) start(o, now, u, p);
    }
    if (!(o->leaving & unit_bit(UNIT_LDST)) || !ldst_room) return false;
    *memory = leave(o, UNIT_LDST);
    return true;
}

/* Each output place of the unit takes one of its ready collectors round robin, with a pointer of its own. */
static void leave_collectors(opnd_t *o, uint32_t u)
{
    for (uint32_t p = 0; p < o->cfg->issue_width[u]; p++) {
        const uint64_t ready = o->ready & o->set[u];
        if (!ready || !has_place(o, &o->complete[u], u)) return;
        const uint64_t after = ready & (~UINT64_C(1) << o->last[u][p]);
        const uint32_t c = (uint32_t)__builtin_ctzll(after ? after : ready);
        o->last[u][p] = (uint8_t)c;
        o->ready &= ~(UINT64_C(1) << c);
        o->free |= UINT64_C(1) << c;
        o->leaving |= unit_bit(u);
        place_push(o, &o->complete[u], o->collector[c]);
    }
}

static void ready_leave(opnd_t *o)
{
    for (uint64_t left = o->ready; left;) {
        const uint32_t u = o->unit_of[__builtin_ctzll(left)];
        leave_collectors(o, u);
        left &= ~o->set[u];
    }
}

static void read_banks(opnd_t *o)
{
    for (uint64_t left = o->asked & ~o->written; left; left &= left - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(left);
        const int16_t n = o->bank_head[b];
        o->bank_head[b] = o->next[n];
        if (o->next[n] == NIL) o->asked &= ~(UINT64_C(1) << b);
        const uint32_t c = (uint32_t)n >> SOURCE_BITS;
        if (--o->lacking[c] == 0) o->ready |= UINT64_C(1) << c;
        o->st->operands_read++;
    }
    o->written = 0;
}

static void ask_bank(opnd_t *o, uint32_t b, int16_t node)
{
    o->next[node] = NIL;
    if (o->asked >> b & 1) {
        o->next[o->bank_tail[b]] = node;
        o->st->bank_conflicts++;
    } else {
        o->bank_head[b] = node;
        o->asked |= UINT64_C(1) << b;
    }
    o->bank_tail[b] = node;
}

/* A register that the instruction names twice is read once. */
static bool named_before(const winst_t *in, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (in->src[k] == in->src[i]) return true;
    return false;
}

static void ask_banks(opnd_t *o, uint32_t c, const issued_t *what)
{
    const winst_t *in = what->inst;
    const bool zero = in->reads_zero && o->cfg->zero_register == ZERO_READ;
    uint32_t lacking = zero;
    if (zero) ask_bank(o, bank_of(o, what->warp, ZERO_REG), (int16_t)(c << SOURCE_BITS | in->nsrc));
    for (uint32_t i = 0; i < in->nsrc; i++) {
        if (named_before(in, i)) continue;
        ask_bank(o, bank_of(o, what->warp, in->src[i]), (int16_t)(c << SOURCE_BITS | i));
        lacking++;
    }
    o->lacking[c] = (uint8_t)lacking;
    o->st->operands_asked += lacking;
    if (!lacking) o->ready |= UINT64_C(1) << c;
}

static void enter_collectors(opnd_t *o, uint32_t u)
{
    do {
        const uint64_t free = o->free & o->set[u];
        if (!free) {
            o->st->collector_waits++;
            return;
        }
        const uint32_t c = (uint32_t)__builtin_ctzll(free);
        o->free &= ~(UINT64_C(1) << c);
        o->collector[c] = place_pop(&o->issued[u]);
        o->full &= ~unit_bit(u);
        ask_banks(o, c, &o->inst[o->collector[c]]);
    } while (o->issued[u].used);
    o->entering &= ~unit_bit(u);
}

bool opnd_step(opnd_t *o, uint64_t now, bool ldst_room, issued_t *memory)
{
    if (!o->inside) {
        o->written = 0;
        return false;
    }
    const bool leaves = pipelines_take(o, now, ldst_room, memory);
    ready_leave(o);
    read_banks(o);
    for (uint32_t left = o->entering; left; left &= left - 1) enter_collectors(o, first_unit(left));
    return leaves;
}
