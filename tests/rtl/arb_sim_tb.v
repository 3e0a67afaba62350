// arb_sim_tb - arb_sim: greedy then oldest in two schedulers, each serving one kernel.
//
// TEST RATIONALE  A scheduler grants as arb_gto does; to check is that it does not depend on the other half,
//   and that any subset of the SM's warps may be its own: the warps of an SM are split
//   between both as the CTAs of two kernels start, each scheduler against its own model.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_sim/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=6, SLOTS=3; WARPS=24, SLOTS=8; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_sim_tb;
    parameter WARPS = 6, SLOTS = 3;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(1)) lower ();
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(1)) upper ();

    task tick(input [63:0] ready);              // both see all warps of the SM and know their own
        begin
            lower.tick(ready & lower_has, 0);
            upper.tick(ready & upper_has, 0);
        end
    endtask
    reg [63:0] lower_has = 0, upper_has = 0;
    task expect_grants(input integer cycle, input integer low, input integer high);
        begin
            lower.expect_grant(cycle, low);
            upper.expect_grant(cycle, high);
        end
    endtask

    // Slot 1 is of the kernel launched first (warps 0, 1, 4), slots 0 and 2 of the later one (2, 3 and 5).
    // The diagram of docs/rtl/arb_kernels.md.
    task a_kernel_each;
        begin
            lower.reset;
            upper.reset;
            lower.start_cta(1, 64'b010011);
            upper.start_cta(1, 0);
            lower_has = 64'b010011;
            tick(0);
            lower.start_cta(0, 0);
            upper.start_cta(0, 64'b001100);
            upper_has = 64'b001100;
            tick(0);
            lower.start_cta(2, 0);
            upper.start_cta(2, 64'b100000);
            upper_has = 64'b101100;
            tick(0);
            tick(64'b111111);           // 3: the oldest of either
            tick(64'b111110);           // the first kernel's goes on to its next warp
            tick(64'b111000);           // 5: and the second's; 4 is the first kernel's third warp
            tick(64'b101111);           // 6: it stalls: the oldest again, in its half alone
            tick(64'b101000);           // 7: a scheduler without a ready warp leaves its port idle
            tick(64'b100011);
            tick(0);
            expect_grants(3, 0, 2);
            expect_grants(4, 1, 2);
            expect_grants(5, 4, 3);
            expect_grants(6, 0, 3);
            expect_grants(7, -1, 3);
            expect_grants(8, 0, 5);
            expect_grants(9, -1, -1);
        end
    endtask

    initial begin
        if (WARPS == 6) a_kernel_each;
        lower.reset;
        upper.reset;
        lower.random_ticks(WARPS > 32 ? 600 : WARPS > 6 ? 1500 : 5000, 1);
        upper.random_ticks(WARPS > 32 ? 300 : 500, 2);
        lower.passed = lower.passed + upper.passed;
        lower.failed = lower.failed + upper.failed;
        lower.report;
    end
endmodule
`default_nettype wire
