/* ptx_uop.h - the micro-op: one PTX instruction, decoded once for all launches.
 *
 * Operands are byte offsets into the warp's register file or, with UREF_POOL set, into the launch's constant pool. Both
 * hold one value per lane ([register][lane]), so a loop over the lanes treats them alike. A predicate is one 32-bit
 * word with a bit per lane. */
#ifndef CTADEL_PTX_PTX_UOP_H
#define CTADEL_PTX_PTX_UOP_H

#include <stdint.h>

/* clang-format off */
typedef enum { /* .bN is decoded as .uN */
    T_U8, T_S8, T_U16, T_S16, T_U32, T_S32, T_U64, T_S64, T_F32, T_F64, T_PRED, T_NONE,
    T_F16, T_BF16, T_F16X2, T_BF16X2
} ptx_type_t;

enum { PTX_LANES = 32 };
#define UREF_POOL UINT32_C(0x80000000)  /* flag: the offset is one in the constant pool */
#define UREF_NONE UINT32_C(0x7fffffff)  /* no operand */
#define UREF_CONST UREF_POOL            /* the 64-bit zeros at the start of every pool */
enum { UVEC_MAX = 8 };

typedef enum {          /* selects the executor */
    G_INT, G_FLOAT, G_SFU, G_BITS, G_CVT, /* lane loops: d = f(a, b, c) */
    G_ROUND,            /* lane loops under a directed rounding mode */
    G_HALF,             /* 16-bit floats */
    G_VIDEO,            /* vadd to vset4, pairs of 16-bit integers */
    G_SMALL,            /* cvt of formats below 16 bits, tf32, .relu, .satfinite */
    G_TWO,              /* a pair of f32 in a 64-bit register */
    G_CMP,              /* setp, set */
    G_PRED,             /* logic on predicates */
    G_MOVE,             /* pack, unpack, clock, lop3 with a predicate */
    G_CARRY,            /* add.cc, addc, sub.cc, subc, mad.cc, madc */
    G_WARP,             /* shfl, vote, match, redux, elect */
    G_BARRIER,
    G_PARAM,            /* ld.param, st.param of arguments and results of a call */
    G_TEX,              /* tex, tld4, suld, sust */
    G_MEM, G_ATOM,
    G_COPY,             /* cp.async */
    G_BULK,             /* cp.async.bulk, st.bulk */
    G_MBAR,             /* mbarrier */
    G_CLUSTER,          /* mapa, barrier.cluster */
    G_MATRIX,           /* ldmatrix, stmatrix, movmatrix */
    G_STACK,            /* alloca, stacksave, stackrestore */
    G_BRANCH,
    G_INDEX,            /* brx.idx */
    G_CALL, G_RET, G_EXIT, G_NOP, G_TRAP
} ptx_group_t;

typedef enum {
    O_ADD, O_SUB, O_ADDSAT, O_SUBSAT, O_MUL, O_MULHI, O_MULWIDE, O_MAD, O_MADHI, O_MADHISAT,
    O_MADWIDE, O_MUL24, O_MUL24HI, O_MAD24, O_MAD24HI, O_MAD24SAT, O_SAD, O_DIV, O_REM, O_ABS, O_NEG, O_MIN,
    O_MAX, O_MOV, O_SELP, O_SLCT, O_SLCTF, O_AND, O_OR, O_XOR, O_NOT, O_CNOT, O_SHL, O_SHR,
    O_POPC, O_CLZ, O_BFIND, O_BFINDSH, O_BREV, O_BFE, O_BFI, O_SHFL_WRAP, O_SHFL_CLAMP,
    O_SHFR_WRAP, O_SHFR_CLAMP, O_LOP3, O_PRMT, O_DP4A, O_DP2A, O_FNS, O_CVTPACK, O_BMSK_WRAP, O_BMSK_CLAMP, O_SZEXT_WRAP, O_SZEXT_CLAMP, O_FMA, O_MINNAN, O_MAXNAN, O_MIN3, O_MAX3, O_MINX, O_MAXX, O_COPYSIGN,
    O_RCP, O_SQRT, O_RSQRT, O_EX2, O_LG2, O_SIN, O_COS, O_TANH, O_CVT, O_TESTP, O_PACK, O_UNPACK, O_LOP3P, O_MOVES,
    O_VADD, O_VSUB, O_VABSDIFF, O_VMIN, O_VMAX, O_VAVRG, O_VSHL, O_VSHR, O_VMAD, O_VSET,
    O_CLOCK, O_SHFL, O_REDUX, O_ELECT, O_VOTE, O_ACTIVEMASK, O_MATCH, O_ISSPACEP, O_LD, O_ST, O_ATOM, O_CALL, O_BAR_SYNC, O_BAR_ARRIVE, O_BAR_RED, O_TEX, O_SULD, O_SUST, O_MAPA, O_CLUSTER_ARRIVE, O_CLUSTER_WAIT,
    O_TXQ, O_ALLOCA, O_STACKSAVE, O_STACKRESTORE
} ptx_base_t;

