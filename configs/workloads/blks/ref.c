/* Reference of blks: the same as that of blk, see blk_ref.h. */
#include "../blk/blk_ref.h"

const workload_ref_t workload_ref_blks = {.name = "blks", .expect = blk_expect};
