/* Reference of esp: see esp_ref.h. */
#include "esp_ref.h"

const workload_ref_t workload_ref_esp = {.name = "esp", .init = esp_init, .expect = esp_expect};
