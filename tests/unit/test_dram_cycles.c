/* test_dram_cycles.c - random requests to a channel in turn, against a second model of GPGPU-Sim's dram_t::cycle:
 * timers that count down, and banks that are asked one after another. Both must bring each read in the same cycle, with
 * GDDR5 and HBM, on one command bus and two. */
#include "dram_rig.h"

enum { BANKS = 16, GROUPS = 4, QUEUE = 64, CYCLES = 40000 };

typedef struct {
    dram_req_t waiting[QUEUE], now; /* waiting: oldest first */
    uint32_t count;
    bool serves, open;
    uint64_t row;
    uint32_t act, read, write, pre; /* cycles until the bank takes that command */
} bank_t;

typedef struct {
    dram_cfg_t c;
    bank_t bank[BANKS];
    uint32_t first; /* bank that is asked first */
    uint32_t act, column, read, write, group_column[GROUPS], group_pre[GROUPS];
    uint64_t due[CYCLES]; /* by id of a read */
    uint32_t held;
} model_t;

static void count_down(uint32_t *cycles) { *cycles -= *cycles != 0; }

static void at_least(uint32_t *cycles, uint32_t least)
{
    if (*cycles < least) *cycles = least;
}

static bool choose(bank_t *k)
{
    uint32_t pick = 0;
    if (k->serves || !k->count) return false;
    while (pick < k->count && k->waiting[pick].row != k->row) pick++;
    if (pick == k->count) pick = 0;
    k->now = k->waiting[pick];
    k->serves = true;
    k->count--;
    for (uint32_t i = pick; i < k->count; i++) k->waiting[i] = k->waiting[i + 1];
    return true;
}

static void choose_one(model_t *m)
{
    for (uint32_t i = 0; i < BANKS; i++) {
        if (!choose(&m->bank[(m->first + i) % BANKS])) continue;
        m->first = (m->first + 1) % BANKS;
        return;
    }
}

static bool issue_column(model_t *m, uint64_t cycle, uint32_t b)
{
    bank_t *k = &m->bank[b];
    const uint32_t g = b % GROUPS, burst = m->c.burst_bytes / m->c.bytes_per_cycle;
    if (!k->serves || !k->open || k->row != k->now.row || m->column || m->group_column[g]) return false;
    if (k->now.write ? k->write || m->write : k->read || m->read) return false;
    m->column = m->c.tCCD;
    m->group_column[g] = m->c.tCCDL;
    if (k->now.write) {
        m->read = m->c.tWL + burst + m->c.tCDLR;
        at_least(&k->pre, m->c.tWL + burst + m->c.tWR);
    } else {
        m->write = m->c.tCL + burst + 2 - m->c.tWL;
        m->group_pre[g] = m->c.tRTPL;
        at_least(&k->pre, burst);
    }
    if (--k->now.bursts) return true;
    if (!k->now.write) m->due[k->now.id] = cycle + m->c.tCL + 1;
    k->serves = false;
    m->held--;
    return true;
}

static bool issue_row(model_t *m, uint32_t b)
{
    bank_t *k = &m->bank[b];
    if (!k->serves) return false;
    if (!k->open) {
        if (m->act || k->act) return false;
        k->row = k->now.row;
        m->act = m->c.tRRD;
        k->act = m->c.tRC;
        k->read = m->c.tRCD;
        k->write = m->c.tRCDWR;
        at_least(&k->pre, m->c.tRAS);
    } else {
        if (k->row == k->now.row || k->pre || m->group_pre[b % GROUPS]) return false;
        at_least(&k->act, m->c.tRP);
    }
    k->open = !k->open;
    m->first = (b + 1) % BANKS;
    return true;
}

