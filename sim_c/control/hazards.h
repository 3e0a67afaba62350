/* hazards.h - checks what a machine that issues by control bits does not: that a source is read after its producer has
 * written it (RAW), and a register is overwritten after its consumers have read it (WAR) and after earlier writes
 * (WAW).
 *
 * A front end around that of a launch with control bits. It follows each instruction from its issue over the read of
 * its sources to the write of its result, as the SM reports them (frontend_ops_t.sources_read and later), lane by lane:
 * lanes on other paths of a warp are other threads. A predicate counts for all lanes of its reader. */
#ifndef CTADEL_CONTROL_HAZARDS_H
#define CTADEL_CONTROL_HAZARDS_H

#include "base/err.h"
#include "isa/frontend.h"

enum { HAZARDS_LISTED = 16, HAZARD_TEXT_BYTES = 240, HAZARD_KERNEL_BYTES = 48 };

typedef enum { HAZARD_RAW, HAZARD_WAR, HAZARD_WAW, HAZARD_KINDS } hazard_kind_t;

typedef struct { /* starts as all zero */
    uint64_t count[HAZARD_KINDS];
    uint32_t listed; /* of the first pairs of instructions, a line each */
    struct {
        uint64_t older_pc, younger_pc;
        uint8_t kind;
        char kernel[HAZARD_KERNEL_BYTES], text[HAZARD_TEXT_BYTES];
    } list[HAZARDS_LISTED];
} hazard_log_t;

typedef struct hazards hazards_t;

/* Borrows both. The launch has control bits. NULL: out of memory, err. */
hazards_t *hazards_create(hazard_log_t *log, const kernel_launch_t *k, err_t *err);
void hazards_destroy(hazards_t *h); /* NULL is fine; no CTA may be resident */

const kernel_launch_t *hazards_launch(const hazards_t *h); /* lives as long as h */

#endif
