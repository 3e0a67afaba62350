// gate_none - no gate: allows every dispatch that the other stages agree on.
//
// Contract  ok_o is constant ones.
// Timing    none.   Size  none.
// Users     gate_bank.   Source  the baseline of all five papers.
`default_nettype none
module gate_none #(
    parameter SMS = 28                          // 1..256
) (
    output wire [SMS-1:0] ok_o                  // SM s may receive a block of that kernel
);
    assign ok_o = {SMS{1'b1}};

`ifdef FORMAL
    always @* begin
        open:  assert (&ok_o);
        asked: cover (ok_o[0]);
    end
`endif
endmodule
`default_nettype wire
