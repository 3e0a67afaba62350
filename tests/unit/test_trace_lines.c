/* Single lines of a trace: what the opcode table makes of them, where they access memory, and what is refused. */
#include "isa/local_map.h"
#include "trace_rig.h"

/* One line of a one-warp kernel, as the front end shows it; NULL text in err when it is refused. */
static bool one_line_at(bed_t *b, const char *line, uint32_t binary, const cta_place_t *place, winst_t *w,
                        winst_exec_t *x)
{
    FILE *f = bed_file(b, "kernel-1.traceg");
    fprintf(f,
            "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n"
            "-binary version = %u\n-shmem base_addr = 0x7f9a00000000\n"
            "-local mem base_addr = 0x7f9b00000000\n-accelsim tracer version = 5\n"
            "#f\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n%s\n#END_TB\n",
            binary, line);
    fclose(f);
    list_one(b);
    b->err = (err_t){{0}};
    trace_t *t = trace_open(b->list, b->sass, NULL, &b->err);
    const kernel_launch_t *k = t ? trace_kernel(t, 0, &b->err) : NULL;
    fe_cta_t *cta = k ? k->ops->cta_begin(k->self, place, &b->err) : NULL;
    if (cta) *w = *k->ops->peek(cta, 0);
    const bool ok = cta && k->ops->exec(cta, 0, x, &b->err);
    if (k) k->ops->cta_end(k->self, cta);
    trace_destroy(t);
    return ok;
}

static bool one_line(bed_t *b, const char *line, uint32_t binary, winst_t *w, winst_exec_t *x)
{
    return one_line_at(b, line, binary, &(cta_place_t){0}, w, x);
}

static void accept(bed_t *b, const char *line, uint32_t binary, winst_t *w, winst_exec_t *x)
{
    if (!one_line(b, line, binary, w, x)) fail_msg("%s", b->err.text);
}

/* A CTA is a warp; those of rank 0 to 5 interleave their words. */
static void local_addresses_follow_the_rank(void **state)
{
    (void)state;
    enum { WORD = 4, ROW = 32 * WORD };
    const cta_place_t place = {.sm = 2, .slot = 1, .rank = 5, .ranks = 6, .local_offset = 0x200};
    bed_t b;
    winst_t w;
    winst_exec_t x;
    bed_open(&b);
    assert_true(one_line_at(&b, "0 c 1 R1 LDL.64 1 R2 8 1 0x7f9b0000000c 0 0", 61, &place, &w, &x));
    assert_int_equal(x.pitch_bytes, 6 * ROW);
    for (uint32_t lane = 2; lane < 4; lane++)
        assert_int_equal(x.addr[lane], LOCAL_MAP_BASE + 0x200 + 3 * 6 * ROW + 5 * ROW + lane * WORD);
    bed_close(&b);
}

