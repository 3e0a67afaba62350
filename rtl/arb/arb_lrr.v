// arb_lrr - loose round robin: grants the first competing warp after the last granted one.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is. Cyclic warp
//           order; a warp that does not compete is skipped without penalty. Paused and
//           unpaused warps share one pointer. After reset warp 0 comes first.
// Timing    pool_i -> gnt_o combinational; the pointer moves at the edge of every grant.
// Size      WARPS flops.   Users  arb_bank.   Source  textbook.
`default_nettype none
module arb_lrr #(
    parameter WARPS   = 24              // warps of this scheduler, 2..64
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    lib_rr_arb #(.N(WARPS)) u_rr (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(pool_i), .adv_i(1'b1), .gnt_o(gnt_o));
    assign any_o   = |pool_i;
    assign still_o = !any_o;


`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] LAST = WARPS;
    localparam [WARPS-1:0] ONE = 1;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    (* hierconn *) wire [WARPS-1:0] \u_rr.turn_q ;      // 1 = above the last winner
    wire [WARPS-1:0] f_turn = \u_rr.turn_q ;
    reg f_init_q = 1'b0, f_seen_q;                      // seen: j was granted while k competed
    reg f_idle_q;                                       // no warp competed at the last edge
    reg [WARPS-1:0] f_turn_q;
    wire f_ahead = (f_turn[f_k] == f_turn[f_j]) ? f_k < f_j : f_turn[f_k];
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_seen_q <= rst_ni && pool_i[f_k] && !gnt_o[f_k] && (f_seen_q || gnt_o[f_j]);
        f_idle_q <= rst_ni && !(|pool_i);
        f_turn_q <= f_turn;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        if (f_init_q) begin
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)));
            competed:  assert (!(gnt_o & ~pool_i));
            no_idle:   assert ((|gnt_o) == (|pool_i));
            fair:      assert (!(f_seen_q && pool_i[f_k] && gnt_o[f_j]));
            still:     assert (!f_idle_q || f_turn == f_turn_q);
            inv_order: assert (!f_seen_q || f_ahead);   // k is before j in the order
            inv_turn:  assert (!(~f_turn & (~f_turn + ONE)));  // thermometer code
            waited:    cover (f_seen_q && gnt_o[f_k] && f_k < f_j);
        end
    end
`endif
endmodule
`default_nettype wire
