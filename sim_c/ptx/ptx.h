/* ptx.h - the PTX front end: text in, frontend_ops_t out.
 *
 * A module is parsed and checked as a whole before anything runs. What is wrong outside of the bodies of its
 * kernels refuses the module; an unsupported instruction in a body refuses that kernel only, when it is launched,
 * and the error names file, line and instruction. Execution is functional, a warp at a time, with an
 * immediate-post-dominator reconvergence stack. */
#ifndef CTADEL_PTX_PTX_H
#define CTADEL_PTX_PTX_H

#include "isa/frontend.h"
#include "ptx/gmem.h"
#include "ptx/journal.h"

#include <stdio.h>

typedef struct ptx_module ptx_module_t;
typedef struct ptx_kernel ptx_kernel_t; /* owned by its module */

ptx_module_t *ptx_parse_file(const char *path, err_t *err); /* NULL: err */
ptx_module_t *ptx_parse_text(const char *text, const char *name_for_errors, err_t *err);
void ptx_module_destroy(ptx_module_t *m); /* NULL is fine */

/* The entry of that name; NULL: err lists the entries there are. */
const ptx_kernel_t *ptx_kernel(const ptx_module_t *m, const char *entry, err_t *err);

/* Why a launch of this kernel would be refused: "file:line: …" of the first instruction, in the kernel or in a
 * function it calls, that is not supported. NULL: it can be launched. The text lives as long as the module. */
const char *ptx_kernel_refusal(const ptx_kernel_t *k);

typedef struct {
    const char *name;
    uint32_t offset_bytes, size_bytes; /* in the parameter block */
    bool is_float;                     /* .f32/.f64 */
} ptx_param_t;
uint32_t ptx_param_count(const ptx_kernel_t *k);
ptx_param_t ptx_param(const ptx_kernel_t *k, uint32_t i);
uint32_t ptx_param_bytes(const ptx_kernel_t *k);
uint32_t ptx_static_smem_bytes(const ptx_kernel_t *k);
uint32_t ptx_local_bytes(const ptx_kernel_t *k); /* per thread */

/* A variable of the module, .global or .const, as it is on one device, where it has its initial value until it is
 * written. */
typedef struct {
    uint64_t addr, bytes; /* in global memory, wherever kernels see it */
    void *host;           /* its bytes */
} ptx_symbol_t;
/* False: err lists the variables there are, or there is no device memory left. */
bool ptx_symbol(const ptx_module_t *m, gmem_t *gmem, const char *name, ptx_symbol_t *out, err_t *err);

enum { GRID_BARRIER_BYTES = 8 }; /* that cooperative groups expect at the address in %envreg1 (high) and %envreg2 */
enum { PTX_HEAP_BYTES = 8 << 20 };

typedef struct {
    uint32_t grid[3], block[3];
    uint32_t warp_lanes; /* 8, 16, 32 */
    uint32_t dyn_smem_bytes;
    uint32_t regs_per_thread; /* occupancy, from the workload file */
    const void *params;       /* ptx_param_bytes(k), copied */
    gmem_t *gmem;             /* shared by all launches; outlives them */
    uint64_t grid_barrier; /* GRID_BARRIER_BYTES of zeros in gmem, by which CTAs wait for each other; 0: they do not */
    const loop_t *loop;    /* outlives the launch; NULL: its threads have no task window */
    FILE *print;           /* where the kernel's printf writes, outlives the launch; NULL: stdout */
    uint64_t heap_bytes;   /* for malloc in kernels, of the first launch on the gmem that needs it; 0: PTX_HEAP_BYTES */
} ptx_launch_cfg_t;

/* Fills *out; out->self is released by ptx_launch_destroy. False: err (a refused kernel, zero
 * CTAs, block over 1024 threads, ...). The module must outlive the launch. Warps of an sm/slot execute independently.
 */
bool ptx_launch_create(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, kernel_launch_t *out, err_t *err);
void ptx_launch_destroy(kernel_launch_t *launch);

/* Memory and arguments alone decide what it does: it reads no clock and not where it runs, prints nothing, allocates
 * nothing, and has no loop. */
bool ptx_launch_repeatable(const kernel_launch_t *launch);
/* Equal for launches of one kernel with the same sizes and arguments. The caller frees it; NULL: out of memory. */
void *ptx_launch_key(const kernel_launch_t *launch, size_t *bytes);
/* Before its first cycle: what it touches goes to the journal, of the same gmem, which outlives its last cycle. */
void ptx_launch_journal(const kernel_launch_t *launch, journal_t *j);

/* Runs a whole launch without timing, CTA by CTA, warps in turn up to barriers. A loop hands
 * out one index per load of the window. Counts executed warp instructions. max_insts per CTA guards against endless
 * loops. */
bool ptx_run_functional(const kernel_launch_t *launch, uint64_t max_insts, uint64_t *warp_insts, err_t *err);

#endif
