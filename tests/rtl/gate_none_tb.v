// gate_none_tb - gate_none: always open.
//
// TEST RATIONALE  A constant needs one sample; two sizes.
// params: SMS=1; SMS=28
`default_nettype none
module gate_none_tb;
    parameter SMS = 3;
    wire [SMS-1:0] ok;
    gate_none #(.SMS(SMS)) dut (.ok_o(ok));
    `include "check.vh"
    initial begin
        #1 check(ok === {SMS{1'b1}}, "ok", ok, {SMS{1'b1}});
        finish;
    end
endmodule
`default_nettype wire
