/* icnt.c - calls, statistics and laws that the kinds of network share. */
#include "mem/icnt_internal.h"

#include <assert.h>

static const icnt_ops_t *const by_kind[] = {
    [ICNT_CROSSBAR] = &icnt_crossbar, [ICNT_FLY] = &icnt_fly, [ICNT_XBAR] = &icnt_xbar};

static void add_stats(icnt_t *n, stats_t *s, const char *path)
{
    stats_add_u64(s, path, "packets", "packets", "packets accepted", &n->packets);
    stats_add_u64(s, path, "flits", "flits", "flits carried", &n->flits);
    stats_add_u64(s, path, "packet_cycles", "packet-cycles", "icnt cycles in the network, summed over packets",
                  &n->packet_cycles);
    stats_add_law(s, path, "delivered_all", "packets accepted are delivered", &n->packets, &n->delivered);
}

icnt_t *icnt_create(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs, stats_t *stats, const char *path)
{
    assert(inputs <= ICNT_PORTS_MAX && outputs <= ICNT_PORTS_MAX && cfg->queue && cfg->flit_bytes);
    const icnt_ops_t *ops = by_kind[cfg->kind];
    icnt_t *n = ops->create(cfg, inputs, outputs);
    if (!n) return NULL;
    n->ops = ops;
    n->cfg = *cfg;
    n->inputs = inputs;
    n->outputs = outputs;
    n->words = mask_words(inputs > outputs ? inputs : outputs);
    n->next_cycle = UINT64_MAX;
    add_stats(n, stats, path);
    return n;
}

void icnt_destroy(icnt_t *n)
{
    if (n) n->ops->destroy(n);
}

uint32_t icnt_flits(const icnt_t *n, uint32_t payload_bytes)
{
    const uint32_t bytes = payload_bytes + n->cfg.header_bytes;
    return bytes ? (bytes + n->cfg.flit_bytes - 1) / n->cfg.flit_bytes : 1;
}

bool icnt_room(const icnt_t *n, uint32_t input, uint32_t flits) { return n->ops->room(n, input, flits); }

void icnt_push(icnt_t *n, uint64_t now, uint32_t input, uint32_t item, uint32_t output, uint32_t flits)
{
    assert(flits && output < n->outputs && icnt_room(n, input, flits));
    const icnt_packet_t p = {item, (uint16_t)output, (uint16_t)flits, now};
    n->ops->push(n, now, input, &p);
    n->packets++;
    n->held++;
}

void icnt_tick(icnt_t *n, uint64_t now)
{
    if (now >= n->next_cycle) n->ops->tick(n, now);
}

mask_t icnt_ready(const icnt_t *n) { return n->ready; }

uint64_t icnt_none_before(const icnt_t *n, uint64_t now, uint32_t output)
{
    return n->ops->none_before(n, now, output);
}

uint32_t icnt_head(const icnt_t *n, uint32_t output) { return n->ops->head(n, output); }

uint32_t icnt_pop(icnt_t *n, uint64_t now, uint32_t output)
{
    assert(mask_has(n->ready, output));
    n->delivered++;
    n->held--;
    return n->ops->pop(n, now, output);
}

uint32_t icnt_held(const icnt_t *n) { return n->held; }

uint64_t icnt_next_cycle(const icnt_t *n) { return n->next_cycle; }
