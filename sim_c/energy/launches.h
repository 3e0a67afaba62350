/* launches.h - energy of each launch: what the run has taken at its end, less what it had taken at the end before.
 *
 * Only a launch that no other kernel ran beside has an energy of its own. No core cycle passes while the machine is
 * empty, so such a launch begins at the end of the kernel before it, and the energies of all launches and the rest add
 * up to that of the run (energy.law_launches).
 *
 * The mean power of a launch is that from its first CTA to its end. The cycles before, pool.launch_cycles above all,
 * have static power only, and launches that follow each other without a gap do not have them. */
#ifndef CTADEL_ENERGY_LAUNCHES_H
#define CTADEL_ENERGY_LAUNCHES_H

#include "energy/energy.h"

typedef struct energy_launches energy_launches_t;

typedef struct { /* a launch that has ended */
    uint64_t id, launch_cycle, first_cycle, end_cycle;
    bool beside; /* another kernel ran between its launch and its end */
} energy_launch_t;

/* m and stats must live as long. NULL: out of memory. */
energy_launches_t *energy_launches_create(const machine_t *m, stats_t *stats);
void energy_launches_destroy(energy_launches_t *l); /* after the last write of stats; NULL is fine */

/* At each end of a kernel, with settled counters; registers kernel<id>.energy_pj and .power_mw. Nothing happens if the
 * machine file has no energies. Out of memory: law_launches breaks. */
void energy_launches_ended(energy_launches_t *l, const energy_launch_t *launch);
/* After the run, which took e: registers the sums and their law. e must live as long as stats. */
void energy_launches_register(energy_launches_t *l, const energy_t *e);

#endif
