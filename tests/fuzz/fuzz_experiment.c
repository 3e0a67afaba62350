/* An experiment file: read, and the options of every column taken. */
#include "fuzz.h"

#include "experiment/sweep.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES], head[RUN_HEAD_BYTES];
    sweep_experiment_t e;
    run_opts_t o;
    err_t err = {""};
    fuzz_file("e.yaml", data, bytes, path);
    bool ok = sweep_experiment_read(&e, path, &err);
    for (uint32_t c = 0; ok && c < e.columns; c++) {
        const sweep_job_t job = {.column = c};
        ok = sweep_experiment_options(&e, &job, &o, head, &err);
    }
    fuzz_judge(ok, &err, path);
    sweep_experiment_free(&e);
    return 0;
}
