/* test_ptx_join.c - which neighbouring loads of shared memory become one, and that results stay the same. */
#include "ptx_fixture.h"

#define SMEM ".shared .align 4 .b8 s[4096];\n"
/* Thread t fills 32 words, with 1000 * t + word; %r1: the address of its first, a multiple of 128. */
#define FILL                                                                                                           \
    "mov.u32 %r15, s;\nshl.b32 %r16, %t, 7;\nadd.u32 %r1, %r15, %r16;\nmul.lo.u32 %r2, %t, 1000;\nmov.u32 %r3, 0;\n"   \
    "mov.u32 %r4, %r1;\nF: st.shared.u32 [%r4], %r2;\nadd.u32 %r2, %r2, 1;\nadd.u32 %r4, %r4, 4;\n"                    \
    "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 32;\n@%p1 bra F;\nbar.sync 0;\n"
#define LD(d, at)  "ld.shared.u32 %r" #d ", [" at "];\n"
#define FOUR(base) LD(10, base) LD(11, base "+4") LD(12, base "+8") LD(13, base "+12")
/* All of %r10 to %r13, each with a weight of its own. */
#define SUM                                                                                                            \
    "mad.lo.u32 %r10, %r11, 7, %r10;\nmad.lo.u32 %r10, %r12, 49, %r10;\nmad.lo.u32 %r10, %r13, 343, %r10;\n"           \
    "st.global.u32 [%out], %r10;\n"

static void run(fix_t *x, const char *body, bool joins)
{
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s%s%s", FIX_HEAD, SMEM, FIX_ENTRY, FILL, body, FIX_TAIL);
    if (!fix_as(x, gmem_create(1 << 20), text, joins, 32, 32) || !fix_run(x)) fail_msg("%s\n%s", x->err.text, body);
}

/* Joined, the warp executes `saved` instructions less and stores the same. */
static void expect(const char *body, uint32_t saved)
{
    fix_t each, joined;
    run(&each, body, false);
    run(&joined, body, true);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&joined, t), fix_out(&each, t));
    if (each.insts - joined.insts != saved)
        fail_msg("expected %u instructions less, found %d:\n%s", saved, (int)(each.insts - joined.insts), body);
    fix_free(&each);
    fix_free(&joined);
}

static void neighbours_are_joined(void **state)
{
    (void)state;
    expect(FOUR("%r1") SUM, 3);
    expect(FOUR("%r1+-16+32") SUM, 3);
    expect(LD(13, "%r1+28") LD(10, "%r1+16") LD(12, "%r1+24") LD(11, "%r1+20") SUM, 3); /* in any order */
    expect(LD(10, "%r1+24") LD(11, "%r1+28") LD(12, "%r1+4") LD(13, "%r1") SUM, 2);     /* two pairs */
    expect(LD(10, "%r1+4") LD(11, "%r1+8") LD(12, "%r1+8") LD(13, "%r1+16") SUM, 0);    /* no aligned pair */
    expect(LD(10, "s+32") LD(11, "s+36") LD(12, "s+40") LD(13, "s+44") SUM, 3);
    expect("ld.shared.u64 %rd1, [%r1];\nld.shared.u64 %rd2, [%r1+8];\nadd.u64 %rd1, %rd1, %rd2;\nst.global.u64 [%out], "
           "%rd1;\n",
           1);
    expect("ld.shared.f32 %f1, [%r1+8];\nld.shared.f32 %f2, [%r1+12];\nadd.f32 %f1, %f1, %f2;\nst.global.f32 [%out], "
           "%f1;\n",
           1);
}

