/* winst.h - one warp instruction: the record that every front end passes to the SM pipeline.
 *
 * winst_t is the result of decoding, shared by all warps and immutable; winst_exec_t is the result of executing it for
 * one warp. Registers are numbered flat per thread, predicates included, so one scoreboard covers them all. */
#ifndef CTADEL_ISA_WINST_H
#define CTADEL_ISA_WINST_H

#include "isa/control.h"

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES_MAX = 32, WINST_SRC_MAX = 10, WINST_DST_MAX = 8, BARRIERS_MAX = 16, COPY_GROUPS = 8 };
enum { WINST_WIDTH_MAX = 32 /* bytes of a lane's access */ };
enum { WINST_TEXELS_MAX = 8 /* texels that a lane of a texture access reads: 2 in each of 3 directions */ };

typedef enum {              /* pipeline that executes it */
               UNIT_SP,     /* integer, f32, moves, conversions, branches */
               UNIT_DP,     /* f64 */
               UNIT_SFU,    /* transcendental, division, square root */
               UNIT_LDST,   /* every memory space */
               UNIT_INT,    /* integer, moves, conversions, on machines with a unit for them */
               UNIT_BRANCH, /* branches, on machines with a unit for them; and so with the next three: */
               UNIT_TEXTURE,
               UNIT_TENSOR,  /* matrix products */
               UNIT_UNIFORM, /* one result for all lanes of a warp */
               UNIT_NONE,    /* barrier, exit, nop: issues without a pipeline */
               UNIT_COUNT
} unit_t;

typedef enum {             /* latency class: an index into the machine's latency table */
               LAT_INT,    /* add, logic, shift, move, compare, branch */
               LAT_IMUL,   /* integer multiply, mad */
               LAT_FP,     /* f32 add, multiply, fma */
               LAT_DP,     /* f64 */
               LAT_SFU,    /* rcp, sqrt, ex2, lg2, sin, cos, approximate division */
               LAT_DIV,    /* integer division and remainder, IEEE f32/f64 division and square root */
               LAT_BRANCH, /* of a machine's unit for branches; no instruction names it, nor the next three */
               LAT_TEXTURE,
               LAT_TENSOR,
               LAT_UNIFORM,
               LAT_COUNT
} lat_t;

typedef enum {
    WI_ALU,     /* result after the latency of its class */
    WI_BRANCH,  /* like WI_ALU without a result; the front end moves the PC */
    WI_LOAD,    /* result when memory answers; a copy into shared memory has no result register */
    WI_STORE,   /* no result */
    WI_ATOM,    /* atomic with a result */
    WI_RED,     /* atomic without a result */
    WI_BARRIER, /* CTA barrier: the warp waits until all live warps, or barrier_warps, have arrived */
    WI_FENCE,   /* waits as sm.fence of the machine says, or until the warp's copies are done */
    WI_EXIT     /* ends its lanes; the warp has ended when peek returns NULL */
} winst_op_t;

typedef enum {
    SPACE_NONE,
    SPACE_GLOBAL,
    SPACE_SHARED,
    SPACE_CONST,
    SPACE_PARAM,
    SPACE_LOCAL,
    SPACE_TASK,   /* the SM's task window */
    SPACE_TEXTURE /* global memory through the texture cache */
} space_t;

typedef enum {               /* state outside its CTA that the execution of an instruction may touch */
               REACH_OWN,    /* none that a kernel writes */
               REACH_READS,  /* it reads memory that other CTAs may write */
               REACH_WRITES, /* it may write such memory, or touch anything else that CTAs share: heap, output, a
                                trace's text */
} reach_t;

