/* sizes.h - the sizes of the built models, each stated here and nowhere else, and the type of a mask of CTA slots. The
 * Makefile passes them on to Verilator; what is too narrow for them does not build, and the message names its place.
 *
 * More CTA slots, for example, need wider fields CAP_SLOTS and TMAX in rtl/disp/registers.txt and a larger n of
 * limit_static. Builds do not detect what follows from a size elsewhere; these tests do: tests/layers/sizes.sh (stages
 * of limit_lcs), `make lint` (the register map in docs; `make registers-readme` writes it). */
#ifndef CTADEL_BASE_SIZES_H
#define CTADEL_BASE_SIZES_H

#include <stdint.h>

/* Macros, since help texts quote them and the Makefile reads them. Dispatchers are built in three sizes, as a clock of
 * a Verilated dispatcher takes longer with each SM, slot and kernel; the one in the middle has the kernel table of the
 * small, and SMs and slots of the large ones. */
#define SCHED_SMS_MAX       144 /* SMs of the large dispatchers */
#define SCHED_SLOTS_MAX     32  /* their CTA slots per SM */
#define SCHED_KERNELS_MAX   16  /* their kernel table entries */
#define SCHED_SMS_SMALL     32  /* SMs of the small dispatchers: all machines of the five papers */
#define SCHED_SLOTS_SMALL   16  /* their CTA slots per SM */
#define SCHED_KERNELS_SMALL 4   /* their kernel table entries, as by default in rtl/ */
#define SCHED_WARPS_MAX     64  /* warps per SM, over all its schedulers */

/* Bits of a field that numbers n things, 2 to 256. */
#define SCHED_BITS(n)                                                                                                  \
    ((n) > 128 ? 8 : (n) > 64 ? 7 : (n) > 32 ? 6 : (n) > 16 ? 5 : (n) > 8 ? 4 : (n) > 4 ? 3 : (n) > 2 ? 2 : 1)

typedef struct {                  /* what a dispatcher is built for */
    uint32_t sms, slots, kernels; /* up to SCHED_SMS_MAX, SCHED_SLOTS_MAX, SCHED_KERNELS_MAX */
} disp_size_t;
#define SCHED_SMALL ((disp_size_t){SCHED_SMS_SMALL, SCHED_SLOTS_SMALL, SCHED_KERNELS_SMALL})
#define SCHED_LARGE ((disp_size_t){SCHED_SMS_MAX, SCHED_SLOTS_MAX, SCHED_KERNELS_MAX})

typedef uint32_t slot_mask_t; /* bit c: CTA slot c of an SM */
#define SLOT_BIT(c) ((slot_mask_t)1 << (c))

#ifndef __cplusplus
_Static_assert(SCHED_SLOTS_MAX >= 2 && SCHED_SLOTS_MAX <= 8 * sizeof(slot_mask_t),
               "slot_mask_t has a bit per CTA slot");
_Static_assert(SCHED_SMS_MAX <= 256, "SCHED_SMS_MAX: a uint8_t has the number of an SM (disp_out_t.sm)");
_Static_assert(SCHED_KERNELS_MAX <= 16,
               "SCHED_KERNELS_MAX: a uint16_t (arb_in_t.serve) and IRQ_ENABLE have a bit per entry");
_Static_assert(SCHED_WARPS_MAX <= 64, "SCHED_WARPS_MAX: a uint64_t (valid, ready, grants, ...) has a bit per warp");
#endif

/* The n lowest slots; n up to SCHED_SLOTS_MAX. */
static inline slot_mask_t slots_below(uint32_t n) { return (slot_mask_t)((UINT64_C(1) << n) - 1); }

#endif
