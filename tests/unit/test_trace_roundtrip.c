/* PTX to trace and back: what every warp of every CTA executes is the same, instruction by
 * instruction, for each launch of every workload. Executed twice on its own: once by the writer, in
 * long turns of a warp, and once here, an instruction of each warp in turn. */
#include "trace_rig.h"

#include "workload/workload.h"

#include <glob.h>
#include <inttypes.h>

typedef struct { /* of one warp */
    uint64_t insts, lanes, accesses, barriers;
    uint64_t addresses; /* summed over lanes, of global memory */
    uint64_t registers; /* hash of the destinations and sources, and of the loads that go past the L1 */
} done_t;

static uint64_t hash(uint64_t h, uint64_t value) { return (h ^ value) * UINT64_C(0x100000001b3); }

static void note(done_t *d, const winst_t *w, const winst_exec_t *x)
{
    const bool access = w->op == WI_LOAD || w->op == WI_STORE || w->op == WI_ATOM || w->op == WI_RED;
    d->insts++;
    d->lanes += (uint32_t)__builtin_popcount(x->lanes);
    d->barriers += w->op == WI_BARRIER;
    d->accesses += access;
    for (uint32_t i = 0; i < w->ndst; i++) d->registers = hash(d->registers, w->dst[i]);
    d->registers = hash(d->registers, w->bypass_l1 ? 0x201 : 0x200);
    for (uint32_t i = 0; i < w->nsrc; i++) d->registers = hash(d->registers, w->src[i]);
    if (!access || x->space != SPACE_GLOBAL) return;
    for (uint32_t left = x->lanes; left; left &= left - 1) d->addresses += x->addr[__builtin_ctz(left)];
}

static void run_cta(const kernel_launch_t *k, uint32_t lid, done_t *done)
{
    err_t err = {""};
    const uint32_t *g = k->grid;
    const cta_place_t place = {.x = lid % g[0], .y = lid / g[0] % g[1], .z = lid / g[0] / g[1], .lid = lid};
    fe_cta_t *cta = k->ops->cta_begin(k->self, &place, &err);
    if (!cta) fail_msg("%s", err.text);
    bool waits[32] = {false};
    for (uint32_t live = 1; live;) {
        uint32_t waiting = 0;
        live = 0;
        for (uint32_t w = 0; w < k->warps_per_cta; w++) {
            const winst_t *next = k->ops->peek(cta, w);
            winst_exec_t x;
            if (next && !waits[w]) {
                const winst_t inst = *next;
                if (!k->ops->exec(cta, w, &x, &err)) fail_msg("%s", err.text);
                note(&done[w], &inst, &x);
                waits[w] = inst.op == WI_BARRIER && x.lanes && k->ops->peek(cta, w);
            }
            live += k->ops->peek(cta, w) != NULL;
            waiting += waits[w];
        }
        if (waiting == live) memset(waits, 0, sizeof waits);
    }
    k->ops->cta_end(k->self, cta);
}

static done_t *run_launch(const kernel_launch_t *k)
{
    const uint32_t ctas = k->grid[0] * k->grid[1] * k->grid[2];
    done_t *done = calloc((size_t)ctas * k->warps_per_cta, sizeof *done);
    for (uint32_t lid = 0; lid < ctas; lid++) run_cta(k, lid, done + (size_t)lid * k->warps_per_cta);
    return done;
}

static void expect_same(const kernel_launch_t *k, const char *name, uint32_t launch, const done_t *ptx,
                        const done_t *trace)
{
    const size_t warps = (size_t)k->grid[0] * k->grid[1] * k->grid[2] * k->warps_per_cta;
    for (size_t i = 0; i < warps; i++)
        if (memcmp(&ptx[i], &trace[i], sizeof *ptx) != 0)
            fail_msg("%s, launch %u, CTA %zu warp %zu: PTX runs %" PRIu64 " instructions, %" PRIu64 " lanes, %" PRIu64
                     " accesses, %" PRIu64 " barriers, address sum %" PRIx64 ", hash of registers %" PRIx64
                     "; its trace %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIx64 ", %" PRIx64,
                     name, launch, i / k->warps_per_cta, i % k->warps_per_cta, ptx[i].insts, ptx[i].lanes,
                     ptx[i].accesses, ptx[i].barriers, ptx[i].addresses, ptx[i].registers, trace[i].insts,
                     trace[i].lanes, trace[i].accesses, trace[i].barriers, trace[i].addresses, trace[i].registers);
}

static workload_t *load(const char *path)
{
    err_t err = {""};
    workload_t *w = workload_load(path, "tiny", &(sm_cfg_t){.warp_lanes = TRACE_WARP_LANES}, 1, &err);
    if (!w) fail_msg("%s", err.text);
    return w;
}

static const kernel_launch_t *launch(workload_t *w, uint32_t i)
{
    err_t err = {""};
    const kernel_launch_t *k = workload_launch(w, i, &err);
    if (!k) fail_msg("%s", err.text);
    return k;
}

static void write_all(bed_t *b, const char *path)
{
    workload_t *w = load(path);
    for (uint32_t i = 0; i < workload_launches(w); i++) {
        uint64_t insts;
        const kernel_launch_t *k = launch(w, i);
        if (!trace_write_kernel(k, b->dir, i + 1, TRACE_TEXT, i % 2 ? 61 : 70, &insts, &b->err))
            fail_msg("%s", b->err.text);
        workload_release(w, k);
    }
    assert_true(trace_write_list(b->dir, workload_launches(w), TRACE_TEXT, &b->err));
    workload_destroy(w);
}

static uint64_t compare_all(bed_t *b, const char *path)
{
    workload_t *w = load(path);
    trace_t *t = trace_open(b->list, b->sass, NULL, &b->err);
    uint64_t insts = 0;
    if (!t) fail_msg("%s", b->err.text);
    assert_int_equal(trace_kernels(t), workload_launches(w));
    for (uint32_t i = 0; i < trace_kernels(t); i++) {
        const kernel_launch_t *k = launch(w, i), *back = trace_kernel(t, i, &b->err);
        if (!back) fail_msg("%s", b->err.text);
        assert_memory_equal(back->grid, k->grid, sizeof k->grid);
        assert_int_equal(back->warps_per_cta, k->warps_per_cta);
        done_t *ptx = run_launch(k), *trace = run_launch(back);
        expect_same(k, workload_name(w), i, ptx, trace);
        insts += ptx[0].insts;
        free(ptx);
        free(trace);
        workload_release(w, k);
        trace_release(t, back);
    }
    trace_destroy(t);
    workload_destroy(w);
    return insts;
}

static void remove_kernels(const bed_t *b)
{
    char pattern[128];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/kernel-*.traceg", b->dir);
    if (glob(pattern, 0, NULL, &found) != 0) return;
    for (size_t i = 0; i < found.gl_pathc; i++) unlink(found.gl_pathv[i]);
    globfree(&found);
}

static void every_warp_does_the_same(void **state)
{
    (void)state;
    char pattern[300];
    glob_t found;
    bed_t b;
    bed_open(&b);
    snprintf(pattern, sizeof pattern, "%.*sworkloads/*/*.yaml", (int)(strstr(b.sass, "opcodes/") - b.sass), b.sass);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        write_all(&b, found.gl_pathv[i]);
        assert_true(compare_all(&b, found.gl_pathv[i]) > 0);
        remove_kernels(&b);
    }
    globfree(&found);
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_warp_does_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
