// arb_tl_tb - arb_tl: fetch groups by hand, then against the naive model.
//
// TEST RATIONALE  A grant depends on the current group, whether all of it waits, which groups compete, and each
//   group's pointer: the directed parts change one at a time with groups of two. Corners: groups of one
//   warp, one group of all warps, a smaller last group, and one, two and four schedulers;
//   random waits, ends and pauses at 24 and 64 warps reach every combination.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_tl/arb_bank.v
// params:  WARPS=5, SLOTS=3; WARPS=4, SLOTS=2, GROUP=1, FETCH=1; WARPS=6, SLOTS=3, GROUP=8, FETCH=8
// params:  WARPS=5, SLOTS=3, GROUP=8, FETCH=2, SCHEDS=4; WARPS=7, SLOTS=3, GROUP=2, FETCH=1, SCHEDS=4
// params:  WARPS=24, SLOTS=8, GROUP=8, FETCH=4, SCHEDS=2; WARPS=64, SLOTS=16, GROUP=8, FETCH=8
`default_nettype none
`timescale 1ns/1ps
module arb_tl_tb;
    parameter WARPS = 5, SLOTS = 3, GROUP = 2, SCHEDS = 1;
    parameter FETCH = 2;                // warps of a group in this scheduler
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(0), .FETCH(FETCH)) rig ();
    defparam rig.u_dut.u_bank.u_arb_tl.GROUP = GROUP;

    // Groups 0 1, 2 3 and 4. The diagram of docs/rtl/arb.md.
    task a_group_until_all_of_it_waits;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b00000, 64'b11111); // 1: round robin between 0 and 1
            rig.tick_waiting(64'b00000, 64'b11111);
            rig.tick_waiting(64'b00000, 64'b11111);
            rig.tick_waiting(64'b00001, 64'b11100); // 4: 0 waits long, 1 stalls for a moment: 2 goes in between
            rig.tick_waiting(64'b00001, 64'b11110); // 5: 1, for the group stays
            rig.tick_waiting(64'b00011, 64'b11100); // 6: both wait long: the group of 3, whose turn it is, is current
            rig.tick_waiting(64'b00000, 64'b11111); // 7: 2, though the first group is back
            rig.tick_waiting(64'b01100, 64'b10011); // 8: the group of 4
            rig.tick_waiting(64'b11100, 64'b00011); // 9: past the end, and 0 is next in its group
            rig.tick_waiting(64'b11110, 64'b00001); // 10: one does not wait: the group stays
            rig.expect_grant(1, 0);
            rig.expect_grant(2, 1);
            rig.expect_grant(3, 0);
            rig.expect_grant(4, 2);
            rig.expect_grant(5, 1);
            rig.expect_grant(6, 3);
            rig.expect_grant(7, 2);
            rig.expect_grant(8, 4);
            rig.expect_grant(9, 0);
            rig.expect_grant(10, 0);
        end
    endtask

    // A cycle in which no warp is ready changes nothing, however many wait.
    task quiet_cycles_change_nothing;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b00011, 0);
            rig.tick_waiting(64'b00000, 64'b11111); // 2
            rig.expect_grant(2, 0);
        end
    endtask

    // CTA 0: warps 0, 1; CTA 1: warps 2, 3. A warp of a paused CTA waits.
    task a_paused_group_gives_way;
        begin
            rig.reset;
            rig.start_cta(0, 64'b00011);
            rig.tick_waiting(0, 0);
            rig.start_cta(1, 64'b01100);
            rig.tick_waiting(0, 0);
            rig.tick(64'b01111, 1);             // 2
            rig.tick(64'b01111, 0);             // 3: the second group is current
            rig.tick(64'b00011, 1);             // 4: only paused ones are ready; it stays
            rig.tick(64'b01111, 0);             // 5
            rig.expect_grant(2, 2);
            rig.expect_grant(3, 3);
            rig.expect_grant(4, 0);
            rig.expect_grant(5, 2);
        end
    endtask

    initial begin
        rig.scheds = SCHEDS;
        if (WARPS == 5 && GROUP == 2) begin
            a_group_until_all_of_it_waits;
            quiet_cycles_change_nothing;
            a_paused_group_gives_way;
        end
        rig.reset;
        rig.random_ticks(WARPS > 16 ? 1500 : 6000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
