// sas_tiler - cuts a parallel loop's index space into tiles and gives each to one requester.
//
// Contract  start_i starts a loop; its space lower..upper (exclusive), tile edges and first tile must be
//           stable until none_o. Tiles start at lower, lower + edge, ... on each level; the last one is clipped.
//           Each is given once, in row-major order from the first tile on, wrapping at the end of the
//           space; none is empty. An edge is 1 or more, in index values (iterations times
//           stride), clipped to the field. A requester (asker) keeps ask_i high until its tile_evt_o or none_o. After reset,
//           before the first loop, there is neither tile nor none_o.
// Timing    A tile per cycle, from 4 cycles after start_i. An ask is answered in the next cycle, in which
//           that asker's ask_i is ignored. Outputs are registers.
// Size      LEVELS * (3*W + 2) + 2*ASKERS + 5 flops, an adder and a comparison of W bits per level.
// Users     sas_top; askers are sas_sched.
// Source    centralized tile scheduler of [SAS §IV].
`default_nettype none
module sas_tiler #(
    parameter ASKERS = 4,                           // 1..256
    parameter LEVELS = 3,                           // nested loops, 1 or more
    parameter W      = 16                           // bits of a bound, 1..32
) (
    input  wire                clk_i,
    input  wire                rst_ni,              // synchronous, active low

    input  wire                start_i,             // sampled only before the first loop and while none_o
    input  wire [LEVELS*W-1:0] loop_lower_i,        // level l at [l*W +: W]; 0: the outermost
    input  wire [LEVELS*W-1:0] loop_upper_i,
    input  wire [LEVELS*W-1:0] loop_edge_i,
    input  wire [LEVELS*W-1:0] loop_first_i,        // lower bounds of the tile that is given first

    input  wire [ASKERS-1:0]   ask_i,
    output wire [ASKERS-1:0]   tile_evt_o,          // one-hot or zero: the tile below is for this asker
    output wire [LEVELS*W-1:0] tile_lower_o,
    output wire [LEVELS*W-1:0] tile_upper_o,
    output wire                none_o               // every tile of the loop has been given
);
    // EMPTY, SINGLE, END compare lower, lower + edge, first + edge with upper.
    localparam [2:0] REST = 3'd0, EMPTY = 3'd1, SINGLE = 3'd2, END = 3'd3, GIVE = 3'd4;
    reg [2:0]          state_q;
    reg                none_q;
    reg                moved_q;                     // a tile of this loop has been given
    reg [LEVELS*W-1:0] at_q;                        // lower bounds of the next tile
    reg [LEVELS-1:0]   end_q;                       // that tile is the last on level l
    reg [LEVELS-1:0]   single_q;                    // level l has only one tile
    reg [ASKERS-1:0]   evt_q;
    reg [LEVELS*W-1:0] lower_q, upper_q;

    wire                left = state_q == GIVE && !(moved_q && at_q == loop_first_i);
    wire [ASKERS-1:0]   gnt;
    wire                give = left && |gnt;
    wire [LEVELS-1:0]   go, far;                    // the step changes level l; the compared bound is not below upper
    wire [LEVELS*W-1:0] next;                       // upper bounds of the next tile, before clipping

    assign tile_evt_o   = evt_q;
    assign tile_lower_o = lower_q;
    assign tile_upper_o = upper_q;
    assign none_o       = none_q;

    lib_rr_arb #(.N(ASKERS)) u_arb (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(ask_i & ~evt_q), .adv_i(left), .gnt_o(gnt)
    );

    always @(posedge clk_i)
        if (!rst_ni) begin
            state_q <= REST;
            none_q  <= 1'b0;
            evt_q   <= {ASKERS{1'b0}};
        end else begin
            evt_q <= gnt & {ASKERS{left}};
            case (state_q)
            REST:    if (start_i) state_q <= EMPTY;
            EMPTY:   state_q <= (|far) ? REST : state_q + 3'd1;
            GIVE:    if (!left) state_q <= REST;
            default: state_q <= state_q + 3'd1;
            endcase
            case (state_q)
            REST:    if (start_i) none_q <= 1'b0;
            EMPTY:   none_q <= |far;
            default: none_q <= state_q == GIVE && !left;
            endcase
        end

    always @(posedge clk_i)
        moved_q <= state_q == GIVE && (moved_q || give);

    lib_reach #(.LEVELS(LEVELS), .W(W)) u_reach (
        .at_i(at_q), .step_i(loop_edge_i), .upper_i(loop_upper_i), .once_i(state_q == SINGLE || state_q == END),
        .twice_i(state_q == GIVE), .end_i(end_q), .far_o(far), .go_o(go)
    );

    genvar l;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            wire [W-1:0] at    = at_q[l*W +: W];
            wire [W-1:0] upper = loop_upper_i[l*W +: W];
            wire [W-1:0] size  = loop_edge_i[l*W +: W];

            assign next[l*W +: W] = at + size;

            always @(posedge clk_i) begin
                case (state_q)
                REST:    at_q[l*W +: W] <= loop_lower_i[l*W +: W];
                SINGLE:  at_q[l*W +: W] <= loop_first_i[l*W +: W];
                GIVE:    if (give && go[l])
                             at_q[l*W +: W] <= end_q[l] ? loop_lower_i[l*W +: W] : next[l*W +: W];
                default: ;
                endcase
                case (state_q)
                SINGLE:  single_q[l] <= far[l];
                END:     end_q[l] <= far[l];
                GIVE:    if (give && go[l]) end_q[l] <= end_q[l] ? single_q[l] : far[l];
                default: ;
                endcase
                if (give) begin
                    lower_q[l*W +: W] <= at;
                    upper_q[l*W +: W] <= end_q[l] ? upper : next[l*W +: W];
                end
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam F_W = 2*W + 2;                       // wide enough that no product or sum overflows
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_none_q, f_gave_q;
    reg [4*LEVELS*W-1:0] f_loop_q;
    reg [ASKERS-1:0]     f_ask_q, f_evt_q;
    wire f_busy = state_q != REST;
    wire [4*LEVELS*W-1:0] f_loop = {loop_lower_i, loop_upper_i, loop_edge_i, loop_first_i};
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_run_q  <= rst_ni && (f_busy || start_i);  // a loop has been running since the last edge
        f_loop_q <= f_loop;
        f_none_q <= none_q;
        f_gave_q <= rst_ni && give;
        f_ask_q  <= ask_i;
        f_evt_q  <= evt_q;
    end
    // Any index; the tile that contains it, the first tile and the next tile, as tile numbers per level.
    (* anyconst *) reg [LEVELS*W-1:0] f_i;
    reg  [LEVELS*W-1:0] f_next_q;
    reg                 f_seen_q;                   // its tile has gone out
    reg                 f_lap_q;                    // the walk has wrapped at the end of the space
    wire [LEVELS*W-1:0] f_index, f_first, f_at;     // level 0 most significant
    wire [LEVELS-1:0]   f_in, f_hits, f_some, f_inv_at, f_inv_end, f_inv_alone;
    wire [LEVELS-1:0]   f_on, f_clipped;
    wire                f_hit = |evt_q && &f_hits;
    always @(posedge clk_i)
        if (!f_busy) {f_seen_q, f_lap_q} <= 2'b00;
        else begin
            f_seen_q <= f_seen_q || f_hit;
            f_lap_q  <= f_lap_q || (give && &end_q);
        end
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [F_W-1:0] f_lo = loop_lower_i[f*W +: W], f_up = loop_upper_i[f*W +: W],
                           f_e = loop_edge_i[f*W +: W], f_f = loop_first_i[f*W +: W],
                           f_x = at_q[f*W +: W], f_n = f_next_q[f*W +: W], f_y = f_i[f*W +: W];
            wire [F_W-1:0] f_ky = (f_y - f_lo) / f_e, f_kf = (f_f - f_lo) / f_e;
            assign f_index[(LEVELS-1-f)*W +: W] = f_ky[W-1:0];
            assign f_first[(LEVELS-1-f)*W +: W] = f_kf[W-1:0];
            assign f_at[(LEVELS-1-f)*W +: W]    = f_n[W-1:0];
            assign f_in[f]        = f_y >= f_lo && f_y < f_up;
            assign f_some[f]      = f_lo < f_up;
            assign f_hits[f]      = f_i[f*W +: W] >= lower_q[f*W +: W] && f_i[f*W +: W] < upper_q[f*W +: W];
            assign f_on[f]        = f_e != 0 && (f_lo >= f_up || (f_f >= f_lo && f_f < f_up
                                                                  && f_f == f_lo + f_kf * f_e));
            assign f_clipped[f]   = lower_q[f*W +: W] >= f_lo && lower_q[f*W +: W] < upper_q[f*W +: W]
                                    && upper_q[f*W +: W] <= f_up
                                    && upper_q[f*W +: W] - lower_q[f*W +: W] <= f_e;
            assign f_inv_at[f]    = f_x == f_lo + f_n * f_e && f_x < f_up;
            assign f_inv_end[f]   = end_q[f] == (f_x + f_e >= f_up);
            assign f_inv_alone[f] = single_q[f] == (f_lo + f_e >= f_up);
            always @(posedge clk_i)
                if (state_q == SINGLE)  f_next_q[f*W +: W] <= f_kf;
                else if (state_q != GIVE && state_q != END) f_next_q[f*W +: W] <= 0;
                else if (give && go[f]) f_next_q[f*W +: W] <= end_q[f] ? 0 : f_next_q[f*W +: W] + 1'b1;
        end
    endgenerate
    wire f_walks = state_q == SINGLE || state_q == END || state_q == GIVE;
    wire f_fresh = !moved_q && !f_lap_q && !f_seen_q && !(|evt_q);
    wire f_gone  = moved_q && (f_lap_q ? f_index >= f_first || f_index < f_at
                                       : f_index >= f_first && f_index < f_at);
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        if (f_past_q) begin
            in_loop:   assume (!f_run_q || f_loop == f_loop_q);
            in_first:  assume ((!f_busy && !start_i) || &f_on);
            inv_state: assert (state_q <= GIVE && !(none_q && f_busy));
            inv_run:   assert (!f_busy || f_run_q);
            inv_low:   assert (state_q != EMPTY || at_q == loop_lower_i);
            inv_at:    assert (!f_walks || &f_inv_at);
            inv_some:  assert (!f_walks || &f_some);
            inv_zero:  assert (state_q != SINGLE || at_q == loop_lower_i);
            inv_first: assert (state_q != END || at_q == loop_first_i);
            inv_alone: assert ((state_q != END && state_q != GIVE) || &f_inv_alone);
            inv_end:   assert (state_q != GIVE || &f_inv_end);
            inv_fresh: assert (state_q == REST || state_q == GIVE || f_fresh);
            inv_moved: assert (state_q != GIVE || moved_q || (f_at == f_first && f_fresh));
            inv_lap:   assert (state_q != GIVE || !moved_q || (f_lap_q ? f_at <= f_first : f_at > f_first));
            inv_gone:  assert (state_q != GIVE || !(&f_in) || (f_seen_q || f_hit) == f_gone);
            one:       assert (!(evt_q & (evt_q - 1'b1)) && !(evt_q & f_evt_q) && !(evt_q & ~f_ask_q));
            inv_gave:  assert ((|evt_q) == f_gave_q);
            busy:      assert (!(left && |(ask_i & ~evt_q)) || give);
            late:      assert (!(none_q && |evt_q));
            inside:    assert (!f_gave_q || &f_clipped);
            once:      assert (!(f_hit && &f_in && f_seen_q));
            all:       assert (!(none_q && !f_none_q && &f_in) || f_seen_q);
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                lap: cover (none_q && f_lap_q && f_seen_q && f_first[0] && f_first[W]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
