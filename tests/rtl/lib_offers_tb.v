// lib_offers_tb - whose turn it is, and SMs in turn among those that are offered to it.
//
// TEST RATIONALE  Random offers that move and stand, candidates, stalls and kernels without CTAs left, against
//   an age per offer, a turn and a walk around the SMs.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module lib_offers_tb;
    parameter SMS = 5, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, init = 0, load = 0;
    reg  [KERNELS-1:0] live = 0, k_one = 1;
    reg  [SMS*KERNELS-1:0] want = 0, next_want = 0;
    reg  [SMS-1:0] moves = 0, cand = 0, one = 1, settled_now;
    wire [SMS*KID_W-1:0] want_kid;
    wire [SMS-1:0] settled, pick;
    wire [KID_W-1:0] pick_kid;
    wire busy;
    lib_offers #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .live_i(live), .want_i(want), .moves_i(moves),
        .cand_i(cand), .load_i(load), .want_kid_o(want_kid), .settled_o(settled),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    `include "offers.vh"
    integer s, k;
    initial begin
        for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            init  = cycle % 600 == 599;
            live  = $random(seed);
            cand  = {$random(seed), $random(seed)};
            load  = $unsigned($random(seed)) % 4 != 0;
            next_want = want;
            for (s = 0; s < SMS; s = s + 1)
                if (rst_n && $unsigned($random(seed)) % 6 == 0) begin
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
                check(busy === (moved || young || next != kernel), "busy", busy, next);
                for (s = 0; s < SMS; s = s + 1)
                    check(of[s] < 0 || want_kid[s*KID_W +: KID_W] === of[s], "number", want_kid, of[s]);
            end
            pass;
            #1 clk = 1;
            #1 clk = 0;
            want = next_want;
        end
        finish;
    end
endmodule
`default_nettype wire
