// lib_any_tb - lib_any: the OR of the previous cycle's word.
//
// TEST RATIONALE  Words of zeros, of one bit and of drawn bits; sizes around a part of 8 bits and the largest one.
// params: N=1; N=8; N=9; N=30; N=256
`default_nettype none
module lib_any_tb;
    parameter N = 28;
    reg clk = 0;
    reg  [N-1:0] word = 0, one = 1;
    wire any;
    lib_any #(.N(N)) dut (.clk_i(clk), .set_i(word), .any_o(any));
    `include "check.vh"
    integer seed = 1;
    initial begin
        for (cycle = 0; cycle < 2000; cycle = cycle + 1) begin
            case ($unsigned($random(seed)) % 3)
            0: word = 0;
            1: word = one << ($unsigned($random(seed)) % N);
            default: word = {(N + 31)/32{$random(seed)}};
            endcase
            #1 clk = 1;
            #1 clk = 0;
            check(any === |word, "any", any, |word);
            word = ~word;
            #1 check(any === !(&word), "the word of this cycle has no effect", any, !(&word));
        end
        finish;
    end
endmodule
`default_nettype wire
