/* trace_cluster.c - the lines of a CTA that say where in a cluster it is (tracer version 6, thread-block clusters). */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

static bool bad(const trace_kernel_t *k, const trace_line_t *line, const char *key, const char *value,
                const char *allowed, err_t *err)
{
    return trace_text_error(k->text, line->offset, err, "%s: found '%s'; allowed: %s", key,
                            trace_shown(value, line->end).text, allowed);
}

static bool read_place(const trace_line_t *line, const char *value, const uint32_t below[3], uint32_t place[3])
{
    uint64_t v[3];
    if (!scan_triple(value, line->end, v)) return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (v[i] >= below[i]) return false;
        place[i] = (uint32_t)v[i];
    }
    return true;
}

/* "cluster cta" of Accel-Sim 2.0; "cluster cta id" in tracers before. */
bool trace_cluster_read(const trace_kernel_t *k, const trace_line_t *line, tracez_cta_t *cta, err_t *err)
{
    static const uint32_t most[3] = {CLUSTER_CTAS_MAX, CLUSTER_CTAS_MAX, CLUSTER_CTAS_MAX};
    const char *value;
    uint64_t rank;
    if ((value = scan_key(line->at, line->end, "cluster id")))
        return read_place(line, value, k->head.grid, cta->at[TRACEZ_CLUSTER]) ||
               bad(k, line, "cluster id", value, "x,y,z inside the grid", err);
    if ((value = scan_key(line->at, line->end, "cluster cta")) ||
        (value = scan_key(line->at, line->end, "cluster cta id")))
        return (read_place(line, value, most, cta->at[TRACEZ_IN_CLUSTER]) &&
                trace_cluster_ctas(cta) <= CLUSTER_CTAS_MAX) ||
               bad(k, line, "cluster cta", value, "x,y,z inside a cluster of up to 16 CTAs", err);
    if (!(value = scan_key(line->at, line->end, "cluster rank")))
        return bad(k, line, "cluster", line->at, "'cluster id =', 'cluster cta =', 'cluster rank ='", err);
    const char *at = value;
    if (!scan_decimal(&at, line->end, &rank) || at != line->end || rank >= CLUSTER_CTAS_MAX)
        return bad(k, line, "cluster rank", value, "0 to 15", err);
    cta->rank = (uint32_t)rank;
    return true;
}

uint32_t trace_cluster_ctas(const tracez_cta_t *cta)
{
    const uint32_t *at = cta->at[TRACEZ_IN_CLUSTER], box = (at[0] + 1) * (at[1] + 1) * (at[2] + 1);
    return box > cta->rank ? box : cta->rank + 1;
}
