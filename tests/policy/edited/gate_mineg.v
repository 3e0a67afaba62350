// gate_mineg - SMs that were fully active wait for the next report, but for the first ones.
//
// Param     t_active reset 16 max 31: active cycles in a report from which an SM is issued nothing.
// Param     free reset 1 max 255: so many SMs from SM 0 on are never held back.
// Contract  ok_o[s] = the last report of SM s counted fewer active cycles, or s < free.
// Timing    a report counts from the next cycle on.
// Size      SMS flops, a comparison per SM.
// Users     gate_bank.   Source  own: an example of a policy with parameters and a monitor.
`default_nettype none
module gate_mineg #(
    parameter SMS = 28                          // 1..256
) (
    input  wire             clk_i,
    input  wire             rst_ni,             // synchronous, active low
    input  wire             en_i,               // the POLICY register selects this policy
    input  wire             init_i,             // clears all state; only while no kernel is busy
    input  wire [4:0]       param_t_active_i,
    input  wire [7:0]       param_free_i,
    output wire [SMS-1:0]   ok_o,               // SM s may receive a block of that kernel
    input  wire             mon_evt_i,          // the monitors report: counts since the previous report
    input  wire [SMS*5-1:0] mon_active_i,       // cycles in which an issue occupies a scheduler's port ([DYNCTA §2], N_act)
    output wire             busy_o              // a register changes at this clock edge
);
    reg  [SMS-1:0] full_q, full;
    wire [SMS-1:0] held = {SMS{1'b1}} << param_free_i;      // may be held back
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1)
            full[s] = mon_active_i[s*5 +: 5] >= param_t_active_i;
    always @(posedge clk_i)
        if (!rst_ni || init_i)      full_q <= {SMS{1'b0}};
        else if (en_i && mon_evt_i) full_q <= full;

    assign ok_o   = ~(full_q & held);
    assign busy_o = en_i && mon_evt_i;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg           f_past_q = 1'b0, f_still_q;
    reg [SMS-1:0] f_full_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_still_q <= rst_ni && !init_i && !busy_o;
        f_full_q  <= full_q;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        first: assert (!(|param_free_i) || ok_o[0]);
        still: assert (!f_still_q || full_q == f_full_q);
    end
    generate if (F_TOP) begin : g_cover
        always @* holds: cover (rst_ni && !ok_o[SMS-1] && ok_o[0]);
    end endgenerate
`endif
endmodule
`default_nettype wire
