/* wl.h - the inside of a workload_t, shared by the files that read, fill, launch and check it. */
#ifndef CTADEL_WORKLOAD_WL_H
#define CTADEL_WORKLOAD_WL_H

#include "workload/elem.h"
#include "workload/expr.h"
#include "workload/rng.h"
#include "workload/workload.h"
#include "workload/ynode.h"

typedef enum { FILL_NUMBER, FILL_IOTA, FILL_UNIFORM, FILL_INTS, FILL_VALUES } wl_fill_t;

enum { WL_FIELDS_MAX = 32, WL_FIELD_BYTES = 32, WL_VALUES_MAX = 4096, WL_DESCR_BYTES = 2048 };

typedef struct { /* of a record; of a buffer of plain numbers the only one, without a name */
    char name[WL_FIELD_BYTES];
    elem_t type;
    uint32_t offset_bytes;
    wl_fill_t fill;
    expr_value_t lo, hi;  /* FILL_NUMBER uses lo */
    expr_value_t *values; /* FILL_VALUES */
    uint32_t value_count;
} wl_field_t;

typedef struct { /* laid out as C lays out a struct */
    wl_field_t *field;
    uint32_t fields, bytes;
    bool is_record;
    char descr[WL_DESCR_BYTES]; /* npy_type_t's */
} wl_record_t;

typedef struct { /* in global memory, or a variable of the PTX module */
    char *name;
    wl_record_t type;
    uint64_t count, bytes;
    char *npy;         /* its contents; NULL: by_reference, or the fields' fill */
    bool by_reference; /* ref.c's init fills it */
    uint64_t addr;     /* on the device */
    void *host;        /* and here */
    unsigned line;
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
    char *path, *name, *title, *size;   /* title and size: NULL for none */
    const workload_t *before;           /* its memory is behind that one's; NULL: the first */
    uint64_t memory_bytes;              /* of the buffers, with those of the workloads before */
    uint32_t warp_lanes, sms, contexts; /* the last two: where launches with a loop run; 0: not known yet */
    uint64_t seed;
    uint64_t gap_bytes; /* free before each buffer */
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
bool wl_number(const workload_t *w, ynode_t n, expr_value_t *out, err_t *err);
/* A number as an element of that type, to `at`. */
bool wl_put_number(const workload_t *w, ynode_t n, elem_t type, const char *what, void *at, err_t *err);
bool wl_whole(const workload_t *w, ynode_t n, const char *what, int64_t min, int64_t max, int64_t *out, err_t *err);
/* Scalar `n` as the name of a file beside the workload's, with what stands for {size} and {names} in it; the caller
 * frees it. NULL: err. */
char *wl_file(const workload_t *w, ynode_t n, err_t *err);

const wl_buffer_t *wl_buffer(const workload_t *w, const char *name); /* NULL: none */
bool wl_buffer_required(const workload_t *w, ynode_t name, const wl_buffer_t **out, err_t *err);

/* Each reads its part of the file; name, scope and whatever stands before it here are there. */
bool wl_read_head(workload_t *w, ynode_t root, const char *size, err_t *err);
bool wl_read_buffers(workload_t *w, ynode_t root, err_t *err); /* and the variables of the module */
bool wl_read_launches(workload_t *w, ynode_t root, err_t *err);
bool wl_read_outputs(workload_t *w, ynode_t root, err_t *err);

/* wl_record.c: `type` of a buffer, a word or a map of fields. The caller frees it, also after an error. */
bool wl_read_type(ynode_t n, const char *what, wl_record_t *out, err_t *err);
void wl_free_type(wl_record_t *t);

/* wl_init.c: how a buffer of known type is filled. *count: its elements as far as `init` says them, else 0. */
bool wl_read_init(const workload_t *w, ynode_t init, wl_buffer_t *b, uint64_t *count, err_t *err);

/* wl_registers.c: registers per thread of a kernel: a number, or from a .cubin or what ptxas -v prints, a .log. */
bool wl_read_registers(const workload_t *w, ynode_t n, const char *entry, uint32_t *out, err_t *err);

/* wl_loop.c: the parallel loop of a launch. */
bool wl_read_loop(const workload_t *w, ynode_t map, loop_t *loop, err_t *err);

/* wl_struct.c: a parameter of `bytes` bytes that is passed by value: {fields: [...]} or {bytes: [...]}, to `at`. */
bool wl_put_struct(const workload_t *w, ynode_t map, const char *name, uint32_t bytes, uint8_t *at, err_t *err);

/* Parameter block of one launch from its `args`. */
bool wl_pack_args(const workload_t *w, ynode_t args, const ptx_kernel_t *kernel, uint8_t *params, err_t *err);

/* wl_fill.c: initial contents of all buffers to host[i]. */
bool wl_fill(const workload_t *w, void **host, err_t *err);

const workload_ref_t *wl_reference(const char *name); /* NULL: none is built in */
/* False: err, when `function` asked for a name that the workload lacks. */
bool wl_call_reference(const workload_t *w, void (*function)(workload_ref_ctx_t *ctx), void **host,
                       const char *rng_name, err_t *err);

#endif
