// limit_tmax_tb - limit_tmax: no limit.
//
// TEST RATIONALE  A constant needs one sample; two sizes.
// params: SMS=1; SMS=28
`default_nettype none
module limit_tmax_tb;
    parameter SMS = 3;
    wire [SMS-1:0] ok;
    limit_tmax #(.SMS(SMS)) dut (.ok_o(ok));
    `include "check.vh"
    initial begin
        #1 check(ok === {SMS{1'b1}}, "ok", ok, {SMS{1'b1}});
        finish;
    end
endmodule
`default_nettype wire
