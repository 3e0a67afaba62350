/* ptx_uop.h - the micro-op: one PTX instruction, decoded once for all launches.
 *
 * Operands are byte offsets into the warp's register file or, with UREF_POOL set, into the launch's constant pool. Both
 * hold one value per lane ([register][lane]), so a loop over the lanes treats them alike. A predicate is one 32-bit
 * word with a bit per lane. */
#ifndef CTADEL_PTX_PTX_UOP_H
#define CTADEL_PTX_PTX_UOP_H

#include <stdint.h>

/* clang-format off */
/* Lists X(name) of the enums that ptx_missing names. */
#define PTX_ENUM(name) name,

#define PTX_TYPES(X) /* .bN is decoded as .uN */ \
    X(T_U8) X(T_S8) X(T_U16) X(T_S16) X(T_U32) X(T_S32) X(T_U64) X(T_S64) X(T_F32) X(T_F64) X(T_PRED) X(T_NONE) \
    X(T_F16) X(T_BF16) X(T_F16X2) X(T_BF16X2)
typedef enum { PTX_TYPES(PTX_ENUM) } ptx_type_t;

enum { PTX_LANES = 32 };
#define UREF_POOL UINT32_C(0x80000000)  /* flag: the offset is one in the constant pool */
#define UREF_NONE UINT32_C(0x7fffffff)  /* no operand */
#define UREF_CONST UREF_POOL            /* the 64-bit zeros at the start of every pool */
enum { UVEC_MAX = 8 };

#define PTX_GROUPS(X) /* a group selects the executor */ \
    X(G_INT) X(G_FLOAT) X(G_SFU) X(G_BITS) X(G_CVT) /* lane loops: d = f(a, b, c) */ \
    X(G_ROUND) /* lane loops under a directed rounding mode */ \
    X(G_HALF) /* 16-bit floats */ \
    X(G_VIDEO) /* vadd to vset4, pairs of 16-bit integers */ \
    X(G_SMALL) /* cvt of formats below 16 bits, tf32, .relu, .satfinite */ \
    X(G_TWO) /* a pair of f32 in a 64-bit register */ \
    X(G_CMP) /* setp, set */ \
    X(G_PRED) /* logic on predicates */ \
    X(G_MOVE) /* pack, unpack, clock, lop3 with a predicate */ \
    X(G_CARRY) /* add.cc, addc, sub.cc, subc, mad.cc, madc */ \
    X(G_WARP) /* shfl, vote, match, redux, elect */ \
    X(G_BARRIER) \
    X(G_PARAM) /* ld.param, st.param of arguments and results of a call */ \
    X(G_TEX) /* tex, tld4, suld, sust */ \
    X(G_MEM) X(G_ATOM) \
    X(G_COPY) /* cp.async */ \
    X(G_BULK) /* cp.async.bulk, st.bulk */ \
    X(G_MBAR) /* mbarrier */ \
    X(G_CLUSTER) /* mapa, getctarank, isspacep.shared::cta, barrier.cluster */ \
    X(G_MATRIX) /* ldmatrix, stmatrix, movmatrix */ \
    X(G_STACK) /* alloca, stacksave, stackrestore */ \
    X(G_BRANCH) \
    X(G_INDEX) /* brx.idx */ \
    X(G_CALL) X(G_RET) X(G_EXIT) X(G_NOP) X(G_TRAP)
typedef enum { PTX_GROUPS(PTX_ENUM) } ptx_group_t;

