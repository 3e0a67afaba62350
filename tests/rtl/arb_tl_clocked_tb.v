// arb_tl_clocked_tb - arb_tl_clocked: what it does in cycles without a ready warp, by hand, then against the naive model.
//
// TEST RATIONALE  It differs from arb_tl_active in such cycles alone, so the directed parts have waits before the first
//   ready warp: one that leaves, and all, which turn round. Random waits, ends and pauses as in arb_tl_active_tb, whose
//   ticks without a ready warp now move the list.
//
// sources: tests/rtl/arb_rig.v rtl/arb/arb_tl_active.v build/rtl/arb_tl_clocked/arb_bank.v
// params:  WARPS=4, SLOTS=2, ACTIVE=6; WARPS=5, SLOTS=3; WARPS=2, SLOTS=1, ACTIVE=1; WARPS=24, SLOTS=8, ACTIVE=6
// params:  WARPS=64, SLOTS=16, ACTIVE=6
`default_nettype none
`timescale 1ns/1ps
module arb_tl_clocked_tb;
    parameter WARPS = 5, SLOTS = 3, ACTIVE = 2;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(0), .ACTIVE(ACTIVE), .EVERY(1)) rig ();
    defparam rig.u_dut.u_bank.u_arb_tl_clocked.ACTIVE = ACTIVE;

    // Warps 0 and 1 are active, 2, 3 and 4 pending.
    task a_waiting_warp_leaves_at_once;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b00001, 0);         // 1: 0 leaves, 2 comes
            rig.tick_waiting(64'b00000, 64'b11111); // 2: the set is 1, 2
            rig.tick_waiting(64'b00000, 64'b11111);
            rig.tick_waiting(64'b00000, 64'b00001); // 4: 0 is pending
            rig.expect_grant(2, 1);
            rig.expect_grant(3, 2);
            rig.expect_grant(4, -1);
        end
    endtask

    // Two per cycle leave, two come.
    task while_all_wait_the_set_turns_round;
        begin
            rig.reset;
            rig.start_cta(0, 64'b11111);
            rig.tick_waiting(0, 0);
            rig.tick_waiting(64'b11111, 0);         // 1: then 2, 3, 4, 0, 1
            rig.tick_waiting(64'b11111, 0);         // 2: then 4, 0, 1, 2, 3
            rig.tick_waiting(64'b00000, 64'b11111); // 3: the set is 4, 0
            rig.tick_waiting(64'b00000, 64'b11111);
            rig.expect_grant(3, 4);
            rig.expect_grant(4, 0);
        end
    endtask

    initial begin
        if (WARPS == 5 && ACTIVE == 2) begin
            a_waiting_warp_leaves_at_once;
            while_all_wait_the_set_turns_round;
        end
        rig.random_ticks_of_fewer_warps(WARPS > 16 ? 250 : 1500);
        rig.report;
    end
endmodule
`default_nettype wire
