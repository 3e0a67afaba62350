// lib_counts_tb - lib_counts: each counter against a sum.
//
// TEST RATIONALE  Random and maximal addends, back to back and with gaps; words that are read at an edge with and
//   without add_i, some after long enough to saturate; and all of them cleared.
// params: N=1, W=6; N=3, W=11; N=28, W=6; N=5, IN_W=1, W=2; N=5, WORD=2; N=37, WORD=3; N=4, WORD=4
`default_nettype none
module lib_counts_tb;
    parameter N = 28, IN_W = 5, W = 11, WORD = 1;
    localparam WORDS = (N + WORD - 1) / WORD;
    localparam MOST = 1 << (W - 1);
    reg clk = 0, en = 0, add = 0;
    reg  [N*IN_W-1:0] data = 0;
    reg  [WORDS-1:0] take = 0;
    wire [WORD*W-1:0] value;
    lib_counts #(.N(N), .IN_W(IN_W), .W(W), .WORD(WORD)) dut (
        .clk_i(clk), .en_i(en), .add_i(add), .data_i(data), .take_i(take), .value_o(value)
    );
    `include "check.vh"
    integer seed = 1, sum [0:N-1], i, at, taken, full = 0;
    reg [W-1:0] shown;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    initial begin
        while (cycle < 30000) begin
            en    = cycle > 0 && rnd(3000) > 0;
            add   = rnd(3) > 0;
            taken = (rnd(cycle < 15000 ? 2 : 200) == 0) ? rnd(WORDS) : WORDS;
            take  = 0;
            if (taken < WORDS) take[taken] = 1;
            for (i = 0; i < N; i = i + 1) data[i*IN_W +: IN_W] = rnd(3) ? $random(seed) : (1 << IN_W) - 1;
            #1;
            if (cycle > 0 && taken == WORDS) check(value === 0, "no word", value, 0);
            else if (cycle > 0)
                for (i = 0; i < WORD; i = i + 1) begin
                    at    = taken*WORD + i;
                    shown = value[i*W +: W];
                    if (at >= N) check(shown === 0, "beyond the counters", shown, 0);
                    else if (sum[at] < MOST) check(shown === sum[at], "count", shown, sum[at]);
                    else begin
                        check(shown >= MOST, "a count that stays", shown, MOST);
                        full = full + 1;
                    end
                end
            for (i = 0; i < N; i = i + 1) begin
                if (i/WORD == taken || !en) sum[i] = 0;
                if (add && en) sum[i] = sum[i] + data[i*IN_W +: IN_W];
            end
            clk = 1;
            #1 clk = 0;
            #1 cycle = cycle + 1;
        end
        check(full > 10, "counts that stay", full, 10);
        finish;
    end
endmodule
`default_nettype wire
