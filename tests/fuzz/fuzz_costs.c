/* The table of designs that ctadel synth writes, as `ctadel report --synth` takes it. */
#include "fuzz.h"

#include "cost/pareto.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    pareto_costs_t costs = {0};
    err_t err = {""};
    fuzz_file("synth.csv", data, bytes, path);
    fuzz_judge(pareto_costs_read(&costs, path, &err), &err, path);
    pareto_costs_free(&costs);
    return 0;
}