static void only_known_alignments_count(void **state)
{
    (void)state;
    expect("add.u32 %r5, %r1, 4;\n" FOUR("%r5") SUM, 0);
    expect("add.u32 %r5, %r1, 8;\n" FOUR("%r5") SUM, 2);
    expect("shl.b32 %r6, %t, 5;\nmov.u32 %r5, s;\nadd.u32 %r5, %r5, %r6;\n" FOUR("%r5") SUM, 3);
    expect("shl.b32 %r6, %t, 2;\nmov.u32 %r5, s;\nadd.u32 %r5, %r5, %r6;\n" FOUR("%r5") SUM, 0);
    expect("mul.lo.u32 %r6, %t, 24;\nmov.u32 %r5, s;\nadd.u32 %r5, %r5, %r6;\n" FOUR("%r5") SUM, 2);
    expect("and.b32 %r5, %r1, -64;\n" FOUR("%r5") SUM, 3);
    expect("mad.lo.u32 %r5, %t, 16, %r1;\nand.b32 %r5, %r5, 4032;\n" FOUR("%r5") SUM, 3);
    expect("min.u32 %r5, %r1, 2048;\nsetp.lt.u32 %p1, %t, 5;\nselp.b32 %r5, %r5, %r1, %p1;\n" FOUR("%r5") SUM, 3);
    expect("cvt.u64.u32 %rd1, %r1;\n" FOUR("%rd1") SUM, 3);
    expect("popc.b32 %r6, %r1;\nshl.b32 %r5, %r6, 3;\n" FOUR("%r5") SUM, 2);
    /* two definitions: the worse one counts */
    expect("mov.u32 %r5, %r1;\n@%p1 add.u32 %r5, %r1, 8;\n" FOUR("%r5") SUM, 2);
    /* loops of 4 rounds that advance the address by 16, 8, 4 bytes */
#define LOOP(step)                                                                                                     \
    "mov.u32 %r5, s;\nL: " FOUR("%r5") "add.u32 %r5, %r5, " step ";\nsub.u32 %r6, %r5, s;\n"                           \
                                       "div.u32 %r6, %r6, " step ";\nsetp.lt.u32 %p1, %r6, 4;\n@%p1 bra L;\n"
    expect(LOOP("16") SUM, 12);
    expect(LOOP("8") SUM, 8);
    expect(LOOP("4") SUM, 0);
}

static void loads_do_not_pass_what_they_depend_on(void **state)
{
    (void)state;
    expect(LD(10, "%r1") LD(11, "%r1+4") "st.shared.u32 [%r1+8], %t;\n" LD(12, "%r1+8") LD(13, "%r1+12") SUM, 2);
    expect(LD(10, "%r1") "st.global.u32 [%out+4], %t;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 3);
    expect(LD(10, "%r1") "bar.sync 0;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
    expect(LD(10, "%r1") "atom.shared.add.u32 %r9, [%r1+4], 1;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM,
           1);
    expect("mov.u32 %r11, 3;\n" LD(10, "%r1") "add.u32 %r9, %r11, 1;\n" LD(11, "%r1+4") LD(12, "%r1+8")
               LD(13, "%r1+12") "add.u32 %r10, %r10, %r9;\n" SUM,
           1);
    expect("mov.u32 %r5, %r1;\n" LD(10, "%r5") "add.u32 %r5, %r5, 16;\n" LD(11, "%r5+4") LD(12, "%r5+8")
               LD(13, "%r5+12") SUM,
           1);
    expect("mov.u32 %r10, %r1;\n" LD(10, "%r10") LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
    expect(LD(10, "%r1") "setp.lt.u32 %p1, %t, 5;\n@%p1 bra N;\nN: " LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12")
               SUM,
           1);
    expect(LD(10, "%r1") "setp.lt.u32 %p1, %t, 5;\nmov.u32 %r11, 1;\n@%p1 ld.shared.u32 %r11, [%r1+4];\n" LD(
               12, "%r1+8") LD(13, "%r1+12") SUM,
           1);
    expect(LD(10, "%r1") "bar.warp.sync -1;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
    expect(LD(10, "%r1") "membar.cta;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
    expect(LD(10, "%r1") "mov.u32 %r9, %clock;\n" LD(11, "%r1+4") LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
    expect(LD(10, "%r1") "ld.volatile.shared.u32 %r11, [%r1+4];\n" LD(12, "%r1+8") LD(13, "%r1+12") SUM, 1);
}

static void other_loads_stay(void **state)
{
    (void)state;
    expect("ld.shared.u16 %h1, [%r1];\nld.shared.u16 %h2, [%r1+2];\ncvt.u32.u16 %r10, %h1;\ncvt.u32.u16 %r11, %h2;\n"
           "mov.u32 %r12, 0;\nmov.u32 %r13, 0;\n" SUM,
           0);
    expect("ld.shared.u32 %r10, [%r1];\nld.shared.s32 %r11, [%r1+4];\nmov.u32 %r12, 0;\nmov.u32 %r13, 0;\n" SUM, 0);
    expect("ld.global.u32 %r10, [%in];\nld.global.u32 %r11, [%in+4];\nmov.u32 %r12, 0;\nmov.u32 %r13, 0;\n" SUM, 0);
    expect("ld.shared.v2.u32 {%r10, %r11}, [%r1];\nld.shared.v2.u32 {%r12, %r13}, [%r1+8];\n" SUM, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_joined),
        cmocka_unit_test(only_known_alignments_count),
        cmocka_unit_test(loads_do_not_pass_what_they_depend_on),
        cmocka_unit_test(other_loads_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
