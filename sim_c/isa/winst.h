/* winst.h - one warp instruction: the record that feeds the SM pipeline, whichever front end made it.
 *
 * winst_t is what decode knows (shared by all warps, immutable); winst_exec_t is what executing it
 * for one warp produced. Registers are numbered flat per thread, predicates included, so that one
 * scoreboard covers them all. */
#ifndef CTADEL_ISA_WINST_H
#define CTADEL_ISA_WINST_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES_MAX = 32, WINST_SRC_MAX = 8, WINST_DST_MAX = 4, BARRIERS_MAX = 16, COPY_GROUPS = 8 };
enum { WINST_TEXELS_MAX = 8 /* that a lane of a texture access reads: 2 in each of 3 directions */ };

typedef enum {            /* which pipeline takes it */
               UNIT_SP,   /* integer, f32, moves, conversions, branches */
               UNIT_DP,   /* f64 */
               UNIT_SFU,  /* transcendental, division, square root */
               UNIT_LDST, /* every memory space */
               UNIT_NONE, /* barrier, exit, nop: issues without a pipeline */
               UNIT_COUNT
} unit_t;

typedef enum {           /* latency class: an index into the machine's latency table */
               LAT_INT,  /* add, logic, shift, move, compare, branch */
               LAT_IMUL, /* integer multiply, mad */
               LAT_FP,   /* f32 add, multiply, fma */
               LAT_DP,   /* f64 */
               LAT_SFU,  /* rcp, sqrt, ex2, lg2, sin, cos, approximate division */
               LAT_DIV,  /* integer division and remainder, IEEE f32/f64 division and square root */
               LAT_COUNT
} lat_t;

typedef enum {
    WI_ALU,     /* result after the latency of its class */
    WI_BRANCH,  /* like WI_ALU without a result; the front end moves the PC */
    WI_LOAD,    /* result when the memory system answers; of a copy into shared memory, none */
    WI_STORE,   /* no result */
    WI_ATOM,    /* atomic with a result */
    WI_RED,     /* atomic without a result */
    WI_BARRIER, /* CTA barrier: the warp waits until all live warps, or as many as it says, arrived */
    WI_FENCE,   /* waits until the warp's own stores are acknowledged, or copies of its own are done */
    WI_EXIT     /* ends lanes; the warp has ended when peek returns NULL */
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

typedef struct {
    uint64_t pc_bytes;                               /* byte address of the instruction, for the I-cache */
    uint32_t line;                                   /* line in the source text (PTX or trace), 0 = unknown */
    uint16_t src[WINST_SRC_MAX], dst[WINST_DST_MAX]; /* flat register numbers; guard is a source */
    uint8_t nsrc, ndst;
    uint8_t unit;        /* unit_t */
    uint8_t lat;         /* lat_t */
    uint8_t op;          /* winst_op_t */
    uint8_t space;       /* space_t, as decoded; a generic access is resolved in winst_exec_t */
    uint8_t width_bytes; /* bytes per lane of a memory access, all vector elements: 1..16 */
    bool reads_zero;     /* a trace names R255 as a source, which is none of src */
    bool bypass_l1;      /* volatile, .cg, .cv: served by the L2 */
} winst_t;

typedef struct {
    uint32_t lanes;       /* lanes that executed, guard applied; 0 = predicated off everywhere */
    uint32_t waits;       /* of a load of SPACE_TASK: lanes that wait for a piece of work; nothing has happened yet */
    uint8_t space;        /* space_t actually touched; SPACE_NONE when no memory access */
    uint32_t pitch_bytes; /* SPACE_LOCAL: from a word of a lane's access to its next, as words are interleaved over
                             threads; 0: they follow each other. Undefined elsewhere */
    uint64_t addr[WARP_LANES_MAX]; /* byte address per lane of `lanes`; others undefined */
    /* WI_BARRIER, where a lane executed. 0 before exec: a front end whose CTAs have one barrier leaves them so */
    uint8_t barrier;       /* which one, below BARRIERS_MAX */
    uint8_t barrier_warps; /* how many arrive before it opens; 0: all live warps of the CTA */
    bool passes;           /* arrives without waiting */
    /* Copies from global to shared memory that the warp does not wait for belong to groups of it, bit g of COPY_GROUPS
     * each. WI_LOAD: the one that this copy belongs to; WI_FENCE: those it waits for. 0 before exec: no copy. */
    uint8_t groups;
    /* SPACE_TEXTURE: further texels that a lane reads, each as addr is; kept by the front end until its next exec.
     * Undefined elsewhere */
    uint32_t texels;
    const uint64_t (*texel)[WARP_LANES_MAX];
} winst_exec_t;

#endif
