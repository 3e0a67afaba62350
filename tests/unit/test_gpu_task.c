/* test_gpu_task.c - parallel loops on the machine sas4 with the golden task unit: every workload under every way of
 * handing out, with and without skipping; and a unit that hands out too much or too little. */
#include "gpu_rig.h"

#include "workload/workload.h"

typedef struct {
    void *unit;
    uint32_t after; /* pieces until it goes wrong; 0: never */
    bool twice;     /* it then gives the piece before once more; else it skips one */
    sas_tile_t last;
} flawed_t;

static void flawed_settle(void *self, const sas_top_in_t *in, task_out_t *out)
{
    flawed_t *f = self;
    task_c_ops.settle(f->unit, in, out);
    const uint64_t taken = out->valid[0] & in->want[0];
    if (!taken || !f->after) return;
    sas_tile_t *p = &out->piece[0][__builtin_ctzll(taken)];
    if (--f->after == 0) {
        if (f->twice) *p = f->last;
        else p->upper = p->lower;
    }
    f->last = *p;
}

static void flawed_rise(void *self, const sas_top_in_t *in) { task_c_ops.rise(((flawed_t *)self)->unit, in); }

static bool flawed_still(const void *self, const sas_top_in_t *in)
{
    return task_c_ops.still(((const flawed_t *)self)->unit, in);
}

static const task_ops_t flawed_ops = {.settle = flawed_settle, .rise = flawed_rise, .still = flawed_still};

typedef struct {
    uint64_t cycles, skipped;
    bool lawful, right;
    char law[512];
} ran_t;

static workload_t *load(const machine_t *m, const char *name)
{
    char path[128];
    err_t err = {""};
    snprintf(path, sizeof path, "configs/loops/%s/%s.yaml", name, name);
    workload_t *w = workload_load(path, "tiny", &m->sm, 1, &err);
    if (!w || !workload_contexts(w, m->name, m->sms, m->sm.threads, &err)) fail_msg("%s", err.text);
    return w;
}

static ran_t run(const char *name, task_cfg_t cfg, flawed_t *f, bool no_skip)
{
    machine_t m;
    err_t err = {""};
    if (!machine_load("configs/machines/sas4.yaml", &m, &err)) fail_msg("%s", err.text);
    const task_dims_t dims = {m.sms, m.sm.threads, m.sm.warp_lanes, m.sm.task_queue};
    if (!cfg.over) cfg.over = 1;
    workload_t *w = load(&m, name);
    stats_t *stats = stats_create();
    void *engine = engine_c_create(arb("gto"), m.sms * m.sm.schedulers, SCHED_SMALL);
    f->unit = task_c_create(&dims);
    const gpu_env_t env = {.machine = &m,
                           .sched = &engine_c_ops,
                           .sched_self = engine,
                           .stats = stats,
                           .tasks = &flawed_ops,
                           .tasks_self = f,
                           .task = cfg,
                           .policy = policy_value("tmax"),
                           .no_skip = no_skip};
    gpu_t *gpu = gpu_create(&env, &err);
    assert_non_null(gpu);
    for (uint32_t i = 0; i < workload_launches(w); i++) {
        const kernel_launch_t *k = workload_launch(w, i, &err);
        if (!k || !gpu_run_kernel(gpu, k, &err)) fail_msg("%s: %s", name, err.text);
        workload_release(w, k);
    }
    ran_t r = {.cycles = gpu_cycle(gpu), .skipped = gpu_skipped(gpu)};
    r.lawful = stats_check_laws(stats, &err);
    snprintf(r.law, sizeof r.law, "%s", err.text);
    r.right = workload_check(w, &err) == WORKLOAD_PASS;
    gpu_destroy(gpu);
    task_c_ops.destroy(f->unit);
    engine_c_ops.destroy(engine);
    stats_destroy(stats);
    workload_destroy(w);
    return r;
}

static const task_cfg_t WAYS[] = {
    {.policy = TASK_STILE, .contexts = 16},
    {.policy = TASK_STILE, .contexts = 1, .seed = 3},
    {.policy = TASK_STILE, .contexts = 16, .sos = true, .trial = 8},
    {.policy = TASK_STILE, .contexts = 6, .over = 4},
    {.policy = TASK_ITILE, .contexts = 16, .over = 4, .sos = true, .trial = 3},
    {.policy = TASK_ITILE, .contexts = 4},
    {.policy = TASK_ITILE_PART, .contexts = 16, .edge = {3, 2, 1}},
};

/* Skipped cycles change neither the cycles nor the results. */
static void every_way_is_right(void **state)
{
    (void)state;
    for (uint32_t i = 0; workload_loop_refs[i]; i++)
        for (uint32_t k = 0; k < sizeof WAYS / sizeof WAYS[0]; k++) {
            flawed_t none = {.after = 0};
            const char *name = workload_loop_refs[i]->name;
            const ran_t skips = run(name, WAYS[k], &none, false), all = run(name, WAYS[k], &none, true);
            if (!skips.lawful || !all.lawful) fail_msg("%s, way %u: %s", name, k, skips.law);
            if (!skips.right || !all.right) fail_msg("%s, way %u: wrong output", name, k);
            assert_int_equal(skips.cycles, all.cycles);
            assert_int_equal(all.skipped, 0);
        }
}

static void a_piece_too_many_breaks_a_law(void **state)
{
    (void)state;
    flawed_t f = {.after = 40, .twice = true};
    const ran_t r = run("hot3", WAYS[0], &f, false);
    assert_false(r.lawful);
    assert_non_null(strstr(r.law, "task"));
}

static void a_piece_too_few_breaks_a_law(void **state)
{
    (void)state;
    flawed_t f = {.after = 40};
    const ran_t r = run("hot3", WAYS[0], &f, false);
    assert_false(r.lawful);
    assert_non_null(strstr(r.law, "every index of every loop was handed out"));
}

/* Without timing, one index at a time. */
static void functional_runs_are_right(void **state)
{
    (void)state;
    machine_t m;
    err_t err = {""};
    assert_true(machine_load("configs/machines/sas4.yaml", &m, &err));
    for (uint32_t i = 0; workload_loop_refs[i]; i++) {
        workload_t *w = load(&m, workload_loop_refs[i]->name);
        uint64_t insts;
        for (uint32_t n = 0; n < workload_launches(w); n++) {
            const kernel_launch_t *k = workload_launch(w, n, &err);
            if (!k || !ptx_run_functional(k, 10 * 1000 * 1000, &insts, &err)) fail_msg("%s", err.text);
            workload_release(w, k);
        }
        if (workload_check(w, &err) != WORKLOAD_PASS) fail_msg("%s", err.text);
        workload_destroy(w);
    }
}

static void a_loop_needs_contexts(void **state)
{
    (void)state;
    err_t err = {""};
    workload_t *w = workload_load("configs/loops/hot3/hot3.yaml", "tiny", &(sm_cfg_t){.warp_lanes = 8}, 1, &err);
    assert_true(workload_loops(w));
    assert_null(workload_launch(w, 0, &err));
    assert_non_null(strstr(err.text, "which needs a task unit"));
    assert_false(workload_contexts(w, "lcs", 28, 0, &err));
    assert_non_null(strstr(err.text, "hot3.yaml:"));
    workload_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_is_right),           cmocka_unit_test(a_piece_too_many_breaks_a_law),
        cmocka_unit_test(a_piece_too_few_breaks_a_law), cmocka_unit_test(functional_runs_are_right),
        cmocka_unit_test(a_loop_needs_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
