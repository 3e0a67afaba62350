/* esp - random number generators, one per thread, each set to a sequence of its own. */
#include "esp_init.h"
