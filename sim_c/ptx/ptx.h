/* ptx.h - the PTX front end: parses a module and executes its kernels as a frontend_ops_t (NVIDIA's PTX ISA manual).
 *
 * The whole module is parsed and checked before a kernel runs. A mistake outside the kernel bodies refuses the module.
 * A mistake or an unsupported instruction inside a body refuses that kernel only, at its launch; the error names file,
 * line and instruction. Execution is functional, one warp instruction at a time, with a reconvergence stack whose
 * reconvergence point is the immediate post-dominator of the branch. In modules for sm_70 and newer, lanes of a warp
 * may wait for one another wherever they stand (ptx_meet.c, ptx_paths.c); in older ones a warp runs in lock-step. */
#ifndef CTADEL_PTX_PTX_H
#define CTADEL_PTX_PTX_H

#include "isa/frontend.h"
#include "ptx/gmem.h"
#include "ptx/journal.h"
#include "ptx/waits.h"

#include <stdio.h>

enum { PTX_SM_IDS = 64 /* value of %nsmid: every %smid is below */ };

typedef struct ptx_module ptx_module_t;
typedef struct ptx_kernel ptx_kernel_t; /* owned by its module */

/* as_ptxas: loads from neighbouring words of shared memory become one of 8 or 16 bytes (ptx_join.h). NULL: err */
ptx_module_t *ptx_parse_file(const char *path, bool as_ptxas, err_t *err);
ptx_module_t *ptx_parse_text(const char *text, const char *name_for_errors, bool as_ptxas, err_t *err);
void ptx_module_destroy(ptx_module_t *m); /* NULL is fine */

/* The entry of this name. NULL: err lists the module's entries. */
const ptx_kernel_t *ptx_kernel(const ptx_module_t *m, const char *entry, err_t *err);

/* Why a launch of this kernel is refused: "file:line: …" of the first unsupported instruction, in the kernel or in a
 * function that it calls. NULL: the kernel can be launched. The text lives as long as the module. */
const char *ptx_kernel_refusal(const ptx_kernel_t *k);

typedef struct {
    const char *name;
    uint32_t offset_bytes, size_bytes; /* in the parameter block */
    bool is_float;                     /* .f32 or .f64; other types, .f16 too, are false */
} ptx_param_t;
uint32_t ptx_param_count(const ptx_kernel_t *k);
ptx_param_t ptx_param(const ptx_kernel_t *k, uint32_t i);
uint32_t ptx_param_bytes(const ptx_kernel_t *k);
uint32_t ptx_static_smem_bytes(const ptx_kernel_t *k);
uint32_t ptx_local_bytes(const ptx_kernel_t *k); /* per thread */
/* False: the kernel does not state the size of its clusters. */
bool ptx_kernel_cluster(const ptx_kernel_t *k, uint32_t cluster[3]);

/* A .global or .const variable of the module on one device. It has its initial value until a kernel or the host
 * writes it. */
typedef struct {
    uint64_t addr, bytes; /* device address in global memory, also of a .const variable; size */
    void *host;           /* host pointer to the same bytes */
} ptx_symbol_t;
/* False: err, the module has no such variable (err lists its variables), or device memory is full. */
bool ptx_symbol(const ptx_module_t *m, gmem_t *gmem, const char *name, ptx_symbol_t *out, err_t *err);

/* Bytes of the grid barrier of cooperative groups, whose address kernels read in %envreg1 (high half) and %envreg2. */
enum { GRID_BARRIER_BYTES = 8 };
/* Default sizes of the heap for malloc in kernels and of a thread's stack for alloca, as CUDA's. */
enum { PTX_HEAP_BYTES = 8 << 20, PTX_STACK_BYTES = 1024 };

typedef struct {
    uint32_t grid[3], block[3]; /* CTAs, threads; x, y, z, each at least 1. With .blocksareclusters the grid is in
                                   clusters */
    uint32_t cluster[3];        /* CTAs of a cluster, which divide the grid; all 0: as the kernel says, else 1,1,1 */
    bool nonportable_cluster;   /* a cluster may have up to CLUSTER_CTAS_MAX CTAs; false: up to 8 */
    uint32_t warp_lanes;        /* 8, 16, 32 */
    uint32_t dyn_smem_bytes;    /* dynamic shared memory per CTA */
    uint32_t regs_per_thread;   /* for the occupancy; does not limit the execution */
    const void *params;         /* ptx_param_bytes(k) bytes, copied */
    gmem_t *gmem;               /* shared by all launches; outlives them */
    uint64_t grid_barrier;      /* device address of GRID_BARRIER_BYTES zeroed bytes; 0: no grid barrier */
    const loop_t *loop;         /* outlives the launch; NULL: the threads have no task window */
    FILE *print;                /* the kernel's printf writes here; outlives the launch; NULL: stdout */
    uint64_t heap_bytes;        /* heap for malloc in kernels; the first launch that allocates sets it for the gmem;
                                   0: PTX_HEAP_BYTES */
    uint64_t stack_bytes;       /* memory of a thread for alloca; 0: PTX_STACK_BYTES */
} ptx_launch_cfg_t;

/* Fills *out; ptx_launch_destroy releases out->self. False: err (a refused kernel, an empty grid, a block of more than
 * 1024 threads, ...). The module must outlive the launch. */
bool ptx_launch_create(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, kernel_launch_t *out, err_t *err);
void ptx_launch_destroy(kernel_launch_t *launch);

/* True: the result depends on memory and arguments only. The kernel reads no clock and no SM number, prints nothing,
 * allocates nothing and has no task window. */
bool ptx_launch_repeatable(const kernel_launch_t *launch);
/* Key of a launch: equal for launches of one kernel with the same sizes and arguments. The caller frees it. NULL: out
 * of memory. */
void *ptx_launch_key(const kernel_launch_t *launch, size_t *bytes);
/* Records all memory accesses of the launch in `j`, a journal of the same gmem. Call it before the first instruction;
 * `j` must stay valid until the last one. */
void ptx_launch_journal(kernel_launch_t *launch, journal_t *j);
/* Notes in `w` the accesses of the launch from which waits are found; `w` outlives the launch. Call it before the first
 * instruction. */
void ptx_launch_note_waits(kernel_launch_t *launch, waits_t *w);
bool ptx_launch_waited(const kernel_launch_t *launch);       /* a CTA of it has waited for another CTA */
void ptx_launch_forget_waits(const kernel_launch_t *launch); /* it has ended: call it before ptx_launch_destroy */

/* Runs a whole launch without timing, CTA by CTA, and counts the executed warp instructions. With a loop, each load of
 * the task window returns one index. False: err; also when a CTA executes more than max_insts warp instructions (an
 * endless loop) or its warps deadlock at a barrier. */
bool ptx_run_functional(const kernel_launch_t *launch, uint64_t max_insts, uint64_t *warp_insts, err_t *err);

#endif
