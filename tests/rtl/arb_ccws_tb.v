// arb_ccws_tb - arb_ccws: lost-locality scores by hand, then against the naive model.
//
// TEST RATIONALE  A grant depends on scores, age among equal scores, load or not, throttled or not: the
//   directed parts change one score at a time, with BASE 2, STEP 6 and FALL 2 on three warps, so sums can be
//   checked by hand. Small scores saturate in every random run, one slot breaks all ties
//   by number, and 64 warps with the built-in scores is the simulator's configuration.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_ccws/arb_bank.v
// params:  WARPS=5, SLOTS=3; WARPS=2, SLOTS=1, SCORE_W=3; WARPS=5, SLOTS=3, STEP=1, FALL=3; WARPS=8, SLOTS=3, SCORE_W=3
// params:  WARPS=24, SLOTS=8, SCORE_W=8, BASE=4, STEP=32; WARPS=64, SLOTS=16, SCORE_W=8, BASE=4, STEP=32
`default_nettype none
`timescale 1ns/1ps
module arb_ccws_tb;
    parameter WARPS = 5, SLOTS = 3, SCORE_W = 5, BASE = 2, STEP = 6, FALL = 2;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(1), .BASE(BASE), .STEP(STEP),
              .FALL(FALL), .TOP(2**SCORE_W - 1)) rig ();
    defparam rig.u_dut.u_bank.u_arb_ccws.BASE = BASE;
    defparam rig.u_dut.u_bank.u_arb_ccws.STEP = STEP;
    defparam rig.u_dut.u_bank.u_arb_ccws.FALL = FALL;
    defparam rig.u_dut.u_bank.u_arb_ccws.SCORE_W = SCORE_W;

    task tick_with(input [63:0] loads, input [63:0] lost, input [63:0] ready);
        begin
            rig.load = loads;
            rig.victim = lost;
            rig.tick(ready, 0);
        end
    endtask

    task ticks_with(input integer count, input [63:0] loads, input [63:0] ready);
        repeat (count) tick_with(loads, 0, ready);
    endtask

    // Warps 0, 1 and 2 of one CTA: the cutoff is 6. The diagram of docs/rtl/arb_locality.md. A visit takes
    // two ticks, the first belongs to no warp.
    task who_lost_lines_loads_alone;
        begin
            rig.reset;
            rig.valid = 64'b00111;
            rig.start_cta(0, 64'b00111);
            tick_with(0, 0, 0);                     // 0: the context does not show it yet
            tick_with(64'b111, 64'b010, 64'b111);   // 1: 1 has lost a line
            ticks_with(1, 64'b111, 64'b111);        // 2
            ticks_with(2, 64'b111, 64'b111);        // 3, 4: visits 0
            ticks_with(2, 64'b111, 64'b111);        // 5, 6: visits 1: its score is 8 from now on
            ticks_with(2, 64'b111, 64'b111);        // 7, 8: visits 2: 8 + 2 before it: held back
            ticks_with(2, 64'b111, 64'b111);        // 9, 10: visits 0: 8 before it: held back
            ticks_with(2, 64'b111, 64'b111);        // 11, 12: visits 1: first, so it loads; 6
            ticks_with(1, 64'b101, 64'b101);        // 13: 0 and 2 want to load: no grant; visits 2
            ticks_with(1, 64'b001, 64'b101);        // 14: 2 has something else to do
            ticks_with(2, 64'b101, 64'b101);        // 15, 16: visits 0: 6 before it: just enough
            ticks_with(2, 64'b101, 64'b101);        // 17, 18: visits 1: 4
            ticks_with(2, 64'b101, 64'b101);        // 19, 20: visits 2: 4 + 2 before it
            ticks_with(2, 64'b101, 64'b101);        // 21, 22: visits 0: 4 is not enough
            ticks_with(1, 64'b101, 64'b101);        // 23: 0 loads
            rig.expect_grant(1, 0);
            rig.expect_grant(10, 0);
            rig.expect_grant(11, 1);
            rig.expect_grant(12, 1);
            rig.expect_grant(13, -1);
            rig.expect_grant(14, 2);
            rig.expect_grant(15, -1);
            rig.expect_grant(17, -1);
            rig.expect_grant(22, -1);
            rig.expect_grant(23, 0);
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
            ticks_with(2, 0, 64'b01000);            // 2, 3: visits none
            ticks_with(8, 0, 64'b01000);            // 4..11: visits 0, 1, 3, 4: 4 has 8 of cutoff 8
            ticks_with(4, 0, 64'b01000);            // 12..15: visits 0 and 1: held back
            ticks_with(2, 64'b01011, 64'b00011);    // 16, 17: visits 3, whom 8 hold back too
            ticks_with(2, 64'b01011, 64'b01000);    // 18, 19: visits 4: 6
            ticks_with(1, 64'b01011, 64'b00000);    // 20: none is ready: none is visited
            ticks_with(4, 64'b01011, 64'b00010);    // 21..24: visits 0 and 1: 6 + 2 before them
            ticks_with(2, 64'b01011, 64'b00010);    // 25, 26: visits 3: only 6 before it
            ticks_with(1, 64'b01011, 64'b01011);    // 27: the oldest CTA's loads, the younger's not
            ticks_with(1, 64'b01011, 64'b00011);
            rig.expect_grant(16, -1);
            rig.expect_grant(18, -1);
            rig.expect_grant(26, -1);
            rig.expect_grant(27, 3);
            rig.expect_grant(28, -1);
        end
    endtask

    // A CTA's end wipes its warps' scores, with an event of the same cycle, and their visit.
    task a_new_cta_has_lost_nothing;
        begin
            rig.end_cta(1);
            tick_with(0, 64'b11000, 0);             // 29
            rig.start_cta(1, 64'b11000);
            tick_with(0, 0, 0);
            ticks_with(10, 0, 64'b01000);           // 31..40: everybody is visited
            ticks_with(1, 64'b11011, 64'b00010);    // 41: 1 loads
            ticks_with(1, 64'b11011, 64'b10000);    // 42: so does 4
            rig.expect_grant(41, 1);
            rig.expect_grant(42, 4);
        end
    endtask

    initial begin
        if (WARPS == 5 && STEP == 6) begin
            who_lost_lines_loads_alone;
            the_youngest_is_held_back_first;
            a_new_cta_has_lost_nothing;
        end
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 600 : WARPS > 8 ? 1200 : SLOTS == 1 ? 12000 : 6000, 1);
        rig.check(rig.shut_count > 25, "visits that held back", 25, rig.shut_count);
        rig.report;
    end
endmodule
`default_nettype wire
