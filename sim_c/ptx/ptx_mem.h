/* ptx_mem.h - translates the addresses of a warp's lanes to host memory and moves the bytes. */
#ifndef CTADEL_PTX_PTX_MEM_H
#define CTADEL_PTX_PTX_MEM_H

#include "ptx/ptx_exec.h"

typedef enum {
    AT_ANY,     /* lane i touches base + off[i] */
    AT_UNIFORM, /* every lane of the mask touches base + off[0] */
    AT_BLOCK    /* all lanes are active, lane i touches base + off[0] + i * bytes */
} ptx_pattern_t;

typedef struct {
    uint8_t *base;
    ptx_pattern_t pattern; /* local memory is always AT_ANY */
    uint64_t off[PTX_LANES];
} ptx_at_t;

typedef struct {
    fe_cta_t *cta;
    ptx_warp_t *w;
    const ptx_uop_t *u;
    uint32_t pc, mask, bytes; /* bytes per lane, all vector elements */
    uint8_t space;
    bool writes;
} ptx_access_t;

/* Translates addr[], addresses in a->space, to host offsets in *at. Overwrites addr[] by the addresses of the timing
 * model. False: err, an address is misaligned or outside the space. */
bool ptx_locate(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err);

void ptx_addresses(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint64_t addr[PTX_LANES]);
/* Addresses in shared memory of the lanes of a->mask. False: err, a generic address lies in another space. */
bool ptx_shared_addresses(const ptx_access_t *a, uint64_t addr[PTX_LANES], err_t *err);

/* err: instruction, lane, address, and `why` as the end of the sentence. Always false. */
bool ptx_fail(const ptx_access_t *a, uint32_t lane, uint64_t addr, const char *why, err_t *err);

void ptx_list_lanes(const ptx_access_t *a, ptx_at_t *at); /* fills off[] of all lanes, for every pattern */
void ptx_load(const ptx_access_t *a, ptx_at_t *at);
void ptx_store(const ptx_access_t *a, ptx_at_t *at);
/* ptx_task.c: a load of the task window. True: the lanes in *waits must wait for the SM to write their window. */
bool ptx_task_waits(const ptx_access_t *a, ptx_at_t *at, uint32_t *waits);
uint64_t ptx_combine(ptx_atom_t how, ptx_type_t t, uint64_t old, uint64_t b); /* ptx_atom.c: the new value */
void ptx_atomic(const ptx_access_t *a, ptx_at_t *at);                         /* lane by lane, lowest first */

#endif
