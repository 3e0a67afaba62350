/* test_sequence_values.c - what sequences compute: addresses, registers and memory of each lane. */
#include "sequence_rig.h"

static void lanes_warps_ctas_and_passes_make_the_address(void **state)
{
    bed_t b;
    (void)state;
    bed_open(&b, "kernel k 3 70 16 512 2\nLDG.E R1,[R2.64] 2 0 0 -1 0 0x1000 4 0x100 0x10000 0x1000000 4\n"
                 "LDS R1,[R2] 2 0 0 -1 0 0x7f0000000004 4 128 0 0 4\nBRA 0x0" PLAIN END);
    bed_end(&b);
    bed_begin(&b, 2);
    for (uint32_t pass = 0; pass < 2; pass++) {
        assert_true(bed_step(&b, 2, 0));
        assert_int_equal(b.x.lanes, 0x3f); /* 70 threads: 6 lanes of the third warp */
        assert_int_equal(b.x.space, SPACE_GLOBAL);
        for (uint32_t l = 0; l < 6; l++)
            assert_int_equal(b.x.addr[l], 0x1000 + 4 * l + 2 * 0x100 + 2 * 0x10000 + pass * 0x1000000);
        assert_true(bed_step(&b, 2, 0));
        assert_int_equal(b.x.space, SPACE_SHARED);
        assert_int_equal(b.x.addr[5], 4 + 20 + 256); /* from the beginning of the CTA's shared memory */
        assert_true(bed_step(&b, 2, 0));
    }
    assert_true(bed_step(&b, 2, 0));
    assert_false(bed_step(&b, 2, 0));
    assert_non_null(b.k->ops->peek(b.cta, 0)); /* other warps have not moved */
    bed_close(&b);
}

static void the_body_runs_as_often_as_it_says(void **state)
{
    bed_t b;
    uint32_t insts = 0;
    (void)state;
    bed_open(&b, "kernel k 1 32 8 0 12\ninit R2=3\nIADD3 R1,R1,R2,RZ" PLAIN "BRA 0x0" PLAIN END "BRA 0x0" PLAIN);
    while (bed_step(&b, 0, 0)) insts++;
    bed_end(&b);
    assert_int_equal(insts, 12 * 2 + 1);
    assert_int_equal(bed_reg(&b, 1), 36);
    bed_close(&b);
}

static void arithmetic(void **state)
{
    bed_t b;
    (void)state;
    bed_open(&b, "kernel k 1 32 64 0 1\ninit R1=1.5\ninit R2=-0.25\ninit R3=7\ninit R4=-2\ninit R5=0x3c004000\n"
                 "FADD R8,R1,R2" PLAIN "FMUL R9,-R1,0x40000000" PLAIN "FFMA R10,R1,R2,1" PLAIN
                 "IADD3 R11,R3,-R4,100" PLAIN "IMAD R12,R3,R4,-1" PLAIN "HFMA2 R13,R5,R5,-R5" PLAIN "MOV R14,-5" PLAIN
                 "MOV R15,R3" PLAIN "MUFU.RCP R16,R2" PLAIN "MUFU.RSQ R17,4" PLAIN "MUFU.SQRT R18,6.25" PLAIN
                 "MUFU.EX2 R19,-3" PLAIN "MUFU.LG2 R20,8" PLAIN "MUFU.SIN R21,0.25" PLAIN "MUFU.COS R22,3.5" PLAIN
                 "DADD R24,R24,-1.5" PLAIN "DMUL R26,R24,-R24" PLAIN "DFMA R28,R24,2,RZ" PLAIN "FADD RZ,R1,R1" PLAIN
                 "FMUL R30,RZ,-R1" PLAIN "FADD R31,-RZ,-RZ" PLAIN "MUFU.SQRT R32,-1" PLAIN END);
    bed_run(&b);
    assert_float_equal(bed_float(&b, 8), 1.25, 0);
    assert_float_equal(bed_float(&b, 9), -3, 0);
    assert_float_equal(bed_float(&b, 10), 0.625, 0);
    assert_int_equal(bed_reg(&b, 11), 109);
    assert_int_equal(bed_reg(&b, 12), (uint32_t)-15);
    assert_int_equal(bed_reg(&b, 13), 0x00004000); /* 1 * 1 - 1, 2 * 2 - 2 */
    assert_int_equal(bed_reg(&b, 14), (uint32_t)-5);
    assert_int_equal(bed_reg(&b, 15), 7);
    assert_float_equal(bed_float(&b, 16), -4, 0);
    assert_float_equal(bed_float(&b, 17), 0.5, 0);
    assert_float_equal(bed_float(&b, 18), 2.5, 0);
    assert_float_equal(bed_float(&b, 19), 0.125, 0);
    assert_float_equal(bed_float(&b, 20), 3, 0);
    assert_float_equal(bed_float(&b, 21), 1, 0);  /* a quarter turn */
    assert_float_equal(bed_float(&b, 22), -1, 0); /* three turns and a half */
    assert_int_equal(bed_reg(&b, 25), 0xbff80000);
    assert_int_equal(bed_reg(&b, 27), 0xc0020000); /* -2.25 */
    assert_int_equal(bed_reg(&b, 29), 0xc0080000); /* -3 */
    assert_int_equal(bed_reg(&b, 24) | bed_reg(&b, 26) | bed_reg(&b, 28), 0);
    assert_int_equal(bed_reg(&b, 30), 0x80000000);
    assert_int_equal(bed_reg(&b, 31), 0x80000000);
    assert_int_equal(bed_reg(&b, 32), 0x7fffffff);
    bed_close(&b);
}

