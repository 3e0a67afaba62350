// arb_lrr_tb - arb_lrr: loose round robin by hand, then against the naive model.
//
// TEST RATIONALE  The state is one pointer with WARPS positions: two warps already wrap, five have a
//   middle, 24 and 64 are the machines' size and the widest. Directed parts fix what the model could get
//   wrong as well: the first warp after reset, and what stalls and pauses do to the pointer.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_lrr/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=64, SLOTS=16; WARPS=24, SLOTS=8
`default_nettype none
`timescale 1ns/1ps
module arb_lrr_tb;
    parameter WARPS = 5, SLOTS = 3;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(0)) rig ();

    // CTA 0 has warps 0 and 1; the pointer moves on a grant only.
    task pointer_moves_on_grants;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11);
            rig.tick(64'b11, 0);        // 0: the context does not show it yet
            rig.tick(64'b11, 0);
            rig.tick(64'b11, 0);
            rig.tick(64'b11, 0);
            rig.tick(64'b00, 0);
            rig.tick(64'b11, 0);        // 5: warp 1 although cycles have passed
            rig.tick(64'b10, 0);
            rig.tick(64'b11, 0);
            rig.expect_grant(0, -1);
            rig.expect_grant(1, 0);
            rig.expect_grant(2, 1);
            rig.expect_grant(3, 0);
            rig.expect_grant(4, -1);
            rig.expect_grant(5, 1);
            rig.expect_grant(6, 1);
            rig.expect_grant(7, 0);
        end
    endtask

    // CTA 0: warps 0, 1; CTA 1: warps 2, 3, 4. Paused CTAs are granted in cycles in which no other competes.
    task paused_ctas_rank_last;
        begin
            rig.reset;
            rig.start_cta(0, 64'b00011);
            rig.tick(0, 0);
            rig.start_cta(1, 64'b11100);
            rig.tick(0, 0);
            rig.tick(64'b11111, 1);     // 2: CTA 0 paused, so 2 comes first
            rig.tick(64'b11111, 1);
            rig.tick(64'b00011, 1);     // 4: only paused ones are ready: after 3 comes 0
            rig.tick(64'b11111, 1);
            rig.tick(64'b11111, 0);     // 6: after 2 comes 3; the pointer is one for both
            rig.tick(64'b11111, 3);     // 7: all paused: round robin as if none were
            rig.tick(64'b11111, 3);
            rig.expect_grant(2, 2);
            rig.expect_grant(3, 3);
            rig.expect_grant(4, 0);
            rig.expect_grant(5, 2);
            rig.expect_grant(6, 3);
            rig.expect_grant(7, 4);
            rig.expect_grant(8, 0);
        end
    endtask

    initial begin
        pointer_moves_on_grants;
        if (WARPS >= 5 && SLOTS >= 2) paused_ctas_rank_last;
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 2000 : 6000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
