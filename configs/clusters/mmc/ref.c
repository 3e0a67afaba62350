/* Reference of mmc. */
#include "../../workloads/product_ref.h"

const workload_ref_t workload_ref_mmc = {.name = "mmc", .expect = product_expect};
