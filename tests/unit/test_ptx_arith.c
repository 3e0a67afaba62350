/* Every arithmetic instruction against a C expression: all pairs of 32 awkward operands. */
#include "ptx_arith_ref.h"

/* Tables, a row per type or instruction. */
/* clang-format off */
#define SPLIT "cvt.u32.u64 %r10, %rdA; shr.u64 %rd10, %rdA, 32; cvt.u32.u64 %r11, %rd10;" \
              "cvt.u32.u64 %r12, %rdB; shr.u64 %rd10, %rdB, 32; cvt.u32.u64 %r13, %rd10;" \
              "shr.u64 %rd10, %rdC, 32; cvt.u32.u64 %r15, %rd10;"

static const row_t ROWS[] = {
    {"add.u16 %hD, %hA, %hB;", D16, ref_add16}, {"add.s32 %rD, %rA, %rB;", D32, ref_add32},
    {"add.s64 %rdD, %rdA, %rdB;", D64, ref_add64}, {"sub.s16 %hD, %hA, %hB;", D16, ref_sub16},
    {"sub.u64 %rdD, %rdA, %rdB;", D64, ref_sub64}, {"add.sat.s32 %rD, %rA, %rB;", D32, ref_addsat},
    {"sub.sat.s32 %rD, %rA, %rB;", D32, ref_subsat}, {"mul.lo.s16 %hD, %hA, %hB;", D16, ref_mul16},
    {"mul.lo.u32 %rD, %rA, %rB;", D32, ref_mul32}, {"mul.lo.s64 %rdD, %rdA, %rdB;", D64, ref_mul64},
    {"mul.hi.u16 %hD, %hA, %hB;", D16, ref_hiu16}, {"mul.hi.s16 %hD, %hA, %hB;", D16, ref_his16},
    {"mul.hi.u32 %rD, %rA, %rB;", D32, ref_hiu32}, {"mul.hi.s32 %rD, %rA, %rB;", D32, ref_his32},
    {"mul.hi.u64 %rdD, %rdA, %rdB;", D64, ref_hiu64},
    {"mul.hi.s64 %rdD, %rdA, %rdB;", D64, ref_his64},
    {"mul.wide.u16 %rD, %hA, %hB;", D32, ref_wideu16},
    {"mul.wide.s16 %rD, %hA, %hB;", D32, ref_wides16},
    {"mul.wide.u32 %rdD, %rA, %rB;", D64, ref_wideu32},
    {"mul.wide.s32 %rdD, %rA, %rB;", D64, ref_wides32},
    {"mad.lo.s32 %rD, %rA, %rB, %rC;", D32, ref_mad32},
    {"mad.lo.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_mad64},
    {"mad.hi.s32 %rD, %rA, %rB, %rC;", D32, ref_madhis32},
    {"mad.hi.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_madhi64},
    {"mad.wide.s32 %rdD, %rA, %rB, %rdC;", D64, ref_madwides32},
    {"mad.hi.sat.s32 %rD, %rA, %rB, %rC;", D32, ref_madhisat},
    {"mul24.lo.u32 %rD, %rA, %rB;", D32, ref_mul24u},
    {"mul24.lo.s32 %rD, %rA, %rB;", D32, ref_mul24s},
    {"mul24.hi.u32 %rD, %rA, %rB;", D32, ref_mul24hi},
    {"mad24.hi.s32 %rD, %rA, %rB, %rC;", D32, ref_mad24shi},
    {"sad.u32 %rD, %rA, %rB, %rC;", D32, ref_sadu},
    {"sad.s32 %rD, %rA, %rB, %rC;", D32, ref_sads}, {"div.u16 %hD, %hA, %hB;", D16, ref_divu16},
    {"div.s16 %hD, %hA, %hB;", D16, ref_divs16}, {"div.u32 %rD, %rA, %rB;", D32, ref_divu32},
    {"div.s32 %rD, %rA, %rB;", D32, ref_divs32}, {"div.u64 %rdD, %rdA, %rdB;", D64, ref_divu64},
    {"div.s64 %rdD, %rdA, %rdB;", D64, ref_divs64}, {"rem.u32 %rD, %rA, %rB;", D32, ref_remu32},
    {"rem.s32 %rD, %rA, %rB;", D32, ref_rems32}, {"rem.s64 %rdD, %rdA, %rdB;", D64, ref_rems64},
    {"abs.s16 %hD, %hA;", D16, ref_abs16}, {"abs.s32 %rD, %rA;", D32, ref_abs32},
    {"neg.s64 %rdD, %rdA;", D64, ref_neg64},
    {"min.s16 %hD, %hA, %hB;", D16, ref_mins16}, {"min.u32 %rD, %rA, %rB;", D32, ref_minu32},
    {"max.s64 %rdD, %rdA, %rdB;", D64, ref_maxs64}, {"max.u64 %rdD, %rdA, %rdB;", D64, ref_maxu64},
    {"and.b32 %rD, %rA, %rB;", D32, ref_and32}, {"or.b64 %rdD, %rdA, %rdB;", D64, ref_or64},
    {"xor.b16 %hD, %hA, %hB;", D16, ref_xor16}, {"not.b32 %rD, %rA;", D32, ref_not32},
    {"cnot.b64 %rdD, %rdA;", D64, ref_cnot64}, {"shl.b16 %hD, %hA, %rB;", D16, ref_shl16},
    {"shl.b32 %rD, %rA, %rB;", D32, ref_shl32}, {"shl.b64 %rdD, %rdA, %rB;", D64, ref_shl64},
    {"shr.u32 %rD, %rA, %rB;", D32, ref_shru32}, {"shr.s16 %hD, %hA, %rB;", D16, ref_shrs16},
    {"shr.s32 %rD, %rA, %rB;", D32, ref_shrs32}, {"shr.s64 %rdD, %rdA, %rB;", D64, ref_shrs64},
    {"shr.b64 %rdD, %rdA, %rB;", D64, ref_shru64}, {"popc.b32 %rD, %rA;", D32, ref_popc32},
    {"popc.b64 %rD, %rdA;", D32, ref_popc64}, {"clz.b32 %rD, %rA;", D32, ref_clz32},
    {"clz.b64 %rD, %rdA;", D32, ref_clz64}, {"bfind.u32 %rD, %rA;", D32, ref_findu32},
    {"bfind.s64 %rD, %rdA;", D32, ref_finds64}, {"bfind.shiftamt.u32 %rD, %rA;", D32, ref_findsh32},
    {"brev.b32 %rD, %rA;", D32, ref_brev32}, {"brev.b64 %rdD, %rdA;", D64, ref_brev64},
    {"bfe.u32 %rD, %rA, %rB, %rC;", D32, ref_bfeu32},
    {"bfe.s32 %rD, %rA, %rB, %rC;", D32, ref_bfes32},
    {"bfe.u64 %rdD, %rdA, %rB, %rC;", D64, ref_bfeu64},
    {"bfe.s64 %rdD, %rdA, %rB, %rC;", D64, ref_bfes64},
    {"bfe.s32 %rD, %rA, %rB, 7;", D32, ref_bfes32_7},
    {"bfi.b32 %rD, %rA, %rB, 5, %rC;", D32, ref_bfi32},
    {"bfi.b64 %rdD, %rdA, %rdB, 40, %rC;", D64, ref_bfi64},
    {"bfi.b32 %rD, %rA, %rB, %rC, 9;", D32, ref_bfi32w},
    {"shf.l.wrap.b32 %rD, %rA, %rB, %rC;", D32, ref_shflw},
    {"shf.l.clamp.b32 %rD, %rA, %rB, %rC;", D32, ref_shflc},
    {"shf.r.wrap.b32 %rD, %rA, %rB, %rC;", D32, ref_shfrw},
    {"shf.r.clamp.b32 %rD, %rA, %rB, %rC;", D32, ref_shfrc},
    {"lop3.b32 %rD, %rA, %rB, %rC, 0x6a;", D32, ref_lop3},
    {"prmt.b32 %rD, %rA, %rB, %rC;", D32, ref_prmt0},
    {"prmt.b32.b4e %rD, %rA, %rB, 1;", D32, ref_prmtb4e},
    {"prmt.b32.ecl %rD, %rA, %rB, 2;", D32, ref_prmtecl},
    {"prmt.b32.rc16 %rD, %rA, %rB, 1;", D32, ref_prmtrc16},
    {"setp.lt.s32 %p0, %rA, %rB; selp.b32 %rD, %rA, %rC, %p0;", D32, ref_selp32},
    {"slct.u32.s32 %rD, %rA, %rB, %rC;", D32, ref_slct32},
    {"slct.b64.f32 %rdD, %rdA, %rdB, %fC;", D64, ref_slctf},
    {"slct.ftz.b64.f32 %rdD, %rdA, %rdB, %fC;", D64, ref_slctftz},
    {"setp.lt.s32 %pD, %rA, %rB;", DPRED, ref_lts32},
    {"setp.lo.u16 %pD, %hA, %hB;", DPRED, ref_ltu16},
    {"setp.hs.u64 %pD, %rdA, %rdB;", DPRED, ref_geu64},
    {"setp.lt.f32 %pD, %fA, %fB;", DPRED, ref_ltf},
    {"setp.ne.f32 %pD, %fA, %fB;", DPRED, ref_nef},
    {"setp.neu.f32 %pD, %fA, %fB;", DPRED, ref_neuf},
    {"setp.gtu.f64 %pD, %fdA, %fdB;", DPRED, ref_gtud},
    {"setp.num.f64 %pD, %fdA, %fdB;", DPRED, ref_numd},
    {"setp.ge.u32 %p0, %rA, 9; setp.gt.and.s32 %pD, %rA, %rB, !%p0;", DPRED, ref_setpand},
    {"set.le.u32.s32 %rD, %rA, %rB;", D32, ref_setle},
    {"set.eq.f32.s32 %fD, %rA, %rB;", DF32, ref_setf},
    {"testp.finite.f32 %pD, %fA;", DPRED, ref_finite},
    {"testp.subnormal.f32 %pD, %fA;", DPRED, ref_subnormal},
    {"add.f32 %fD, %fA, %fB;", DF32, ref_fadd}, {"sub.rn.f64 %fdD, %fdA, %fdB;", DF64, ref_fsub},
    {"mul.f32 %fD, %fA, %fB;", DF32, ref_fmul}, {"mul.ftz.f32 %fD, %fA, %fB;", DF32, ref_fmulftz},
    {"add.sat.f32 %fD, %fA, %fB;", DF32, ref_faddsat},
    {"fma.rn.f32 %fD, %fA, %fB, %fC;", DF32, ref_ffma},
    {"mad.rn.f32 %fD, %fA, %fB, %fC;", DF32, ref_ffma},
    {"fma.rn.f64 %fdD, %fdA, %fdB, %fdC;", DF64, ref_dfma},
    {"div.rn.f32 %fD, %fA, %fB;", DF32, ref_fdiv}, {"div.full.f32 %fD, %fA, %fB;", DF32, ref_fdiv},
    {"div.rn.f64 %fdD, %fdA, %fdB;", DF64, ref_ddiv}, {"rcp.approx.f32 %fD, %fA;", DF32, ref_frcp},
    {"sqrt.rn.f32 %fD, %fA;", DF32, ref_fsqrt}, {"sqrt.rn.f64 %fdD, %fdA;", DF64, ref_dsqrt},
    {"abs.f32 %fD, %fA;", DF32, ref_fabs}, {"neg.f32 %fD, %fA;", DF32, ref_fneg},
    {"min.f32 %fD, %fA, %fB;", DF32, ref_fmin}, {"max.f64 %fdD, %fdA, %fdB;", DF64, ref_dmax},
    {"min.NaN.f32 %fD, %fA, %fB;", DF32, ref_fminnan},
    {"copysign.f32 %fD, %fA, %fB;", DF32, ref_fcopysign},
    {"cvt.rzi.s32.f32 %rD, %fA;", D32, ref_f2s32}, {"cvt.rni.u32.f32 %rD, %fA;", D32, ref_f2u32},
    {"cvt.rmi.s8.f32 %rD, %fA;", D32, ref_f2s8}, {"cvt.rzi.u64.f32 %rdD, %fA;", D64, ref_f2u64},
    {"cvt.rzi.s64.f64 %rdD, %fdA;", D64, ref_d2s64}, {"cvt.rpi.s32.f64 %rD, %fdA;", D32, ref_d2s32},
    {"cvt.rn.f32.s32 %fD, %rA;", DF32, ref_s2f}, {"cvt.rn.f32.u32 %fD, %rA;", DF32, ref_u2f},
    {"cvt.rn.f32.u64 %fD, %rdA;", DF32, ref_u64f}, {"cvt.rn.f64.s64 %fdD, %rdA;", DF64, ref_s64d},
    {"cvt.rn.f32.f64 %fD, %fdA;", DF32, ref_d2f}, {"cvt.f64.f32 %fdD, %fA;", DF64, ref_f2d},
    {"cvt.rni.f32.f32 %fD, %fA;", DF32, ref_frni}, {"cvt.rmi.f32.f32 %fD, %fA;", DF32, ref_frmi},
    {"cvt.sat.f32.f32 %fD, %fA;", DF32, ref_fsat}, {"cvt.s32.s8 %rD, %rA;", D32, ref_s8s32},
    {"cvt.u64.u8 %rdD, %rdA;", D64, ref_u8u64}, {"cvt.s64.s16 %rdD, %hA;", D64, ref_s16s64},
    {"cvt.sat.u8.s32 %rD, %rA;", D32, ref_satu8s32},
    {"cvt.sat.s16.u32 %hD, %rA;", D16, ref_sats16u32},
    {"cvt.sat.s32.s64 %rD, %rdA;", D32, ref_sats32s64},
    {SPLIT "add.cc.u32 %r16, %r10, %r12; addc.u32 %rD, %r11, %r13;", D32, ref_addcc_hi},
    {SPLIT "sub.cc.u32 %r16, %r10, %r12; subc.u32 %rD, %r11, %r13;", D32, ref_subcc_hi},
    {SPLIT "mad.lo.cc.u32 %r16, %rA, %rB, %rC; madc.hi.u32 %rD, %rA, %rB, %r15;", D32,
     ref_madcc_hi},
};

/* clang-format on */

static void every_instruction_equals_its_c_expression(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) check_row(&ROWS[i], 32);
}

static void so_it_does_with_eight_lanes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i += 5) check_row(&ROWS[i], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_equals_its_c_expression),
        cmocka_unit_test(so_it_does_with_eight_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