#define PTX_BASES(X) /* shfl moves values between lanes, shf shifts two registers */ \
    X(O_ADD) X(O_SUB) X(O_ADDSAT) X(O_SUBSAT) X(O_MUL) X(O_MULHI) X(O_MULWIDE) X(O_MAD) X(O_MADHI) X(O_MADHISAT) \
    X(O_MADWIDE) X(O_MUL24) X(O_MUL24HI) X(O_MAD24) X(O_MAD24HI) X(O_MAD24SAT) X(O_SAD) X(O_DIV) X(O_REM) \
    X(O_ABS) X(O_NEG) X(O_MIN) X(O_MAX) X(O_MOV) X(O_SELP) X(O_SLCT) X(O_SLCTF) X(O_AND) X(O_OR) X(O_XOR) \
    X(O_NOT) X(O_CNOT) X(O_SHL) X(O_SHR) X(O_POPC) X(O_CLZ) X(O_BFIND) X(O_BFINDSH) X(O_BREV) X(O_BFE) X(O_BFI) \
    X(O_SHF_L_WRAP) X(O_SHF_L_CLAMP) X(O_SHF_R_WRAP) X(O_SHF_R_CLAMP) X(O_LOP3) X(O_PRMT) X(O_DP4A) X(O_DP2A) \
    X(O_FNS) X(O_CVTPACK) X(O_BMSK_WRAP) X(O_BMSK_CLAMP) X(O_SZEXT_WRAP) X(O_SZEXT_CLAMP) X(O_FMA) X(O_MINNAN) \
    X(O_MAXNAN) X(O_MIN3) X(O_MAX3) X(O_MINX) X(O_MAXX) X(O_COPYSIGN) X(O_RCP) X(O_SQRT) X(O_RSQRT) X(O_EX2) \
    X(O_LG2) X(O_SIN) X(O_COS) X(O_TANH) X(O_CVT) X(O_TESTP) X(O_PACK) X(O_UNPACK) X(O_LOP3P) X(O_MOVES) \
    X(O_VADD) X(O_VSUB) X(O_VABSDIFF) X(O_VMIN) X(O_VMAX) X(O_VAVRG) X(O_VSHL) X(O_VSHR) X(O_VMAD) X(O_VSET) \
    X(O_CLOCK) X(O_SHFL) X(O_REDUX) X(O_ELECT) X(O_VOTE) X(O_ACTIVEMASK) X(O_MATCH) X(O_ISSPACEP) X(O_LD) \
    X(O_ST) X(O_ATOM) X(O_CALL) X(O_BAR_SYNC) X(O_BAR_ARRIVE) X(O_BAR_RED) X(O_TEX) X(O_SULD) X(O_SUST) \
    X(O_MAPA) X(O_CTARANK) X(O_ISOWN) X(O_CLUSTER_ARRIVE) X(O_CLUSTER_WAIT) X(O_TXQ) X(O_ALLOCA) X(O_STACKSAVE) X(O_STACKRESTORE)
typedef enum { PTX_BASES(PTX_ENUM) } ptx_base_t;

#define PTX_CMPS(X) /* order of the PTX manual; the u-forms are true for NaN */ \
    X(C_EQ) X(C_NE) X(C_LT) X(C_LE) X(C_GT) X(C_GE) X(C_EQU) X(C_NEU) X(C_LTU) X(C_LEU) X(C_GTU) X(C_GEU) \
    X(C_NUM) X(C_NAN)
typedef enum { PTX_CMPS(PTX_ENUM) } ptx_cmp_t;
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
enum { MBAR_CTAS = 2 /* source of G_MBAR with UF_MULTICAST: the CTAs of the cluster whose mbarrier changes */ };

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
    UF_SILENT = 32,   /* renames a register, or was joined with another: no instruction in hardware, takes no cycle */
    UF_NOT = 64,      /* third source predicate is negated */
    UF_GENERIC = 128, /* generic address: the space is found per lane */
    UF_CARRY_IN = 256,
    UF_CARRY_OUT = 512,
    UF_MEETS = 1024, /* its lanes wait for lanes on other paths of the warp */
    UF_POLLS = 2048, /* reads what other threads may change: volatile, relaxed, acquire, atomic */
    UF_CLUSTER = 4096,  /* .shared::cluster: also the shared memory of other CTAs of the cluster */
    UF_MULTICAST = 8192 /* of several CTAs, those that a mask names */
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

/* An operation that a decoder lets through and the executor of its group does not have must not pass in silence: ends
 * the program, with its name. A base without its type: op is UOP(base, T_NONE). */
_Noreturn void ptx_missing(uint8_t group, uint32_t op);

#endif
