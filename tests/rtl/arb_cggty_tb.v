// arb_cggty_tb - arb_cggty: greedy then youngest by hand, then against the naive model.
//
// TEST RATIONALE  It is arb_gto behind crossed wires, so the directed parts have what a wire in the wrong place changes: the
//   order of warps in a CTA, of CTAs against slot numbers, and pausing. The first three are the orders that Turing to
//   Blackwell show with four warps of one CTA. Random runs as in arb_gto_tb.
//
// sources: tests/rtl/arb_rig.v rtl/arb/arb_gto.v build/rtl/arb_cggty/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=24, SLOTS=8; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_cggty_tb;
    parameter WARPS = 5, SLOTS = 3;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(2)) rig ();

    // Four warps: 3 issues until it stalls, then 2; when 3 is ready again, 2 goes on until it stalls too.
    task youngest_then_greedy;
        begin
            rig.reset;
            rig.start_cta(0, 64'b1111);
            rig.tick(0, 0);
            rig.tick(64'b1111, 0);      // 1: 3 is the youngest
            rig.tick(64'b1111, 0);
            rig.tick(64'b0111, 0);      // 3: 3 stalls
            rig.tick(64'b1111, 0);
            rig.tick(64'b1011, 0);      // 5: 2 stalls
            rig.tick(64'b0011, 0);      // 6: both
            rig.tick(64'b0011, 0);
            rig.tick(64'b0001, 0);      // 8: 0 is the last
            rig.tick(64'b0000, 0);
            rig.tick(64'b0111, 0);      // 10: 0 stays greedy while no warp is granted
            rig.tick(0, 0);
            rig.expect_grant(1, 3);
            rig.expect_grant(2, 3);
            rig.expect_grant(3, 2);
            rig.expect_grant(4, 2);
            rig.expect_grant(5, 3);
            rig.expect_grant(6, 1);
            rig.expect_grant(7, 1);
            rig.expect_grant(8, 0);
            rig.expect_grant(9, -1);
            rig.expect_grant(10, 0);
        end
    endtask

    // The diagram of docs/rtl/arb.md. Slot 1 (warps 0, 1) starts before slot 0 (warps 3, 4), and slot 0 again after it ended.
    task the_younger_cta_before_the_higher_slot;
        begin
            rig.reset;
            rig.start_cta(1, 64'b00011);
            rig.tick(0, 0);
            rig.start_cta(0, 64'b11000);
            rig.tick(0, 0);
            rig.tick(64'b11011, 0);     // 2: youngest CTA, highest warp
            rig.tick(64'b11011, 0);
            rig.tick(64'b01011, 0);     // 4: 4 stalls, 3 is of the same young CTA
            rig.tick(64'b00011, 0);
            rig.tick(64'b11011, 0);     // 6: 1 is greedy now
            rig.tick(64'b11001, 0);
            rig.tick(0, 0);
            rig.expect_grant(2, 4);
            rig.expect_grant(3, 4);
            rig.expect_grant(4, 3);
            rig.expect_grant(5, 1);
            rig.expect_grant(6, 1);
            rig.expect_grant(7, 4);
            rig.expect_grant(8, -1);
        end
    endtask

    task paused_ctas_rank_last;
        begin
            rig.tick(64'b11011, 1);     // 9: greedy 4 is paused, so the older CTA issues
            rig.tick(64'b11000, 1);     // 10: only paused ones are ready
            rig.tick(64'b11011, 3);     // 11: all paused: greedy 4 again
            rig.end_cta(0);
            rig.tick(64'b11011, 0);     // 12: the last grant of CTA 0
            rig.start_cta(0, 64'b11000);
            rig.tick(64'b00001, 0);     // 13: 0 is greedy
            rig.tick(64'b11010, 0);     // 14: the new CTA is the youngest
            rig.tick(0, 0);
            rig.expect_grant(9, 1);
            rig.expect_grant(10, 4);
            rig.expect_grant(11, 4);
            rig.expect_grant(12, 4);
            rig.expect_grant(13, 0);
            rig.expect_grant(14, 4);
        end
    endtask

    initial begin
        if (WARPS >= 4) youngest_then_greedy;
        if (WARPS >= 5 && SLOTS >= 2) begin
            the_younger_cta_before_the_higher_slot;
            paused_ctas_rank_last;
        end
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 2000 : 6000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