static void opcodes_are_what_the_table_says(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint32_t binary;
        unit_t unit;
        lat_t lat;
        winst_op_t op;
        space_t space;
        uint8_t width;
        bool bypass;
    } rows[] = {
        {"0 1 1 R1 IMAD.WIDE 2 R2 R3 0 0", 70, UNIT_SP, LAT_IMUL, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 FFMA 0 0 0", 61, UNIT_SP, LAT_FP, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 DFMA 0 0 0", 80, UNIT_DP, LAT_DP, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 MUFU.RCP 0 0 0", 75, UNIT_SFU, LAT_SFU, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 XMAD.MRG 0 0 0", 61, UNIT_SP, LAT_IMUL, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 S2R 0 0 0", 90, UNIT_SP, LAT_INT, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 0 BRA 0 0 0", 70, UNIT_SP, LAT_INT, WI_BRANCH, SPACE_NONE, 4, false},
        {"0 1 0 BAR.SYNC 0 0 0", 70, UNIT_NONE, LAT_INT, WI_BARRIER, SPACE_NONE, 4, false},
        {"0 1 0 MEMBAR.SC.GPU 0 0 0", 70, UNIT_NONE, LAT_INT, WI_FENCE, SPACE_NONE, 4, false},
        {"0 1 1 R1 LDG.E.U8 1 R2 1 1 0x8 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_GLOBAL, 1, false},
        {"0 1 1 R1 LDG.E.128.STRONG.GPU 1 R2 16 1 0x80 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_GLOBAL, 16, true},
        {"0 1 0 STS.64 1 R2 8 1 0x8 0 0", 70, UNIT_LDST, LAT_INT, WI_STORE, SPACE_SHARED, 8, false},
        {"0 1 1 R1 ATOMG.ADD 1 R2 4 1 0x8 0 0", 70, UNIT_LDST, LAT_INT, WI_ATOM, SPACE_GLOBAL, 4, false},
        {"0 1 1 R255 ATOMG.ADD 1 R2 4 1 0x8 0 0", 70, UNIT_LDST, LAT_INT, WI_RED, SPACE_GLOBAL, 4, false},
        {"0 1 0 RED.E.ADD 1 R2 4 1 0x8 0 0", 70, UNIT_LDST, LAT_INT, WI_RED, SPACE_GLOBAL, 4, false},
        {"0 1 1 R1 LD.E 1 R2 4 1 0x7f9a00000010 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_SHARED, 4, false},
        {"0 1 1 R1 LD.E 1 R2 4 1 0x7f9b00000010 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_LOCAL, 4, false},
        {"0 1 1 R1 LD.E 1 R2 4 1 0x10 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_GLOBAL, 4, false},
        {"0 1 1 R1 LDC 1 R2 0 0", 70, UNIT_SP, LAT_INT, WI_ALU, SPACE_NONE, 4, false},
        {"0 1 1 R1 LDGQ.E 1 R2 4 1 0x10 0 0", 70, UNIT_LDST, LAT_INT, WI_LOAD, SPACE_GLOBAL, 4, false},
        {"0 1 1 R1 QQQ 0 0 0", 70, UNIT_SP, LAT_INT, WI_ALU, SPACE_NONE, 4, false},
    };
    bed_t b;
    bed_open(&b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        winst_t w;
        winst_exec_t x;
        accept(&b, rows[i].line, rows[i].binary, &w, &x);
        if (w.unit != rows[i].unit || w.lat != rows[i].lat || w.op != rows[i].op || x.space != rows[i].space ||
            w.width_bytes != rows[i].width || w.bypass_l1 != rows[i].bypass)
            fail_msg("%s: unit %u lat %u op %u space %u width %u", rows[i].line, w.unit, w.lat, w.op, x.space,
                     w.width_bytes);
        if (rows[i].space == SPACE_SHARED && rows[i].op == WI_LOAD) assert_int_equal(x.addr[0], 0x10);
    }
    bed_close(&b);
}

static void units_that_a_machine_may_lack_are_named_beside_sp(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint32_t binary;
        unit_t special, unit;
        lat_t lat;
        uint8_t ndst;
    } rows[] = {
        {"0 1 1 R1 HMMA.884.F32.F32 3 R2 R3 R4 0 0", 70, UNIT_TENSOR, UNIT_SP, LAT_FP, 1},
        {"0 1 1 R1 IMMA.8816.S8.S8 3 R2 R3 R4 0 0", 75, UNIT_TENSOR, UNIT_SP, LAT_FP, 1},
        {"0 1 1 R1 TEX.B.LL 2 R2 R3 0 0", 70, UNIT_TEXTURE, UNIT_SP, LAT_INT, 1},
        {"0 1 1 R1 TEX 2 R2 R3 0 0", 61, 0, UNIT_SP, LAT_INT, 1},
        {"0 1 1 R1 S2UR 0 0 0", 75, UNIT_UNIFORM, UNIT_SP, LAT_INT, 1},
        {"0 1 1 R1 UIMAD 2 R2 R3 0 0", 75, UNIT_UNIFORM, UNIT_SP, LAT_IMUL, 1},
        {"0 1 1 R1 FFMA 0 0 0", 70, 0, UNIT_SP, LAT_FP, 1},
        {"0 1 1 R1 SYNCS.PHASECHK.TRANS64 1 R2 0 0", 90, 0, UNIT_NONE, LAT_INT, 0},
        {"0 1 1 R1 LDTM.x8 0 0 0", 100, 0, UNIT_NONE, LAT_INT, 0},
    };
    bed_t b;
    bed_open(&b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        winst_t w;
        winst_exec_t x;
        accept(&b, rows[i].line, rows[i].binary, &w, &x);
        if (w.special != rows[i].special || w.unit != rows[i].unit || w.lat != rows[i].lat || w.ndst != rows[i].ndst)
            fail_msg("%s: special %u unit %u lat %u ndst %u", rows[i].line, w.special, w.unit, w.lat, w.ndst);
        assert_int_equal(w.op, WI_ALU);
        assert_int_equal(x.space, SPACE_NONE);
    }
    bed_close(&b);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says;
    } rows[] = {
        {"0 1 1 R1 LDG 1 R2 4 1 0x8 0 0 9", "found '9' behind"},
        {"0 7 1 R1 LDG 1 R2 4 0 0x8 0x9 0", "found '0'; allowed: addresses of 3 lanes"},
        {"0 7 1 R1 LDG 1 R2 4 2 0x8 4 0", "the line ends early; expected addresses of 3 lanes"},
        {"0 7 1 R1 LDG 1 R2 4 2 0x8 x 0 0", "found 'x'; allowed: addresses"},
        {"0 7 1 R1 LDG 1 R2 4 7 0x8 0 0", "address mode: found '7'"},
        {"0 1 1 R1 LDG 1 R2 99999 0", "memory width"},
        {"0 1 1 R256 MOV 0 0 0", "found 'R256'; allowed: register R0 to R255"},
        {"0 1 1 R MOV 0 0 0", "found 'R'"},
        {"0 1 1 P8 MOV 0 0 0", "found 'P8'; allowed: register R0 to R255, UR0 to UR255, P0 to P7 or UP0 to UP7"},
        {"0 1 1 UR256 MOV 0 0 0", "found 'UR256'"},
        {"0 1 0 UTMALDG 0 16 3 2 0x100 0", "bulk copy: found '0'; allowed: a hexadecimal address"},
        {"0 1 0 UTMALDG 0 16 4 0x100 2 0", "the line ends early"},
        {"0 1 0 UTMALDG 0 16 5 0x100 2 0", "bulk copy: found '0x100'; allowed: 0 or 1"},
        {"0 1 0 UTMALDG 0 16 0x40 0 128 0 2 0x100", "bulk copy: found '2'; allowed: address mode 3 or 4"},
        {"0 1 1 R1 LDG 1 R2 4 3 1 0x8 0", "address mode: found '3'; allowed: 0, 1, 2, and 3, 4 of bulk copies"},
        {"0 1 1 R1 MOV 0 0 0 0", "found '0' behind"},
        {"0 1 9 R1 MOV 0 0 0", "count of destination registers, 0 to 8"},
        {"0 1 1 R1", "the line ends early; expected opcode"},
        {"0 1 1 R1 MOV", "the line ends early; expected count of source registers"},
        {"0 1 1 R1 MOVMOVMOVMOVMOVMOVMOVMOV 0 0 0", "allowed: opcode"},
        {"0 11111111111111111 0 MOV 0 0 0", "mask: found"},
    };
    bed_t b;
    bed_open(&b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        winst_t w;
        winst_exec_t x;
        if (one_line(&b, rows[i].line, 70, &w, &x)) fail_msg("accepted: %s", rows[i].line);
        if (!strstr(b.err.text, rows[i].says) || !strstr(b.err.text, "kernel-1.traceg:15: "))
            fail_msg("%s\n  -> %s", rows[i].line, b.err.text);
    }
    bed_close(&b);
}

/* The header of `one_line` says version 5, so only what does not depend on the version. */
static void registers_of_four_files_have_numbers_of_their_own(void **state)
{
    (void)state;
    bed_t b;
    winst_t w;
    winst_exec_t x;
    bed_open(&b);
    accept(&b, "0 1 1 UR4 MOV 8 R4 R255 UR5 UR255 P0 P7 UP6 UP7 0 0", 80, &w, &x);
    static const uint16_t src[] = {4, 261, 512, 526};
    assert_int_equal(w.ndst, 1);
    assert_int_equal(w.dst[0], 260);
    assert_int_equal(w.nsrc, 4);
    assert_memory_equal(w.src, src, sizeof src);
    assert_true(w.reads_zero);
    assert_true(w.high);
    bed_close(&b);
}

/* Without and with the fields that version 6 has before the address mode. */
static void bulk_copies_issue_and_access_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "0 1 0 UTMALDG.2D 1 UR4 16 3 2 0x100 0x200 0",
        "0 1 0 UTMALDG.2D 1 UR4 16 4 0x100 3 32 -8 0",
        "0 1 0 UBLKCP.S.G 1 UR4 16 4 0x100 0 0",
        "0 1 0 UTMASTG.4D 1 UR4 16 0x40 0 128 0 4 0x100 2 64 0",
        "0 1 0 UTMALDG.4D.MULTICAST 1 UR4 16 0x40 1 3 128 16 3 1 0x100 0",
    };
    bed_t b;
    bed_open(&b);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        winst_t w;
        winst_exec_t x;
        accept(&b, lines[i], 90, &w, &x);
        if (x.space != SPACE_NONE || w.op != WI_ALU || x.lanes != 1) fail_msg("%s", lines[i]);
    }
    bed_close(&b);
}

