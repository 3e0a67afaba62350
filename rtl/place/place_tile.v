// place_tile - symbiotic tiles: an SM receives CTAs that are neighbours in the grid.
//
// Param     x reset 1 max 255: tiles along x; ctadel run sets x, y, thin: one tile per SM, as square as possible.
// Param     y reset 1 max 255: tiles along y.
// Param     z reset 1 max 255: tiles along z.
// Param     thin reset 1 max 255: tiles along y if the grid has fewer columns than x; along x if fewer rows than y.
// Param     line reset 1 max 255: tiles of a grid of one row; 1: linear order.
// Contract  Serves kernels in launch order, each until it has no CTA left: its tiles could not be resumed. Visits SMs
//           round-robin, as place_rr does. lib_cut cuts the grid into tiles (0 along an axis counts as 1); lib_tiles
//           gives one to each enabled SM, one per cycle, and hands out its CTAs. An SM may be picked from the cycle on in
//           which it has a tile, while others still receive theirs; one without a tile only when no tile is left to give
//           out, as it takes CTAs of another's. With more tiles than SMs, an SM that has finished its tile receives the
//           next one.
// Timing    one pick per cycle, from max(X_W, Y_W + Z_W) + 3 cycles after the kernel's turn began.
// Size      SMS + KERNELS + KID_W + 3 flops, lib_cut, lib_tiles.
// Users     place_bank.   Source  symbiotic tiling, [SAS §III], at the grain of CTAs.
`default_nettype none
module place_tile #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the coordinates
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                                     // bits of the linear id
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [7:0]                 param_x_i,
    input  wire [7:0]                 param_y_i,
    input  wire [7:0]                 param_z_i,
    input  wire [7:0]                 param_thin_i,
    input  wire [7:0]                 param_line_i,

    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs
    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire                       book_i,       // the pick is booked at this clock edge
    input  wire [X_W-1:0]             grid_x_i,     // grid of the kernel of next_x_i, in CTAs
    input  wire [Y_W-1:0]             grid_y_i,
    input  wire [Z_W-1:0]             grid_z_i,
    output wire [X_W-1:0]             pick_x_o,     // the CTA to book
    output wire [Y_W-1:0]             pick_y_o,
    output wire [Z_W-1:0]             pick_z_o,
    output wire [LID_W-1:0]           pick_lid_o,
    output wire                       in_order_o,   // kernels go in launch order: a launch with a priority is refused
    output wire                       all_sms_o,    // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                       busy_o        // a register changes without a pick
`ifdef FORMAL
    , input wire [LID_W-1:0]          next_lid_i
`endif
);
    localparam [Y_W-1:0] Y_ONE = 1;
    localparam [Z_W-1:0] Z_ONE = 1;

    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    wire               work = rst_ni && en_i && held;
    wire               there, valid, take;          // the grid is cut; a tile is left to give out, and given out now
    wire [SMS-1:0]     own;                         // SM s has CTAs of its own tile left
    wire [SMS-1:0]     gnt;
    wire               go = en_i && load_i && held;

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(cand_i & (own | {SMS{there && !valid}})), .adv_i(go), .gnt_o(gnt)
    );

    wire             wide, high, deep, tiles_busy;
    wire [X_W-1:0]   tile_x, size_x;
    wire [Y_W-1:0]   tile_y, size_y;
    wire [Z_W-1:0]   tile_z, size_z;
    wire [LID_W-1:0] tile_lid, row, plane_low, plane_high;
    wire             line = grid_y_i == Y_ONE && grid_z_i == Z_ONE;
    wire             slim = {8'd0, grid_x_i} < {{X_W{1'b0}}, param_x_i};
    wire             low  = {8'd0, grid_y_i} < {{Y_W{1'b0}}, param_y_i};
    wire [7:0]       by_x = line ? param_line_i : slim ? 8'd1 : low ? param_thin_i : param_x_i;
    wire [7:0]       by_y = slim ? param_thin_i : low ? 8'd1 : param_y_i;
`ifdef FORMAL
    (* anyconst *) reg [X_W+Y_W+Z_W-1:0] f_cta;     // any CTA
    localparam F_W = 2*(X_W + Y_W + Z_W);
    wire f_cut, f_seen;                             // f_cta is in a tile that was cut; that an SM received
    wire [F_W-1:0] f_dealt, f_left;                 // CTAs of the tiles that SMs received; of these, CTAs left
`endif
    lib_cut #(.X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) u_cut (
        .clk_i(clk_i), .rst_ni(work), .go_i(1'b1),
        .grid_x_i(grid_x_i), .grid_y_i(grid_y_i), .grid_z_i(grid_z_i),
        .by_x_i(by_x | {7'd0, !(|by_x)}), .by_y_i(by_y | {7'd0, !(|by_y)}),
        .by_z_i(param_z_i | {7'd0, !(|param_z_i)}), .there_o(there),
        .tile_valid_o(valid), .tile_take_i(take), .tile_x_o(tile_x), .tile_y_o(tile_y), .tile_z_o(tile_z),
        .tile_lid_o(tile_lid), .tile_wide_o(wide), .tile_high_o(high), .tile_deep_o(deep),
        .size_x_o(size_x), .size_y_o(size_y), .size_z_o(size_z),
        .row_o(row), .plane_low_o(plane_low), .plane_high_o(plane_high)
`ifdef FORMAL
        , .f_cta_i(f_cta), .f_seen_o(f_cut), .f_dealt_o(f_dealt)
