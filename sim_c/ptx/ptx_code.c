/* ptx_code.c - the instructions of a kernel and of the functions behind it, and where its warps go. */
#include "ptx/ptx_exec.h"

#include <stdlib.h>

/* A warp may execute it again and again (w->again). So it does bulk copies, which have no result to wait for. */
static bool repeats(const ptx_uop_t *u) { return u->group == G_CLUSTER && u->op / 16 == O_CLUSTER_WAIT; }

/* A path that ends at its reconvergence point, the target of a branch, may be followed by one that begins behind a
 * branch: its lanes are others, so what it finds pending does not concern them. A function is entered by calls, the
 * instruction behind a call by returns. */
static void note_flow(const ptx_kernel_t *k, frontend_inst_t *in)
{
    in[0].entered = true;
    for (uint32_t f = 0; f < k->funcs; f++) in[k->func[f].entry].entered = true;
    for (uint32_t i = 0; i < k->uops; i++) {
        const ptx_uop_t *u = &k->uop[i];
        const uint32_t n = u->group == G_INDEX ? k->target[u->imm] : u->group == G_BRANCH;
        const uint32_t *to = u->group == G_INDEX ? &k->target[u->imm + 1] : &u->target;
        for (uint32_t t = 0; t < n; t++) in[to[t]].entered = true;
        in[i].entered |= repeats(u);
        in[i].leaves = n || u->group == G_CALL || u->group == G_RET || repeats(u);
        if (u->group == G_CALL && i + 1 < k->uops) in[i + 1].entered = true;
    }
}

bool ptx_code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    const ptx_launch_t *l = self;
    const ptx_kernel_t *k = l->k;
    bool entered = false; /* by way of micro-ops that take no instruction */
    frontend_inst_t *in = calloc(k->uops, sizeof *in);
    if (!in) return err_set(err, k->m->file, k->line, "out of memory for the code of '%.80s'", k->name);
    note_flow(k, in);
    for (uint32_t i = 0; i < k->uops; i++) {
        entered |= in[i].entered;
        if (k->uop[i].flags & UF_SILENT) continue;
        in[i].inst = &l->winst[i];
        in[i].mnemonic = k->text[i];
        in[i].entered = entered;
        see(to, &in[i]);
        entered = false;
    }
    free(in);
    return true;
}
