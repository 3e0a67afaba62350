// lib_offers_tb - whose turn it is, and SMs in turn among those that are offered to it.
//
// TEST RATIONALE  Random offers that move and stand, candidates, stalls and kernels without CTAs left, against
//   an age per offer, a turn, a walk around the SMs, and the SM and the rest of a block. While one is open its SM is
//   the only candidate, and its offer stands.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=2, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module lib_offers_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, init = 0, load = 0;
    reg  [KERNELS-1:0] live = 0, k_one = 1;
    reg  [SMS*KERNELS-1:0] want = 0, next_want = 0;
    reg  [SMS-1:0] moves = 0, cand = 0, one = 1, settled_now;
    wire [SMS*KID_W-1:0] want_kid;
    wire [SMS-1:0] settled, pick;
    wire [KID_W-1:0] pick_kid;
    wire busy;
    integer seed = 1;
    `include "check.vh"
    `include "offers.vh"
    wire [KERNELS*CNT_W-1:0] blocks;
    wire [SMS-1:0] open, keep;
    wire [CNT_W-1:0] rests;
    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .live_i(live), .want_i(want), .moves_i(moves),
        .cand_i(cand), .load_i(load), .want_kid_o(want_kid), .settled_o(settled),
        .param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .open_o(open), .rest_o(rests), .keep_o(keep), .busy_o(busy)
    );
    integer s, k;
    initial begin
        for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            init  = cycle % 600 == 599;
            if ($unsigned($random(seed)) % 4 == 0) live = $random(seed);
            new_kernels;
            cand  = {$random(seed), $random(seed)};
            if (open_sm >= 0) cand = one << open_sm;
            load  = $unsigned($random(seed)) % 4 != 0;
            next_want = want;
            for (s = 0; s < SMS; s = s + 1)
                if (rst_n && $unsigned($random(seed)) % 6 == 0 && s != open_sm && !(load && cand[s])) begin
                    k = $unsigned($random(seed)) % (KERNELS + 1);
                    next_want[s*KERNELS +: KERNELS] = (k == KERNELS) ? 0 : k_one << k;
                end
            for (s = 0; s < SMS; s = s + 1)
                moves[s] = next_want[s*KERNELS +: KERNELS] != want[s*KERNELS +: KERNELS];
            for (s = 0; s < SMS; s = s + 1) begin
                settled_now[s] = age[s] == 2;
                next_of[s] = -1;
                for (k = 0; k < KERNELS; k = k + 1) if (next_want[s*KERNELS + k]) next_of[s] = k;
            end
            choose({SMS{1'b1}});
            #1 if (rst_n) begin
                check(settled === settled_now, "settled", settled, settled_now);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(pick_kid === kernel, "whose turn", pick_kid, kernel);
                compare_blocks(keep, rests, !(|open), blocks);
                check(open === (open_sm < 0 ? 0 : one << open_sm), "open", open, open_sm);
                check(busy === (moved || young || next != kernel), "busy", busy, next);
                for (s = 0; s < SMS; s = s + 1)
                    check(of[s] < 0 || want_kid[s*KID_W +: KID_W] === of[s], "number", want_kid, of[s]);
            end
            pass;
            #1 clk = 1;
            #1 clk = 0;
            want = next_want;
        end
        check(second > 50 || SLOTS == 1, "picks inside a block", second, 50);
        finish;
    end
endmodule
`default_nettype wire
