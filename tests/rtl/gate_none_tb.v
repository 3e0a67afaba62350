// gate_none_tb - the gate that is always open.
//
// TEST RATIONALE  A constant needs one look; two sizes.
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
