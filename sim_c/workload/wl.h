/* wl.h - the fields of workload_t, for the files that read, fill, launch and check a workload. */
#ifndef CTADEL_WORKLOAD_WL_H
#define CTADEL_WORKLOAD_WL_H

#include "workload/elem.h"
#include "workload/expr.h"
#include "workload/npy.h"
#include "workload/rng.h"
#include "workload/workload.h"
#include "workload/ynode.h"

typedef enum { FILL_NUMBER, FILL_IOTA, FILL_UNIFORM, FILL_INTS, FILL_VALUES } wl_fill_t;

enum { WL_FIELDS_MAX = 32, WL_FIELD_BYTES = 32, WL_VALUES_MAX = 4096, WL_DESCR_BYTES = 2048 };

typedef struct { /* a field of a record; a buffer of plain numbers has one field, without a name */
    char name[WL_FIELD_BYTES];
    elem_t type;
    uint32_t offset_bytes;
    wl_fill_t fill;
    expr_value_t lo, hi;  /* FILL_UNIFORM, FILL_INTS: range; FILL_NUMBER: the number is lo */
    expr_value_t *values; /* FILL_VALUES: value_count of them */
    uint32_t value_count;
} wl_field_t;

typedef struct { /* laid out as C lays out a struct */
    wl_field_t *field;
    uint32_t fields, bytes;
    bool is_record;
    char descr[WL_DESCR_BYTES]; /* npy_type_t.descr */
} wl_record_t;

typedef struct { /* a buffer in global memory, or a variable of the PTX module */
    char *name;
    wl_record_t type;
    uint64_t count, bytes;
    char *npy;         /* file with its initial contents; NULL: by_reference, or the fields' fill */
    bool by_reference; /* init of ref.c fills it */
    uint64_t addr;     /* device address */
    void *host;        /* host pointer to the same bytes */
    unsigned line;
} wl_buffer_t;

typedef struct { /* one launch, all expressions evaluated; a host loop makes one per pass */
    const ptx_kernel_t *kernel;
    uint32_t grid[3], block[3];
    uint32_t cluster[3]; /* all 0: as the kernel says */
    uint32_t regs_per_thread, dyn_smem_bytes, stream;
    int is_2d;     /* 0, 1; -1: derived from grid and block */
    bool has_loop; /* a parallel loop: the machine determines grid and block */
    loop_t loop;
    unsigned line;
    uint8_t *params;
} wl_launch_t;

typedef struct {
    const wl_buffer_t *buffer;
    double abs, rel;
    char *npy; /* file with the expected contents; NULL: the C reference computes them */
    unsigned line;
} wl_output_t;

typedef struct wl_live { /* a launch between workload_launch and workload_release */
    kernel_launch_t launch;
    struct wl_live *next;
} wl_live_t;

struct workload {
    char *path, *name, *title, *size; /* title and size: NULL for none */
    const workload_t *before;         /* workload of the mix whose memory precedes this one's; NULL: none */
    uint64_t memory_bytes;            /* all buffers, of the workloads before too */
    bool as_ptxas;
    uint32_t warp_lanes, sms, contexts; /* sms, contexts: of the machine, for parallel loops; 0: not set yet */
    uint64_t seed;
    uint64_t gap_bytes; /* unused bytes before each buffer */
    expr_scope_t *scope;
    ptx_module_t *module;
    gmem_t *gmem;
    wl_buffer_t *buffers;
    wl_launch_t *launches;
    wl_output_t *outputs;
    uint32_t buffer_count, launch_count, launch_room, output_count, loop_passes;
    const workload_ref_t *ref; /* NULL: no C reference of this name is built in */
    wl_live_t *live;
};

/* The functions below return false after an error, in err. `what` names the value in messages. */

/* Evaluates scalar `n`. */
bool wl_number(const workload_t *w, ynode_t n, expr_value_t *out, err_t *err);
/* Evaluates scalar `n` and stores it at `at` as an element of `type`; a value that does not fit is an error. */
bool wl_put_number(const workload_t *w, ynode_t n, elem_t type, const char *what, void *at, err_t *err);
/* Evaluates scalar `n` to a whole number from min to max. */
bool wl_whole(const workload_t *w, ynode_t n, const char *what, int64_t min, int64_t max, int64_t *out, err_t *err);
/* Path of the file that scalar `n` names, relative to the workload file, with {size} and {name} replaced by the size
 * and by values. The caller frees it. NULL: err. */
char *wl_file(const workload_t *w, ynode_t n, err_t *err);

/* The type of the buffer's elements, as a .npy file names it. */
static inline npy_type_t wl_npy_type(const wl_buffer_t *b) { return (npy_type_t){b->type.descr, b->type.bytes}; }

const wl_buffer_t *wl_buffer(const workload_t *w, const char *name); /* NULL: none */
bool wl_buffer_required(const workload_t *w, ynode_t name, const wl_buffer_t **out, err_t *err);

/* Each reads its part of the file, in this order. */
bool wl_read_head(workload_t *w, ynode_t root, const char *size, err_t *err);
bool wl_read_buffers(workload_t *w, ynode_t root, err_t *err); /* `buffers` and `globals` */
bool wl_read_launches(workload_t *w, ynode_t root, err_t *err);
bool wl_read_outputs(workload_t *w, ynode_t root, err_t *err);

/* wl_record.c: `type` of a buffer, a word or a map of fields. wl_free_type is due, also after an error. */
bool wl_read_type(ynode_t n, const char *what, wl_record_t *out, err_t *err);
void wl_free_type(wl_record_t *t);

/* wl_init.c: `init` of a buffer whose type is known. *count: number of elements that `init` implies; 0: none. */
bool wl_read_init(const workload_t *w, ynode_t init, wl_buffer_t *b, uint64_t *count, err_t *err);

/* wl_registers.c: registers per thread of kernel `entry`, 1 to 255. Scalar `n` is a number, or the name of a .cubin or
 * of a .log with the output of ptxas -v. */
bool wl_read_registers(const workload_t *w, ynode_t n, const char *entry, uint32_t *out, err_t *err);

/* wl_loop.c: `loop` of a launch, a parallel loop. */
bool wl_read_loop(const workload_t *w, ynode_t map, loop_t *loop, err_t *err);

/* wl_struct.c: a struct that a launch passes by value, {fields: [...]} or {bytes: [...]}, as `bytes` bytes to `at`. */
bool wl_put_struct(const workload_t *w, ynode_t map, const char *name, uint32_t bytes, uint8_t *at, err_t *err);

/* wl_args.c: converts `args` of a launch to the parameter block of the kernel. */
bool wl_pack_args(const workload_t *w, ynode_t args, const ptx_kernel_t *kernel, uint8_t *params, err_t *err);

/* wl_fill.c: writes the initial contents of buffer i to host[i], for all buffers. */
bool wl_fill(const workload_t *w, void **host, err_t *err);

const workload_ref_t *wl_reference(const char *name); /* NULL: none is built in */
/* Calls a function of a ref.c. False: err, it asked for a buffer or size that the workload lacks. */
bool wl_call_reference(const workload_t *w, void (*function)(workload_ref_ctx_t *ctx), void **host,
                       const char *rng_name, err_t *err);

#endif
