/* machine_rules_units.c - the rules on the pipelines and operand collectors of an SM, on its fetches, and on the L1D as
 * a part of it. */
#include "config/machine_rules.h"

#include "policy/issues.h"

#include <stdio.h>

/* SUB_CORES_SHARED: either every unit with pipelines has collectors, or none has. */
static const char *broken_in_collectors(const sm_cfg_t *sm, err_t *err)
{
    static const char *const keys[] = {"sm.collectors.sp", "sm.collectors.dp", "sm.collectors.sfu",
                                       "sm.collectors.ldst"};
    const bool collect = sm->collectors[UNIT_SP] != 0;
    for (uint32_t u = UNIT_SP; u <= UNIT_LDST; u++) {
        if ((sm->collectors[u] != 0) == (collect && sm->pipes[u])) continue;
        return blame(err, keys[u], sm->collectors[u],
                     !collect        ? "0, as sm.collectors.sp is"
                     : !sm->pipes[u] ? "0, as sm.pipes.dp is"
                                     : "at least 1, as sm.collectors.sp is");
    }
    return NULL;
}

/* Units that only machines of sub-cores have */
static const struct {
    const char *key;
    uint32_t unit;
} special[] = {{"sm.pipes.int", UNIT_INT},
               {"sm.pipes.branch", UNIT_BRANCH},
               {"sm.pipes.texture", UNIT_TEXTURE},
               {"sm.pipes.tensor", UNIT_TENSOR},
               {"sm.pipes.uniform", UNIT_UNIFORM}};
enum { SPECIALS = sizeof special / sizeof special[0] };

static const char *broken_in_shared(const sm_cfg_t *sm, err_t *err)
{
    for (uint32_t i = 0; i < SPECIALS; i++) {
        const uint32_t pipes = sm->pipes[special[i].unit];
        if (pipes) return blame(err, special[i].key, pipes, "0 with sm.sub_cores shared");
    }
    return NULL;
}

static const char *broken_in_own_pipes(const sm_cfg_t *sm, err_t *err)
{
    const struct {
        const char *key;
        uint32_t count;
        uint32_t fewer; /* counts below it are allowed as well */
    } part[] = {{"sm.pipes.sp", sm->pipes[UNIT_SP], 0},
                {"sm.pipes.dp", sm->pipes[UNIT_DP], sm->sub_cores == SUB_CORES_STAGED ? 2 : 1},
                {"sm.pipes.sfu", sm->pipes[UNIT_SFU], 0},
                {"sm.pipes.ldst", sm->pipes[UNIT_LDST], 0}};
    static const char *const text[] = {"", "0 or ", "0, 1 (of all schedulers) or "};
    enum { PARTS = sizeof part / sizeof part[0] };
    char allowed[96];
    for (uint32_t i = 0; i < PARTS + SPECIALS; i++) {
        const uint32_t count = i < PARTS ? part[i].count : sm->pipes[special[i - PARTS].unit];
        const uint32_t fewer = i < PARTS ? part[i].fewer : 1;
        if (count == sm->schedulers || count < fewer) continue;
        snprintf(allowed, sizeof allowed, "%s%u, one per scheduler, with sm.sub_cores %s", text[fewer], sm->schedulers,
                 sm->sub_cores == SUB_CORES_OWN ? "own" : "staged");
        return blame(err, i < PARTS ? part[i].key : special[i - PARTS].key, count, allowed);
    }
    return NULL;
}

static const char *broken_in_sub_cores(const sm_cfg_t *sm, err_t *err)
{
    const char *key = broken_in_own_pipes(sm, err);
    if (key) return key;
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a multiple of sm.schedulers, %u, with sm.sub_cores own", sm->schedulers);
    if (!sm->general_collectors || sm->general_collectors % sm->schedulers)
        return blame(err, "sm.collectors.general", sm->general_collectors, allowed);
    if (sm->register_banks % sm->schedulers) return blame(err, "sm.register_banks", sm->register_banks, allowed);
    for (uint32_t u = UNIT_SP; u <= UNIT_LDST; u++)
        if (sm->collectors[u]) {
            err_set(err, NULL, 0,
                    "sm.collectors has collectors of a unit; allowed: general ones with sm.sub_cores own");
            return "sm.collectors.general";
        }
    if (sm->issue_order == ISSUE_IN_TURN) return NULL;
    err_set(err, NULL, 0, "sm.issue_order is together; allowed: in_turn with sm.sub_cores own");
    return "sm.issue_order";
}

