/* Reference of blk: see blk_ref.h. */
#include "blk_ref.h"

const workload_ref_t workload_ref_blk = {.name = "blk", .expect = blk_expect};
