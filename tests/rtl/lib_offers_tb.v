// lib_offers_tb - kernels in turn: which one is asked about, answered about, picked for; and SMs in turn for that one.
//
// TEST RATIONALE  Random answers, candidates, stalls, changes, bookings and kernels without CTAs left, against a turn in
//   integers, a walk around the SMs, and the SM and the rest of a block. While one is open its SM is the only candidate.
//   Where nothing changes and no SM agrees, every kernel falls asleep.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=2, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module lib_offers_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, init = 0, load = 0, change = 0;
    reg  [KERNELS-1:0] live = 0, stands = 0, k_one = 1;
    reg  [SMS-1:0] cand = 0, agree = 0, one = 1;
    wire [KERNELS-1:0] want, asked_hot, awake_hot, turn_hot;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire [SMS-1:0] pick;
    wire busy;
    integer seed = 1;
    `include "check.vh"
    `include "offers.vh"
    wire [KERNELS*CNT_W-1:0] blocks;
    wire [SMS-1:0] open, keep;
    wire [CNT_W-1:0] rests;
    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .live_i(live),
        .param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .change_i(change), .stands_i(stands), .want_o(want), .want_kid_o(want_kid), .asked_o(asked_hot),
        .awake_o(awake_hot), .agree_i(agree), .turn_o(turn_hot), .mine_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .open_o(open), .rest_o(rests), .keep_o(keep), .busy_o(busy)
    );
    initial begin
        for (cycle = 0; cycle < 6000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            init  = cycle % 600 == 599;
            if ($unsigned($random(seed)) % 8 == 0) live = $random(seed);
            new_kernels;
            cand   = {$random(seed), $random(seed)};
            if (open_sm >= 0) cand = one << open_sm;
            load   = $unsigned($random(seed)) % 4 != 0;
            agree  = (cycle & 256) || $unsigned($random(seed)) % 2 ? 0 : {$random(seed), $random(seed)};
            change = $unsigned($random(seed)) % ((cycle & 256) ? 32 : 4) == 0;
            stands = $unsigned($random(seed)) % 4 ? 0 : k_one << ($unsigned($random(seed)) % KERNELS);
            choose({SMS{1'b1}});
            #1 if (rst_n) begin
                check(want === k_one << ask && want_kid === ask, "asked about", want, ask);
                check(asked_hot === (asked < 0 ? 0 : k_one << asked), "answered about", asked_hot, asked);
                check(awake_hot === awake && busy === |awake, "awake, busy", awake_hot, awake);
                check(turn_hot === (turn < 0 ? 0 : k_one << turn), "picked for", turn_hot, turn);
                check(turn < 0 || pick_kid === turn, "its number", pick_kid, turn);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                compare_blocks(keep, rests, !(|open), blocks);
                check(open === (open_sm < 0 ? 0 : one << open_sm), "open", open, open_sm);
            end
            pass(agree);
            #1 clk = 1;
            #1 clk = 0;
        end
        check((second > 50 || SLOTS == 1) && naps > 50, "picks inside a block, naps", second, naps);
        finish;
    end
endmodule
`default_nettype wire