`endif
    );
    lib_tiles #(.SMS(SMS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) u_tiles (
        .clk_i(clk_i), .rst_ni(work), .enable_i(sm_enable_i),
        .tile_valid_i(valid), .tile_take_o(take), .tile_x_i(tile_x), .tile_y_i(tile_y), .tile_z_i(tile_z),
        .tile_lid_i(tile_lid), .tile_wide_i(wide), .tile_high_i(high), .tile_deep_i(deep),
        .size_x_i(size_x), .size_y_i(size_y), .size_z_i(size_z),
        .row_i(row), .plane_low_i(plane_low), .plane_high_i(plane_high),
        .sm_i(book_sm_i), .take_i(book_i && en_i), .x_o(pick_x_o), .y_o(pick_y_o), .z_o(pick_z_o),
        .lid_o(pick_lid_o), .held_o(own), .busy_o(tiles_busy)
`ifdef FORMAL
        , .f_cta_i(f_cta), .f_grid_x_i(grid_x_i), .f_grid_y_i(grid_y_i), .f_seen_o(f_seen), .f_left_o(f_left)
`endif
    );

    // All SMs answer about one kernel.
    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_sm_o    = gnt & {SMS{go}};
    assign pick_kid_o   = cur_kid;
    assign in_order_o   = 1'b1;
    assign all_sms_o    = 1'b1;
    assign busy_o       = en_i && (moves || (held && !there) || tiles_busy);

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_same_q = 1'b0, f_work_q = 1'b0;
    reg [1:0]                   f_en_q = 2'd0;  // selected in the last two cycles
    reg [KID_W-1:0]             f_want_q, f_want_2_q;   // want_kid_o of these cycles
    reg [KERNELS-1:0]           f_live_q;
    reg [KERNELS*KERNELS-1:0]   f_before_q;
    reg [SMS-1:0]               f_cand_q, f_pick_q, f_enable_q;
    reg [F_W-1:0]               f_n_q;              // CTAs booked of this grid
    wire                        f_take = book_i && en_i;
    wire [F_W-1:0]              f_gx = grid_x_i, f_gy = grid_y_i, f_gz = grid_z_i, f_all = f_gx * f_gy * f_gz;
    reg                         f_load_q;
    reg [X_W+Y_W+Z_W+40-1:0]    f_grid_q;
    wire [X_W+Y_W+Z_W+40-1:0]   f_grid = {grid_z_i, grid_y_i, grid_x_i, param_x_i, param_y_i, param_z_i,
                                          param_thin_i, param_line_i};
    wire [KERNELS-1:0]          f_live = live_i >> cur_kid;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_en_q     <= {f_en_q[0], 1'b1} & {2{rst_ni && en_i}};
        f_want_q   <= cur_kid;
        f_want_2_q <= f_want_q;
        f_same_q   <= rst_ni && !init_i && !(|pick_sm_o) && !busy_o && en_i && !book_i;
        f_work_q   <= work;
        f_live_q   <= live_i;
        f_before_q <= before_i;
        f_cand_q   <= cand_i;
        f_enable_q <= sm_enable_i;
        f_n_q      <= work ? f_n_q + f_take : {F_W{1'b0}};
        f_load_q   <= load_i;
        f_pick_q   <= pick_sm_o;
        f_grid_q   <= f_grid;
    end
    reg     f_order;                            // exactly one live kernel is the oldest
    reg  [KERNELS-1:0] f_oldest;
    integer f;
    always @* begin
        f_order = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    // next_lid_i counts the CTAs booked. The dispatcher books as many as the grid has, and each is in the tiles once. It
    // masks an SM while its pick waits to be booked; so the tile of that SM loses no CTA to another pick before all tiles
    // have been given out. The host enables and disables SMs while no kernel is busy.
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_grid:  assume (!work || (|grid_x_i && |grid_y_i && |grid_z_i));
        in_still: assume (!f_work_q || (f_grid == f_grid_q && sm_enable_i == f_enable_q));
        in_book:  assume (!(book_sm_i & (book_sm_i - 1'b1)) && (!book_i || |book_sm_i)
                          && !(en_i && |book_sm_i && !(held && (|(book_sm_i & own) || (there && !valid))
                                                       && !(book_sm_i & ~sm_enable_i))));
        in_left:  assume (!(work || f_take) || (f_n_q == next_lid_i && next_lid_i < f_all));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                early:  cover (rst_ni && |pick_sm_o && take);
                second: cover (rst_ni && pick_sm_o[SMS-1] && pick_kid_o == 1'b1 && f_seen && f_work_q);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (&f_en_q && &want_valid_o && f_live[0]
                                            && pick_kid_o == cur_kid && want_kid_o == cur_kid
                                            && cur_kid == f_want_q && cur_kid == f_want_2_q));
        goes_on:  assert (!(en_i && load_i && held && |(cand_i & sm_enable_i) && !busy_o) || |pick_sm_o);
        soon:     assert (!(en_i && load_i && held && |(cand_i & own)) || |pick_sm_o);
        dealt:    assert (!(|pick_sm_o) || |(pick_sm_o & own) || (there && !valid));
        inv_cut:  assert (f_cut == f_seen);
        inv_work: assert (!(|own) || there);
        inv_sum:  assert (f_dealt == f_left + f_n_q);
        left:     assert (!f_take || |own);
        again:    assert (!(f_same_q && en_i && live_i == f_live_q && before_i == f_before_q
                            && cand_i == f_cand_q && load_i == f_load_q && sm_enable_i == f_enable_q)
                          || pick_sm_o == f_pick_q);
    end
`endif
endmodule
`default_nettype wire
