// arb_sca_tb - arb_sca: sequential CTA-aware scheduling by hand, then against two models.
//
// TEST RATIONALE  A grant depends on the member in turn, stalls, the age of blocks, and each warp's rank in
//   its CTA: the directed parts change one at a time, with a leader that ends and warp masks
//   with gaps. Random runs mix blocks of any size; without blocks arb_gto is the reference.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_sca/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=24, SLOTS=8; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_sca_tb;
    parameter WARPS = 5, SLOTS = 3;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .BLOCKS(1)) rig ();

    // Greedy then oldest beside it, on the same context and pool.
    wire [WARPS-1:0] gto;
    reg              alone = 1;         // no block has occurred since the reset
    arb_gto #(.WARPS(WARPS), .SLOTS(SLOTS)) u_gto (
        .clk_i(rig.clk), .rst_ni(rig.rst_n),
        .live_i(rig.u_dut.live), .warps_i(rig.u_dut.warps), .older_i(rig.u_dut.older),
        .cta_start_evt_i(rig.start_evt), .cta_start_slot_i(rig.start_slot),
        .cta_end_evt_i(rig.end_evt), .cta_end_slot_i(rig.end_slot),
        .ready_i(rig.u_dut.ready), .held_i(rig.u_dut.held), .yield_i(rig.u_dut.yield), .gnt_o(gto), .any_o(), .still_o());
    always @(posedge rig.clk)
        if (rig.rst_n && alone)
            rig.check(rig.u_dut.gnt_d === gto, "grant of arb_gto", gto, rig.u_dut.gnt_d);

    // Slots 0 (warps 0, 1) and 1 (warps 2, 3) are a block, slot 2 (warp 4) is alone: the groups are
    // 0 and 2, 1 and 3, 4. The diagram of docs/rtl/arb_locality.md.
    task groups_take_turns;
        begin
            rig.reset;
            rig.start_cta(0, 64'b00011);
            rig.tick(0, 0);
            rig.start_in_block(1, 64'b01100, 0);
            rig.tick(0, 0);
            rig.start_cta(2, 64'b10000);
            rig.tick(0, 0);
            rig.tick(64'b11111, 0);     // 3: the oldest block, its first group
            rig.tick(64'b11111, 0);
            rig.tick(64'b11111, 0);
            rig.tick(64'b11110, 0);     // 6: 0 stalls, but it is the turn of 2
            rig.tick(64'b11110, 0);     // 7: now it is: the next group of the block
            rig.tick(64'b11111, 0);     // 8: which goes on though the first could
            rig.tick(64'b11101, 0);     // 9: 1 stalls: the first group again
            rig.tick(64'b10000, 0);     // 10: the next block
            rig.tick(64'b00011, 0);
            rig.tick(0, 0);
            rig.expect_grant(3, 0);
            rig.expect_grant(4, 2);
            rig.expect_grant(5, 0);
            rig.expect_grant(6, 2);
            rig.expect_grant(7, 1);
            rig.expect_grant(8, 3);
            rig.expect_grant(9, 0);
            rig.expect_grant(10, 4);
            rig.expect_grant(11, 0);
            rig.expect_grant(12, -1);
        end
    endtask

    // What is left of a group when a member stalls, ends, is paused, or loses its CTA.
    task one_of_two;
        begin
            rig.tick(64'b00001, 0);     // 13: 2 stalls, no other is ready: 0 is granted
            rig.tick(64'b01001, 0);     // 14: 3 is ready, in the next group
            rig.valid = 64'b11011;
            rig.tick(64'b00011, 0);     // 15: 1 has its turn in the group of 3
            rig.tick(64'b00001, 0);     // 16: 0 again; 2 has ended
            rig.tick(64'b01011, 0);     // 17: so 0 is a group by itself and goes on
            rig.tick(64'b11111, 3);     // 18: the block is paused: 4
            rig.valid = {WARPS{1'b1}};
            rig.tick(64'b01111, 0);     // 19
            rig.end_cta(0);
            rig.tick(64'b01111, 0);     // 20: the last cycle of slot 0
            rig.start_cta(0, 64'b00011);
            rig.tick(64'b01100, 0);     // 21: slot 1 leads, 2 is alone in its group
            rig.tick(64'b11111, 0);     // 22: and goes on: the new CTA is not of its block
            rig.tick(64'b11011, 0);     // 23: 3
            rig.tick(64'b10011, 0);     // 24: 4, of the older CTA
            rig.expect_grant(13, 0);
            rig.expect_grant(14, 3);
            rig.expect_grant(15, 1);
            rig.expect_grant(16, 0);
            rig.expect_grant(17, 0);
            rig.expect_grant(18, 4);
            rig.expect_grant(19, 0);
            rig.expect_grant(20, 2);
            rig.expect_grant(21, 2);
            rig.expect_grant(22, 2);
            rig.expect_grant(23, 3);
            rig.expect_grant(24, 4);
        end
    endtask

    // The k-th warp is counted in each CTA's own mask: 0, 3 and 1, 2 and 4, alone.
    task numbers_within_the_cta;
        begin
            rig.reset;
            rig.start_cta(0, 64'b10101);
            rig.tick(0, 0);
            rig.start_in_block(1, 64'b01010, 0);
            rig.tick(0, 0);
            rig.tick(64'b11110, 0);     // 2: of the first group only 1 is ready
            rig.tick(64'b11110, 0);     // 3: 0 stalls: the second group is 2 and 3
            rig.tick(64'b11110, 0);
            rig.tick(64'b10000, 0);     // 5: the third is 4
            rig.expect_grant(2, 1);
            rig.expect_grant(3, 2);
            rig.expect_grant(4, 3);
            rig.expect_grant(5, 4);
        end
    endtask

    // Slot 2 (warp 4) is the oldest; slots 0 and 1 are a block with groups 0 and 2, 1 and 3.
    task same_block_first;
        begin
            rig.reset;
            rig.start_cta(2, 64'b10000);
            rig.tick(0, 0);
            rig.start_cta(0, 64'b00011);
            rig.tick(0, 0);
            rig.start_in_block(1, 64'b01100, 0);
            rig.tick(0, 0);
            rig.tick(64'b01111, 0);     // 3: 4 is not ready
            rig.tick(64'b01111, 0);
            rig.tick(64'b11110, 0);     // 5: 0 stalls: the next group, not the oldest block
            rig.tick(64'b10110, 0);     // 6: 3 stalls: after the last group the first, of which 2
            rig.tick(64'b10100, 0);     // 7: 0 has its turn, 1 and 3 stall: the oldest block
            rig.tick(64'b01111, 0);     // 8: a block of one CTA stalls: the oldest block
            rig.expect_grant(3, 0);
            rig.expect_grant(4, 2);
            rig.expect_grant(5, 1);
            rig.expect_grant(6, 2);
            rig.expect_grant(7, 4);
            rig.expect_grant(8, 0);
            rig.tick(64'b01101, 0);     // 9: 2
            rig.end_cta(1);
            rig.tick(64'b11110, 0);     // 10: 0 stalls: 1, the last cycle of slot 1
            rig.tick(64'b10001, 0);     // 11: the block has one CTA left: the oldest block
            rig.expect_grant(9, 2);
            rig.expect_grant(10, 1);
            rig.expect_grant(11, 4);
        end
    endtask

    initial begin
        rig.reset;
        rig.random_ticks(WARPS > 5 ? 150 : 3000, 1);
        alone = 0;
        rig.blocks_occur = 1;
        if (WARPS == 5) begin
            groups_take_turns;
            one_of_two;
            numbers_within_the_cta;
            same_block_first;
        end
        rig.reset;
        rig.random_ticks(WARPS > 32 ? 450 : WARPS > 5 ? 1500 : 5000, 2);
        rig.report;
    end
endmodule
`default_nettype wire