/* On one bus the search goes on from a bank that has moved, after a row command. */
static void issue_on_one_bus(model_t *m, uint64_t cycle)
{
    bool column = false, row = false;
    for (uint32_t i = 0; i < BANKS; i++) {
        const uint32_t b = (m->first + i) % BANKS;
        if (!column) column = issue_column(m, cycle, b);
        if (!column && !row) row = issue_row(m, b);
    }
}

static void issue_on_two_buses(model_t *m, uint64_t cycle)
{
    for (uint32_t i = 0; i < BANKS; i++)
        if (issue_column(m, cycle, (m->first + i) % BANKS)) break;
    for (uint32_t i = 0; i < BANKS; i++)
        if (issue_row(m, (m->first + i) % BANKS)) break;
}

static void model_tick(model_t *m, uint64_t cycle)
{
    choose_one(m);
    if (m->c.buses == DRAM_TWO_BUSES) issue_on_two_buses(m, cycle);
    else issue_on_one_bus(m, cycle);
    uint32_t *const channel[] = {&m->act, &m->column, &m->read, &m->write};
    for (uint32_t t = 0; t < 4; t++) count_down(channel[t]);
    for (uint32_t g = 0; g < GROUPS; g++) {
        count_down(&m->group_column[g]);
        count_down(&m->group_pre[g]);
    }
    for (uint32_t b = 0; b < BANKS; b++) {
        uint32_t *const bank[] = {&m->bank[b].act, &m->bank[b].read, &m->bank[b].write, &m->bank[b].pre};
        for (uint32_t t = 0; t < 4; t++) count_down(bank[t]);
    }
}

/* 850 MHz, 16 bytes wide, two bursts of data per command. */
static dram_cfg_t hbm(void)
{
    dram_cfg_t c = rig_dram();
    c.return_queue = 192;
    c.burst_bytes = c.bytes_per_cycle = 32;
    c.tRCDWR = 9;
    c.tRRD = 3;
    c.tCCD = 1;
    c.tCCDL = 2;
    c.tCDLR = 3;
    c.tWR = 10;
    c.tWL = 2;
    c.tRTPL = 3;
    return c;
}

static dram_cfg_t gddr5(void)
{
    dram_cfg_t c = rig_dram();
    c.tRCDWR = 7;
    return c;
}

static void push(rig_t *r, model_t *m, uint64_t *seed, uint32_t id)
{
    dram_req_t req = {.row = 1 + rig_random(seed) % 3,
                      .id = id,
                      .bursts = (uint16_t)(1 + rig_random(seed) % 4),
                      .bank = (uint8_t)(rig_random(seed) % BANKS)};
    req.write = rig_random(seed) % 8 == 0;
    dram_push(r->d, r->now, &req);
    bank_t *k = &m->bank[req.bank];
    k->waiting[k->count++] = req;
    m->held++;
}

/* The load changes: up to a request in each cycle, or one in 16. */
static void compare(dram_cfg_t cfg)
{
    uint64_t seed = 11;
    uint32_t id = 0;
    cfg.priority = DRAM_IN_TURN;
    cfg.read_data = READ_DATA_BEGIN;
    rig_t r = rig(cfg);
    model_t *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->c = cfg;
    while (r.now < CYCLES || m->held || dram_held(r.d) || dram_next_data_cycle(r.d) != UINT64_MAX) {
        const uint64_t one_in = r.now / 1000 % 2 ? 16 : 1;
        if (r.now < CYCLES && m->held < QUEUE && rig_random(&seed) % one_in == 0) push(&r, m, &seed, id++);
        tick(&r);
        model_tick(m, r.now);
        if (dram_ready(r.d, r.now)) assert_int_equal(m->due[dram_pop(r.d, r.now)], r.now);
    }
    free(m);
    end(&r);
}

static void test_each_read_comes_in_gpgpu_sims_cycle(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        dram_cfg_t cfg = k ? hbm() : gddr5();
        compare(cfg);
        cfg.buses = DRAM_TWO_BUSES;
        compare(cfg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_read_comes_in_gpgpu_sims_cycle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
