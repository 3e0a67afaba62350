// lib_mux1h_tb - lib_mux1h: each word, no select, and the OR of two words.
//
// TEST RATIONALE  All one-hot selects with random words; sizes of one word and one bit included.
// params: N=1, W=1; N=3, W=7; N=28, W=54; N=4, W=1
`default_nettype none
module lib_mux1h_tb;
    parameter N = 4, W = 8;
    reg  [N-1:0]   sel = 0, one = 1;
    reg  [N*W-1:0] data;
    wire [W-1:0]   out;
    lib_mux1h #(.N(N), .W(W)) dut (.sel_i(sel), .data_i(data), .data_o(out));
    `include "check.vh"
    integer seed = 1;
    integer i, j;
    initial begin
        for (cycle = 0; cycle < 50; cycle = cycle + 1) begin
            for (i = 0; i < N*W; i = i + 1) data[i] = $random(seed);
            sel = 0;
            #1 check(out === 0, "nothing selected", out, 0);
            for (i = 0; i < N; i = i + 1) begin
                sel = one << i;
                #1 check(out === data[i*W +: W], "word", out, i);
                j = $unsigned($random(seed)) % N;
                sel = sel | one << j;
                #1 check(out === (data[i*W +: W] | data[j*W +: W]), "two words", out, j);
            end
        end
        finish;
    end
endmodule
`default_nettype wire
