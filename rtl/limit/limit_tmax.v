// limit_tmax - no limit: an SM holds as many CTAs as fit (T_max).
//
// Contract  ok_o is constant ones.
// Timing    none.   Size  none.
// Users     limit_bank.   Source  the baseline of all five papers.
`default_nettype none
module limit_tmax #(
    parameter SMS = 28                          // 1..256
) (
    output wire [SMS-1:0] ok_o                  // SM s may take one more CTA of that kernel
);
    assign ok_o = {SMS{1'b1}};

`ifdef FORMAL
    always @* begin
        free:  assert (&ok_o);
        asked: cover (ok_o[0]);
    end
`endif
endmodule
`default_nettype wire
