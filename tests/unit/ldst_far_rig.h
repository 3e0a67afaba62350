/* ldst_far_rig.h - the LD/ST units of three SMs over the network between them. */
#ifndef CTADEL_TESTS_UNIT_LDST_FAR_RIG_H
#define CTADEL_TESTS_UNIT_LDST_FAR_RIG_H

#include "ldst_rig.h"

#include "sm/ldst_far.h"

enum { SMS = 4, UNITS = 3, BITS = 256, LATENCY = 20 };
enum { PARTS = 4 /* of a message with 4 bytes of each lane */, ADDRESSES = LANES * 4 };

static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t STORE = {.unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_SHARED, .width_bytes = 4};
static const winst_t ATOM = {.unit = UNIT_LDST, .op = WI_ATOM, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t RED = {.unit = UNIT_LDST, .op = WI_RED, .space = SPACE_SHARED, .width_bytes = 4};

typedef struct {
    unit_rig_t sm[UNITS];
    stats_t *stats;
    sm_network_t *network;
    uint64_t now;
    uint64_t over[UNITS], acked[UNITS]; /* cycle of the last end of an instruction, and acknowledgement */
    uint32_t overs[UNITS], acks[UNITS], stores[UNITS], refused[UNITS];
} far_rig_t;

static sm_network_cfg_t network = {.bits = BITS, .latency_cycles = LATENCY, .queue = 4, .atomic_factor = 1};

static inline void begin(far_rig_t *r)
{
    const machine_t m = {.sms = SMS, .sm_network = network};
    *r = (far_rig_t){.stats = stats_create()};
    r->network = sm_network_create(&m, r->stats, "net");
    for (uint32_t s = 0; s < UNITS; s++) {
        start(&r->sm[s], 4, 1);
        assert_true(ldst_connect(r->sm[s].unit, &network, r->network, s));
    }
}

static inline void finish(far_rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    for (uint32_t s = 0; s < UNITS; s++) {
        assert_int_equal(ldst_entries_free(r->sm[s].unit), ENTRIES);
        stop(&r->sm[s]);
    }
    sm_network_destroy(r->network);
    stats_destroy(r->stats);
}

/* Lane i accesses word i * stride of SM to[i]. */
static inline void access(far_rig_t *r, uint32_t s, const winst_t *in, const uint8_t to[LANES], uint32_t stride)
{
    winst_exec_t x = {.lanes = UINT32_MAX, .space = SPACE_SHARED};
    for (uint32_t i = 0; i < LANES; i++) {
        x.addr[i] = (uint64_t)i * 4 * stride;
        x.far_sm[i] = to[i];
        if (to[i] != s) x.far |= UINT32_C(1) << i;
    }
    const uint32_t entry = ldst_prepare(r->sm[s].unit, WARP, in, &x);
    ldst_enter(r->sm[s].unit, r->now, entry);
}

static inline void access_all(far_rig_t *r, uint32_t s, const winst_t *in, uint8_t to, uint32_t stride)
{
    uint8_t all[LANES];
    memset(all, to, sizeof all);
    access(r, s, in, all, stride);
}

static inline void over(far_rig_t *r, uint32_t s)
{
    r->over[s] = r->now;
    r->overs[s]++;
}

static inline void step_unit(far_rig_t *r, uint32_t s)
{
    unit_rig_t *u = &r->sm[s];
    ldst_done_t done;
    ldst_cycle_t c;
    event_t ev;
    uint32_t token;
    while (wheel_pop(u->wheel, r->now, &ev))
        if (ldst_delivered(u->unit, ev.id, &done)) over(r, s);
    while (ldst_far_take(u->unit, r->now, &token)) {
        if (token == (LDST_STORE | WARP)) {
            r->acked[s] = r->now;
            r->acks[s]++;
        } else if (ldst_answer(u->unit, token, &done)) {
            over(r, s);
        }
    }
    ldst_far_serve(u->unit, r->now);
    ldst_step(u->unit, r->now, &c);
    if (c.over) over(r, s);
    r->stores[s] += c.stores;
    r->refused[s] += c.refused;
    assert_false(c.refused && ldst_still(u->unit)); /* so the SM stays awake */
}

static inline void step_all(far_rig_t *r)
{
    r->now++;
    sm_network_tick(r->network, r->now);
    for (uint32_t s = 0; s < UNITS; s++) step_unit(r, s);
}

static inline void run(far_rig_t *r)
{
    for (uint32_t i = 0; i < 1000; i++) step_all(r);
}

static inline const far_counters_t *counted(const far_rig_t *r, uint32_t s) { return ldst_far_counters(r->sm[s].unit); }

/* Entered in cycle 0, sent in cycle 1; there it takes as long as an own access, here its data come. */
enum { THERE = 1 + PARTS + LATENCY, BACK = THERE + SMEM_LATENCY + PARTS + LATENCY };

#endif
