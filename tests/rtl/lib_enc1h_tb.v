// lib_enc1h_tb - lib_enc1h: every one-hot input, and zero.
//
// TEST RATIONALE  Exhaustive; sizes around powers of two, where a width is easily off by one.
// params: N=1; N=2; N=3; N=4; N=5; N=28; N=63; N=64; N=256
`default_nettype none
module lib_enc1h_tb;
    parameter N = 6;
    localparam W = (N > 1) ? $clog2(N) : 1;
    reg  [N-1:0] hot = 0, one = 1;
    wire [W-1:0] bin;
    lib_enc1h #(.N(N)) dut (.hot_i(hot), .bin_o(bin));
    `include "check.vh"
    integer seed = 1;
    integer i;
    initial begin
        #1 check(bin === 0, "none", bin, 0);
        for (i = 0; i < N; i = i + 1) begin
            hot = one << i;
            #1 check(bin === i, "index", bin, i);
        end
        finish;
    end
endmodule
`default_nettype wire
