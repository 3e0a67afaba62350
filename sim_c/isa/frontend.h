/* frontend.h - interface of an instruction source (PTX text, recorded trace) to the SM model.
 *
 * The SM owns timing, the front end owns function: the SM decides when a warp's next instruction issues, and calls exec
 * exactly then. Functional effects (registers, memory, atomics) happen inside exec, so the order of issue is the order
 * of memory. An SM that has run ahead executes instructions with REACH_OWN, and all of a launch that replays, before
 * earlier ones of other SMs. A front end calls winst_note_regs for each instruction that it decodes. A warp that waits
 * at a WI_BARRIER is not executed further before all live warps of its CTA have executed theirs.
 *
 * exec, peek, state and task_give may be called for CTAs of different SMs by several threads at once, exec only if the
 * instruction has REACH_OWN, or has REACH_READS while none executes with REACH_WRITES. cta_begin, cta_end and paths are
 * called by one thread while no other is in the front end.
 *
 * A kernel launched with a parallel loop gets its indices through its threads' task window [SAS]: eight words per
 * thread, thread t of the CTA at TASK_WINDOW + t * TASK_WINDOW_BYTES, read only. A load of word 0 waits for the next
 * piece of work and returns 1, or 0 when no work is left. Words 1 to 6 are the piece's lower and upper (exclusive)
 * bound on each level, outermost first; word 7 is 0. */
#ifndef CTADEL_ISA_FRONTEND_H
#define CTADEL_ISA_FRONTEND_H

#include "base/err.h"
#include "base/mask.h"
#include "isa/winst.h"

typedef struct fe_cta fe_cta_t; /* functional state of one resident CTA */

#define TASK_WINDOW UINT64_C(0x5000000) /* generic address above the windows of the other spaces */
enum { TASK_WORDS = 8, TASK_WINDOW_BYTES = 4 * TASK_WORDS, LOOP_LEVELS = 3, LOOP_BOUND_MAX = 65535 };

typedef struct {     /* a parallel loop; levels beyond `levels` are one iteration at 0 */
    uint32_t levels; /* 1..LOOP_LEVELS */
    uint32_t lower[LOOP_LEVELS], upper[LOOP_LEVELS]; /* 0..LOOP_BOUND_MAX; upper is exclusive */
    uint32_t stride[LOOP_LEVELS];                    /* at least 1 */
    uint32_t index_bytes;                            /* bytes of memory that an index brings into a cache; 0: unknown */
} loop_t;

/* Place of a CTA in the grid and on the machine. The timing addresses of its local memory follow from sm and slot, or
 * from its rank among the CTAs that interleave their local memory word by word. */
typedef struct {
    uint32_t x, y, z; /* CTA coordinates in the grid */
    uint32_t lid;     /* linear id, x fastest */
    uint32_t sm, slot;
    uint32_t rank, ranks;  /* ranks 0: none interleave, each CTA slot has a region of its own */
    uint32_t local_offset; /* bytes from the base of local memory to its first word */
    uint32_t core_mhz;     /* clock of its SM; 0: no SM times it, and clocks count its instructions */
    bool late;             /* its SM reads sources and writes results later than exec (sources_read below) */
} cta_place_t;

typedef struct {                 /* an instruction of a launch */
    const winst_t *inst;         /* as peek returns it; lives as long as the launch, as the mnemonic */
    const char *mnemonic;        /* SASS without modifiers, or PTX with them */
    const inst_control_t *given; /* control bits that a trace gives, without operands; NULL: none */
    bool entered;                /* a warp may come here from another instruction than the one before */
    bool leaves;                 /* a warp may go from here to another instruction than the one behind */
} frontend_inst_t;

