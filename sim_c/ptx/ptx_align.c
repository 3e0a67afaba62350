/* ptx_align.c - which powers of two divide the values of registers: the least over all instructions that write the
 * register, wherever they stand. Starts from the best case and goes down until nothing changes, so that an address that
 * a loop advances by multiples of 16 keeps its alignment. */
#include "ptx/ptx_assemble.h"

#include "base/min.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 64 /* bounds the time; a kernel that nvcc compiled takes two or three */ };

static uint32_t alignment_of(uint64_t value)
{
    return value ? min_u32((uint32_t)__builtin_ctzll(value), PTX_ALIGN_MAX) : PTX_ALIGN_MAX;
}

/* The constant at this place of the pool, whose entries lie in ascending order. */
static const ptx_const_t *constant(const ptx_kernel_t *k, uint32_t ref)
{
    uint32_t low = 0, high = k->pool_used;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (k->pool[middle].offset <= (ref & ~UREF_POOL)) low = middle;
        else high = middle;
    }
    return &k->pool[low];
}

uint32_t ptx_operand_alignment(const ptx_kernel_t *k, const uint8_t *alignments, uint32_t ref)
{
    if (ref == UREF_NONE) return 0;
    if (!(ref & UREF_POOL)) return alignments[ref];
    const ptx_const_t *c = constant(k, ref);
    const uint32_t a = alignment_of(c->value);
    return c->var ? min_u32(a, alignment_of(c->var->align_bytes)) : a;
}

/* Bits by which a constant shifts to the left; another shift may be by 0. */
static uint32_t shift_of(const ptx_kernel_t *k, uint32_t ref)
{
    return ref & UREF_POOL && ref != UREF_NONE ? min_u32((uint32_t)constant(k, ref)->value, PTX_ALIGN_MAX) : 0;
}

static bool is_word(uint32_t type) { return type >= T_U32 && type <= T_S64; }

static uint32_t result(const ptx_kernel_t *k, const uint8_t *alignments, const ptx_uop_t *u)
{
    const uint32_t a = ptx_operand_alignment(k, alignments, u->s[0]);
    const uint32_t b = ptx_operand_alignment(k, alignments, u->s[1]);
    const uint32_t c = ptx_operand_alignment(k, alignments, u->s[2]);
    if (u->group == G_CVT) return is_word(u->type) && is_word(u->op % 16) && !(u->flags & UF_SAT) ? a : 0;
    if (u->group != G_INT) return 0;
    switch (u->op / 16) {
    case O_MOV: return a;
    case O_ADD:
    case O_SUB:
    case O_SELP:
    case O_MIN:
    case O_MAX:
    case O_OR:
    case O_XOR: return min_u32(a, b);
    case O_AND: return a > b ? a : b;
    case O_SHL: return min_u32(a + shift_of(k, u->s[1]), PTX_ALIGN_MAX);
    case O_MUL:
    case O_MULWIDE: return min_u32(a + b, PTX_ALIGN_MAX);
    case O_MAD:
    case O_MADWIDE: return min_u32(min_u32(a + b, PTX_ALIGN_MAX), c);
    default: return 0;
    }
}

static bool lower(const ptx_kernel_t *k, uint8_t *alignments, const ptx_uop_t *u)
{
    const uint8_t now = (uint8_t)result(k, alignments, u);
    bool changed = false;
    for (uint32_t i = 0; i < UVEC_MAX; i++) {
        if (u->d[i] == UREF_NONE || alignments[u->d[i]] <= now) continue;
        alignments[u->d[i]] = now;
        changed = true;
    }
    return changed;
}

uint8_t *ptx_alignments(const ptx_parser_t *ps)
{
    uint8_t *alignments = malloc(ps->regs + 1u);
    if (!alignments) return NULL;
    for (uint32_t r = 0; r < ps->regs; r++)
        alignments[r] = ps->reg[r]->sreg || ps->reg[r]->words || ps->reg[r]->points ? 0 : PTX_ALIGN_MAX;
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        for (uint32_t i = 0; i < ps->k->uops; i++) changed |= lower(ps->k, alignments, &ps->k->uop[i]);
    }
    if (changed) memset(alignments, 0, ps->regs); /* not settled: nothing is known */
    return alignments;
}
