// lib_best_tb - lib_best: the highest key, of equal keys the lowest number.
//
// TEST RATIONALE  A linear search over random requests; keys from a small and from the whole range, so that there are many
//   equal ones and many different ones. Sizes around powers of two, where leaves are missing.
// params: N=1, W=1; N=2, W=4; N=3, W=1; N=5, W=3; N=28, W=12; N=256, W=4
`default_nettype none
module lib_best_tb;
    parameter N = 6, W = 4;
    reg  [N-1:0]   req = 0, one = 1;
    reg  [N*W-1:0] key = 0;
    wire [N-1:0]   hot;
    wire [W-1:0]   top;
    lib_best #(.N(N), .W(W)) dut (.req_i(req), .key_i(key), .hot_o(hot), .key_o(top));
    `include "check.vh"
    integer seed = 1;
    integer k, best;
    initial begin
        for (cycle = 0; cycle < 2000; cycle = cycle + 1) begin
            for (k = 0; k < N; k = k + 1) begin
                req[k] = $unsigned($random(seed)) % 4 < cycle % 5;
                key[k*W +: W] = cycle % 2 ? $random(seed) : $unsigned($random(seed)) % 2;
            end
            best = -1;
            for (k = 0; k < N; k = k + 1)
                if (req[k] && (best < 0 || key[k*W +: W] > key[best*W +: W])) best = k;
            #1 check(hot === (best < 0 ? 0 : one << best), "winner", hot, best);
            check(best < 0 || top === key[best*W +: W], "its key", top, best);
        end
        finish;
    end
endmodule
`default_nettype wire
