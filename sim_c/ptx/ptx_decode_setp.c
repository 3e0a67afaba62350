/* ptx_decode_setp.c - decodes setp and set. */
#include "ptx/ptx_build.h"

#define TM_COMPARED (TM_INT | TM_REAL)
#define TM_PAIR     (TM(T_F16X2) | TM(T_BF16X2))

static bool comparison(ptx_inst_t *in, ptx_type_t t, uint8_t *cmp)
{
    static const struct {
        const char *word;
        uint8_t cmp;
        uint16_t types;
    } WORDS[] = {{"eq", C_EQ, TM_COMPARED}, {"ne", C_NE, TM_COMPARED}, {"lt", C_LT, TM_COMPARED},
                 {"le", C_LE, TM_COMPARED}, {"gt", C_GT, TM_COMPARED}, {"ge", C_GE, TM_COMPARED},
                 {"lo", C_LT, TM_INT},      {"ls", C_LE, TM_INT},      {"hi", C_GT, TM_INT},
                 {"hs", C_GE, TM_INT},      {"equ", C_EQU, TM_REAL},   {"neu", C_NEU, TM_REAL},
                 {"ltu", C_LTU, TM_REAL},   {"leu", C_LEU, TM_REAL},   {"gtu", C_GTU, TM_REAL},
                 {"geu", C_GEU, TM_REAL},   {"num", C_NUM, TM_REAL},   {"nan", C_NAN, TM_REAL}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (!(WORDS[i].types >> t & 1) || !ptx_mod(in, WORDS[i].word)) continue;
        *cmp = WORDS[i].cmp;
        return true;
    }
    return ptx_bad(in);
}

static bool flushes(ptx_type_t t) { return t == T_F32 || t == T_F16 || t == T_F16X2; }

/* Sources 1 and 2. Constants are no 16-bit floats. */
static bool sources(ptx_inst_t *in, ptx_type_t t)
{
    for (uint32_t i = 0; i < 2; i++) {
        const ptx_elem_t *e = &in->o[i + 1].e[0];
        if (TM(t) & TM_HALF && e->kind != OPD_REG) return ptx_bad_operand(in, e, "a register");
        if (!ptx_src(in, i + 1, i, t)) return false;
    }
    return true;
}

/* Decodes comparison, type and sources; the optional third source is a predicate to combine the result with. */
static bool compare(ptx_inst_t *in, ptx_type_t t)
{
    uint8_t cmp = C_EQ;
    if (!comparison(in, t, &cmp)) return false;
    in->u.mod2 = ptx_mod(in, "and") ? B_AND : ptx_mod(in, "or") ? B_OR : ptx_mod(in, "xor") ? B_XOR : B_NONE;
    if (flushes(t) && ptx_mod(in, "ftz")) in->u.flags |= UF_FTZ_IN;
    in->u.group = G_CMP;
    in->u.type = (uint8_t)t;
    const ptx_type_t as = TM(t) & TM_HALF ? T_F32 : t; /* 16-bit floats are widened */
    in->u.op = UOP(cmp, cmp <= C_NE ? ptx_unsigned(as) : as);
    if (t == T_F64) ptx_timing(in, UNIT_DP, LAT_DP);
    if (!ptx_count(in, in->u.mod2 ? 4 : 3) || !sources(in, t)) return false;
    if (!in->u.mod2) return true;
    if (in->o[3].is_not) in->u.flags |= UF_NOT;
    return ptx_src_elem(in, &in->o[3].e[0], 2, T_PRED, false);
}

/* setp p{|q}: q is the comparison's opposite, of a pair that of the upper halves. */
static bool dec_setp(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t) || !compare(in, t)) return false;
    if (in->o[0].is_pair && TM(t) & TM_ONE_HALF) return ptx_bad_operand(in, &in->o[0].second, "one predicate");
    return ptx_dst_elem(in, &in->o[0].e[0], 0, T_PRED, false) &&
           (!in->o[0].is_pair || ptx_dst_elem(in, &in->o[0].second, 1, T_PRED, false));
}

/* What set writes for true; 0: no such form. */
static uint32_t one_of(ptx_type_t to, ptx_type_t from)
{
    const uint32_t ints = TM_INT | TM_FLOAT;
    switch (to) {
    case T_U16:
    case T_S16: return TM(from) & TM_ONE_HALF ? 0xffff : 0;
    case T_U32:
    case T_S32: return TM(from) & TM_PAIR ? 0xffff : UINT32_MAX;
    case T_F32: return TM(from) & ints ? 0x3f800000 : 0;
    case T_F16: return TM(from) & (ints | TM(T_F16)) ? 0x3c00 : 0;
    case T_BF16: return TM(from) & (ints | TM_ONE_HALF) ? 0x3f80 : 0;
    case T_F16X2: return from == to ? 0x3c00 : 0;
    case T_BF16X2: return from == to ? 0x3f80 : 0;
    default: return 0;
    }
}

static bool dec_set(ptx_inst_t *in)
{
    ptx_type_t t, to;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    if (!ptx_take_type(in, TM_16 | TM_32 | TM(T_F32) | TM_HALF, &to)) return false;
    in->u.imm = one_of(to, t);
    if (!in->u.imm) return ptx_bad(in);
    return compare(in, t) && ptx_dst(in, 0, 0, to);
}

#define CMP_FORMS "{eq,ne,lt,le,gt,ge,lo,ls,hi,hs,equ,neu,ltu,leu,gtu,geu,num,nan}{.and,.or,.xor}{.ftz}"
const ptx_row_t ptx_rows_setp[] = {
    {"setp", dec_setp, "setp." CMP_FORMS ".{b16,…,b64,u16,…,s64,f16,f16x2,bf16,bf16x2,f32,f64}", 0, 2, TM_COMPARED},
    {"set", dec_set,
     "set." CMP_FORMS ".to.from: {u32,s32,f32,f16,bf16} from {b16,…,b64,u16,…,s64,f32,f64}, {u16,s16,u32,s32} from "
     "{f16,bf16}, {f16,bf16} from f16, bf16 from bf16, {u32,s32} from {f16x2,bf16x2}, a pair from the same pair",
     0, 2, TM_COMPARED},
    {0}};