typedef struct {
    /* Creates the state of a CTA, its warps at their first instruction. NULL: err says why. */
    fe_cta_t *(*cta_begin)(void *self, const cta_place_t *place, err_t *err);
    void (*cta_end)(void *self, fe_cta_t *cta); /* NULL cta is fine */

    /* Next instruction of a warp; NULL once all its lanes have exited. Valid and unchanged until exec of the same warp.
     */
    const winst_t *(*peek)(fe_cta_t *cta, uint32_t warp);

    /* Executes the instruction that peek returned. False: a user error (an address out of bounds, say), err has
     * file:line, CTA and lane; the state is then undefined, and only cta_end may follow. */
    bool (*exec)(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err);

    /* Sets the task window of a lane. After an exec with `waits`, exec is called again once each of these lanes has
     * been given its words, and not before; peek is unchanged until then. NULL: no instruction of this front end waits.
     */
    void (*task_give)(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS]);

    /* Hash of the warp's state without memory; 0: unknown, as in a kernel that reads a clock. NULL: always unknown. */
    uint64_t (*state)(const fe_cta_t *cta, uint32_t warp);

    /* Timed values, as of a machine that checks no hazards: what an instruction reads depends on when it reads. NULL:
     * exec does everything, also in a late CTA. After an exec of a late CTA that returned a ticket other than 0, the SM
     * calls sources_read when the sources have been read, memory_accessed when the LD/ST unit takes a memory
     * instruction, and result_written when the result is in the registers. Until then exec has only moved the warp on
     * and resolved lanes and addresses. sources_read samples the registers and computes. In memory_accessed a load
     * reads memory, and a store writes it, so that memory sees accesses in the order of these calls. result_written
     * changes the registers, of a copy shared memory, and ends the ticket; each call first does what an earlier one
     * would have done. A ticket that has ended is ignored; cta_end drops what is left. The calls touch what the reach
     * of their instruction says, and follow its rule for threads. */
    void (*sources_read)(fe_cta_t *cta, uint32_t warp, uint32_t ticket);
    void (*memory_accessed)(fe_cta_t *cta, uint32_t warp, uint32_t ticket);
    void (*result_written)(fe_cta_t *cta, uint32_t warp, uint32_t ticket);

    /* True: another exec of a warp whose last exec set `again` would set it again. Call it while no instruction
     * executes. NULL: not known without exec. */
    bool (*waits)(fe_cta_t *cta, uint32_t warp);

    /* Calls `see` for each instruction that peek may return, by ascending pc_bytes; a trace is read as a whole for
     * that. Call it between launches, or before the first CTA. False: err. */
    bool (*code)(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err);

    /* For messages: where the lanes of a diverged warp stand, or for which warp one waits at a barrier of its cluster;
     * "": neither. NULL: never known. */
    void (*paths)(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes);
} frontend_ops_t;

typedef struct {                 /* where local memory lies, see isa/local_map.h */
    uint64_t base, region_bytes; /* address of the region of slot 0 of SM 0; bytes per CTA slot */
    uint32_t row_threads;        /* threads per CTA, in whole warps */
    uint32_t thread_bytes;       /* local memory of a thread; 0: none, or unknown */
} local_map_t;

typedef struct {          /* where the local memory of a CTA lies */
    uint64_t base;        /* the first word of thread 0 */
    uint32_t pitch_bytes; /* distance of consecutive words of a thread */
} local_home_t;

enum { LAUNCH_PRIORITY_MAX = 7 };
enum { CLUSTER_CTAS_MAX = 16 /* of cudaFuncAttributeNonPortableClusterSizeAllowed */ };

/* One kernel launch as the SM and dispatcher see it. */
typedef struct {
    const frontend_ops_t *ops;
    void *self;                 /* passed to cta_begin and cta_end */
    const char *name;           /* kernel name */
    uint32_t grid[3], block[3]; /* CTAs and threads in x, y, z; all >= 1 */
    uint32_t cluster[3];        /* CTAs of a cluster in x, y, z, which divide the grid; all 0: as all 1 */
    uint32_t warp_lanes;        /* lanes per warp: 8, 16 or 32 */
    uint32_t threads_per_cta;
    uint32_t warps_per_cta;   /* ceil(threads / lanes) */
    uint32_t regs_per_thread; /* for occupancy: as ptxas reports, not PTX virtual registers */
    uint32_t smem_bytes;      /* bytes of shared memory per CTA, static + dynamic */
    uint32_t flat_regs;       /* scoreboard size: all winst_t register numbers are below it */
    uint32_t inst_bytes;      /* distance of consecutive instructions in pc_bytes: 8 or 16 */
    bool controls;            /* every instruction has control bits */
    bool constants;           /* some have an operand in constant memory (inst_control_t.has_constant) */
    local_map_t local;
    bool is_2d; /* block y > 1 or grid y > 1 unless the host overrides [LCS §4.2] */
    uint32_t stream;
    uint32_t priority;  /* 0 to LAUNCH_PRIORITY_MAX, the highest */
    sm_mask_t sms;      /* its partition: SMs that may receive its CTAs; empty: all */
    bool borrows;       /* it also uses SMs that no kernel with CTAs left has in its partition */
    bool replays;       /* its addresses do not depend on other CTAs: a trace. Which of several
                                 errors in its text is reported may depend on the order of execution */
    bool notes_reads;   /* an exec with REACH_READS is to be treated as one with REACH_WRITES */
    const loop_t *loop; /* parallel loop whose indices its threads request; NULL: none */
    const char *file;   /* source file of the kernel, for messages; NULL: unknown */
    uint32_t line;
} kernel_launch_t;

/* CTAs of a cluster: 1 to CLUSTER_CTAS_MAX. They begin on SMs of one GPC, and may do so in different cycles. */
static inline uint32_t launch_cluster_ctas(const kernel_launch_t *k)
{
    const uint32_t ctas = k->cluster[0] * k->cluster[1] * k->cluster[2];
    return ctas ? ctas : 1;
}

/* What an instruction of the launch touches outside its CTA. */
static inline reach_t launch_reach(const kernel_launch_t *k, const winst_t *in)
{
    return in->reach == REACH_READS && k->notes_reads ? REACH_WRITES : (reach_t)in->reach;
}

#endif
