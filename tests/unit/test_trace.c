/* Every version, address mode and line layout of the same kernel gives the same records; what is
 * written reads back. Mistakes as the user meets them are in tests/cli/trace.bats. */
#include "trace_rig.h"
#include "fake_fe.h"

enum { THREADS = 40, WARPS = 2, CTAS = 2, INSTS_MAX = 64 };

typedef struct { /* how the same kernel is spelt */
    uint32_t version, mode, binary;
    bool lineinfo, immediate, carriage;
} form_t;

static void put_line(FILE *f, const form_t *m, uint32_t cta, uint32_t warp, const char *head, const char *access)
{
    if (m->version < 3) fprintf(f, "%u 0 0 %u ", cta, warp);
    if (m->lineinfo) fputs("17 ", f);
    fprintf(f, "%s%s%s%s\n", head, access, m->immediate ? " 0 " : "", m->carriage ? "\r" : "");
}

/* Lanes 0 to 3 of warp 0 and of warp 1, 8 bytes apart: all three modes can say it. */
static void put_warp(FILE *f, const form_t *m, uint32_t cta, uint32_t warp)
{
    char access[160];
    const unsigned base = 0x1000 + 0x100 * (cta * WARPS + warp);
    const char *all = warp ? "0010 000000ff 1 R4 MOV 0 0" : "0010 ffffffff 1 R4 MOV 0 0";
    if (m->mode == 0)
        snprintf(access, sizeof access, " 0 0x%016x 0x%016x 0x%016x 0x%016x", base, base + 8, base + 16, base + 24);
    else if (m->mode == 1) snprintf(access, sizeof access, " 1 0x%x 8", base);
    else snprintf(access, sizeof access, " 2 0x%x 8 8 8", base);
    fprintf(f, "\nwarp = %u\ninsts = 5\n", warp);
    put_line(f, m, cta, warp, all, "");
    put_line(f, m, cta, warp, "0020 0000000f 1 R8 LDG.E.64.SYS 2 R4 R255 8", access);
    put_line(f, m, cta, warp, "0030 0000000f 0 BAR.SYNC 0 0", "");
    put_line(f, m, cta, warp, "0040 00000000 0 BRA 0 0", "");
    put_line(f, m, cta, warp, warp ? "0050 000000ff 0 EXIT 0 0" : "0050 ffffffff 0 EXIT 0 0", "");
}

static void put_kernel(const bed_t *b, const form_t *m)
{
    FILE *f = bed_file(b, "kernel-1.traceg");
    fprintf(f,
            "-kernel name = _Z1kPf\n-kernel id = 1\n-grid dim = (%d,1,1)\n-block dim = (%d,1,1)\n"
            "-shmem = 16\n-nregs = 12\n-binary version = %u\n-cuda stream id = 0\n",
            CTAS, THREADS, m->binary);
    if (m->version) fprintf(f, "-accelsim tracer version = %u\n", m->version);
    if (m->lineinfo) fputs("-enable lineinfo = 1\n", f);
    fputs("\n#traces format = whatever\n\n", f);
    for (uint32_t c = 0; c < CTAS; c++) {
        fprintf(f, "#BEGIN_TB\n\nthread block = %u,0,0\n", c);
        for (uint32_t w = 0; w < WARPS; w++) put_warp(f, m, c, w);
        fputs("\n#END_TB\n\n", f);
    }
    fclose(f);
    list_one(b);
}

typedef struct {
    uint32_t count;
    winst_t w[INSTS_MAX];
    winst_exec_t x[INSTS_MAX];
} records_t;

/* CTAs from the last to the first, warps in turn: any order must do. */
static void read_records(bed_t *b, records_t *r)
{
    trace_t *t = trace_open(b->list, b->sass, NULL, &b->err);
    if (!t) fail_msg("%s", b->err.text);
    const kernel_launch_t *k = trace_kernel(t, 0, &b->err);
    if (!k) fail_msg("%s", b->err.text);
    assert_int_equal(k->threads_per_cta, THREADS);
    assert_int_equal(k->warps_per_cta, WARPS);
    assert_int_equal(k->regs_per_thread, 12);
    assert_int_equal(k->smem_bytes, 16);
    assert_string_equal(k->name, "_Z1kPf");
    r->count = 0;
    for (uint32_t c = CTAS; c-- > 0;) {
        const cta_place_t place = {.x = c, .lid = c};
        fe_cta_t *cta = k->ops->cta_begin(k->self, &place, &b->err);
        for (uint32_t live = WARPS; live;) {
            live = 0;
            for (uint32_t w = 0; w < WARPS; w++) {
                const winst_t *next = k->ops->peek(cta, w);
                if (!next) continue;
                assert_in_range(r->count, 0, INSTS_MAX - 1);
                r->w[r->count] = *next;
                memset(&r->x[r->count], 0, sizeof r->x[0]);
                if (!k->ops->exec(cta, w, &r->x[r->count], &b->err)) fail_msg("%s", b->err.text);
                r->count++;
                live++;
            }
        }
        k->ops->cta_end(k->self, cta);
    }
    trace_destroy(t);
}

