// main.cpp - runs a bench that Verilator compiled and writes its coverage to the file named.
#include "verilated.h"
#include "verilated_cov.h"
#include "Vtb.h"

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    VerilatedContext ctx;
    ctx.randSeed(1);
    Vtb top{&ctx};
    while (!ctx.gotFinish()) {
        top.eval();
        if (!top.eventsPending()) break;
        ctx.time(top.nextTimeSlot());
    }
    top.final();
    ctx.coveragep()->write(argv[1]);
    return 0;
}
