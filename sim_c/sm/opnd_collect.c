/* opnd_collect.c - places and collectors: instructions enter collectors, read their operands from the register banks,
 * and leave. */
#include "sm/opnd_internal.h"

enum { ZERO_REG = 255 /* of a trace */, NIL = -1 };

/* Collectors may overtake each other, by a few places at most. */
void opnd_place(const opnd_t *o, places_t *r, uint8_t what)
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

uint32_t opnd_oldest(const opnd_t *o, uint32_t unit, bool output)
{
    uint32_t oldest = o->parts, order = 0;
    for (uint32_t p = 0; p < o->parts; p++) {
        const places_t *r = output ? &o->complete[p][unit] : &o->issued[p][unit];
        if (!r->used) continue;
        const uint32_t its = o->inst[opnd_first(r)].order;
        if (oldest < o->parts && (int32_t)(its - order) > 0) continue;
        oldest = p;
        order = its;
    }
    return oldest;
}

static uint32_t bank_of(const opnd_t *o, uint32_t part, uint32_t warp, uint32_t reg)
{
    return o->first_bank[part] + o->bank[reg + warp];
}

uint64_t opnd_banks_written(const opnd_t *o, uint32_t part, uint32_t w, const winst_t *in)
{
    uint64_t banks = 0;
    for (uint32_t i = 0; i < in->ndst; i++) banks |= UINT64_C(1) << bank_of(o, part, w, in->dst[i]);
    return banks;
}

static inline void leave_collector(opnd_t *o, uint32_t p, uint32_t c, uint32_t unit)
{
    o->ready &= ~(UINT64_C(1) << c);
    o->free |= UINT64_C(1) << c;
    o->leaving[p] |= opnd_unit_bit(unit);
    opnd_place(o, &o->complete[p][unit], o->collector[c]);
}

/* Each output place of the unit takes one of its ready collectors round robin, with a pointer of its own. */
static void leave_collectors(opnd_t *o, uint32_t u)
{
    for (uint32_t p = 0; p < o->width[u]; p++) {
        const uint64_t ready = o->ready & o->set[0][u];
        if (!ready || !opnd_has_place(o, &o->complete[0][u], u)) return;
        const uint64_t after = ready & (~UINT64_C(1) << o->last[u][p]);
        const uint32_t c = (uint32_t)__builtin_ctzll(after ? after : ready);
        o->last[u][p] = (uint8_t)c;
        leave_collector(o, 0, c, u);
    }
}

/* General collectors leave as soon as the output place of their instruction's unit is free. Where two of a sub-core
 * want the same place, the lower number goes first: the round robin of GPGPU-Sim's dispatch_unit_t::find_ready goes on
 * with the first collector of the next sub-core. */
static void general_leave(opnd_t *o)
{
    for (uint64_t left = o->ready; left; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left), u = o->unit_of[c];
        const uint32_t p = o->part_of[c];
        if (opnd_has_place(o, &o->complete[p][u], u)) leave_collector(o, p, c, u);
    }
}

static void ready_leave(opnd_t *o)
{
    for (uint64_t left = o->ready; left;) {
        const uint32_t u = o->unit_of[__builtin_ctzll(left)];
        leave_collectors(o, u);
        left &= ~o->set[0][u];
    }
}

static void read_banks(opnd_t *o)
{
    for (uint64_t left = o->asked & ~o->written; left; left &= left - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(left);
        const int16_t n = o->bank_head[b];
        o->bank_head[b] = o->next[n];
        if (o->next[n] == NIL) o->asked &= ~(UINT64_C(1) << b);
        const uint32_t c = (uint32_t)n >> OPND_SOURCE_BITS;
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

static inline __attribute__((always_inline)) void ask_banks(opnd_t *o, uint32_t part, uint32_t c, const issued_t *what)
{
    const winst_t *in = what->inst;
    const uint32_t first = o->first_bank[part];
    const uint8_t *bank = &o->bank[what->warp];
    const bool zero = in->reads_zero && o->cfg->zero_register == ZERO_READ;
    uint32_t lacking = zero;
    if (zero) ask_bank(o, first + bank[ZERO_REG], (int16_t)(c << OPND_SOURCE_BITS | in->nsrc));
    for (uint32_t i = 0; i < in->nsrc; i++) {
        if (named_before(in, i)) continue;
        ask_bank(o, first + bank[in->src[i]], (int16_t)(c << OPND_SOURCE_BITS | i));
        lacking++;
    }
    o->lacking[c] = (uint8_t)lacking;
    o->st->operands_asked += lacking;
    if (!lacking) o->ready |= UINT64_C(1) << c;
}

/* The first instruction in the part's input places of the unit enters a collector; false: none is free. */
static inline bool enter_collector(opnd_t *o, uint32_t p, uint32_t u)
{
    const uint64_t free = o->free & o->set[p][u];
    if (!free) return false;
    const uint32_t c = (uint32_t)__builtin_ctzll(free);
    o->free &= ~(UINT64_C(1) << c);
    o->unit_of[c] = (uint8_t)u;
    o->collector[c] = opnd_pop(&o->issued[p][u]);
    o->full[p] &= ~opnd_unit_bit(u);
    if (!o->issued[p][u].used) o->entering[p] &= ~(UINT32_C(1) << o->turn_of[u]);
    ask_banks(o, p, c, &o->inst[o->collector[c]]);
    return true;
}

static uint32_t entering(const opnd_t *o)
{
    uint32_t turns = 0;
    for (uint32_t p = 0; p < o->parts; p++) turns |= o->entering[p];
    return turns;
}

/* General collectors are offered one instruction of each unit in turn, as often as any enters: the one that issued
 * first, of whatever sub-core. If the collectors of its sub-core are taken, the unit's other instructions wait behind
 * it. Source: GPGPU-Sim's opndcoll_rfu_t::allocate_cu. */
static void enter_by_ports(opnd_t *o)
{
    uint32_t blocked = 0;
    for (uint32_t turns = entering(o); turns; turns = entering(o) & ~blocked)
        for (; turns; turns &= turns - 1) {
            const uint32_t turn = (uint32_t)__builtin_ctz(turns), u = o->unit_at[turn];
            if (!enter_collector(o, opnd_oldest(o, u, false), u)) blocked |= UINT32_C(1) << turn;
        }
    if (blocked) o->st->collector_waits++;
}

static void enter_by_units(opnd_t *o)
{
    for (uint32_t left = o->entering[0]; left; left &= left - 1) {
        const uint32_t u = (uint32_t)__builtin_ctz(left); /* its own turn */
        while (o->issued[0][u].used)
            if (!enter_collector(o, 0, u)) {
                o->st->collector_waits++;
                break;
            }
    }
}

void opnd_collect(opnd_t *o)
{
    ready_leave(o);
    read_banks(o);
    enter_by_units(o);
}

void opnd_collect_general(opnd_t *o)
{
    general_leave(o);
    read_banks(o);
    enter_by_ports(o);
}
