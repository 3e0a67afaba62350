/* ptx_decode_small.c - decodes cvt to and from formats of 4 to 8 bits, to tf32, and to 16 bits with .relu or
 * .satfinite.
 */
#include "ptx/ptx_decode_float.h"
#include "ptx/ptx_small.h"

#include <string.h>

static const char *const ONE[] = {"f32", "tf32", "f16", "bf16"};
static const char *const TWO[] = {"",       "",       "f16x2",  "bf16x2", "e4m3x2",
                                  "e5m2x2", "e2m1x2", "e2m3x2", "e3m2x2", "ue8m0x2"};
enum { SATURATES_FROM = 100 /* sm_100: .satfinite to tf32 by .rn and .rz */ };
enum { ONES = sizeof ONE / sizeof *ONE, TWOS = sizeof TWO / sizeof *TWO };

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* The format that part p names; false: none of them. */
static bool format(const ptx_inst_t *in, uint32_t p, uint8_t *f, bool *two)
{
    for (uint8_t i = 0; i < TWOS; i++) {
        *f = i;
        *two = i >= SMALL_F16 && same(in->part[p], TWO[i]);
        if (*two || (i < ONES && same(in->part[p], ONE[i]))) return true;
    }
    return false;
}

bool ptx_is_small(const ptx_inst_t *in)
{
    uint8_t f;
    bool two;
    if (ptx_has_word(in, "relu") || ptx_has_word(in, "satfinite") || ptx_has_word(in, "tf32")) return true;
    for (uint32_t p = 0; p < in->parts; p++)
        if (format(in, p, &f, &two) && f >= SMALL_E4M3) return true;
    return false;
}

static bool rounding(ptx_inst_t *in, uint8_t to, bool small_from)
{
    const bool rn = ptx_mod(in, "rn"), rz = !rn && ptx_mod(in, "rz"), rna = !rn && !rz && ptx_mod(in, "rna");
    in->u.imm = rna ? SMALL_AWAY : rz ? R_RZ : R_RN;
    if (to == SMALL_TF32) return rn || rz || rna;
    return rn || (rz && to <= SMALL_BF16 && !small_from);
}

/* ue8m0x2 from f32 or bf16x2 by .rz or .rp, and bf16x2 from ue8m0x2 by .rn. */
static bool exponents(ptx_inst_t *in, uint8_t to, bool to_two, uint8_t from, bool from_two)
{
    const bool makes = to == SMALL_UE8M0, pair = from == SMALL_BF16 && from_two;
    const bool floats = from == SMALL_F32 && !from_two, opens = to == SMALL_BF16 && to_two;
    if (makes ? !pair && !floats : !opens) return ptx_bad(in);
    const bool rp = makes && ptx_mod(in, "rp");
    if (!rp && !ptx_mod(in, makes ? "rz" : "rn")) return ptx_bad(in);
    in->u.imm = rp ? R_RP : R_RZ;
    if (makes && ptx_mod(in, "satfinite")) in->u.flags |= UF_SAT;
    in->u.group = G_SMALL;
    in->u.op = UOP(O_CVT, T_U32);
    in->u.mod = to;
    in->u.mod2 = from;
    in->u.vec = 2;
    return ptx_same_types(in, floats ? T_F32 : T_U32, floats ? 2 : 1);
}

bool ptx_decode_small(ptx_inst_t *in)
{
    uint8_t to, from;
    bool to_two, from_two;
    if (in->parts < 2 || !format(in, in->parts - 2, &to, &to_two) || !format(in, in->parts - 1, &from, &from_two))
        return ptx_bad(in);
    in->part_used[in->parts - 1] = in->part_used[in->parts - 2] = true;
    if (to == SMALL_UE8M0 || from == SMALL_UE8M0) return exponents(in, to, to_two, from, from_two);
    const bool to_small = to >= SMALL_E4M3, from_small = from >= SMALL_E4M3;
    const bool floats = from == SMALL_F32, halves = from_two && from == SMALL_F16;
    const bool paired = to_small && to_two && (floats || (halves && to <= SMALL_E5M2));
    const bool opened = from_small && to_two && to == SMALL_F16,
               sixteen = floats && (to == SMALL_F16 || to == SMALL_BF16);
    if (!(paired || opened || sixteen || (to == SMALL_TF32 && floats)) || !rounding(in, to, from_small))
        return ptx_bad(in);
    const bool sat = ptx_mod(in, "satfinite"), relu = ptx_mod(in, "relu");
    if (sat && to == SMALL_TF32 && in->u.imm != SMALL_AWAY && in->ps->m->sm < SATURATES_FROM)
        return err_set(in->ps->lx.err, in->ps->lx.file, in->line,
                       "'%.80s' in %s '%.60s' for sm_%u; allowed: .target sm_%d "
                       "or newer, or .rna",
                       in->name, ptx_whose(in->ps->k), in->ps->k->name, in->ps->m->sm, SATURATES_FROM);
    if ((to_small && !sat) || (opened && sat) || (relu && in->u.imm == SMALL_AWAY)) return ptx_bad(in);
    in->u.flags |= (sat ? UF_SAT : 0) | (relu ? UF_NOT : 0);
    in->u.group = G_SMALL;
    in->u.op = UOP(O_CVT, T_U32);
    in->u.mod = to;
    in->u.mod2 = from;
    in->u.vec = to_two ? 2 : 1;
    return ptx_same_types(in, floats ? T_F32 : T_U32, floats && to_two ? 2 : 1);
}
