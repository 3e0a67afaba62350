// lib_rr_arb - round-robin arbiter over N requesters; a used grant moves the turn past the winner.
//
// Contract  gnt_o is one-hot or zero, a subset of req_i, and non-zero whenever req_i is.
//           Fair: between two grants to j, each requester that kept asking gets a grant.
//           After reset requester 0 is first in the order.
// Timing    req_i -> gnt_o combinational; the turn changes at an edge with adv_i.
// Size      N flops, two N-bit carry chains.
// Users     place_rr, place_bcs, place_tile, disp_done, arb_lrr.
// Source    textbook round-robin.
`default_nettype none
module lib_rr_arb #(
    parameter N = 4                     // requesters, 1..256
) (
    input  wire         clk_i,
    input  wire         rst_ni,         // synchronous, active low

    input  wire [N-1:0] req_i,          // bit k: requester k asks; may drop at any time
    input  wire         adv_i,          // this cycle's grant is used: the turn moves past it
    output wire [N-1:0] gnt_o           // same cycle; one-hot or zero
);
    localparam [N-1:0] ONE = 1;

    generate
        if (N < 1 || N > 256) begin : g_check
            lib_rr_arb_needs_N_from_1_to_256 u_stop ();
        end
    endgenerate

    // Thermometer code: ones above the last winner, so masking req_i with it leaves the
    // requesters whose turn comes before the order wraps around.
    reg  [N-1:0] turn_q;
    // Finds the lowest set bit of `ahead` and of req_i in parallel with the choice between them. x and -x
    // agree up to and including the lowest set bit of x and differ in every bit above it.
    wire [N-1:0] ahead     = req_i & turn_q;
    wire [N-1:0] ahead_neg = ~ahead + ONE;
    wire [N-1:0] req_neg   = ~req_i + ONE;
    assign       gnt_o = (|ahead) ? ahead & ahead_neg : req_i & req_neg;

    always @(posedge clk_i)
        if (!rst_ni)
            turn_q <= {N{1'b0}};
        else if (adv_i && |req_i)
            turn_q <= (|ahead) ? ahead ^ ahead_neg : req_i ^ req_neg;

`ifdef FORMAL
    parameter F_TOP = 0;                // 1: this module is the top of the proof
    localparam F_W = (N > 1) ? $clog2(N) : 1;
    (* anyconst *) reg [F_W-1:0] f_k;   // a requester that waits
    (* anyconst *) reg [F_W-1:0] f_j;   // any other one
    reg f_past_q = 1'b0;
    reg f_served_q;                     // j was served while k was waiting

    wire         f_pair   = f_k < N && f_j < N && f_k != f_j;

    wire         f_before = (turn_q[f_k] == turn_q[f_j]) ? f_k < f_j : turn_q[f_k];
    wire [N-1:0] f_below  = ~turn_q;

    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_served_q <= rst_ni && req_i[f_k] && !(adv_i && gnt_o[f_k])
                   && (f_served_q || (adv_i && gnt_o[f_j]));
    end

    always @* begin
        assume (f_past_q || !rst_ni);   // every run begins in reset
        if (f_past_q) begin
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)));
            subset:    assert (!(gnt_o & ~req_i));
            no_idle:   assert ((|gnt_o) == (|req_i));
            fair:      assert (!(f_pair && f_served_q && req_i[f_k] && gnt_o[f_j]));
            inv_turn:  assert (!(f_below & (f_below + ONE)));
            inv_order: assert (!(f_pair && f_served_q) || f_before);
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                waited: cover (f_pair && f_served_q && gnt_o[f_k] && f_k < f_j);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
