/* fuzz_summarise.h - reads the one kernel of a trace from end to end. */
#ifndef CTADEL_TESTS_FUZZ_SUMMARISE_H
#define CTADEL_TESTS_FUZZ_SUMMARISE_H

#include "fuzz.h"

#include "trace/trace.h"

/* `file`: the kernel's, which a message must name. */
static inline void fuzz_summarise(const char *list, const char *file, const trace_opts_t *opts)
{
    err_t err = {""};
    trace_summary_t s;
    const kernel_launch_t *k;
    trace_t *t = trace_open(list, CTADEL_DATADIR "/opcodes/sass.txt", opts, &err);
    const bool ok = t && trace_summarise(t, 0, &s, &k, &err);
    fuzz_judge(ok, &err, file);
    trace_destroy(t);
}

#endif