static const char *broken_in_words_of_stages(const sm_cfg_t *sm, err_t *err)
{
    const struct {
        const char *key;
        bool holds;
        const char *text;
    } rule[] = {
        {"sm.issue_order", sm->issue_order == ISSUE_IN_TURN, "sm.issue_order is together; allowed: in_turn"},
        {"sm.fetch", sm->fetch == FETCH_LINE, "sm.fetch goes on across lines; allowed: line"},
        {"sm.fetch_policy", sm->fetch_policy == FETCH_NULL_1, "sm.fetch_policy selects two warps; allowed: null.1"},
        {"sm.line_arrives", sm->line_arrives == LINE_FETCHES, "sm.line_arrives is beside; allowed: fetches"},
        {"sm.warp_ends", sm->warp_ends == WARP_ENDS_DRAINED, "sm.warp_ends is searched; allowed: drained"},
    };
    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        if (rule[i].holds) continue;
        err_set(err, NULL, 0, "%s with sm.sub_cores staged", rule[i].text);
        return rule[i].key;
    }
    return NULL;
}

/* Keys that a staged sub-core has no use for, or needs. */
static const char *broken_in_stages(const sm_cfg_t *sm, err_t *err)
{
    char allowed[96];
    const struct {
        const char *key;
        uint32_t count;
        bool holds;
        const char *allowed;
    } rule[] = {
        {"sm.collectors.general", sm->general_collectors, !sm->general_collectors, "0 with sm.sub_cores staged"},
        {"sm.collectors.sp", sm->collectors[UNIT_SP], !sm->collectors[UNIT_SP], "0 with sm.sub_cores staged"},
        {"sm.collectors.dp", sm->collectors[UNIT_DP], !sm->collectors[UNIT_DP], "0 with sm.sub_cores staged"},
        {"sm.collectors.sfu", sm->collectors[UNIT_SFU], !sm->collectors[UNIT_SFU], "0 with sm.sub_cores staged"},
        {"sm.collectors.ldst", sm->collectors[UNIT_LDST], !sm->collectors[UNIT_LDST], "0 with sm.sub_cores staged"},
        {"sm.l0i.sets", sm->l0i.sets, power_of_two(sm->l0i.sets), "a power of two with sm.sub_cores staged"},
        {"sm.l0i.ways", sm->l0i.ways, sm->l0i.ways != 0, "at least 1 with sm.sub_cores staged"},
        {"sm.l0c.sets", sm->l0c.sets, !sm->l0c.sets || power_of_two(sm->l0c.sets), "0, or a power of two"},
        {"sm.l0c.ways", sm->l0c.ways, !sm->l0c.sets || sm->l0c.ways, "at least 1 with sm.l0c.sets"},
        {"sm.perfect_fetches", sm->perfect_fetches, !sm->perfect_fetches, "0 with sm.sub_cores staged"},
    };
    const char *key = broken_in_own_pipes(sm, err);
    if (key) return key;
    snprintf(allowed, sizeof allowed, "a multiple of sm.schedulers, %u, 2 to %u each, with sm.sub_cores staged",
             sm->schedulers, (unsigned)SM_STAGED_BANKS_MAX);
    if (sm->register_banks % sm->schedulers || sm->register_banks < 2 * sm->schedulers ||
        sm->register_banks > SM_STAGED_BANKS_MAX * sm->schedulers)
        return blame(err, "sm.register_banks", sm->register_banks, allowed);
    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
        if (!rule[i].holds) return blame(err, rule[i].key, rule[i].count, rule[i].allowed);
    if (sm->fp_units == FP_AT_EITHER && !sm->pipes[UNIT_INT])
        return blame(err, "sm.pipes.int", 0, "one per scheduler with sm.fp_units either");
    return broken_in_words_of_stages(sm, err);
}

/* The L1D fetches what a transaction touches with one MSHR, and looks it up in one bank: that of a sector at most. */
static const char *broken_in_sectors(const sm_cfg_t *sm, err_t *err)
{
    if (sm->segment == SEGMENT_SECTOR || sm->l1d.sector_bytes == sm->l1d.line_bytes) return NULL;
    if (sm->l1d_bank_bytes && sm->l1d_bank_bytes < sm->l1d.line_bytes)
        return blame(err, "sm.l1d_bank_bytes", sm->l1d_bank_bytes, "0, or a line, without sm.segment sector");
    if (sm->l1d.mshr_of == MSHR_OF_LINE) return NULL;
    err_set(err, NULL, 0, "sm.l1d.mshr_of is sector; allowed: line, or sm.segment sector");
    return "sm.l1d.mshr_of";
}

