/* ptx_decode_absent.c - instructions of hardware that no machine here has: their kernels are refused with the reason.
 */
#include "ptx/ptx_build.h"

bool ptx_absent(ptx_inst_t *in, const char *what)
{
    return err_set(in->ps->lx.err, in->ps->lx.file, in->line,
                   "unsupported instruction '%.80s' in %s '%.60s': no machine has %s", in->name, ptx_whose(in->ps->k),
                   in->ps->k->name, what);
}

static bool tensor_cores(ptx_inst_t *in) { return ptx_absent(in, "tensor cores"); }
static bool multicast(ptx_inst_t *in) { return ptx_absent(in, "addresses of several GPUs"); }
static bool tensor_maps(ptx_inst_t *in) { return ptx_absent(in, "tensor maps"); }
static bool cluster_launch(ptx_inst_t *in) { return ptx_absent(in, "launches that a CTA can cancel"); }

const ptx_row_t ptx_rows_absent[] = {{"mma", tensor_cores, "", 0, 0, 0},
                                     {"wmma", tensor_cores, "", 0, 0, 0},
                                     {"wgmma", tensor_cores, "", 0, 0, 0},
                                     {"tcgen05", tensor_cores, "", 0, 0, 0},
                                     {"multimem", multicast, "", 0, 0, 0},
                                     {"tensormap", tensor_maps, "", 0, 0, 0},
                                     {"clusterlaunchcontrol", cluster_launch, "", 0, 0, 0},
                                     {0}};