typedef struct {
    uint64_t pc_bytes;                               /* byte address of the instruction, for the I-cache */
    uint32_t line;                                   /* line in the source text (PTX or trace), 0 = unknown */
    uint16_t src[WINST_SRC_MAX], dst[WINST_DST_MAX]; /* flat register numbers; guard is a source */
    uint8_t nsrc, ndst;
    uint8_t unit;        /* unit_t, of a machine without special units: not UNIT_INT to UNIT_UNIFORM */
    uint8_t special;     /* UNIT_TEXTURE, UNIT_TENSOR, UNIT_UNIFORM: on a machine with this unit it takes the place
                            of UNIT_SP; 0: none */
    uint8_t lat;         /* lat_t */
    uint8_t op;          /* winst_op_t */
    uint8_t space;       /* space_t as decoded; exec resolves a generic access */
    uint8_t width_bytes; /* bytes per lane of a memory access, all vector elements: 1..WINST_WIDTH_MAX */
    bool reads_zero;     /* R255 (RZ) is a source; it is none of src */
    uint8_t reach;       /* reach_t */
    bool bypass_l1;      /* load that is volatile, .cg or .cv: served by the L2 */
    bool indexed;        /* load of PTX whose address is in a register, or LDC of a sequence */
    bool copies;         /* load of a sequence that writes shared memory */
    bool high;           /* names a register from 64 on */
    uint16_t predicates; /* bit i: src[i] is a predicate or a uniform register, read without a port of the banks */
    const inst_control_t *control; /* NULL: the source gives none */
    uint64_t reads, writes;        /* unless high: its registers, a bit per number */
} winst_t;

/* Sets high, reads and writes from src and dst. Each front end calls it once an instruction is complete. */
static inline void winst_note_regs(winst_t *in)
{
    in->high = false;
    in->reads = in->writes = 0;
    for (uint32_t i = 0; i < in->nsrc; i++) {
        in->high |= in->src[i] >= 64;
        in->reads |= UINT64_C(1) << in->src[i] % 64;
    }
    for (uint32_t i = 0; i < in->ndst; i++) {
        in->high |= in->dst[i] >= 64;
        in->writes |= UINT64_C(1) << in->dst[i] % 64;
    }
}

static inline bool winst_atomic(const winst_t *in) { return in->op == WI_ATOM || in->op == WI_RED; }

typedef struct {
    uint32_t lanes;                /* bit per lane that executed, guard applied; 0: predicated off in all lanes */
    uint32_t waits;                /* load of SPACE_TASK: lanes that wait for work; nothing was executed yet */
    uint8_t space;                 /* space_t accessed; SPACE_NONE: no memory access */
    uint32_t pitch_bytes;          /* SPACE_LOCAL: bytes from one word of a lane's access to the next, since words are
                                      interleaved over threads; 0: they are consecutive. Undefined in other spaces */
    uint64_t addr[WARP_LANES_MAX]; /* byte address of each lane in `lanes`; others undefined */
    /* SPACE_SHARED: lanes that access the shared memory of another CTA of their cluster, and the SM of each such CTA.
     * The SM sets far to 0 before exec, for front ends without clusters. */
    uint32_t far;
    uint8_t far_sm[WARP_LANES_MAX];
    /* WI_BARRIER, if a lane executed. The SM sets them to 0 before exec, for front ends with one barrier per CTA. */
    uint8_t barrier;       /* its number, below BARRIERS_MAX */
    uint8_t barrier_warps; /* arrivals that release it; 0: all live warps of the CTA */
    bool passes;           /* the warp arrives without waiting */
    bool again;      /* it waits for another CTA of its cluster: call exec again. The SM sets it to false before exec */
    bool idle;       /* WI_ATOM, WI_RED: memory is as it was. The SM sets it to false before exec */
    uint64_t cycle;  /* in which the instruction issues; set by the SM before exec */
    uint32_t ticket; /* of an instruction of a late CTA (cta_place_t); 0: it neither reads nor writes */
    /* Asynchronous copies from global to shared memory form groups of a warp; bit g is group g, below COPY_GROUPS.
     * WI_LOAD: the group of this copy; WI_FENCE: the groups it waits for. 0 before exec: no copy. */
    uint8_t groups;
    /* SPACE_TEXTURE: number of further texels that a lane reads, and their addresses, each as addr; valid until the
     * next exec. Undefined in other spaces */
    uint32_t texels;
    const uint64_t (*texel)[WARP_LANES_MAX];
} winst_exec_t;

#endif