static const char *broken_in_l1d(const sm_cfg_t *sm, err_t *err)
{
    if (!power_of_two(sm->l1d_banks)) return blame(err, "sm.l1d_banks", sm->l1d_banks, "a power of two");
    if (sm->l1d_bank_bytes && (!power_of_two(sm->l1d_bank_bytes) || sm->l1d_bank_bytes < sm->l1d.sector_bytes))
        return blame(err, "sm.l1d_bank_bytes", sm->l1d_bank_bytes,
                     "0, or a power of two, at least sm.l1d.sector_bytes");
    const uint32_t l1d_bytes = sm->l1d.sets * sm->l1d.ways * sm->l1d.line_bytes;
    if (sm->carve_out == CARVE_OUT_NONE) return NULL;
    if (sm->unified_bytes != l1d_bytes)
        return blame(
            err, "sm.unified_bytes", sm->unified_bytes,
            "the bytes of sm.l1d (sets * ways * line_bytes), all of it without shared memory, with sm.carve_out");
    const uint32_t most_bytes = sm->carve_out == CARVE_OUT_VOLTA ? 96 * 1024 : 100 * 1024;
    if (sm->smem_bytes > most_bytes || !sm_l1d_ways(sm, sm->smem_bytes)) {
        char allowed[128];
        snprintf(allowed, sizeof allowed,
                 "at most %u, and so that the next size of sm.carve_out leaves the L1D a way of sm.unified_bytes",
                 most_bytes);
        return blame(err, "sm.smem_bytes", sm->smem_bytes, allowed);
    }
    if (sm->task_queue)
        return blame(err, "sm.task_queue", sm->task_queue, "0 with sm.carve_out: tiles are cut for all of the L1D");
    if (sm->l1d.write == WRITE_BACK || sm->l1d.write == WRITE_LOCAL_BACK) {
        err_set(err, NULL, 0,
                "sm.l1d.write keeps dirty lines; allowed: write_through, through_allocate, write_evict "
                "with sm.carve_out");
        return "sm.l1d.write";
    }
    return NULL;
}

static const char *broken_in_fetches(const sm_cfg_t *sm, err_t *err)
{
    if (!sm->perfect_fetches || (sm->line_arrives == LINE_FETCHES && sm->fetch_policy == FETCH_NULL_1)) return NULL;
    return blame(err, "sm.perfect_fetches", sm->perfect_fetches,
                 "0, or sm.line_arrives fetches with sm.fetch_policy null.1");
}

/* Issue by the units of rtl/issue, which are built for a number of warps. */
static const char *broken_in_issue_units(const sm_cfg_t *sm, err_t *err)
{
    const uint32_t threads = ISSUES_WARPS * sm->schedulers * sm->warp_lanes;
    const char *by = sm->issue_by == ISSUE_BY_COUNTS ? "counting_scoreboard" : "control_bits";
    char allowed[96];
    if (!power_of_two(sm->consumers + 1)) /* a counter is used up to its last value */
        return blame(err, "sm.consumers", sm->consumers, "1, 3, 7, 15, 31 or 63");
    if (sm->issue_by == ISSUE_BY_SCOREBOARD) return NULL;
    if (sm->sub_cores != SUB_CORES_STAGED) {
        err_set(err, NULL, 0, "sm.issue_by is %s; allowed: scoreboard, or sm.sub_cores staged", by);
        return "sm.issue_by";
    }
    snprintf(allowed, sizeof allowed, "at most %u, %u warps per scheduler, with sm.issue_by %s", threads,
             (unsigned)ISSUES_WARPS, by);
    return sm->threads > threads ? blame(err, "sm.threads", sm->threads, allowed) : NULL;
}

const char *machine_broken_units(const sm_cfg_t *sm, err_t *err)
{
    const char *key = broken_in_l1d(sm, err);
    if (!key) key = broken_in_sectors(sm, err);
    if (!key) key = broken_in_fetches(sm, err);
    if (!key) key = broken_in_issue_units(sm, err);
    if (key) return key;
    switch (sm->sub_cores) {
    case SUB_CORES_OWN: return broken_in_sub_cores(sm, err);
    case SUB_CORES_STAGED: return broken_in_stages(sm, err);
    case SUB_CORES_SHARED: break;
    }
    if (sm->general_collectors)
        return blame(err, "sm.collectors.general", sm->general_collectors, "0 with sm.sub_cores shared");
    key = broken_in_shared(sm, err);
    return key ? key : broken_in_collectors(sm, err);
}
