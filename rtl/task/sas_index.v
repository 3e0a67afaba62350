// sas_index - generates every index of a tile in row-major order, one per cycle.
//
// Contract  A tile is lower, upper (exclusive) per level, lower < upper; strides (1 or more) are stable
//           during the walk. Level 0 is the outermost loop; LEVELS-1 is the innermost and changes
//           fastest. Each index of the tile comes exactly once; index_last_o marks the last.
// Timing    The first index is valid two cycles after the tile is accepted; then one per cycle, also
//           across row ends. Outputs are registers: lib_reach computes the end of a level one
//           index ahead, and a flop holds it.
// Size      LEVELS * (3*W + 2) + 2 flops, one adder and one comparison of W bits per level.
// Users     sas_sched.
// Source    per-core task scheduler of [SAS §IV].
`default_nettype none
module sas_index #(
    parameter LEVELS = 3,                           // nested loops, 1 or more
    parameter W      = 16                           // bits of a bound, 1..32
) (
    input  wire                clk_i,
    input  wire                rst_ni,              // synchronous, active low

    input  wire [LEVELS*W-1:0] loop_stride_i,       // level l at [l*W +: W], as in all vectors of this module

    input  wire                tile_valid_i,
    output wire                tile_ready_o,        // no walk is in progress
    input  wire [LEVELS*W-1:0] tile_lower_i,
    input  wire [LEVELS*W-1:0] tile_upper_i,

    output wire                index_valid_o,
    input  wire                index_ready_i,
    output wire [LEVELS*W-1:0] index_o,
    output wire                index_last_o         // index_o is the last of its tile
);
    reg                setup_q, valid_q;            // a tile was accepted a cycle ago; index_q is valid
    reg [LEVELS*W-1:0] index_q, lower_q, upper_q;
    reg [LEVELS-1:0]   end_q;                       // level l is at its last value
    reg [LEVELS-1:0]   single_q;                    // level l has only one value

    wire take = tile_valid_i && tile_ready_o;
    wire step = valid_q && index_ready_i;
    wire [LEVELS-1:0] go;                           // the next step changes level l
    wire [LEVELS-1:0] far;                          // after it level l is at its last value

    assign tile_ready_o  = !setup_q && !valid_q;
    assign index_valid_o = valid_q;
    assign index_o       = index_q;
    assign index_last_o  = &end_q;

    always @(posedge clk_i)
        if (!rst_ni) begin
            setup_q <= 1'b0;
            valid_q <= 1'b0;
        end else begin
            setup_q <= take;
            valid_q <= setup_q || (valid_q && !(step && index_last_o));
        end

    always @(posedge clk_i)
        if (take) begin
            lower_q <= tile_lower_i;
            upper_q <= tile_upper_i;
        end

    lib_reach #(.LEVELS(LEVELS), .W(W)) u_reach (
        .at_i(index_q), .step_i(loop_stride_i), .upper_i(upper_q), .once_i(setup_q), .twice_i(!setup_q),
        .end_i(end_q), .far_o(far), .go_o(go)
    );

    genvar l;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            wire [W-1:0] at     = index_q[l*W +: W];
            wire [W-1:0] lower  = lower_q[l*W +: W];
            wire [W-1:0] stride = loop_stride_i[l*W +: W];

            always @(posedge clk_i) begin
                if (take)                index_q[l*W +: W] <= tile_lower_i[l*W +: W];
                else if (step && go[l])  index_q[l*W +: W] <= end_q[l] ? lower : at + stride;
                if (setup_q)             end_q[l] <= far[l];
                else if (step && go[l])  end_q[l] <= end_q[l] ? single_q[l] : far[l];
                if (setup_q)             single_q[l] <= far[l];
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam F_W = 2*W + 2, F_ALL = LEVELS*F_W;   // wide enough that no product or sum overflows
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_last_q;
    reg [LEVELS*W-1:0] f_stride_q, f_index_q;
    reg f_held_q;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_run_q    <= rst_ni && (take || (!tile_ready_o && !(step && index_last_o)));
        f_last_q   <= rst_ni && step && !index_last_o;
        f_held_q   <= rst_ni && valid_q && !index_ready_i;
        f_stride_q <= loop_stride_i;
        f_index_q  <= index_o;
    end
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    // Any index of the tile's lattice: f_k strides above the lower bound on each level, within the upper
    // bound or not. f_at_q: strides of the walk above the lower bound.
    (* anyconst *) reg [LEVELS*W-1:0] f_k;
    reg  [LEVELS*W-1:0] f_at_q;
    reg                 f_seen_q;                   // the walk has produced it
    wire [LEVELS-1:0]   f_in, f_here;               // it is below the upper bound; the walk is at it
    wire [LEVELS*W-1:0] f_order_k, f_order_at, f_order_i, f_order_p;    // level 0 most significant
    wire [LEVELS-1:0]   f_tile, f_stride, f_inside, f_inv_at, f_inv_end, f_inv_alone;
    wire                f_all_in = &f_in, f_hit = valid_q && &f_here;
    always @(posedge clk_i)
        if (take)      f_seen_q <= 1'b0;
        else if (step) f_seen_q <= f_seen_q || f_hit;
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [F_W-1:0] f_lo = lower_q[f*W +: W], f_up = upper_q[f*W +: W], f_s = loop_stride_i[f*W +: W],
                           f_x = index_q[f*W +: W], f_n = f_at_q[f*W +: W], f_kk = f_k[f*W +: W];
            assign f_in[f]   = f_lo + f_kk * f_s < f_up;
            assign f_here[f] = f_x == f_lo + f_kk * f_s;
            assign f_order_k[(LEVELS-1-f)*W +: W]  = f_k[f*W +: W];
            assign f_order_at[(LEVELS-1-f)*W +: W] = f_at_q[f*W +: W];
            assign f_order_i[(LEVELS-1-f)*W +: W]  = index_o[f*W +: W];
            assign f_order_p[(LEVELS-1-f)*W +: W]  = f_index_q[f*W +: W];
            always @(posedge clk_i)
                if (take)               f_at_q[f*W +: W] <= 0;
                else if (step && go[f]) f_at_q[f*W +: W] <= end_q[f] ? 0 : f_at_q[f*W +: W] + 1'b1;
            assign f_inv_at[f]    = f_x == f_lo + f_n * f_s && f_lo < f_up && (!setup_q || f_x == f_lo);
            assign f_inv_end[f]   = end_q[f] == (f_x + f_s >= f_up);
            assign f_inv_alone[f] = single_q[f] == (f_lo + f_s >= f_up);
            assign f_tile[f]   = tile_lower_i[f*W +: W] < tile_upper_i[f*W +: W];
            assign f_stride[f] = |loop_stride_i[f*W +: W];
            assign f_inside[f] = f_x >= f_lo && f_x < f_up;
        end
    endgenerate
    always @* if (f_past_q) begin
        in_tile:   assume (!tile_valid_i || &f_tile);
        in_stride: assume (&f_stride && (!f_run_q || loop_stride_i == f_stride_q));
        inside:    assert (tile_ready_o || &f_inside);
        inv_at:    assert (tile_ready_o || &f_inv_at);
        inv_end:   assert (!valid_q || &f_inv_end);
        inv_alone: assert (!valid_q || &f_inv_alone);
        inv_run:   assert (f_run_q == !tile_ready_o);
        inv_one:   assert (!(setup_q && valid_q));
        inv_new:   assert (!setup_q || !f_seen_q);
        inv_seen:  assert (!valid_q || !f_all_in || f_seen_q == (f_order_at > f_order_k));
        once:      assert (!(f_hit && f_all_in && f_seen_q));
        all:       assert (!(step && index_last_o && f_all_in) || f_seen_q || f_hit);
        in_turn:   assert (!f_last_q || (valid_q && f_order_i > f_order_p));  // strictly increasing: the walk ends
        stands:    assert (!f_held_q || (valid_q && index_o == f_index_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                rows: cover (valid_q && index_last_o && f_seen_q && f_order_at[0] && f_order_at[W]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