static void old_binaries_may_be_8_bytes_apart(void **state)
{
    (void)state;
    static const struct {
        uint32_t binary;
        const char *pc;
        uint32_t bytes;
    } rows[] = {{61, "0008", 8}, {61, "0010", 16}, {70, "0008", 16}};
    bed_t b;
    bed_open(&b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[64];
        winst_t w;
        winst_exec_t x;
        snprintf(line, sizeof line, "%s 1 0 NOP 0 0 0", rows[i].pc);
        assert_true(one_line(&b, line, rows[i].binary, &w, &x));
        trace_t *t = trace_open(b.list, b.sass, NULL, &b.err);
        assert_int_equal(trace_kernel(t, 0, &b.err)->inst_bytes, rows[i].bytes);
        trace_opcode_t op = {.warp_insts = 0};
        trace_opcodes(t, &op, 1);
        assert_int_equal(op.warp_insts, 0); /* looking is not executing */
        trace_destroy(t);
    }
    bed_close(&b);
}

/* Each line of a pc is compared with what was met at it: that must not grow without bound. */
static void instructions_at_a_pc_are_bounded(void **state)
{
    (void)state;
    for (int insts = 1024; insts <= 1025; insts++) {
        bed_t b;
        trace_summary_t sum;
        const kernel_launch_t *k;
        bed_open(&b);
        FILE *f = bed_file(&b, "kernel-1.traceg");
        fprintf(f,
                "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n"
                "-nregs = 8\n-binary version = 70\n#f\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\n"
                "insts = %d\n",
                insts);
        for (int i = 0; i < insts; i++) fprintf(f, "0 0 0 0 10 1 1 R%d MOV 1 R%d 0\n", i % 200, i / 200);
        fputs("#END_TB\n", f);
        fclose(f);
        list_one(&b);
        trace_t *t = trace_open(b.list, b.sass, NULL, &b.err);
        if (!t) fail_msg("%s", b.err.text);
        assert_true(trace_summarise(t, 0, &sum, &k, &b.err) == (insts == 1024));
        if (insts > 1024 && !strstr(b.err.text, ":1036: more than the 1024 different instructions allowed at one pc"))
            fail_msg("%s", b.err.text);
        trace_destroy(t);
        bed_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_addresses_follow_the_rank),
        cmocka_unit_test(instructions_at_a_pc_are_bounded),
        cmocka_unit_test(opcodes_are_what_the_table_says),
        cmocka_unit_test(units_that_a_machine_may_lack_are_named_beside_sp),
        cmocka_unit_test(registers_of_four_files_have_numbers_of_their_own),
        cmocka_unit_test(bulk_copies_issue_and_access_nothing),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(old_binaries_may_be_8_bytes_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
