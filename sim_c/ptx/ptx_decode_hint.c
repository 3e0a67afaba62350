/* ptx_decode_hint.c - decodes hints to caches, which change no result: prefetches, priorities, policies. A hint takes
 * an issue slot and accesses nothing. */
#include "ptx/ptx_decode_call.h"

#include <string.h>

enum { LINE_BYTES = 128 };

static bool dec_prefetch(ptx_inst_t *in)
{
    if (ptx_mod(in, "tensormap")) return ptx_absent(in, "tensor maps");
    const uint8_t space = ptx_space_of(in);
    ptx_cache_words(in);
    ptx_mod(in, "L1");
    ptx_mod(in, "L2");
    in->u.group = G_NOP;
    if (!ptx_count(in, 1) || !ptx_address(in, 0, space)) return false;
    in->w.space = SPACE_NONE;
    return true;
}

static bool dec_line(ptx_inst_t *in) /* discard.L2 [a], 128; applypriority.L2::evict_normal [a], 128 */
{
    const bool discards = strcmp(in->row->name, "discard") == 0;
    const uint8_t space = ptx_space_of(in);
    const ptx_elem_t *n = &in->o[1].e[0];
    in->u.group = G_NOP;
    if ((space != SPACE_GLOBAL && space != SPACE_GENERIC) || !ptx_mod(in, discards ? "L2" : "L2::evict_normal"))
        return ptx_bad(in);
    if (!ptx_count(in, 2) || !ptx_address(in, 0, space)) return false;
    in->w.space = SPACE_NONE;
    return (n->kind == OPD_INT && n->value == LINE_BYTES) || ptx_bad_operand(in, n, "128");
}

/* createpolicy d, …: policies are equal here, all are 0. */
static bool dec_policy(ptx_inst_t *in)
{
    ptx_type_t t;
    const bool cvt = ptx_mod(in, "cvt"), range = !cvt && ptx_mod(in, "range");
    if (!cvt && !range && !ptx_mod(in, "fractional")) return ptx_bad(in);
    if (range) ptx_mod(in, "global");
    for (uint32_t i = 0; i < in->parts; i++)
        in->part_used[i] |= strncmp(in->part[i], "L2::evict_", 10) == 0 || (cvt && strcmp(in->part[i], "L2") == 0);
    if (!ptx_take_type(in, TM(T_U64), &t)) return false;
    const uint32_t most = range ? 4 : 2, least = range ? 4 : cvt ? 2 : 1;
    if (in->operands < least || in->operands > most) return ptx_count(in, most);
    in->u.group = G_INT;
    in->u.op = UOP(O_MOV, T_U64);
    return ptx_dst(in, 0, 0, t);
}

const ptx_row_t ptx_rows_hint[] = {
    {"prefetch", dec_prefetch, "prefetch{.global,.local}.{L1,L2,L2::evict_last,L2::evict_normal}", O_LD, 0, 0},
    {"prefetchu", dec_prefetch, "prefetchu.L1", O_LD, 0, 0},
    {"discard", dec_line, "discard{.global}.L2 [a], 128", O_LD, 0, 0},
    {"applypriority", dec_line, "applypriority{.global}.L2::evict_normal [a], 128", O_LD, 0, 0},
    {"createpolicy", dec_policy,
     "createpolicy.fractional.L2::evict_….b64, createpolicy.range{.global}.L2::evict_….b64, createpolicy.cvt.L2.b64",
     O_LD, 0, 0},
    {0}};
