/* ptx_module.h - a parsed module: variables, kernels, functions. Immutable after ptx_link. */
#ifndef CTADEL_PTX_PTX_MODULE_H
#define CTADEL_PTX_PTX_MODULE_H

#include "isa/winst.h"
#include "ptx/ptx.h"
#include "ptx/ptx_uop.h"
#include "ptx/ptx_util.h"

/* Windows of generic addresses: 16 MiB each, below GMEM_BASE; bits 24 and up select the space. */
/* clang-format off */
enum {
    PTX_WINDOW_SHIFT = 24,
    PTX_WINDOW_SHARED = 1, PTX_WINDOW_LOCAL, PTX_WINDOW_CONST, PTX_WINDOW_PARAM,
    PTX_WINDOW_TASK, /* TASK_WINDOW */
    PTX_WINDOW_CODE  /* addresses of functions */
};
/* Addresses in the timing model of spaces without a global address, so that their cache tags differ. */
#define PTX_PARAM_BASE UINT64_C(0x700000000000)
#define PTX_CONST_BASE UINT64_C(0x710000000000)
/* Distance between these spaces of consecutive gmems, larger than any of them. */
#define PTX_WINDOW_STRIDE (UINT64_C(1) << PTX_WINDOW_SHIFT)
#define PTX_LOCAL_STRIDE (UINT64_C(1) << 42)

enum { /* bytes; those of sm_75, dynamic shared memory included, except for .global */
    PTX_MAX_SHARED = 228 * 1024, PTX_MAX_LOCAL = 512 * 1024, PTX_MAX_CONST = 64 * 1024,
    PTX_MAX_PARAM = 32764
};
enum { PTX_MAX_CODE = 1 << 20 /* instructions */ };
enum { PTX_INST_BYTES = 8, PTX_FUNC_BYTES = 16 /* from a function's address to the next one's */ };
enum { PTX_MAX_CALLS = 64 /* depth */, PTX_MAX_STACK = 16 << 20 /* bytes of registers of a warp's called functions */ };
/* clang-format on */
#define PTX_MAX_GLOBAL (UINT64_C(1) << 32)

struct ptx_var;
typedef struct ptx_reloc { /* an address in an initialiser */
    struct ptx_reloc *next;
    uint64_t offset, add;
    const struct ptx_var *var; /* address of this variable + add; NULL: `add` alone */
    uint32_t bytes;
} ptx_reloc_t;

typedef struct ptx_var {
    const char *name;
    uint32_t line;
    uint8_t space;       /* space_t */
    uint8_t type;        /* of an element */
    bool is_extern;      /* dynamic shared array */
    const char *refusal; /* why its uses are refused; NULL: they are not */
    bool awaits;         /* .extern: its definition may follow, and clears the refusal */
    uint32_t align_bytes;
    uint64_t size_bytes;
    uint64_t offset_bytes; /* in its space; of a .global variable: its index in module->global */
    uint8_t *init;         /* init_bytes <= size_bytes bytes; zeros follow. NULL: all zeros */
    uint64_t init_bytes;
    ptx_reloc_t *reloc;   /* addresses inside init */
    struct ptx_reg *area; /* of a .param variable of a call: its words in the register file */
} ptx_var_t;

/* clang-format off */
typedef enum {
    SR_NONE, SR_TID_X, SR_TID_Y, SR_TID_Z, SR_NTID_X, SR_NTID_Y, SR_NTID_Z, SR_CTAID_X, SR_CTAID_Y,
    SR_CTAID_Z, SR_NCTAID_X, SR_NCTAID_Y, SR_NCTAID_Z, SR_LANEID, SR_WARPID, SR_NWARPID, SR_SMID,
    SR_LT, SR_LE, SR_EQ, SR_GE, SR_GT, SR_DYN_SMEM, SR_SMEM, SR_ENV1, SR_ENV2,
    SR_LOCAL, /* offset at which the local variables of a called function begin */
    SR_STACK, /* stack pointer of alloca, an offset in local memory; it changes */
    SR_CLUSTERID_X, SR_CLUSTERID_Y, SR_CLUSTERID_Z, SR_NCLUSTERID_X, SR_NCLUSTERID_Y, SR_NCLUSTERID_Z,
    SR_CLUSTER_CTAID_X, SR_CLUSTER_CTAID_Y, SR_CLUSTER_CTAID_Z, SR_CLUSTER_NCTAID_X, SR_CLUSTER_NCTAID_Y,
    SR_CLUSTER_NCTAID_Z, SR_CLUSTER_CTARANK, SR_CLUSTER_NCTARANK,
    SR_EXPLICIT_CLUSTER, /* a predicate */
    SR_CLOCK, SR_CLOCK_HI, SR_CLOCK64, /* cycles of the core clock */
    SR_TIMER, SR_TIMER_HI, SR_TIMER64 /* nanoseconds of it */
} ptx_sreg_t;
/* clang-format on */

typedef struct {
    uint64_t value;       /* the number, or the offset from the address of var */
    const ptx_var_t *var; /* variable whose address the launch or ptx_link adds: .global, dynamic shared, shared in a
                             function; NULL: none */
    uint32_t offset;      /* bytes, in the pool */
    uint32_t line;        /* of the first use */
    uint8_t bits;         /* lane width: 32 or 64 */
} ptx_const_t;

typedef struct {
    uint32_t sreg, offset;
} ptx_sreg_use_t;
typedef struct {
    uint32_t offset, bytes;
} ptx_span_t;

