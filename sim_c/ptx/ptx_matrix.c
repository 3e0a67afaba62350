/* ptx_matrix.c - executes ldmatrix, stmatrix, movmatrix: a warp moves 8 x 8 matrices of 16-bit elements between shared
 * memory and registers, or transposes one in registers.
 *
 * Row r of a matrix is 16 bytes at the address of lane r (of matrix m: of lane 8 m + r). Lane i holds the elements
 * 2 (i % 4) and 2 (i % 4) + 1 of row i / 4; with .trans, those of column i / 4. For the timing model, each lane
 * accesses an equal part of the rows. */
#include "ptx/ptx_mem.h"

#include <stdio.h>
#include <string.h>

enum { SIDE = 8, ROW_BYTES = 16, WORDS = 4 /* 32-bit words of a row */ };

static bool check_warp(const fe_cta_t *cta, uint32_t pc, uint32_t mask, err_t *err)
{
    char what[120];
    if (mask == UINT32_MAX) return true;
    snprintf(what, sizeof what, "is executed by lanes 0x%x of a warp; allowed: all 32 lanes", mask);
    return ptx_place_error(cta, pc, what, err);
}

/* Word w of row r of a matrix, two elements, in the lane that holds them: to or from the matrix in m. */
static uint16_t *element(uint16_t m[SIDE][SIDE], uint32_t lane, uint32_t half, bool transposed)
{
    const uint32_t row = lane / WORDS, column = lane % WORDS * 2 + half;
    return transposed ? &m[column][row] : &m[row][column];
}

static void spread(uint16_t m[SIDE][SIDE], bool transposed, lane_u32 *d)
{
    for (uint32_t i = 0; i < PTX_LANES; i++)
        d[i] = *element(m, i, 0, transposed) | (uint32_t)*element(m, i, 1, transposed) << 16;
}

static void gather(uint16_t m[SIDE][SIDE], bool transposed, const lane_u32 *s)
{
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        *element(m, i, 0, transposed) = (uint16_t)s[i];
        *element(m, i, 1, transposed) = (uint16_t)(s[i] >> 16);
    }
}

static void transpose(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_uop_t *u)
{
    uint16_t m[SIDE][SIDE];
    gather(m, false, ptx_ref(cta->l, w, u->s[0]));
    if (u->d[0] != UREF_NONE) spread(m, true, (lane_u32 *)(void *)(w->regs + u->d[0]));
}

static void move(const ptx_access_t *a, const ptx_at_t *at)
{
    const ptx_uop_t *u = a->u;
    uint16_t m[SIDE][SIDE];
    for (uint32_t n = 0; n < u->vec; n++) {
        if (a->writes) gather(m, u->mod, ptx_ref(a->cta->l, a->w, u->s[MATRIX_FIRST + n]));
        for (uint32_t r = 0; r < SIDE; r++) {
            uint8_t *row = ptx_at(at, n * SIDE + r);
            if (a->writes) memcpy(row, m[r], ROW_BYTES);
            else memcpy(m[r], row, ROW_BYTES);
        }
        if (!a->writes && u->d[n] != UREF_NONE) spread(m, u->mod, (lane_u32 *)(void *)(a->w->regs + u->d[n]));
    }
}

bool ptx_exec_matrix(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const uint32_t rows = SIDE * u->vec, part = PTX_LANES / SIDE / (u->vec ? u->vec : 1);
    uint64_t addr[PTX_LANES];
    ptx_at_t at;
    if (!check_warp(cta, pc, mask, err)) return false;
    if (u->op / 16 == O_MOV) {
        transpose(cta, w, u);
        return true;
    }
    ptx_access_t a = {.cta = cta,
                      .w = w,
                      .u = u,
                      .pc = pc,
                      .mask = UINT32_MAX >> (PTX_LANES - rows),
                      .bytes = ROW_BYTES,
                      .space = SPACE_SHARED,
                      .writes = u->op / 16 == O_ST};
    if (!ptx_shared_addresses(&a, addr, err) || !ptx_locate(&a, addr, &at, err)) return false;
    move(&a, &at);
    w->spin.changes |= a.writes;
    out->space = SPACE_SHARED;
    for (uint32_t i = 0; i < PTX_LANES; i++) out->addr[i] = addr[i / part] + i % part * (ROW_BYTES / part);
    return true;
}