static void global_memory_belongs_to_the_file(void **state)
{
    bed_t b;
    (void)state;
    bed_open(&b, "kernel k 2 32 32 512 1\ninit R4=1\ninit R5=2\ninit R6=3\ninit R7=4\n"
                 "LDG.E R20,[R2.64] 2 0 0 -1 0 0xff0 0 0 0 0 4\n"        /* 0: not stored to yet in CTA 0 */
                 "STG.E.128 [R2.64],R4 2 0 -1 0 0 0xff0 16 0 0 0 16\n"   /* lane 1 begins a page */
                 "LDG.E.64 R8,[UR4] 2 0 0 -1 0 0xff8 8 0 0 0 8\n"        /* lane 0: words 3 and 4, lane 1: 1 and 2 */
                 "LDGSTS.E.64 [R0],[R2.64] 2 0 0 -1 0 0xff8 8 0 0 0 8\n" /* to 8 * lane of shared memory */
                 "LDS R12,[R0] 2 0 0 -1 0 0x7f0000000000 4 0 0 0 4\n" END "kernel l 1 32 8 0 1\n"
                 "LDG.E R1,[R2.64] 2 0 0 -1 0 0xff4 16 0 0 0 4\n" END);
    for (uint32_t c = 0; c < 2; c++) {
        if (c) bed_begin(&b, c);
        bed_run(&b);
        assert_int_equal(sequence_register(b.s, 0, c, 0, 20, 5), c);
        for (uint32_t l = 0; l < 2; l++) {
            assert_int_equal(sequence_register(b.s, 0, c, 0, 8, l), l ? 1 : 3);
            assert_int_equal(sequence_register(b.s, 0, c, 0, 9, l), l ? 2 : 4);
        }
        for (uint32_t l = 0; l < 4; l++) assert_int_equal(sequence_register(b.s, 0, c, 0, 12, l), 1 + (l + 2) % 4);
    }
    b.k = sequence_kernel(b.s, 1); /* finds what the first kernel has stored */
    bed_begin(&b, 0);
    bed_run(&b);
    assert_int_equal(sequence_register(b.s, 1, 0, 0, 1, 31), 2);
    bed_close(&b);
}

static void shared_memory_belongs_to_a_cta(void **state)
{
    bed_t b;
    (void)state;
    bed_open(
        &b, "kernel k 2 32 32 512 1\ninit R4=1\ninit R5=2\n"
            "LDS.64 R8,[R0] 2 0 0 -1 0 0x7f0000000000 8 0 0 0 8\nSTS.64 [R0],R4 2 0 -1 0 0 0x7f0000000000 8 0 0 0 8\n"
            "LDS R10,[R0] 2 0 0 -1 0 0x7f0000000004 8 0 0 0 4\nLDC R11,c[0x0][0x160] 2 0 0 -1 0 0x160 0 0 0 0 4\n" END);
    for (uint32_t c = 0; c < 2; c++) {
        if (c) bed_begin(&b, c);
        bed_run(&b);
        assert_int_equal(sequence_register(b.s, 0, c, 0, 8, 3), 0);
        assert_int_equal(sequence_register(b.s, 0, c, 0, 10, 3), 2);
    }
    bed_close(&b);
}

static void constants_are_those_of_the_init_lines(void **state)
{
    bed_t b;
    (void)state;
    bed_open(&b,
             "kernel k 1 32 32 0 1\ninit c[0x0][0x164]=1.5\ninit c[0x3][0x160]=7\ninit c[0x0][0x160]=2\ninit R1=2.0\n"
             "FADD R2,R1,c[0x0][0x164]" PLAIN "FFMA R3,R1,c[0x0][0x164],R1" PLAIN "IADD3 R4,c[0x0][0x160],1,RZ" PLAIN
             "MOV R5,c[0x3][0x160]" PLAIN "MOV R6,c[0x0][0x168]" PLAIN
             "LDC R7,c[0x0][0x160] 2 0 0 -1 0 0x160 4 0 0 0 4\n"
             "LDC.64 R8,c[0x0][R1] 2 0 0 -1 0 0x160 0 0 0 0 8\nLDC R10,c[0x3][0x0] 2 0 0 -1 0 0x160 0 0 0 0 4\n" END
             "kernel l 1 32 8 0 1\nMOV R1,c[0x0][0x160]" PLAIN END);
    bed_run(&b);
    assert_float_equal(bed_float(&b, 2), 3.5, 0);
    assert_float_equal(bed_float(&b, 3), 5, 0);
    assert_int_equal(bed_reg(&b, 4), 3);
    assert_int_equal(bed_reg(&b, 5), 7);
    assert_int_equal(bed_reg(&b, 6), 0);
    assert_int_equal(sequence_register(b.s, 0, 0, 0, 7, 0), 2);
    assert_int_equal(sequence_register(b.s, 0, 0, 0, 7, 1), 0x3fc00000);
    assert_int_equal(bed_reg(&b, 8), 2);
    assert_int_equal(bed_reg(&b, 9), 0x3fc00000);
    assert_int_equal(bed_reg(&b, 10), 7);
    b.k = sequence_kernel(b.s, 1); /* has constants of its own */
    bed_begin(&b, 0);
    bed_run(&b);
    assert_int_equal(sequence_register(b.s, 1, 0, 0, 1, 0), 0);
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_warps_ctas_and_passes_make_the_address),
        cmocka_unit_test(the_body_runs_as_often_as_it_says),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(global_memory_belongs_to_the_file),
        cmocka_unit_test(shared_memory_belongs_to_a_cta),
        cmocka_unit_test(constants_are_those_of_the_init_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