static void every_form_gives_the_same_records(void **state)
{
    (void)state;
    static const struct {
        uint32_t version;
        bool lineinfo, immediate;
    } layouts[] = {{0, false, false}, {1, false, false}, {2, false, false}, {3, false, false}, {4, false, false},
                   {4, false, true},  {4, true, false},  {4, true, true},   {5, false, true},  {5, true, true}};
    bed_t b;
    records_t *first = calloc(1, sizeof *first), *other = calloc(1, sizeof *other);
    bed_open(&b);
    for (uint32_t mode = 0; mode < 3; mode++)
        for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
            for (int carriage = 0; carriage < 2; carriage++) {
                const form_t m = {layouts[i].version,   mode,         70, layouts[i].lineinfo,
                                  layouts[i].immediate, carriage != 0};
                put_kernel(&b, &m);
                read_records(&b, first->count ? other : first);
                if (other->count) assert_memory_equal(other, first, sizeof *first);
            }
    assert_int_equal(first->count, CTAS * WARPS * 5);
    free(first);
    free(other);
    bed_close(&b);
}

static void records_say_what_the_lines_say(void **state)
{
    (void)state;
    bed_t b;
    records_t *r = calloc(1, sizeof *r);
    const form_t m = {5, 1, 70, false, true, false};
    bed_open(&b);
    put_kernel(&b, &m);
    read_records(&b, r);
    /* the last CTA first; warps in turn: MOV, MOV, LDG, LDG, BAR, ... */
    const winst_t *load = &r->w[2];
    assert_int_equal(r->w[0].op, WI_ALU);
    assert_int_equal(r->x[1].lanes, 0xff);
    assert_int_equal(load->op, WI_LOAD);
    assert_int_equal(load->unit, UNIT_LDST);
    assert_int_equal(load->pc_bytes, 0x20);
    assert_int_equal(load->width_bytes, 8);
    assert_int_equal(load->nsrc, 1); /* R255 holds nothing */
    assert_int_equal(load->src[0], 4);
    assert_int_equal(load->dst[0], 8);
    assert_int_equal(r->x[2].space, SPACE_GLOBAL);
    assert_int_equal(r->x[2].lanes, 0xf);
    assert_int_equal(r->x[2].addr[3], 0x1000 + 0x200 + 24);
    assert_int_equal(r->x[3].addr[0], 0x1000 + 0x300);
    assert_int_equal(r->w[4].op, WI_BARRIER);
    assert_int_equal(r->w[6].op, WI_BRANCH);
    assert_int_equal(r->x[6].lanes, 0);
    assert_int_equal(r->w[8].op, WI_EXIT);
    free(r);
    bed_close(&b);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    static const winst_t prog[] = {
        {.pc_bytes = 0, .unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU, .ndst = 1, .dst = {254}},
        {.pc_bytes = 8,
         .unit = UNIT_LDST,
         .op = WI_LOAD,
         .space = SPACE_GLOBAL,
         .width_bytes = 4,
         .ndst = 1,
         .dst = {2},
         .nsrc = 1,
         .src = {254}},
        {.pc_bytes = 16, .unit = UNIT_NONE, .op = WI_BARRIER},
        {.pc_bytes = 24, .unit = UNIT_NONE, .op = WI_EXIT},
    };
    bed_t b;
    uint64_t insts;
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, 3, 64);
    bed_open(&b);
    assert_true(trace_write_kernel(&k, b.dir, 1, TRACE_TEXT, 70, &insts, &b.err));
    assert_int_equal(insts, 3 * 2 * 4);
    assert_true(trace_write_kernel(&k, b.dir, 2, TRACE_TEXT, 61, &insts, &b.err));
    assert_true(trace_write_list(b.dir, 2, TRACE_TEXT, &b.err));
    trace_t *t = trace_open(b.list, b.sass, NULL, &b.err);
    if (!t) fail_msg("%s", b.err.text);
    assert_int_equal(trace_kernels(t), 2);
    for (uint32_t i = 0; i < 2; i++) {
        trace_summary_t s;
        const kernel_launch_t *back;
        if (!trace_summarise(t, i, &s, &back, &b.err)) fail_msg("%s", b.err.text);
        assert_int_equal(s.ctas, 3);
        assert_int_equal(s.warp_insts, 24);
        assert_int_equal(s.thread_insts, 24 * 32);
        assert_int_equal(s.lines, 6);
    }
    trace_opcode_t op[8];
    assert_int_equal(trace_opcodes(t, op, 8), 4);
    assert_int_equal(op[0].warp_insts, 12);
    trace_destroy(t);
    bed_close(&b);
}

