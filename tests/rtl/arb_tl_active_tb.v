// arb_tl_active_tb - arb_tl_active: a two-level active set by hand, then against the naive model.
//
// TEST RATIONALE  A grant depends on active or not, waiting or not, and the order of the list: the
//   directed parts change one at a time with two active warps of five. Corners: one active warp, all
//   active (of four and of five), fewer warps than the set, and a list longer than twice the set;
//   random waits, ends and pauses at 24 and 64 warps, of which all or fewer exist, reach lists in every order.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_tl_active/arb_bank.v
// params:  WARPS=4, SLOTS=2, ACTIVE=6; WARPS=5, SLOTS=3; WARPS=2, SLOTS=1, ACTIVE=1; WARPS=5, SLOTS=3, ACTIVE=6
// params:  WARPS=24, SLOTS=8, ACTIVE=6; WARPS=64, SLOTS=16, ACTIVE=6
`default_nettype none
`timescale 1ns/1ps
module arb_tl_active_tb;
    parameter WARPS = 5, SLOTS = 3, ACTIVE = 2;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(0), .ACTIVE(ACTIVE)) rig ();
    defparam rig.u_dut.u_bank.u_arb_tl_active.ACTIVE = ACTIVE;

    // Warps 0 and 1 are active, 2, 3 and 4 pending. The diagram of docs/rtl/arb.md.
    task who_waits_changes_places;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b00000, 64'b11111); // 1: round robin between 0 and 1
            rig.tick_waiting(64'b00000, 64'b11111);
            rig.tick_waiting(64'b00000, 64'b11100); // 3: both stall for a moment and stay active
            rig.tick_waiting(64'b00001, 64'b11100); // 4: 0 waits long: 2 comes and is granted at once
            rig.tick_waiting(64'b00011, 64'b11000); // 5: 1 waits long: 3 comes
            rig.tick_waiting(64'b00010, 64'b11001); // 6: 0 is back, but stands behind 4
            rig.tick_waiting(64'b01110, 64'b10001); // 7: 2 and 3 leave together: 4 and 0 come
            rig.tick_waiting(64'b11110, 64'b00001); // 8: 4 waits: 1 comes, though it waits as well
            rig.tick_waiting(64'b11110, 64'b00001); // 9: and leaves again: 2 comes
            rig.tick_waiting(64'b10110, 64'b01000); // 10: 2 leaves again: 3 comes
            rig.expect_grant(1, 0);
            rig.expect_grant(2, 1);
            rig.expect_grant(3, -1);
            rig.expect_grant(4, 2);
            rig.expect_grant(5, 3);
            rig.expect_grant(6, 3);
            rig.expect_grant(7, 4);
            rig.expect_grant(8, 0);
            rig.expect_grant(9, 0);
            rig.expect_grant(10, 3);
        end
    endtask

    // A cycle without a ready warp moves no warp, however many wait.
    task quiet_cycles_change_nothing;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b00011, 0);         // 1
            rig.tick_waiting(64'b00011, 0);
            rig.tick_waiting(64'b00000, 64'b11111); // 3: 0 and 1 are active still
            rig.expect_grant(3, 0);
        end
    endtask

    // CTA 0: warps 0, 1; CTA 1: warps 2, 3. A paused CTA in the active set makes room.
    task a_pause_makes_room;
        begin
            rig.reset;
            rig.start_cta(0, 64'b00011);
            rig.tick_waiting(0, 0);
            rig.start_cta(1, 64'b01100);
            rig.tick_waiting(0, 0);
            rig.tick(64'b01111, 1);             // 2: 0 leaves, 2 comes
            rig.tick(64'b01111, 1);             // 3: 1 leaves, 3 comes
            rig.tick(64'b00011, 1);             // 4: only paused ones, pending: 4 and 2, 3 stall
            rig.expect_grant(2, 2);
            rig.expect_grant(3, 3);
            rig.expect_grant(4, -1);
        end
    endtask

    // Warps 3 and 4 do not exist: who leaves stands behind 2, and 0 and 2 are all there is to choose.
    task warps_may_be_fewer;
        begin
            rig.reset;
            rig.valid = 5'b00111;
            rig.start_cta(0, 64'b00111);
            rig.tick_waiting(64'b11000, 0);
            rig.tick_waiting(64'b11010, 64'b00101); // 1: 1 leaves, 2 comes; 0 goes first
            rig.tick_waiting(64'b11010, 64'b00101); // 2: then 2
            rig.tick_waiting(64'b11001, 64'b00010); // 3: 0 leaves: 1 stands next, not 3
            rig.expect_grant(1, 0);
            rig.expect_grant(2, 2);
            rig.expect_grant(3, 1);
            rig.valid = 5'b11111;
        end
    endtask

    initial begin
        if (WARPS == 5 && ACTIVE == 2) begin
            warps_may_be_fewer;
            who_waits_changes_places;
            quiet_cycles_change_nothing;
            a_pause_makes_room;
        end
        rig.random_ticks_of_fewer_warps(WARPS > 16 ? 250 : 1500);
        rig.report;
    end
endmodule
`default_nettype wire
