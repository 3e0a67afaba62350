// arb_alt_tb - arb_alt: greedy then oldest among warps of served kernels; which kernels ask.
//
// TEST RATIONALE  New over arb_gto: serve_i masks warps, asks_o reports kernels. The directed part has a greedy
//   warp whose kernel loses its turn and gets it back, a turn that no warp of this scheduler can use, and a pause,
//   which has priority over the turn. arb_sm_tb connects schedulers; here serve_i is random, of any shape.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_alt/arb_bank.v
// params:  WARPS=2, SLOTS=1, KERNELS=1; WARPS=5, SLOTS=3; WARPS=24, SLOTS=8, KERNELS=2
// params:  WARPS=24, SLOTS=5, KERNELS=3; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_alt_tb;
    parameter WARPS = 5, SLOTS = 3, KERNELS = 4;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS), .GREEDY(1), .TURNS(1)) rig ();

    // Kernel 0 has slot 2 (warps 0, 1), kernel 1 slot 0 (warp 2) and slot 1 (warps 3, 4).
    task only_who_is_served;
        begin
            rig.reset;
            rig.start_cta(2, 64'b00011);
            rig.tick(0, 0);
            rig.start_cta(0, 64'b00100);
            rig.start_kid = 1;
            rig.tick(0, 0);
            rig.start_cta(1, 64'b11000);
            rig.tick(0, 0);
            rig.serve = 4'b0001;
            rig.tick(64'b11111, 0);     // 3: the oldest of kernel 0
            rig.tick(64'b11101, 0);
            rig.serve = 4'b0010;
            rig.tick(64'b11111, 0);     // 5: the oldest of kernel 1, though 0 was greedy
            rig.tick(64'b11011, 0);     // it stalls: the next
            rig.serve = 4'b0001;
            rig.tick(64'b11111, 0);     // 7: no warp of kernel 0 was granted last: the oldest
            rig.tick(64'b11100, 0);     // 8: the turn is of use to another scheduler only
            rig.serve = 4'b0010;
            rig.tick(64'b11111, 0);     // 9: 2 is the oldest again
            rig.tick(64'b11111, 1);     // 10: its CTA is paused: the rest of the kernel
            rig.tick(64'b00100, 1);     // no other competes
            rig.tick(64'b00111, 1);     // 12: kernel 0 competes, and kernel 1 is served: no grant
            rig.expect_grant(3, 0);
            rig.expect_grant(4, 0);
            rig.expect_grant(5, 2);
            rig.expect_grant(6, 3);
            rig.expect_grant(7, 0);
            rig.expect_grant(8, -1);
            rig.expect_grant(9, 2);
            rig.expect_grant(10, 3);
            rig.expect_grant(11, 2);
            rig.expect_grant(12, -1);
        end
    endtask

    initial begin
        if (WARPS == 5) only_who_is_served;
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 600 : WARPS > 5 ? 1500 : 5000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
