/* Reference of mmul. */
#include "../product_ref.h"

const workload_ref_t workload_ref_mmul = {.name = "mmul", .expect = product_expect};
