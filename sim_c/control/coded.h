/* coded.h - a launch whose front end has no control bits, with those that control_assign gives it: the same front end,
 * but peek returns instructions with control bits. */
#ifndef CTADEL_CONTROL_CODED_H
#define CTADEL_CONTROL_CODED_H

#include "base/err.h"
#include "config/machine.h"
#include "isa/frontend.h"

typedef struct coded coded_t;

/* Reads all instructions of the launch, of a trace the whole kernel. `k` is borrowed. NULL: err. */
coded_t *coded_create(const sm_cfg_t *cfg, const kernel_launch_t *k, err_t *err);
void coded_destroy(coded_t *c); /* NULL is fine; no CTA may be resident */

const kernel_launch_t *coded_launch(const coded_t *c); /* lives as long as c */

#endif
