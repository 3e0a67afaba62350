/* icnt.h - one direction of the interconnect, which takes packets from inputs to outputs.
 *
 * icnt_crossbar.c: queued inputs with virtual channels and queued outputs; icnt_fly.c: the one-stage butterfly of
 * GPGPU-Sim; icnt_xbar.c: its crossbar, which moves whole packets. Requests and replies have separate networks, which
 * avoids deadlock.
 *
 * Not modelled: several stages inside a butterfly or mesh (blocking inside the network, per-hop buffers); interleaving
 * of several packets' flits on an output. */
#ifndef CTADEL_MEM_ICNT_H
#define CTADEL_MEM_ICNT_H

#include "base/mask.h"
#include "config/machine.h"
#include "stats/stats.h"

typedef struct icnt icnt_t;

enum { ICNT_PORTS_MAX = SCHED_SMS_MAX }; /* on either side: each SM may have its own; fly: 64 */

icnt_t *icnt_create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs, stats_t *stats,
                    const char *path); /* NULL only when out of memory */
void icnt_destroy(icnt_t *n);          /* NULL is fine */

uint32_t icnt_flits(const icnt_t *n, uint32_t payload_bytes);    /* header included */
bool icnt_room(const icnt_t *n, uint32_t input, uint32_t flits); /* for a packet of so many flits */
void icnt_push(icnt_t *n, uint64_t now, uint32_t input, uint32_t item, uint32_t output,
               uint32_t flits);                              /* needs room */
mask_t icnt_ready(const icnt_t *n);                          /* outputs that have a packet to pop */
uint32_t icnt_head(const icnt_t *n, uint32_t output);        /* needs a ready output */
uint32_t icnt_pop(icnt_t *n, uint64_t now, uint32_t output); /* needs a ready output */
void icnt_tick(icnt_t *n, uint64_t now);                     /* once per interconnect cycle */
uint64_t icnt_next_cycle(const icnt_t *n);                   /* no tick before this cycle changes anything */
/* After the tick of `now`: no tick before this cycle makes a packet ready at the output */
uint64_t icnt_none_before(const icnt_t *n, uint64_t now, uint32_t output);
uint32_t icnt_held(const icnt_t *n); /* packets inside */

#endif
