/* workload.h - a workload: PTX kernels, buffers, a sequence of launches, and the check of the output.
 *
 * A workload is a .yaml file (docs/workloads.md). Built-in ones lie in configs/workloads/<name>/; their ref.c, a C
 * reference, is linked into the program. A user's own is checked against a .npy file, or not at all. */
#ifndef CTADEL_WORKLOAD_WORKLOAD_H
#define CTADEL_WORKLOAD_WORKLOAD_H

#include "config/machine.h"
#include "isa/frontend.h"
#include "ptx/ptx.h"
#include "workload/elem.h"

#include <stddef.h> /* NULL, for ref.c and the generated table */

typedef struct workload workload_t;

enum { WORKLOAD_GAP_UNIT_BYTES = 256, WORKLOAD_GAP_MAX_BYTES = 1 << 20 };

/* Reads the whole file, evaluates every expression and fills device memory. `size`: a key of its `sizes`; NULL: `small`
 * or, if there is no `small`, the first one. Of `sm`, the machine's SM, it uses warp_lanes and code.
 * `seed`: for random contents.
 * NULL: err. */
workload_t *workload_load(const char *path, const char *size, const sm_cfg_t *sm, uint64_t seed, err_t *err);
/* The same for a mix: device addresses follow those of `before` (NULL: the first workload); the buffers of all have at
 * most 1 GiB together. gap_bytes are left unused before each buffer: a multiple of WORKLOAD_GAP_UNIT_BYTES, up to
 * WORKLOAD_GAP_MAX_BYTES. */
workload_t *workload_load_behind(const workload_t *before, const char *path, const char *size, const sm_cfg_t *sm,
                                 uint64_t seed, uint64_t gap_bytes, err_t *err);
/* Reads no more of the file than `sizes`. False: err, it has no size `size`. */
bool workload_size_check(const char *path, const char *size, err_t *err);
void workload_destroy(workload_t *w); /* NULL is fine */

const char *workload_name(const workload_t *w);
const char *workload_size(const workload_t *w);            /* name of its size; NULL: the file has no sizes */
uint32_t workload_launches(const workload_t *w);           /* number of launches, host loops unrolled; at least 1 */
uint32_t workload_stream(const workload_t *w, uint32_t i); /* stream of launch i, 0..15 */
/* True: some launch has a parallel loop. Call workload_contexts before workload_launch then. */
bool workload_loops(const workload_t *w);
/* Sets the machine on which parallel loops run: one CTA per SM, with a thread per context. `contexts` 0: machine
 * `machine` has no task unit. False: err, there is no task unit, and a launch has a parallel loop. */
bool workload_contexts(workload_t *w, const char *machine, uint32_t sms, uint32_t contexts, err_t *err);
/* Creates launch i. It lives until workload_release or workload_destroy. NULL: err. */
const kernel_launch_t *workload_launch(workload_t *w, uint32_t i, err_t *err);
void workload_release(workload_t *w, const kernel_launch_t *launch);
uint64_t workload_guard_reads(const workload_t *w); /* reads inside guard bands so far, see gmem.h */

typedef enum { WORKLOAD_PASS, WORKLOAD_FAIL, WORKLOAD_UNCHECKED } workload_verdict_t;
/* Compares the buffers under `outputs` with the expected contents; call it after the last launch. FAIL: err names
 * buffer, index, found, expected, tolerance. UNCHECKED: the workload has no outputs. */
workload_verdict_t workload_check(workload_t *w, err_t *err);

/* A C reference. The ref.c of a built-in workload exports one as `const workload_ref_t workload_ref_<name>`. */
typedef struct workload_ref_ctx workload_ref_ctx_t;
typedef struct {
    const char *name;
    void (*init)(workload_ref_ctx_t *ctx);   /* fills buffers of `init: c`; NULL if none */
    void (*expect)(workload_ref_ctx_t *ctx); /* computes the final contents in place of the initial ones */
} workload_ref_t;

/* A ref.c obtains sizes and buffers by the functions below. Each checks what it returns: if the workload file differs
 * (a user's copy with other sizes, another workload of the same name), the call does not return and the run ends in an
 * error. */
#define WORKLOAD_REF_MAX    (INT64_C(1) << 30) /* of a size: products of two stay below 2^63 ... */
#define WORKLOAD_REF_MAX_3D (INT64_C(1) << 20) /* ... and of three */
/* Value of a size parameter; must lie in min to max. */
int64_t workload_ref_param(const workload_ref_ctx_t *ctx, const char *name, int64_t min, int64_t max);
/* Host copy of a buffer of this type and at least `count` elements. */
void *workload_ref_buf(workload_ref_ctx_t *ctx, const char *name, elem_t type, int64_t count);
/* The same for a buffer of `init: c`, whose contents are therefore those of the reference's own init. */
void *workload_ref_own(workload_ref_ctx_t *ctx, const char *name, elem_t type, int64_t count);
/* Zeroed memory for `count` elements of `bytes`. It is freed when the reference's function ends. */
void *workload_ref_room(workload_ref_ctx_t *ctx, int64_t count, size_t bytes);
uint64_t workload_ref_random(workload_ref_ctx_t *ctx); /* seeded, 64 bits */
/* Ends the run in an error: the size parameter `name` is `value`, and the kernels need `allowed`. */
_Noreturn void workload_ref_refuse(const workload_ref_ctx_t *ctx, const char *name, int64_t value, const char *allowed);
/* Ends the run in an error at the line of the buffer: the seed has produced no `what`, of which the kernel needs at
 * least one. For `init`. */
_Noreturn void workload_ref_empty(workload_ref_ctx_t *ctx, const char *buffer, const char *what);

/* All references, NULL-terminated; the build generates the tables from configs/workloads/x/ref.c, configs/loops and
 * configs/clusters. */
extern const workload_ref_t *const workload_refs[];
extern const workload_ref_t *const workload_loop_refs[];
extern const workload_ref_t *const workload_cluster_refs[];

#endif