/* An argument or a result of a call: 32-bit words in the register file, each with one value per lane. */
typedef struct {
    uint32_t offset, words; /* offset: a register's id until the function is finished */
} ptx_area_t;
typedef struct {
    ptx_area_t *area;
    uint32_t used, room;
} ptx_areas_t;

typedef enum { CALL_FUNC, CALL_INDIRECT, CALL_PRINTF, CALL_ASSERT, CALL_MALLOC, CALL_FREE } ptx_call_kind_t;
typedef struct {
    ptx_areas_t args, results;
    ptx_kernel_t *callee; /* of CALL_FUNC and of the builtins */
    uint32_t func;        /* index of callee in the kernel's func[] */
    uint32_t line;
    uint8_t kind; /* ptx_call_kind_t */
} ptx_call_t;

typedef struct { /* a function; its code is copied behind the code of the kernel that calls it */
    ptx_kernel_t *code;
    uint32_t entry; /* micro-op */
} ptx_func_t;

typedef struct {
    const ptx_var_t *var;
    uint64_t offset_bytes;
} ptx_shared_t;

/* A kernel, or a function that kernels call. */
struct ptx_kernel {
    ptx_module_t *m;
    const char *name;
    uint32_t line;
    const char *refusal; /* why a launch is refused; NULL: it is not */
    ptx_param_t *param;
    uint32_t params, params_room, param_bytes;
    uint32_t shared_bytes, local_bytes;
    ptx_shared_t *shared; /* the shared variables it uses */
    uint32_t shareds, shareds_room;
    uint32_t dynamic_align;                     /* largest alignment of an extern shared array */
    uint32_t dynamic_offset;                    /* start of the extern shared arrays; all begin there */
    uint32_t reqntid[3], maxntid;               /* 0: not stated */
    uint32_t reqnctapercluster[3], max_cluster; /* CTAs of a cluster, at most; 0: not stated */
    uint32_t explicit_cluster;                  /* line of .explicitcluster; 0: not stated */
    uint32_t grid_of_clusters;                  /* line of .blocksareclusters; 0: not stated */

    ptx_uop_t *uop;
    winst_t *winst;
    const char **text; /* mnemonics, for messages */
    uint32_t uops, uops_room, winst_room, text_room;
    uint32_t *more; /* sources of micro-ops beyond their s[] */
    uint32_t mores, mores_room;
    uint32_t *target; /* lists of branch targets: the number of targets, then their micro-ops */
    uint32_t targets, targets_room;
    uint32_t indexed; /* targets of all brx.idx */
    ptx_const_t *pool;
    uint32_t pool_used, pool_room, pool_bytes;
    ptx_sreg_use_t *sreg;
    uint32_t sregs, sregs_room;
    ptx_span_t *zero; /* registers read before written: cleared at a CTA's start */
    uint32_t zeros, zeros_room;
    uint32_t file_bytes; /* register file of one warp */
    uint32_t flat_regs, code_bytes;

    bool allocates;                     /* it or a function that it may call uses malloc or free */
    bool is_func, is_defined, is_taken; /* is_taken: the module uses its address */
    bool is_variadic;                   /* function: its last parameter takes any further bytes */
    ptx_kernel_t *alias;                /* function: the function that this name stands for; NULL: itself */
    uint32_t index;                     /* function: in the module */
    ptx_areas_t formals, results;       /* function: its parameters and what it returns */
    ptx_call_t *call;
    uint32_t calls, calls_room, own_calls; /* the first own_calls stand in its own code, the others in its functions' */
    ptx_func_t *func;                      /* kernel, linked: all functions it may call */
    uint32_t funcs, funcs_room;
    uint32_t stack_bytes, stack_local_bytes; /* kernel, linked: for nested calls, registers of a warp and local memory
                                                of a thread */
};

struct ptx_module {
    const char *file;
    uint32_t sm; /* number of the .target: 75 for sm_75 */
    bool splits; /* for sm_70 or newer: the lanes of a warp are scheduled independently */
    ptx_arena_t arena;
    ptx_map_t vars, kernels, functions;
    ptx_kernel_t **func;
    uint32_t funcs, funcs_room;
    ptx_kernel_t **kernel;
    uint32_t kernels_used, kernels_room;
    ptx_var_t **global; /* .global variables */
    uint32_t globals, globals_room;
    uint8_t *constants; /* initial values of the .const bank */
    ptx_var_t **konst;  /* .const variables */
    uint32_t consts, consts_room, const_bytes;
    uint64_t tag; /* hash of the text, never 0: modules of the same text share their module-scope variables */
};

static inline bool ptx_is_builtin(const ptx_call_t *c) { return c->kind >= CALL_PRINTF; }

/* ptx_link.c: copies the functions that a kernel may call behind its code. False: out of memory. */
bool ptx_link(ptx_module_t *m, err_t *err);

/* True: the call passes and takes what f's definition states: the same numbers and sizes. */
bool ptx_fits_call(const ptx_call_t *c, const ptx_kernel_t *f);

typedef enum { PLACED, PLACE_TOO_BIG, PLACE_NO_MEMORY } ptx_placed_t;
/* Offset of a variable in the shared memory of a kernel; the first use places it. */
ptx_placed_t ptx_place_shared(ptx_kernel_t *k, const ptx_var_t *v, uint64_t *offset_bytes);

bool ptx_refuse(ptx_kernel_t *k, const err_t *reason); /* sets k->refusal; false: out of memory */
const char *ptx_whose(const ptx_kernel_t *k);          /* "kernel" or "function" */
void ptx_call_free(ptx_call_t *c);                     /* frees its areas, not *c */

uint32_t ptx_type_bytes(ptx_type_t t); /* .pred: 0 */

#endif
