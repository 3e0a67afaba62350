// sas_sched - distributes an SM's tiles to its thread contexts, index by index or whole.
//
// Contract  Context c holds want_i[c] until piece_valid_o, piece_none_o or piece_off_o answers; want_i with
//           piece_valid_o takes the piece. An index comes as a tile of one value per level.
//           Index mode: each index of a tile goes, in row-major order, to the next allowed context, round robin,
//           whose queue has room. Whole mode: a tile goes to an allowed context that waits. The scheduler asks for a
//           tile when it has nothing to distribute and an allowed context waits. A context that is no longer
//           allowed keeps its queue. The mode changes only while no work remains. piece_none_o: no work
//           remains and none will follow. piece_off_o: queue empty, context not allowed, but work remains.
// Timing    From a tile on one index per cycle (sas_index) while allowed queues have room for two. A falling
//           allow_i[c] takes effect in the next cycle.
// Size      CONTEXTS * 2 + 1 flops, sas_index, CONTEXTS * sas_queue.
// Users     sas_top: the task window of an SM.
// Source    per-core task scheduler of [SAS §IV]; I-tile of [SAS §III-A].
`default_nettype none
module sas_sched #(
    parameter CONTEXTS = 16,                        // thread contexts of the SM, 1..256
    parameter DEPTH    = 4,                         // indices that a context's queue holds, 2..16
    parameter LEVELS   = 3,                         // nested loops, 1 or more
    parameter W        = 16                         // bits of a bound, 1..32
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,     // synchronous, active low

    input  wire                         param_whole_i,  // 1: a piece is a whole tile; 0: an index
    input  wire [LEVELS*W-1:0]          loop_stride_i,  // level l at [l*W +: W]; 0: outermost
    input  wire [CONTEXTS-1:0]          allow_i,    // context c may get new pieces

    output wire                         ask_o,      // requests a tile from sas_tiler
    input  wire                         tile_evt_i,
    input  wire [LEVELS*W-1:0]          tile_lower_i,
    input  wire [LEVELS*W-1:0]          tile_upper_i,
    input  wire                         none_i,

    input  wire [CONTEXTS-1:0]          want_i,
    output wire [CONTEXTS-1:0]          piece_valid_o,
    output wire [CONTEXTS-1:0]          piece_none_o,
    output wire [CONTEXTS-1:0]          piece_off_o,
    output wire [CONTEXTS*LEVELS*W-1:0] piece_lower_o,  // context c at [c*LEVELS*W +: LEVELS*W]
    output wire [CONTEXTS*LEVELS*W-1:0] piece_upper_o
);
    localparam V = LEVELS*W;
    reg                 ask_q;
    reg  [CONTEXTS-1:0] next_q;                     // context of the next piece, one-hot or zero

    wire                idle, index_valid, last;
    wire [V-1:0]        index;
    wire [CONTEXTS-1:0] free, spare, gnt;
    wire [CONTEXTS-1:0] waits = allow_i & want_i & ~piece_valid_o;
    wire                some  = |next_q;
    wire                push  = param_whole_i ? tile_evt_i : index_valid && some;
    wire [CONTEXTS-1:0] req   = param_whole_i ? waits & ~next_q : allow_i & (spare | (free & ~next_q));
    // Chooses another context: none is chosen, it has got its piece, or it is no longer allowed.
    wire                pick  = !some || push
                             || (param_whole_i ? !ask_q && !(|(next_q & waits)) : !(|(next_q & allow_i)));
    wire                lacks = param_whole_i ? |(next_q & waits) : idle && |waits;
    wire                gone  = none_i && !tile_evt_i && idle;

    assign ask_o        = ask_q;
    assign piece_none_o = ~piece_valid_o & {CONTEXTS{gone}};
    assign piece_off_o  = ~piece_valid_o & ~allow_i & ~next_q & {CONTEXTS{!gone}};

    sas_index #(.LEVELS(LEVELS), .W(W)) u_index (
        .clk_i(clk_i), .rst_ni(rst_ni), .loop_stride_i(loop_stride_i),
        .tile_valid_i(tile_evt_i && !param_whole_i), .tile_ready_o(idle),
        .tile_lower_i(tile_lower_i), .tile_upper_i(tile_upper_i),
        .index_valid_o(index_valid), .index_ready_i(some), .index_o(index), .index_last_o(last)
    );
    wire unused = &{1'b0, last};                    // the generator's idle shows its end instead

    lib_rr_arb #(.N(CONTEXTS)) u_arb (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(req), .adv_i(pick), .gnt_o(gnt)
    );

    always @(posedge clk_i)
        if (!rst_ni) begin
            ask_q  <= 1'b0;
            next_q <= {CONTEXTS{1'b0}};
        end else begin
            ask_q <= (ask_q || lacks) && !tile_evt_i && !none_i;
            if (pick) next_q <= gnt;
        end

    wire [V-1:0] lower = param_whole_i ? tile_lower_i : index;
    wire [V-1:0] upper = param_whole_i ? tile_upper_i : index;
    genvar c;
    generate
        for (c = 0; c < CONTEXTS; c = c + 1) begin : g_context
            sas_queue #(.DEPTH(DEPTH), .LEVELS(LEVELS), .W(W)) u_queue (
                .clk_i(clk_i), .rst_ni(rst_ni), .whole_i(param_whole_i), .push_i(push && next_q[c]),
                .lower_i(lower), .upper_i(upper), .free_o(free[c]), .spare_o(spare[c]),
                .piece_valid_o(piece_valid_o[c]), .piece_ready_i(want_i[c]),
                .piece_lower_o(piece_lower_o[c*V +: V]), .piece_upper_o(piece_upper_o[c*V +: V])
            );
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_whole_q, f_spare_q, f_lacks_q, f_waits_q;
    reg [V-1:0] f_stride_q;
    wire [LEVELS-1:0]   f_some, f_stride;
    wire [CONTEXTS-1:0] f_push = next_q & {CONTEXTS{push}};
    wire                f_open = !tile_evt_i && !none_i && rst_ni;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_whole_q  <= param_whole_i;
        f_stride_q <= loop_stride_i;
        f_spare_q  <= rst_ni && !param_whole_i && |(allow_i & spare);
        f_lacks_q  <= f_open && lacks;
        f_waits_q  <= f_open && param_whole_i && |waits;
    end
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            assign f_some[f]   = tile_lower_i[f*W +: W] < tile_upper_i[f*W +: W];
            assign f_stride[f] = |loop_stride_i[f*W +: W];
        end
    endgenerate
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        if (f_past_q) begin
            in_tile:   assume (!tile_evt_i || (ask_q && !none_i && &f_some));
            in_stride: assume (&f_stride && (idle || loop_stride_i == f_stride_q));
            in_mode:   assume (param_whole_i == f_whole_q
                               || (idle && !ask_q && !(|(piece_valid_o | want_i))));
            inv_next:  assert (!(next_q & (next_q - 1'b1)));
            inv_free:  assert (!(next_q & ~(param_whole_i ? ~piece_valid_o : free)));
            inv_ask:   assert (!ask_q || (param_whole_i ? some : idle));
            // An index of the generator or a tile of the tiler goes to exactly one queue, which has room.
            one:       assert ((param_whole_i ? tile_evt_i : index_valid && some) == |f_push);
            room:      assert (!(f_push & ~free));
            takes:     assert (!(tile_evt_i && !param_whole_i) || idle);
            // No stall while queues have room for two; a waiting context makes the scheduler ask.
            rate:      assert (!(f_spare_q && !param_whole_i) || some);
            asks:      assert (!f_lacks_q || ask_q);
            chosen:    assert (!(f_waits_q && param_whole_i) || some);
            keeps_on:  assert (!(some && index_valid && !param_whole_i) || push);
            turn:      assert (param_whole_i || !(allow_i & free & ~req & ~next_q));
            // After piece_none_o nothing follows.
            final:     assert (!(|piece_none_o) || (!push && idle && none_i));
            apart:     assert (!(piece_none_o & piece_valid_o)
                               && !(piece_off_o & (piece_valid_o | piece_none_o | allow_i)));
        end
    end
    generate
        if (F_TOP == 2) begin : g_each
            // End to end, in the first F_END cycles after reset, while all strides were 1: any index is taken once per
            // tile that contains it. Later cycles are not checked, which makes the count inductive.
            localparam F_W = 4, F_END = 9;
            localparam [W-1:0] F_ONE = 1;
            (* anyconst *) reg [V-1:0] f_i;
            reg  [F_W-1:0]      f_age_q, f_came_q, f_left_q;
            wire [LEVELS-1:0]   f_has;              // level l of the tile contains the index
            wire [CONTEXTS-1:0] f_takes;            // context c takes the index
            reg                 f_ones_q;           // all strides were 1 until now
            wire                f_ones = f_ones_q && loop_stride_i == {LEVELS{F_ONE}};
            integer             n;
            reg  [F_W-1:0]      f_sum;
            for (f = 0; f < LEVELS; f = f + 1) begin : g_level
                assign f_has[f] = f_i[f*W +: W] >= tile_lower_i[f*W +: W]
                               && f_i[f*W +: W] < tile_upper_i[f*W +: W];
            end
            for (c = 0; c < CONTEXTS; c = c + 1) begin : g_takes
                wire [LEVELS-1:0] f_in;
                for (f = 0; f < LEVELS; f = f + 1) begin : g_level
                    assign f_in[f] = f_i[f*W +: W] >= piece_lower_o[c*V + f*W +: W]
                                  && f_i[f*W +: W] < piece_upper_o[c*V + f*W +: W];
                end
                assign f_takes[c] = want_i[c] && piece_valid_o[c] && &f_in;
            end
            always @* begin
                f_sum = f_left_q;
                for (n = 0; n < CONTEXTS; n = n + 1) f_sum = f_sum + f_takes[n];
            end
            always @(posedge clk_i) begin
                f_ones_q <= !rst_ni || f_ones;
                if (!rst_ni) {f_age_q, f_came_q, f_left_q} <= 0;
                else begin
                    f_age_q  <= f_age_q + (f_age_q < F_END);
                    f_came_q <= f_came_q + (tile_evt_i && &f_has);
                    f_left_q <= f_sum;
                end
            end
            always @* if (f_past_q && rst_ni && f_age_q < F_END && f_ones) begin
                each_most: assert (f_sum <= f_came_q);
                each_all:  assert (!(&piece_none_o) || f_sum == f_came_q);
                each_seen: cover (|f_takes && f_sum == 1 && f_left_q == 0 && !param_whole_i);
            end
        end
        if (F_TOP == 1) begin : g_cover
            reg f_two_q;                            // a whole tile went out, and the next one by index
            always @(posedge clk_i) f_two_q <= rst_ni && (f_two_q || (param_whole_i && push));
            always @* if (f_past_q && rst_ni) begin
                both: cover (f_two_q && !param_whole_i && &piece_valid_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
