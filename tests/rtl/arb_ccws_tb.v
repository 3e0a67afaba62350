// arb_ccws_tb - lost-locality scores in the words of their definition, then against the naive model.
//
// TEST RATIONALE  What decides is the score, who is older among equals, load or not, held back or
//   not: the directed parts move one score at a time, BASE 2 and STEP 6 on three warps, so that every
//   sum can be done in the head. Small scores saturate in every random run, one slot makes all ties
//   go by number, and 64 warps with the built-in scores is what the simulator uses.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_ccws/arb_bank.v
// params:  WARPS=5, SLOTS=3; WARPS=2, SLOTS=1, SCORE_W=3; WARPS=5, SLOTS=3, STEP=1
// params:  WARPS=24, SLOTS=8, SCORE_W=8, BASE=4, STEP=32; WARPS=64, SLOTS=16, SCORE_W=8, BASE=4, STEP=32
`default_nettype none
`timescale 1ns/1ps
module arb_ccws_tb;
    parameter WARPS = 5, SLOTS = 3, SCORE_W = 5, BASE = 2, STEP = 6;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(1), .BASE(BASE), .STEP(STEP),
              .TOP(2**SCORE_W - 1)) rig ();
    defparam rig.u_dut.u_bank.BASE = BASE;
    defparam rig.u_dut.u_bank.STEP = STEP;
    defparam rig.u_dut.u_bank.SCORE_W = SCORE_W;

    task tick_with(input [63:0] loads, input [63:0] lost, input [63:0] ready);
        begin
            rig.load = loads;
            rig.victim = lost;
            rig.tick(ready, 0);
        end
    endtask

    // Warps 0, 1 and 2 of one CTA: the cutoff is 6. The diagram of rtl/arb/README.md.
    task who_lost_lines_loads_alone;
        begin
            rig.reset;
            rig.valid = 64'b00111;
            rig.start_cta(0, 64'b00111);
            tick_with(0, 0, 0);                     // 0: not yet in the context
            tick_with(64'b111, 64'b010, 64'b111);   // 1: visits 0; 1 has lost a line
            tick_with(64'b111, 0, 64'b111);         // 2: visits 1: its score is 8 from now on
            tick_with(64'b111, 0, 64'b111);         // 3: visits 2: 8 + 2 before it: held back
            tick_with(64'b111, 0, 64'b111);         // 4: visits 0: 8 before it: held back
            tick_with(64'b111, 0, 64'b111);         // 5: visits 1: first, so it loads; 7
            tick_with(64'b101, 0, 64'b101);         // 6: 0 and 2 want to load: nobody; visits 2
            tick_with(64'b001, 0, 64'b101);         // 7: 2 has something else to do; visits 0
            tick_with(64'b101, 0, 64'b101);         // 8: visits 1: 6
            tick_with(64'b101, 0, 64'b101);         // 9: visits 2: 6 + 2 before it
            tick_with(64'b101, 0, 64'b101);         // 10: visits 0: 6 before it: just enough
            tick_with(64'b101, 0, 64'b101);         // 11: visits 1: 5
            tick_with(64'b101, 0, 64'b101);         // 12: visits 2: 5 + 2 before it
            tick_with(64'b101, 0, 64'b101);         // 13: visits 0: 5 is not enough
            tick_with(64'b101, 0, 64'b101);         // 14: 0 loads
            rig.expect_grant(1, 0);
            rig.expect_grant(4, 0);
            rig.expect_grant(5, 1);
            rig.expect_grant(6, -1);
            rig.expect_grant(7, 2);
            rig.expect_grant(8, -1);
            rig.expect_grant(10, -1);
            rig.expect_grant(13, -1);
            rig.expect_grant(14, 0);
        end
    endtask

    // Slot 1 (warps 3, 4) before slot 0 (warps 0, 1): among equal scores the younger CTA's warps stand
    // last, though their numbers are lower.
    task the_youngest_is_held_back_first;
        begin
            rig.reset;
            rig.valid = 64'b11011;
            rig.start_cta(1, 64'b11000);
            tick_with(0, 0, 0);
            rig.start_cta(0, 64'b00011);
            tick_with(0, 64'b10000, 0);             // 1: 4 has lost a line
            tick_with(0, 0, 64'b01000);             // 2..5: visits 0, 1, 3, 4: 4 has 8 of cutoff 8
            tick_with(0, 0, 64'b01000);
            tick_with(0, 0, 64'b01000);
            tick_with(0, 0, 64'b01000);
            tick_with(0, 0, 64'b01000);             // 6, 7: visits 0 and 1: held back
            tick_with(0, 0, 64'b01000);
            tick_with(64'b01011, 0, 64'b00011);     // 8: visits 3, whom 8 before it hold back too
            tick_with(64'b01011, 0, 64'b01000);     // 9: visits 4: 7
            tick_with(64'b01011, 0, 64'b00000);     // nobody is ready: nobody is visited
            tick_with(64'b01011, 0, 64'b00010);     // 11, 12: visits 0 and 1: 7 + 2 before them
            tick_with(64'b01011, 0, 64'b00010);
            tick_with(64'b01011, 0, 64'b00010);     // 13: visits 3: only 7 before it
            tick_with(64'b01011, 0, 64'b01011);     // 14: the oldest CTA's loads, the younger's not
            tick_with(64'b01011, 0, 64'b00011);
            rig.expect_grant(8, -1);
            rig.expect_grant(9, -1);
            rig.expect_grant(13, -1);
            rig.expect_grant(14, 3);
            rig.expect_grant(15, -1);
        end
    endtask

    // A CTA's end wipes its warps' scores, with an event of the same cycle.
    task a_new_cta_has_lost_nothing;
        begin
            rig.end_cta(1);
            tick_with(0, 64'b11000, 0);             // 16
            rig.start_cta(1, 64'b11000);
            tick_with(0, 0, 0);
            tick_with(0, 0, 64'b01000);             // 18..21: everybody is visited
            tick_with(0, 0, 64'b01000);
            tick_with(0, 0, 64'b01000);
            tick_with(0, 0, 64'b01000);
            tick_with(64'b11011, 0, 64'b00010);     // 22: 1 loads
            tick_with(64'b11011, 0, 64'b10000);     // 23: so does 4
            rig.expect_grant(22, 1);
            rig.expect_grant(23, 4);
        end
    endtask

    initial begin
        if (WARPS == 5 && STEP == 6) begin
            who_lost_lines_loads_alone;
            the_youngest_is_held_back_first;
            a_new_cta_has_lost_nothing;
        end
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 300 : WARPS > 8 ? 1200 : 6000, 1);
        rig.check(rig.shut_count > 100, "visits that held back, of 100", 100, rig.shut_count);
        rig.report;
    end
endmodule
`default_nettype wire
