/* listing.h - control bits as disassemblers of SASS print them: [B012345:R0:W1:Y:S04] waits for the counters behind B,
 * reserves counter 0 until its sources are read and counter 1 until its result is written, yields, and stalls for 4
 * cycles; a hyphen stands for what is absent. */
#ifndef CTADEL_CONTROL_LISTING_H
#define CTADEL_CONTROL_LISTING_H

#include "isa/control.h"

enum { CONTROL_TEXT_BYTES = 24 };

void control_text(const inst_control_t *c, char text[CONTROL_TEXT_BYTES]);

#endif
