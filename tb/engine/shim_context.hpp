// shim_context.hpp - the context of a model that is not traced: one each, so that models share nothing. A context of
// Verilator starts a thread for each further processor unless told not to; these models use none of them.
//
// A program built for coverage has one context for all of them. Its counters live in the models, so the
// first model of a run to be destroyed writes the counts of all to $COVERAGE_FILE. Of several runs, as of a mix and
// of what its workloads take alone, the last one's stay.
#ifndef CTADEL_TB_ENGINE_SHIM_CONTEXT_HPP
#define CTADEL_TB_ENGINE_SHIM_CONTEXT_HPP
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#include <cstdlib>

struct own_context {
    static VerilatedContext *get()
    {
        static VerilatedContext all;
        if (all.threads() > 1) all.threads(1);
        if (written()) all.coveragep()->clear(); // the models that they live in are gone
        written() = false;
        return &all;
    }
    static bool &written()
    {
        static bool yes;
        return yes;
    }
};
struct write_counts { // declared behind the model, so destroyed before it
    ~write_counts()
    {
        const char *file = getenv("COVERAGE_FILE");
        if (!own_context::written() && file) own_context::get()->coveragep()->write(file);
        own_context::written() = true;
    }
};
#else
struct own_context {
    VerilatedContext ctx;
    own_context() { ctx.threads(1); }
    VerilatedContext *get() { return &ctx; }
};
struct write_counts {
};
#endif
#endif