static bool has_line(const bed_t *b, const char *wanted)
{
    char path[128], line[256];
    snprintf(path, sizeof path, "%s/kernel-1.traceg", b->dir);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    bool found = false;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        found |= strcmp(line, wanted) == 0;
    }
    fclose(f);
    return found;
}

static void registers_beyond_those_of_a_line_stand_in_the_header(void **state)
{
    (void)state;
    static const winst_t load = {.pc_bytes = 8,
                                 .unit = UNIT_LDST,
                                 .op = WI_LOAD,
                                 .space = SPACE_GLOBAL,
                                 .width_bytes = 16,
                                 .ndst = 4,
                                 .dst = {7, 30, 5, 6},
                                 .nsrc = 1,
                                 .src = {2}};
    static const winst_t store = {.pc_bytes = 16,
                                  .unit = UNIT_LDST,
                                  .op = WI_STORE,
                                  .space = SPACE_GLOBAL,
                                  .width_bytes = 16,
                                  .nsrc = 6,
                                  .src = {1, 2, 7, 30, 5, 6}};
    static const winst_t leave = {.pc_bytes = 24, .unit = UNIT_NONE, .op = WI_EXIT};
    const winst_t prog[] = {load, store, leave};
    bed_t b;
    uint64_t insts;
    const cta_place_t place = {0};
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, 1, 32);
    bed_open(&b);
    assert_true(trace_write_kernel(&k, b.dir, 1, TRACE_TEXT, 70, &insts, &b.err));
    assert_true(has_line(&b, "-ctadel registers = 0010 3 R30 R5 R6 0"));
    assert_true(has_line(&b, "-ctadel registers = 0020 0 2 R5 R6"));
    assert_true(has_line(&b, "0010 ffffffff 1 R7 LDG.E.128 1 R2 16 1 0x100000000 4 0 "));
    assert_true(has_line(&b, "0020 ffffffff 0 STG.E.128 4 R1 R2 R7 R30 16 1 0x100000000 4 0 "));
    list_one(&b);
    trace_t *t = trace_open(b.list, b.sass, NULL, &b.err);
    if (!t) fail_msg("%s", b.err.text);
    const kernel_launch_t *back = trace_kernel(t, 0, &b.err);
    if (!back) fail_msg("%s", b.err.text);
    fe_cta_t *cta = back->ops->cta_begin(back->self, &place, &b.err);
    for (uint32_t i = 0; i < 2; i++) {
        winst_exec_t x;
        const winst_t *w = back->ops->peek(cta, 0);
        assert_int_equal(w->ndst, prog[i].ndst);
        assert_int_equal(w->nsrc, prog[i].nsrc);
        assert_memory_equal(w->dst, prog[i].dst, sizeof w->dst);
        assert_memory_equal(w->src, prog[i].src, sizeof w->src);
        if (!back->ops->exec(cta, 0, &x, &b.err)) fail_msg("%s", b.err.text);
    }
    back->ops->cta_end(back->self, cta);
    trace_destroy(t);
    bed_close(&b);
}

static void more_registers_than_a_trace_names_are_refused(void **state)
{
    (void)state;
    static const winst_t prog[] = {{.unit = UNIT_NONE, .op = WI_EXIT}};
    bed_t b;
    uint64_t insts;
    fake_t fake = {.prog = prog};
    kernel_launch_t k = fake_launch(&fake, 1, 32);
    bed_open(&b);
    k.flat_regs = 255;
    assert_true(trace_write_kernel(&k, b.dir, 1, TRACE_TEXT, 70, &insts, &b.err));
    k.flat_regs = 256;
    assert_false(trace_write_kernel(&k, b.dir, 2, TRACE_TEXT, 70, &insts, &b.err));
    if (!strstr(b.err.text, "needs 256 registers at once")) fail_msg("%s", b.err.text);
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_gives_the_same_records),
        cmocka_unit_test(records_say_what_the_lines_say),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(registers_beyond_those_of_a_line_stand_in_the_header),
        cmocka_unit_test(more_registers_than_a_trace_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
