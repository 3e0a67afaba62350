// arb_gto_tb - arb_gto: greedy then oldest by hand, then against the naive model.
//
// TEST RATIONALE  A grant depends on greedy or not, paused or not, CTA age, and warp number: the directed
//   parts change one at a time, with slot numbers opposed to age. Random runs
//   reuse slots and warps in every order; one slot, and two warps, are the corners of the matrix.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_gto/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=24, SLOTS=8; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_gto_tb;
    parameter WARPS = 5, SLOTS = 3;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(1)) rig ();

    // One CTA: the oldest is the lowest number, the greedy warp keeps the port.
    task greedy_until_it_stalls;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11);
            rig.tick(64'b11, 0);        // 0: the context does not show it yet
            rig.tick(64'b10, 0);
            rig.tick(64'b11, 0);        // 2: 1 is greedy, though 0 is older
            rig.tick(64'b00, 0);
            rig.tick(64'b11, 0);        // 4: and stays so while it stalls
            rig.tick(64'b01, 0);
            rig.tick(64'b11, 0);        // 6: until another was granted
            rig.end_cta(0);
            rig.tick(64'b00, 0);
            rig.start_cta(0, 64'b11);
            rig.tick(64'b00, 0);
            rig.tick(64'b10, 0);        // 9: a new CTA in the slot: nothing is left of the old
            rig.expect_grant(0, -1);
            rig.expect_grant(1, 1);
            rig.expect_grant(2, 1);
            rig.expect_grant(3, -1);
            rig.expect_grant(4, 1);
            rig.expect_grant(5, 0);
            rig.expect_grant(6, 0);
            rig.expect_grant(9, 1);
        end
    endtask

    // The diagram of docs/rtl/arb.md. Slot 1 (warps 3, 4) starts before slot 0 (warps 0, 1).
    task the_older_cta_before_the_lower_slot;
        begin
            rig.reset;
            rig.start_cta(1, 64'b11000);
            rig.tick(0, 0);
            rig.start_cta(0, 64'b00011);
            rig.tick(0, 0);
            rig.tick(64'b11011, 0);     // 2: oldest CTA, lowest warp
            rig.tick(64'b11011, 0);
            rig.tick(64'b10011, 0);     // 4: 3 stalls, 4 is of the same old CTA
            rig.tick(64'b00011, 0);
            rig.tick(64'b11011, 0);     // 6: 0 is greedy now
            rig.tick(64'b11000, 0);
            rig.tick(0, 0);
            rig.expect_grant(2, 3);
            rig.expect_grant(3, 3);
            rig.expect_grant(4, 4);
            rig.expect_grant(5, 0);
            rig.expect_grant(6, 0);
            rig.expect_grant(7, 3);
            rig.expect_grant(8, -1);
        end
    endtask

    task paused_ctas_rank_last;
        begin
            rig.tick(64'b11011, 2);     // 9: greedy 3 is paused, so the younger CTA issues
            rig.tick(64'b11000, 2);     // 10: only paused ones are ready; 0 stays behind
            rig.tick(64'b11011, 3);     // 11: all paused: greedy 3 again
            rig.end_cta(1);
            rig.tick(64'b11011, 0);     // 12: the grant of the last cycle, then CTA 1 is gone
            rig.start_cta(1, 64'b11000);
            rig.tick(0, 0);
            rig.tick(64'b11011, 0);     // 14: 3 is greedy no more, and the youngest
            rig.expect_grant(9, 0);
            rig.expect_grant(10, 3);
            rig.expect_grant(11, 3);
            rig.expect_grant(12, 3);
            rig.expect_grant(14, 0);
        end
    endtask

    initial begin
        greedy_until_it_stalls;
        if (WARPS >= 5 && SLOTS >= 2) begin
            the_older_cta_before_the_lower_slot;
            paused_ctas_rank_last;
        end
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 2000 : 6000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
