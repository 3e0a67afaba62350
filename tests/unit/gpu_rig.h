/* gpu_rig.h - a GPU of the machine lcs28 with golden schedulers and scripted kernels, for tests. */
#ifndef CTADEL_TESTS_GPU_RIG_H
#define CTADEL_TESTS_GPU_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "config/config.h"
#include "fake_fe.h"
#include "gpu/gpu.h"
#include "policies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALU(pc, d, s)                                                                                                  \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU, .ndst = 1, .dst = {d}, .nsrc = 1, .src = { \
            s                                                                                                          \
        }                                                                                                              \
    }
#define LOAD(pc, d, a)                                                                                                 \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1,    \
        .dst = {d}, .nsrc = 1, .src = {                                                                                \
            a                                                                                                          \
        }                                                                                                              \
    }
#define STORE(pc, v, a)                                                                                                \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_GLOBAL, .width_bytes = 4, .nsrc = 2,   \
        .src = {                                                                                                       \
            v,                                                                                                         \
            a                                                                                                          \
        }                                                                                                              \
    }
#define BAR(pc)                                                                                                        \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_BARRIER                                                      \
    }
#define EXIT(pc)                                                                                                       \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_EXIT                                                         \
    }

enum { MAX_CTAS = 4096 }; /* of a kernel whose placement is noted */

typedef struct {
    machine_t m;
    stats_t *stats;
    void *engine, *issues; /* issues: NULL: issue by the scoreboard */
    gpu_t *gpu;
    err_t err;
    uint32_t sm_of[MAX_CTAS], begun[MAX_CTAS]; /* by linear id, of whichever kernel */
    uint32_t rank_of[MAX_CTAS], ranks_of[MAX_CTAS];
    uint64_t begun_cycle[MAX_CTAS];
    uint32_t kernel_of[MAX_CTAS], count; /* kernel ids in the order of issue */
    uint64_t stop_cycle;                 /* of the cycle hook; 0: none */
} rig_t;

static uint32_t rig_threads;       /* of the host; 0: one */
static const char *rig_place = ""; /* policy of stage place; "": the plain one */

static inline bool on_rig_cycle(void *self, uint64_t cycle)
{
    const rig_t *r = self;
    return !r->stop_cycle || cycle < r->stop_cycle;
}

static inline void on_cta(void *self, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p)
{
    rig_t *r = self;
    assert_true(p->lid < MAX_CTAS && r->count < MAX_CTAS);
    r->sm_of[p->lid] = p->sm;
    r->rank_of[p->lid] = p->rank;
    r->ranks_of[p->lid] = p->ranks;
    r->begun[p->lid]++;
    r->begun_cycle[p->lid] = cycle;
    r->kernel_of[r->count++] = (uint32_t)k->id;
}

static inline void rig_start(rig_t *r, const char *warp, uint32_t limit_ctas, bool no_skip)
{
    const machine_t m = r->m;
    memset(r, 0, sizeof *r);
    r->m = m;
    r->stats = stats_create();
    const disp_size_t size = r->m.pool.live > SCHED_KERNELS_SMALL ? SCHED_LARGE : SCHED_SMALL;
    r->engine = engine_c_create(arb(warp), r->m.sms * r->m.sm.schedulers, size);
    if (r->m.sm.issue_by != ISSUE_BY_SCOREBOARD)
        r->issues =
            issues_c_create(r->m.sms * r->m.sm.schedulers, r->m.sm.issue_by == ISSUE_BY_COUNTS ? r->m.sm.consumers : 0);
    const reg_value_t limit = {policy_params[PARAM_LIMIT_STATIC_N].addr, limit_ctas};
    char words[32];
    snprintf(words, sizeof words, "%s%s%s", limit_ctas ? "static" : "tmax", *rig_place ? "+" : "", rig_place);
    const gpu_env_t env = {.machine = &r->m,
                           .sched = &engine_c_ops,
                           .sched_self = r->engine,
                           .issues = r->issues ? &issues_c_ops : NULL,
                           .issues_self = r->issues,
                           .stats = r->stats,
                           .hooks = {.self = r, .cta_begun = on_cta, .cycle = on_rig_cycle},
                           .policy = policy_value(words),
                           .param = &limit,
                           .params = limit_ctas != 0,
                           .every_cycle = arb(warp)->every_cycle,
                           .threads = rig_threads,
                           .no_skip = no_skip};
    r->gpu = gpu_create(&env, &r->err);
    assert_string_equal(r->err.text, "");
    assert_non_null(r->gpu);
}

static inline void rig_stop(rig_t *r)
{
    gpu_destroy(r->gpu);
    engine_c_ops.destroy(r->engine);
    if (r->issues) issues_c_ops.destroy(r->issues);
    stats_destroy(r->stats);
}

static inline void rig_machine(rig_t *r)
{
    err_t err = {0};
    if (!machine_load("configs/machines/lcs28.yaml", &r->m, &err)) fail_msg("%s", err.text);
}

/* Its statistics as JSON; the caller frees them. */
static inline char *rig_text(const rig_t *r)
{
    char path[] = "/tmp/ctadel-stats-XXXXXX";
    const int fd = mkstemp(path);
    err_t err = {{0}};
    assert_true(fd >= 0);
    close(fd);
    if (!stats_write_json(r->stats, path, &err)) fail_msg("%s", err.text);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    const size_t bytes = (size_t)ftell(f);
    rewind(f);
    char *text = calloc(1, bytes + 1);
    assert_int_equal(fread(text, 1, bytes, f), bytes);
    fclose(f);
    unlink(path);
    return text;
}

static inline void classes(rig_t *r, uint64_t out[4])
{
    static const char *const NAME[4] = {"sm*.active", "sm*.idle", "sm*.mem_stall", "sm*.core_stall"};
    for (uint32_t i = 0; i < 4; i++) out[i] = stats_sum(r->stats, NAME[i]);
}

#endif
