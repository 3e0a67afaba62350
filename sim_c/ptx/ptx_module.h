/* ptx_module.h - what parsing leaves behind: module, variables, kernels. Immutable afterwards. */
#ifndef CTADEL_PTX_PTX_MODULE_H
#define CTADEL_PTX_PTX_MODULE_H

#include "isa/winst.h"
#include "ptx/ptx.h"
#include "ptx/ptx_uop.h"
#include "ptx/ptx_util.h"

/* Generic windows: below GMEM_BASE, 16 MiB each, so the space is in bits 24 and up. */
/* clang-format off */
enum {
    PTX_WINDOW_SHIFT = 24,
    PTX_WINDOW_SHARED = 1, PTX_WINDOW_LOCAL, PTX_WINDOW_CONST, PTX_WINDOW_PARAM,
    PTX_WINDOW_TASK /* TASK_WINDOW */
};
/* Where the timing model sees spaces that have no global address: distinct cache tags. */
#define PTX_PARAM_BASE UINT64_C(0x700000000000)
#define PTX_CONST_BASE UINT64_C(0x710000000000)
#define PTX_LOCAL_BASE UINT64_C(0x720000000000)
/* From one gmem's spaces to the next one's: more than any of them takes. */
#define PTX_WINDOW_STRIDE (UINT64_C(1) << PTX_WINDOW_SHIFT)
#define PTX_LOCAL_STRIDE (UINT64_C(1) << 42)

enum { /* bytes; those of sm_75, dynamic shared memory included, except for .global */
    PTX_MAX_SHARED = 228 * 1024, PTX_MAX_LOCAL = 512 * 1024, PTX_MAX_CONST = 64 * 1024,
    PTX_MAX_PARAM = 32764
};
enum { PTX_INST_BYTES = 8 };
/* clang-format on */
#define PTX_MAX_GLOBAL (UINT64_C(1) << 32)

typedef struct {
    const char *name;
    uint32_t line;
    uint8_t space;  /* space_t */
    uint8_t type;   /* of an element */
    bool is_extern; /* dynamic shared array */
    uint32_t align_bytes;
    uint64_t size_bytes;
    uint64_t offset_bytes; /* in its space; .global: index in module->global */
    uint8_t *init;         /* initialiser, init_bytes <= size_bytes long; NULL: zeros */
    uint64_t init_bytes;
    const void *owner; /* shared at module scope: last kernel that gave it an offset */
} ptx_var_t;

/* clang-format off */
typedef enum {
    SR_NONE, SR_TID_X, SR_TID_Y, SR_TID_Z, SR_NTID_X, SR_NTID_Y, SR_NTID_Z, SR_CTAID_X, SR_CTAID_Y,
    SR_CTAID_Z, SR_NCTAID_X, SR_NCTAID_Y, SR_NCTAID_Z, SR_LANEID, SR_WARPID, SR_NWARPID, SR_SMID,
    SR_LT, SR_LE, SR_EQ, SR_GE, SR_GT, SR_ZERO, SR_DYN_SMEM, SR_CLOCK, SR_CLOCK64, SR_COUNT
} ptx_sreg_t;
/* clang-format on */

typedef struct {
    uint64_t value;       /* .global variable: offset added to its address */
    const ptx_var_t *var; /* NULL: a plain number */
    uint32_t offset;      /* bytes, in the pool */
    uint8_t bits;         /* lane width: 32 or 64 */
} ptx_const_t;

typedef struct {
    uint32_t sreg, offset;
} ptx_sreg_use_t;
typedef struct {
    uint32_t offset, bytes;
} ptx_span_t;

struct ptx_kernel {
    ptx_module_t *m;
    const char *name;
    uint32_t line;
    const char *refusal; /* why it cannot be launched; NULL: it can */
    ptx_param_t *param;
    uint32_t params, params_room, param_bytes;
    uint32_t shared_bytes, shared_align, local_bytes;
    uint32_t dynamic_align;       /* largest alignment of an extern shared array */
    uint32_t dynamic_offset;      /* where those arrays begin */
    uint32_t reqntid[3], maxntid; /* 0: not stated */

    ptx_uop_t *uop;
    winst_t *winst;
    const char **text; /* mnemonics, for messages */
    uint32_t uops, uops_room, winst_room, text_room;
    ptx_const_t *pool;
    uint32_t pool_used, pool_room, pool_bytes;
    ptx_sreg_use_t *sreg;
    uint32_t sregs, sregs_room;
    ptx_span_t *zero; /* registers read before written: cleared at a CTA's start */
    uint32_t zeros, zeros_room;
    uint32_t file_bytes; /* register file of one warp */
    uint32_t flat_regs;
};

struct ptx_module {
    const char *file;
    ptx_arena_t arena;
    ptx_map_t vars, kernels;
    ptx_kernel_t **kernel;
    uint32_t kernels_used, kernels_room;
    ptx_var_t **global; /* .global variables */
    uint32_t globals, globals_room;
    uint8_t *constants; /* .const bank */
    uint32_t const_bytes, const_room;
    uint64_t tag; /* of the text: same text, same module-scope variables */
};

uint32_t ptx_type_bytes(ptx_type_t t); /* .pred: 0 */

#endif