typedef enum { /* order of the PTX manual; the u-forms are true for NaN */
    C_EQ, C_NE, C_LT, C_LE, C_GT, C_GE, C_EQU, C_NEU, C_LTU, C_LEU, C_GTU, C_GEU, C_NUM, C_NAN
} ptx_cmp_t;
typedef enum { B_NONE, B_AND, B_OR, B_XOR } ptx_bool_t; /* setp and its third source */
typedef enum { R_RN, R_RZ, R_RM, R_RP, R_RNI, R_RZI, R_RMI, R_RPI } ptx_round_t;
typedef enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX } ptx_shfl_t;
typedef enum { REDUX_ADD, REDUX_MIN, REDUX_MAX, REDUX_AND, REDUX_OR, REDUX_XOR } ptx_redux_t;
typedef enum { RED_POPC, RED_AND, RED_OR } ptx_bar_red_t;
typedef enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT } ptx_vote_t;
typedef enum { /* testp */
    TP_FINITE, TP_INFINITE, TP_NUMBER, TP_NAN, TP_NORMAL, TP_SUBNORMAL
} ptx_testp_t;
typedef enum {
    A_ADD, A_MIN, A_MAX, A_INC, A_DEC, A_AND, A_OR, A_XOR, A_EXCH, A_CAS
} ptx_atom_t;
typedef enum { /* mod of O_PRMT */
    P_INDEX, P_F4E, P_B4E, P_RC8, P_ECL, P_ECR, P_RC16
} ptx_prmt_t;

typedef enum { COPY_BYTES, COPY_COMMIT, COPY_WAIT, COPY_WAIT_ALL } ptx_copy_t; /* mod of G_COPY; imm of COPY_WAIT: groups that may be pending */

typedef enum { /* mod of G_MBAR; mod2: MBAR_EXPECTS */
    MBAR_INIT, MBAR_INVAL, MBAR_EXPECT, MBAR_COMPLETE, MBAR_ARRIVE, MBAR_DROP, MBAR_TEST, MBAR_TEST_PARITY,
    MBAR_PENDING, MBAR_CHECK
} ptx_mbar_t;
enum { MBAR_BYTES = 8, MBAR_EXPECTS = 1 /* an arrival that announces bytes before */ };

/* mod of G_BULK: from global to shared, … mod2: 0, or an operation of ptx_atom_t plus 1 that combines old and new. */
typedef enum { BULK_IN, BULK_OUT, BULK_INSIDE, BULK_ZERO } ptx_bulk_t;
/* Sources of G_BULK: register and offset of both addresses, the size, the bytes of each 16 that are copied, the CTAs of the
 * cluster that get them. Bytes that a lane moves per instruction. */
enum { BULK_TO = 0, BULK_FROM = 2, BULK_SIZE = 4, BULK_BYTES = 5, BULK_CTAS = 6, BULK_LANE_BYTES = 16 };

typedef enum { QUERY_WIDTH, QUERY_HEIGHT, QUERY_DEPTH, QUERY_LAYERS } ptx_query_t; /* mod of O_TXQ */
typedef enum { SURF_TRAP, SURF_CLAMP, SURF_ZERO } ptx_surf_t; /* effect of an access outside the surface */

enum { MATRIX_FIRST = 4 /* source of stmatrix that is its first matrix; s[3] is the member mask */ };
enum { MIN_NAN = 1, MIN_ABS = 2 }; /* mod of O_MIN3 to O_MAXX */
enum { HALF_FTZ = 1, HALF_SAT = 2, HALF_RELU = 4, HALF_XORSIGN = 8 }; /* mod of G_HALF */

/* One value, and so one switch case, per operation and type. */
#define UOP(base, type) ((uint16_t)((base)*16 + (type)))

enum { /* uop_t.flags */
    UF_FTZ_IN = 1,    /* f32 sources: subnormals read as zero */
    UF_FTZ_OUT = 2,   /* f32 result */
    UF_SAT = 4,       /* float result clamped to [0, 1]; cvt: result clamped to its type */
    UF_GUARD_NOT = 8, /* @!p */
    UF_ADDR32 = 16,   /* the address register is 32 bits wide: sums wrap */
    UF_SILENT = 32,   /* renames a register: no instruction in hardware, takes no cycle */
    UF_NOT = 64,      /* third source predicate is negated */
    UF_GENERIC = 128, /* generic address: the space is found per lane */
    UF_CARRY_IN = 256,
    UF_CARRY_OUT = 512,
    UF_MEETS = 1024, /* its lanes wait for lanes on other paths of the warp */
    UF_POLLS = 2048  /* reads what other threads may change: volatile, relaxed, acquire, atomic */
};

typedef enum { DST_NONE, DST_32, DST_64, DST_PRED } ptx_dst_t;
/* clang-format on */

typedef struct {
    uint16_t op; /* UOP(base, type) */
    uint16_t flags;
    uint8_t group;  /* ptx_group_t */
    uint8_t dst;    /* ptx_dst_t: width of d[] */
    uint8_t type;   /* ptx_type_t: source of cvt, element of a memory access, compared type */
    uint8_t vec;    /* elements of a vector access, pack or unpack */
    uint8_t mod;    /* rounding, comparison, mode: by group */
    uint8_t mod2;   /* ptx_bool_t of setp */
    uint8_t space;  /* space_t of a memory access */
    uint8_t bytes;  /* that a lane accesses, all vector elements */
    uint16_t src64; /* bit i: s[i] holds 64-bit lanes */
    uint32_t guard; /* predicate, UREF_NONE: unguarded */
    uint32_t d[UVEC_MAX], s[UVEC_MAX + 1];
    uint32_t more;           /* further sources: index of the first in the kernel's more[] */
    uint8_t more_srcs;       /* number of further sources */
    uint32_t target, reconv; /* branch: micro-op indices; reconv UREF_NONE: lanes rejoin only by exiting */
    int64_t imm; /* address offset; shfl, lop3: constant; call: index in the kernel's calls; brx.idx: of its list of
                    targets */
} ptx_uop_t;

#endif
