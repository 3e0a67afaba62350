// arb_minew - the lowest competing warp in a rotated order, those that wait for memory last.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is: the lowest warp from
//           FIRST on, then the lowest of all; with AVOID warps that have lost a line rank below.
// Timing    combinational; an event counts from the next cycle on.
// Size      WARPS flops.   Users  arb_bank.
// Source    own: an example of an arbiter with parameters and an event input.
`default_nettype none
module arb_minew #(
    parameter WARPS = 24,               // warps of this scheduler, 2..64
    parameter FIRST = 1,                // own: the warp that is preferred, below WARPS
    parameter AVOID = 1                 // own: 1: warps that lost a line rank below the others
) (
    input  wire             clk_i,
    input  wire             rst_ni,                     // synchronous, active low
    input  wire [WARPS-1:0] victim_evt_i,               // this warp hit an L1 victim tag
    input  wire [WARPS-1:0] pool_i,                     // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0] gnt_o,                      // granted warp, one-hot or zero; it always issues
    output wire             still_o                     // no register changes at this clock edge, except by an event
);
    localparam [WARPS-1:0] ONE = 1;
    reg  [WARPS-1:0] lost_q;
    wire [WARPS-1:0] good  = pool_i & ~lost_q;
    wire [WARPS-1:0] among = (AVOID != 0 && |good) ? good : pool_i;
    wire [WARPS-1:0] front = among & ({WARPS{1'b1}} << FIRST);
    wire [WARPS-1:0] from  = |front ? front : among;
    always @(posedge clk_i)
        if (!rst_ni) lost_q <= {WARPS{1'b0}};
        else         lost_q <= lost_q | victim_evt_i;

    assign gnt_o   = from & (~from + ONE);
    assign still_o = !(|pool_i);

`ifdef FORMAL
    always @* if (rst_ni) begin
        one_hot:  assert (!(gnt_o & (gnt_o - ONE)) && !(gnt_o & ~pool_i));
        no_idle:  assert (|gnt_o == |pool_i);
        lost:     assert (!(|good) || !(gnt_o & lost_q));
        second:   cover (gnt_o[WARPS-1] && |(pool_i & ~gnt_o));
    end
`endif
endmodule
`default_nettype wire
