/* Reference of blks: that of blk. */
#include "../blk/blk_ref.h"

const workload_ref_t workload_ref_blks = {.name = "blks", .expect = blk_expect};
