// limit_minel - few CTAs of a kernel on an SM, more where the SM idles.
//
// Param     few reset 2 max 16: CTAs of a kernel on an SM.
// Param     t_idle reset 12 max 16: idle cycles in a report from which an SM takes what fits.
// Contract  ok_o[s] = SM s holds fewer than `few` CTAs of the kernel, or was idle in the last report.
// Timing    a report counts from the next cycle on.
// Size      SMS flops, two comparisons per SM.
// Users     limit_bank.   Source  own: an example of a policy with parameters and a monitor.
`default_nettype none
module limit_minel #(
    parameter SMS   = 28,                                       // 1..256
    parameter SLOTS = 8,                                        // CTA slots per SM, 1 or more
    parameter CNT_W = $clog2(SLOTS + 1)                         // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // the POLICY register selects this policy
    input  wire                 init_i,         // clears all state; only while no kernel is busy
    input  wire [4:0]           param_few_i,
    input  wire [4:0]           param_t_idle_i,
    input  wire [SMS*CNT_W-1:0] ahead_i,        // CTAs of that kernel on SM s plus its next block, minus 1: at most SLOTS
                                                // where the fit stage agrees; elsewhere the sum may wrap, and ok_o is
                                                // ignored
    output wire [SMS-1:0]       ok_o,           // SM s may take one more CTA of that kernel
    input  wire                 mon_evt_i,      // the monitors report: counts since the previous report
    input  wire [SMS*5-1:0]     mon_idle_i,     // cycles with no thread to execute, the pipeline not stalled ([DYNCTA
                                                // §4.1], C_idle)
    output wire                 busy_o          // a register changes at this clock edge
);
    reg [SMS-1:0] idle_q, idle, below;
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1) begin
            idle[s]  = mon_idle_i[s*5 +: 5] >= param_t_idle_i;
            below[s] = {{(8 - CNT_W){1'b0}}, ahead_i[s*CNT_W +: CNT_W]} < {3'd0, param_few_i};
        end
    always @(posedge clk_i)
        if (!rst_ni || init_i)      idle_q <= {SMS{1'b0}};
        else if (en_i && mon_evt_i) idle_q <= idle;

    assign ok_o   = below | idle_q;
    assign busy_o = en_i && mon_evt_i;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg           f_past_q = 1'b0, f_still_q;
    reg [SMS-1:0] f_idle_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_still_q <= rst_ni && !init_i && !busy_o;
        f_idle_q  <= idle_q;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        few:   assert (!(below & ~ok_o) && !(ok_o & ~below & ~idle_q));
        still: assert (!f_still_q || idle_q == f_idle_q);
    end
    generate if (F_TOP) begin : g_cover
        always @* more: cover (rst_ni && |idle_q && |(ok_o & ~below));
    end endgenerate
`endif
endmodule
`default_nettype wire
