/* wl.h - the inside of a workload_t, shared by the files that read, fill, launch and check it. */
#ifndef CTADEL_WORKLOAD_WL_H
#define CTADEL_WORKLOAD_WL_H

#include "workload/elem.h"
#include "workload/expr.h"
#include "workload/rng.h"
#include "workload/workload.h"
#include "workload/ynode.h"

typedef struct { /* as written: 1.5 and 1e3 are real, everything else is a whole-number expression
                  */
    bool is_real;
    double real;
    int64_t whole;
} wl_number_t;

typedef enum { FILL_VALUE, FILL_IOTA, FILL_UNIFORM, FILL_INTS, FILL_C, FILL_NPY } wl_fill_t;

typedef struct {
    char *name;
    elem_t type;
    uint64_t count, bytes;
    wl_fill_t fill;
    wl_number_t lo, hi; /* FILL_VALUE uses lo */
    char *npy;          /* FILL_NPY */
    uint64_t addr;      /* on the device */
} wl_buffer_t;

typedef struct { /* all expressions evaluated, one per pass of a loop */
    const ptx_kernel_t *kernel;
    uint32_t grid[3], block[3];
    uint32_t regs_per_thread, dyn_smem_bytes, stream;
    int is_2d;     /* -1: by the shape */
    bool has_loop; /* grid and block are the machine's */
    loop_t loop;
    unsigned line;
    uint8_t *params;
} wl_launch_t;

typedef struct {
    const wl_buffer_t *buffer;
    double abs, rel;
    char *npy; /* NULL: the C reference */
    unsigned line;
} wl_output_t;

typedef struct wl_live { /* a launch that was made and not released */
    kernel_launch_t launch;
    struct wl_live *next;
} wl_live_t;

struct workload {
    char *path, *name, *title;
    const workload_t *before;           /* its memory is behind that one's; NULL: the first */
    uint64_t memory_bytes;              /* of the buffers, with those of the workloads before */
    uint32_t warp_lanes, sms, contexts; /* the last two: where launches with a loop run; 0: not known yet */
    uint64_t seed;
    expr_scope_t *scope;
    ptx_module_t *module;
    gmem_t *gmem;
    wl_buffer_t *buffers;
    wl_launch_t *launches;
    wl_output_t *outputs;
    uint32_t buffer_count, launch_count, launch_room, output_count, loop_passes;
    const workload_ref_t *ref; /* NULL: there is none of this name */
    wl_live_t *live;
};

/* Numbers; `what` names the value in messages. */
bool wl_number(const workload_t *w, ynode_t n, wl_number_t *out, err_t *err);
bool wl_whole(const workload_t *w, ynode_t n, const char *what, int64_t min, int64_t max, int64_t *out, err_t *err);
double wl_number_real(const wl_number_t *n);
/* Scalar `n` as a file name beside the workload file; the caller frees it. NULL: out of memory. */
char *wl_file_beside(const workload_t *w, const char *name);

const wl_buffer_t *wl_buffer(const workload_t *w, const char *name); /* NULL: none */
bool wl_buffer_required(const workload_t *w, ynode_t name, const wl_buffer_t **out, err_t *err);

/* Each reads its part of the file; name, scope and whatever stands before it here are there. */
bool wl_read_head(workload_t *w, ynode_t root, const char *size, err_t *err);
bool wl_read_buffers(workload_t *w, ynode_t root, err_t *err);
bool wl_read_launches(workload_t *w, ynode_t root, err_t *err);
bool wl_read_outputs(workload_t *w, ynode_t root, err_t *err);

/* wl_loop.c: the parallel loop of a launch. */
bool wl_read_loop(const workload_t *w, ynode_t map, loop_t *loop, err_t *err);

/* Parameter block of one launch from its `args`. */
bool wl_pack_args(const workload_t *w, ynode_t args, const ptx_kernel_t *kernel, uint8_t *params, err_t *err);

/* wl_fill.c: initial contents of all buffers to host[i]. */
bool wl_fill(const workload_t *w, void **host, err_t *err);

const workload_ref_t *wl_reference(const char *name); /* NULL: none is built in */
/* False: err, when `function` asked for a name that the workload lacks. */
bool wl_call_reference(const workload_t *w, void (*function)(workload_ref_ctx_t *ctx), void **host,
                       const char *rng_name, err_t *err);

#endif
