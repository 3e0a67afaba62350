/* ptx_extents.c - checks the sizes of a launch: grid, clusters, blocks, shared memory. */
#include "ptx/ptx_cluster.h"

#include <string.h>

enum { MAX_THREADS = 1024, PORTABLE_CTAS_MAX = 8 /* of a cluster */ };

/* Extents within their limits; *threads of a block, *ctas of the grid or just above INT32_MAX. */
static bool counts(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, const uint32_t grid[3], uint64_t *threads,
                   uint64_t *ctas, err_t *err)
{
    const char *file = k->m->file, *name = k->name;
    *threads = *ctas = 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (!grid[i] || !cfg->block[i])
            return err_set(err, file, k->line,
                           "'%.80s': grid %u,%u,%u of blocks %u,%u,%u is empty; "
                           "allowed: extents of at least 1",
                           name, grid[0], grid[1], grid[2], cfg->block[0], cfg->block[1], cfg->block[2]);
        if (k->reqntid[0] && k->reqntid[i] != cfg->block[i])
            return err_set(err, file, k->line, "'%.80s': block extent %u; allowed: %u, by .reqntid", name,
                           cfg->block[i], k->reqntid[i]);
        if (cfg->block[i] > MAX_THREADS || grid[i] > INT32_MAX)
            return err_set(err, file, k->line,
                           "'%.80s': extent %u; allowed: blocks of up to %d threads, "
                           "grids of up to 2^31-1 CTAs",
                           name, cfg->block[i] > MAX_THREADS ? cfg->block[i] : grid[i], MAX_THREADS);
        *threads *= cfg->block[i];
        *ctas = *ctas > INT32_MAX ? *ctas : *ctas * grid[i];
    }
    return true;
}

static bool sizes(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, const uint32_t grid[3], err_t *err)
{
    const char *file = k->m->file, *name = k->name;
    uint64_t threads, ctas;
    if (!counts(k, cfg, grid, &threads, &ctas, err)) return false;
    const uint64_t most = k->maxntid && k->maxntid < MAX_THREADS ? k->maxntid : MAX_THREADS;
    if (threads > most)
        return err_set(err, file, k->line, "'%.80s': %u threads per block; allowed: 1 to %u", name, (unsigned)threads,
                       (unsigned)most);
    if (ctas > INT32_MAX)
        return err_set(err, file, k->line, "'%.80s': a grid of more than the 2^31-1 CTAs allowed", name);
    if (cfg->warp_lanes != 8 && cfg->warp_lanes != 16 && cfg->warp_lanes != 32)
        return err_set(err, file, k->line, "'%.80s': %u lanes per warp; allowed: 8, 16, 32", name, cfg->warp_lanes);
    if (cfg->dyn_smem_bytes > PTX_MAX_SHARED - k->dynamic_offset)
        return err_set(err, file, k->line,
                       "'%.80s': %u static and %u dynamic bytes of shared memory; "
                       "allowed: %d together",
                       name, k->shared_bytes, cfg->dyn_smem_bytes, PTX_MAX_SHARED);
    return true;
}

static bool wrong_cluster(const ptx_kernel_t *k, uint32_t line, const uint32_t n[3], const char *allowed, err_t *err)
{
    return err_set(err, k->m->file, line, "'%.80s': clusters of %u,%u,%u CTAs; allowed: %s", k->name, n[0], n[1], n[2],
                   allowed);
}

/* Size of a cluster: as the host says, or as the kernel says, which the host may repeat. */
static bool cluster_size(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, ptx_extents_t *x, err_t *err)
{
    const uint32_t *own = k->reqnctapercluster, *host = cfg->cluster, *n = x->cluster;
    const bool given = host[0] | host[1] | host[2];
    char text[120];
    x->explicit_cluster = given || own[0];
    for (uint32_t i = 0; i < 3; i++) x->cluster[i] = given ? host[i] : own[0] ? own[i] : 1;
    if (k->explicit_cluster && !x->explicit_cluster)
        return err_set(err, k->m->file, k->explicit_cluster,
                       "'%.80s' has .explicitcluster; allowed: launches that give the size of a cluster", k->name);
    if (!n[0] || !n[1] || !n[2]) return wrong_cluster(k, k->line, n, "extents of at least 1", err);
    snprintf(text, sizeof text, "%u,%u,%u, by .reqnctapercluster", own[0], own[1], own[2]);
    if (own[0] && memcmp(own, n, sizeof x->cluster) != 0) return wrong_cluster(k, k->line, n, text, err);
    uint64_t ctas = 1, most = cfg->nonportable_cluster ? CLUSTER_CTAS_MAX : PORTABLE_CTAS_MAX;
    for (uint32_t i = 0; i < 3; i++) ctas = ctas > CLUSTER_CTAS_MAX ? ctas : ctas * n[i];
    snprintf(text, sizeof text, "up to %d together%s", (int)most,
             most < CLUSTER_CTAS_MAX ? ", up to 16 where the host allows sizes that are not portable" : "");
    if (ctas > most) return wrong_cluster(k, k->line, n, text, err);
    snprintf(text, sizeof text, "up to %u together, by .maxclusterrank", k->max_cluster);
    if (k->max_cluster && ctas > k->max_cluster) return wrong_cluster(k, k->line, n, text, err);
    return true;
}

bool ptx_extents(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, ptx_extents_t *x, err_t *err)
{
    if (!cluster_size(k, cfg, x, err)) return false;
    for (uint32_t i = 0; i < 3; i++) {
        const uint64_t ctas = k->grid_of_clusters ? (uint64_t)cfg->grid[i] * x->cluster[i] : cfg->grid[i];
        x->grid[i] = ctas > UINT32_MAX ? UINT32_MAX : (uint32_t)ctas; /* refused below */
        if (x->grid[i] % x->cluster[i] && ctas == x->grid[i])
            return err_set(err, k->m->file, k->line,
                           "'%.80s': a grid of %u,%u,%u CTAs; allowed: multiples of its clusters of %u,%u,%u", k->name,
                           cfg->grid[0], cfg->grid[1], cfg->grid[2], x->cluster[0], x->cluster[1], x->cluster[2]);
    }
    return sizes(k, cfg, x->grid, err);
}
