// lib_tiles - holds one tile of the grid per SM, hands out its CTAs, and finds the tile with most CTAs remaining.
//
// Contract  A tile goes to an SM of enable_i that has none or has dispatched all CTAs of its own, round-robin from SM 0
//           on: no SM receives its second tile before all have received their first. held_o: SMs that have one. take_i
//           hands out the CTA shown for sm_i: the next one of that SM's tile in row-major order; if its tile is empty,
//           of the largest tile; if that has become empty since the last search, of the first that has CTAs.
//           Largest: most remaining planes, then rows, then CTAs; ties go to the lowest SM. Tiles differ by one per axis.
// Timing    sm_i -> CTA combinational. A search for the largest visits one tile per cycle, SMS cycles; it starts
//           when CTAs have been taken since the last start and an SM of enable_i has no tile. No CTA waits for a search.
//           A search in fewer cycles would need a multiplexer and a comparator of X_W + Y_W + Z_W bits per tile and cycle.
// Size      SMS * (2*(X_W + Y_W + Z_W) + LID_W + 11) + 3*(X_W + Y_W + Z_W) + X_W + Y_W + LID_W + 6 flops, two
//           multiplexers of SMS tiles. A tile advances in the cycle after take_i; reads in that cycle bypass the row.
// Users     place_tile.   Source  per-core task scheduler of [SAS §IV], at the grain of CTAs.
`default_nettype none
module lib_tiles #(
    parameter SMS   = 28,                       // 1..256
    parameter X_W   = 24,                       // bits of the coordinates
    parameter Y_W   = 16,
    parameter Z_W   = 16,
    parameter LID_W = 32                        // bits of the linear id
) (
    input  wire             clk_i,
    input  wire             rst_ni,             // synchronous, active low: no SM has a tile
    input  wire [SMS-1:0]   enable_i,           // SM s may receive CTAs

    input  wire             tile_valid_i,       // tile_* to plane_*: outputs of lib_cut
    output wire             tile_take_o,
    input  wire [X_W-1:0]   tile_x_i,
    input  wire [Y_W-1:0]   tile_y_i,
    input  wire [Z_W-1:0]   tile_z_i,
    input  wire [LID_W-1:0] tile_lid_i,
    input  wire             tile_wide_i,
    input  wire             tile_high_i,
    input  wire             tile_deep_i,
    input  wire [X_W-1:0]   size_x_i,
    input  wire [Y_W-1:0]   size_y_i,
    input  wire [Z_W-1:0]   size_z_i,
    input  wire [LID_W-1:0] row_i,
    input  wire [LID_W-1:0] plane_low_i,
    input  wire [LID_W-1:0] plane_high_i,

    input  wire [SMS-1:0]   sm_i,               // SM that a CTA is requested for, one-hot or zero
    input  wire             take_i,             // the CTA shown is booked at this clock edge
    output wire [X_W-1:0]   x_o,
    output wire [Y_W-1:0]   y_o,
    output wire [Z_W-1:0]   z_o,
    output wire [LID_W-1:0] lid_o,
    output wire [SMS-1:0]   held_o,             // SM s has a tile with CTAs remaining
    output wire             busy_o              // a register changes at this clock edge without take_i
`ifdef FORMAL
    , input  wire [X_W+Y_W+Z_W-1:0] f_cta_i     // any CTA { z, y, x }
    , input  wire [X_W-1:0]         f_grid_x_i  // the grid
    , input  wire [Y_W-1:0]         f_grid_y_i
    , output wire                   f_seen_o    // an SM has received its tile
    , output reg  [2*(X_W+Y_W+Z_W)-1:0] f_left_o        // CTAs left of all tiles
