// arb_owl_tb - arb_owl: CTA groups with priority by hand, then against the naive model.
//
// TEST RATIONALE  A grant depends on the rank of a group, which never changes, and the turn inside it: the
//   directed part has a group that becomes ready again, and a member that ends and is replaced. Groups of one CTA,
//   of all CTAs, and sizes that do not divide the slots are the corners of random runs.
//
// sources: tests/rtl/arb_rig.v build/rtl/arb_owl/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=5, SLOTS=3, GROUP=1; WARPS=24, SLOTS=8, GROUP=3
// params:  WARPS=24, SLOTS=8; WARPS=64, SLOTS=16; WARPS=24, SLOTS=5, GROUP=16
`default_nettype none
`timescale 1ns/1ps
module arb_owl_tb;
    parameter WARPS = 5, SLOTS = 3, GROUP = 2;
    arb_rig #(.WARPS(WARPS), .SLOTS(SLOTS), .GREEDY(0), .GROUP(GROUP)) rig ();
    defparam rig.u_dut.u_bank.u_arb_owl.GROUP = GROUP;

    // Slots 2 (warps 0, 1) and 0 (warp 2) are the first group, slot 1 (warps 3, 4) the second. The
    // diagram of docs/rtl/arb_locality.md.
    task the_first_group_comes_first;
        begin
            rig.reset;
            rig.start_cta(2, 64'b00011);
            rig.tick(0, 0);
            rig.start_cta(0, 64'b00100);
            rig.tick(0, 0);
            rig.start_cta(1, 64'b11000);
            rig.tick(0, 0);
            rig.tick(64'b11111, 0);     // 3: round robin inside the first group
            rig.tick(64'b11111, 0);
            rig.tick(64'b11111, 0);
            rig.tick(64'b11000, 0);     // 6: it stalls: the second group
            rig.tick(64'b11001, 0);     // 7: and as soon as it is back, it goes first
            rig.tick(64'b11000, 0);
            rig.tick(64'b11000, 0);
            rig.tick(0, 0);
            rig.expect_grant(3, 0);
            rig.expect_grant(4, 1);
            rig.expect_grant(5, 2);
            rig.expect_grant(6, 3);
            rig.expect_grant(7, 0);
            rig.expect_grant(8, 3);
            rig.expect_grant(9, 4);
            rig.expect_grant(10, -1);
        end
    endtask

    task groups_keep_their_rank;
        begin
            rig.end_cta(2);
            rig.tick(0, 0);             // 11: slot 0 is left of the first group
            rig.start_cta(2, 64'b00011);
            rig.tick(0, 0);             // 12: the newcomer joins the second
            rig.tick(64'b11111, 0);     // 13: so 2 is alone in the first
            rig.tick(64'b11111, 0);
            rig.tick(64'b11011, 0);     // 15: second group, after 2: 3, 4, 0, 1
            rig.tick(64'b11011, 0);
            rig.tick(64'b11011, 0);
            rig.tick(64'b11111, 1);     // 18: slot 0 is paused
            rig.tick(64'b00100, 1);
            rig.expect_grant(13, 2);
            rig.expect_grant(14, 2);
            rig.expect_grant(15, 3);
            rig.expect_grant(16, 4);
            rig.expect_grant(17, 0);
            rig.expect_grant(18, 1);
            rig.expect_grant(19, 2);
        end
    endtask

    initial begin
        if (WARPS == 5 && GROUP == 2) begin
            the_first_group_comes_first;
            groups_keep_their_rank;
        end
        rig.reset;
        rig.blocks_occur = 1;           // which must not matter
        rig.random_ticks(WARPS > 32 ? 600 : WARPS > 5 ? 1500 : 5000, 1);
        rig.report;
    end
endmodule
`default_nettype wire