`endif
);
    localparam SUM_W = X_W + Y_W + Z_W;
    localparam ROW_W = 2*SUM_W + LID_W + 5;     // { last, y_end, x_end, wide, high, lid, remaining z, y, x, position z, y, x }
    localparam [SMS-1:0]   S_ONE = 1;
    localparam [X_W-1:0]   X_ONE = 1;
    localparam [Y_W-1:0]   Y_ONE = 1;
    localparam [Z_W-1:0]   Z_ONE = 1;
    localparam [LID_W-1:0] LID_ONE = 1;

    reg  [SMS*ROW_W-1:0] row_q;
    reg  [SMS-1:0]       held_q;
    reg  [ROW_W-1:0]     hand_q;                // the row read in the previous cycle by take_i,
    reg  [SMS-1:0]       moves_q;               // its SM, one-hot or zero: the row advances now
    reg  [SMS-1:0]       best_q;                // SM of the largest tile, one-hot or zero
    reg                  stale_q;               // CTAs were taken since the last search started
    reg  [SMS-1:0]       look_q, most_q;        // search: SM visited now, SM of the largest so far
    reg  [SUM_W-1:0]     size_q;                // remaining CTAs per axis of the largest so far

    wire [SMS-1:0] bare  = enable_i & ~held_q;
    wire [SMS-1:0] next;
    wire [SMS-1:0] to    = next & {SMS{tile_valid_i}};
    wire           begins = !(|look_q) && stale_q && |bare && |held_q && !tile_valid_i;
    lib_rr_arb #(.N(SMS)) u_to (.clk_i(clk_i), .rst_ni(rst_ni), .req_i(bare), .adv_i(tile_valid_i), .gnt_o(next));

    // Source of the CTA: the SM's own tile, else the spare one.
    wire [SMS-1:0] spare = |(best_q & held_q) ? best_q : held_q & (~held_q + S_ONE);
    wire [SMS-1:0] from  = |(sm_i & held_q) ? sm_i : spare;
    wire [ROW_W-1:0] kept, shown, row_d;
    wire             used;                      // the CTA is the last of its tile
    lib_mux1h #(.N(SMS), .W(ROW_W)) u_from (.sel_i(from), .data_i(row_q), .data_o(kept));
    assign shown = |(from & moves_q) ? row_d : kept;
    assign {used, lid_o} = {shown[ROW_W-1], shown[2*SUM_W +: LID_W]};
    assign {z_o, y_o, x_o} = shown[SUM_W-1:0];

    // The row that advances. It stores three flags that select the addends, which keeps the comparisons off the adders'
    // path: last CTA of the tile, last row of the plane (y_end), last CTA of the row (x_end).
    wire             last, y_end, x_end, wide, high;
    wire [LID_W-1:0] lid;
    wire [X_W-1:0]   x, x_left;
    wire [Y_W-1:0]   y, y_left;
    wire [Z_W-1:0]   z, z_left;
    assign {last, y_end, x_end, wide, high, lid, z_left, y_left, x_left, z, y, x} = hand_q;
    reg  [X_W-1:0]   narrow_q;                  // of a tile that is not wide: CTAs per row, minus 1
    reg  [Y_W-1:0]   flat_q;                    // of a tile that is not high: rows per plane, minus 1
    always @(posedge clk_i) begin               // sizes are stable from the first tile on: not reset
        narrow_q <= size_x_i - X_ONE;
        flat_q   <= size_y_i - Y_ONE;
    end
    wire             turn = x_end && y_end;     // step to the next plane
    wire [X_W-1:0]   w = wide ? size_x_i : narrow_q;
    wire [Y_W-1:0]   h = high ? size_y_i : flat_q;
    wire [X_W-1:0]   x_left_d = x_end ? w : x_left - X_ONE;
    wire [Y_W-1:0]   y_left_d = turn ? h : y_left - {{(Y_W - 1){1'b0}}, x_end};
    wire [Z_W-1:0]   z_left_d = z_left - {{(Z_W - 1){1'b0}}, turn};
    wire             x_end_d  = x_end ? !(|w) : x_left == X_ONE;
    wire             y_end_d  = turn ? !(|h) : x_end ? y_left == Y_ONE : y_end;
    wire             z_end_d  = turn ? z_left == Z_ONE : !(|z_left);
    // One adder each: the extra lowest bit of each operand produces the carry-in.
    wire [X_W:0]     x_sum = {x, 1'b1} + {~w & {X_W{x_end}}, 1'b1};
    wire [Y_W:0]     y_sum = {y, x_end} + {~h & {Y_W{turn}}, 1'b1};
    wire [Z_W:0]     z_sum = {z, turn} + {{Z_W{1'b0}}, 1'b1};
    wire [LID_W-1:0] step  = !x_end ? LID_ONE : !y_end ? row_i : high ? plane_high_i : plane_low_i;
    wire [LID_W:0]   lid_sum = {lid, x_end && !wide} + {step, 1'b1};
    wire [SUM_W-1:0] left_d = {z_left_d, y_left_d, x_left_d};
    assign row_d = {x_end_d && y_end_d && z_end_d, y_end_d, x_end_d, wide, high, lid_sum[LID_W:1], left_d,
                    z_sum[Z_W:1], y_sum[Y_W:1], x_sum[X_W:1]};
    wire unused = &{1'b0, last, lid_sum[0], x_sum[0], y_sum[0], z_sum[0]};

    wire [SUM_W-1:0] whole = {tile_deep_i ? size_z_i : size_z_i - Z_ONE, tile_high_i ? size_y_i : size_y_i - Y_ONE,
                              tile_wide_i ? size_x_i : size_x_i - X_ONE};
    wire [ROW_W-1:0] tile = {!(|whole), !(|whole[X_W +: Y_W]), !(|whole[X_W-1:0]), tile_wide_i, tile_high_i, tile_lid_i,
                             whole, tile_z_i, tile_y_i, tile_x_i};

    wire [SMS*SUM_W-1:0] lefts;
    wire [SUM_W-1:0]     stood;                 // remaining CTAs of the visited tile, before it advances
    wire                 moves = |(look_q & moves_q);
    wire [SUM_W-1:0]     left = moves ? left_d : stood;
    // Both comparisons at once: a choice before one comparison would be the longest path of a large dispatcher.
    wire                 more = |(look_q & held_q) && ((moves ? left_d > size_q : stood > size_q) || !(|most_q));
    wire [SMS-1:0]       most = more ? look_q : most_q;
    lib_mux1h #(.N(SMS), .W(SUM_W)) u_look (.sel_i(look_q), .data_i(lefts), .data_o(stood));

    genvar g;
    generate
        for (g = 0; g < SMS; g = g + 1) begin : g_sm
            assign lefts[g*SUM_W +: SUM_W] = row_q[g*ROW_W + SUM_W +: SUM_W];
            always @(posedge clk_i)
                if (to[g]) row_q[g*ROW_W +: ROW_W] <= tile;
                else if (moves_q[g]) row_q[g*ROW_W +: ROW_W] <= row_d;
        end
    endgenerate

    always @(posedge clk_i)
        if (!rst_ni) begin
            held_q  <= {SMS{1'b0}};
            moves_q <= {SMS{1'b0}};
            best_q  <= {SMS{1'b0}};
            look_q  <= {SMS{1'b0}};
            stale_q <= 1'b1;
        end else begin
            moves_q <= from & {SMS{take_i}};
            held_q  <= (held_q & ~(from & {SMS{take_i && used}})) | to;
            stale_q <= take_i || (stale_q && !begins);
            look_q  <= begins ? S_ONE : look_q << 1;
            if (look_q[SMS-1]) best_q <= most;
        end
    always @(posedge clk_i)
        if (take_i) hand_q <= shown;
    always @(posedge clk_i)
        if (begins)       most_q <= {SMS{1'b0}};
        else if (more) begin
            most_q <= look_q;
            size_q <= left;
        end

    assign tile_take_o = tile_valid_i && |bare;
    assign held_o      = held_q;
    assign busy_o      = tile_take_o || |look_q || begins;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam F_W = 2*SUM_W;                   // wide enough that no product or sum overflows
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_valid_q, f_seen_q, f_gone_q;
    reg [SUM_W-1:0]     f_cta_q, f_size_q;
    reg [X_W+Y_W-1:0]   f_grid_q;
    reg [SMS*SUM_W-1:0] f_low_q;                // first CTA of each row's tile,
    reg [SMS-1:0]       f_deep_q;               // whether it is deep
    wire [F_W-1:0] f_gx = f_grid_x_i, f_gy = f_grid_y_i;
    wire [SUM_W-1:0] f_size = {size_z_i, size_y_i, size_x_i}, f_tile = {tile_z_i, tile_y_i, tile_x_i};
    wire [2:0]     f_more = {tile_deep_i, tile_high_i, tile_wide_i}, f_in, f_some;
    wire [SMS*ROW_W-1:0] f_rows;                // rows, with the advance in progress applied
    wire [SMS*SUM_W-1:0] f_lefts;
    wire [SMS-1:0] f_at, f_box, f_ahead, f_lid, f_less; // per row: inside its tile; f_cta_i is in it and not taken
    wire [SUM_W-1:0] f_best;                    // remaining CTAs of best_q, of most_q
    wire [SUM_W-1:0] f_most;
    wire [SMS-1:0] f_open = f_box & held_q;
    wire           f_hit = &f_in, f_gone = take_i && f_cta_i == {z_o, y_o, x_o};
    wire [F_W-1:0] f_row = f_gx - size_x_i, f_low = f_gx * f_gy - f_gx * size_y_i + f_row,
                   f_high = f_gx * f_gy - f_gx * size_y_i - size_x_i,
                   f_first = (tile_z_i * f_gy + tile_y_i) * f_gx + tile_x_i,
                   f_shown = (z_o * f_gy + y_o) * f_gx + x_o;
    assign f_seen_o = f_seen_q;
    wire [SMS*F_W-1:0] f_counts;                // CTAs left of each row
    integer f_r;
    always @* begin
        f_left_o = {F_W{1'b0}};
        for (f_r = 0; f_r < SMS; f_r = f_r + 1)
            if (held_q[f_r]) f_left_o = f_left_o + f_counts[f_r*F_W +: F_W];
    end
    lib_mux1h #(.N(SMS), .W(SUM_W)) f_u_best (.sel_i(best_q), .data_i(f_lefts), .data_o(f_best));
    lib_mux1h #(.N(SMS), .W(SUM_W)) f_u_most (.sel_i(most_q), .data_i(f_lefts), .data_o(f_most));
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && (|held_q || tile_take_o);
        f_valid_q <= tile_valid_i;
        f_cta_q   <= f_cta_i;
        f_size_q  <= f_size;
        f_grid_q  <= {f_grid_y_i, f_grid_x_i};
        f_seen_q  <= rst_ni && (f_seen_q || (tile_take_o && f_hit));
        f_gone_q  <= rst_ni && (f_gone_q || f_gone);
    end
    genvar f;
    generate
        for (f = 0; f < SMS; f = f + 1) begin : g_f
            assign f_rows[f*ROW_W +: ROW_W]  = moves_q[f] ? row_d : row_q[f*ROW_W +: ROW_W];
            assign f_lefts[f*SUM_W +: SUM_W] = f_rows[f*ROW_W + SUM_W +: SUM_W];
            wire [F_W-1:0] f_x = f_rows[f*ROW_W +: X_W], f_y = f_rows[f*ROW_W + X_W +: Y_W],
                           f_z = f_rows[f*ROW_W + X_W + Y_W +: Z_W];
            wire [F_W-1:0] f_xl = f_lefts[f*SUM_W +: X_W], f_yl = f_lefts[f*SUM_W + X_W +: Y_W],
                           f_zl = f_lefts[f*SUM_W + X_W + Y_W +: Z_W];
            wire [F_W-1:0] f_lx = f_low_q[f*SUM_W +: X_W], f_ly = f_low_q[f*SUM_W + X_W +: Y_W],
                           f_lz = f_low_q[f*SUM_W + X_W + Y_W +: Z_W];
            wire [F_W-1:0] f_cx = f_cta_i[0 +: X_W], f_cy = f_cta_i[X_W +: Y_W], f_cz = f_cta_i[X_W + Y_W +: Z_W];
            wire f_wide = f_rows[f*ROW_W + ROW_W - 4], f_tall = f_rows[f*ROW_W + ROW_W - 5];
            wire [F_W-1:0] f_nx = size_x_i + f_wide, f_ny = size_y_i + f_tall, f_nz = size_z_i + f_deep_q[f];
            assign f_counts[f*F_W +: F_W] = (f_zl * f_ny + f_yl) * f_nx + f_xl + 1;
            wire [F_W-1:0] f_id = (f_z * f_gy + f_y) * f_gx + f_x;
            assign f_at[f]  = |f_nx && |f_ny && |f_nz && f_x >= f_lx && f_x + f_xl + 1 == f_lx + f_nx
                              && f_y >= f_ly && f_y + f_yl + 1 == f_ly + f_ny
                              && f_z >= f_lz && f_z + f_zl + 1 == f_lz + f_nz
                              && f_rows[f*ROW_W + ROW_W - 3 +: 3] == {!(|{f_xl, f_yl, f_zl}), !(|f_yl), !(|f_xl)}
                              && f_lx + f_nx <= (1 << X_W) && f_ly + f_ny <= (1 << Y_W) && f_lz + f_nz <= (1 << Z_W);
            assign f_lid[f] = f_rows[f*ROW_W + 2*SUM_W +: LID_W] == f_id[LID_W-1:0];
            assign f_box[f] = f_cx >= f_lx && f_cx < f_lx + f_nx && f_cy >= f_ly && f_cy < f_ly + f_ny
                              && f_cz >= f_lz && f_cz < f_lz + f_nz;
            assign f_ahead[f] = f_cta_i >= f_rows[f*ROW_W +: SUM_W];
            // Of the rows visited since the last take_i, none has more CTAs than the largest.
            assign f_less[f] = !held_q[f] || (|look_q ? |look_q[f:0] || (|most_q && f_lefts[f*SUM_W +: SUM_W] <= size_q)
                                                      : |best_q && f_lefts[f*SUM_W +: SUM_W] <= f_best);
            always @(posedge clk_i)
                if (to[f]) begin
                    f_low_q[f*SUM_W +: SUM_W] <= f_tile;
                    f_deep_q[f] <= tile_deep_i;
                end
        end
        for (f = 0; f < 3; f = f + 1) begin : g_axis
            localparam W  = (f == 0) ? X_W : (f == 1) ? Y_W : Z_W;
            localparam LO = (f == 0) ? 0 : (f == 1) ? X_W : X_W + Y_W;
            wire [F_W-1:0] f_p = f_tile[LO +: W], f_c = f_cta_i[LO +: W], f_n = f_size[LO +: W] + f_more[f];
            assign f_in[f]   = f_c >= f_p && f_c < f_p + f_n;
            assign f_some[f] = |f_n && f_p + f_n <= (1 << W);
        end
    endgenerate
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_sm:     assume (!(sm_i & (sm_i - 1'b1)) && (!take_i || |sm_i));
        in_some:   assume (!tile_valid_i || (&f_some && tile_lid_i == f_first[LID_W-1:0]));
        in_once:   assume (!(tile_take_o && f_hit && f_seen_q));
        in_left:   assume (!take_i || |held_q);
        in_still:  assume (!f_run_q || {f_size, f_grid_y_i, f_grid_x_i} == {f_size_q, f_grid_q});
        in_gone:   assume (!f_run_q || f_valid_q || !tile_valid_i);
        in_steps:  assume (!(take_i || |moves_q) || (row_i == f_row[LID_W-1:0] && plane_low_i == f_low[LID_W-1:0]
                                       && plane_high_i == f_high[LID_W-1:0]));
        in_cta:    assume (f_cta_q == f_cta_i);
        inv_run:   assert (!(|held_q) || f_run_q);
        inv_narrow: assert (!(|held_q) || (narrow_q == size_x_i - X_ONE && flat_q == size_y_i - Y_ONE));
        inv_late:  assert (stale_q || (|held_q && !tile_valid_i));
        inv_at:    assert (!(held_q & ~f_at));
        inv_lid:   assert (!(held_q & ~f_lid));
        inv_one:   assert (!(f_open & (f_open - 1'b1)) && (f_seen_q || !(|f_open)) && (f_seen_q || !f_gone_q));
        inv_ahead: assert (!(|f_open) || f_gone_q == !(|(f_open & f_ahead)));
        inv_hot:   assert (!(look_q & (look_q - 1'b1)) && !(best_q & (best_q - 1'b1))
                           && (!(|look_q) || !(most_q & (most_q - 1'b1))));
        inv_most:  assert (stale_q || !(|look_q) || !(|most_q) || (size_q == f_most && !(most_q & ~held_q)));
        inv_best:  assert (stale_q || |look_q || (|best_q && !(best_q & ~held_q)));
        inv_moves: assert (!(moves_q & (moves_q - 1'b1)));
        inv_less:  assert (stale_q || &f_less);
        // Each CTA of each tile is taken once; the CTA shown is of the SM's own tile, or of another once that is empty.
        once:      assert (!(f_gone && f_gone_q));
        all:       assert (!(f_seen_q && !f_gone_q) || |f_open);
        linear:    assert (!take_i || lid_o == f_shown[LID_W-1:0]);
        own:       assert (!(take_i && |(sm_i & held_q)) || from == sm_i);
        one:       assert (!(from & (from - 1'b1)) && (!take_i || |(from & held_q)));
        largest:   assert (!(take_i && !(|(sm_i & held_q)) && !stale_q && !(|look_q)) || from == best_q);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                helps: cover (take_i && from == best_q && !(|(sm_i & held_q)) && f_gone_q && !stale_q && |f_open);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
