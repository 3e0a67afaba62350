// lib_cut - cuts a grid of CTAs into tiles of almost equal size and lists them, one per cycle.
//
// Contract  go_i starts; grid_*_i and by_*_i (1 or more) must be stable from then on. An axis of N CTAs is cut into
//           n = min(by, N) tiles: the first N mod n have N/n + 1 CTAs, the others N/n. Tiles come in row-major order, x
//           fastest, each with the coordinates and linear id of its first CTA and a flag per axis for the extra CTA.
//           Every CTA is in exactly one tile. there_o rises when sizes and products are known; only reset clears it.
//           Linear ids inside a tile: +1 along a row; +row_o from a row's last CTA to the next row; +plane_low_o, or in a
//           tile with the extra row +plane_high_o, from a plane's last CTA to the next plane; both +1 in a tile not wide.
// Timing    there_o rises max(X_W, Y_W + Z_W) + 2 edges after that with go_i; then a tile per cycle with tile_take_i.
//           row_o and plane*_o are valid from the second cycle of there_o on.
// Size      about 3*(X_W + Y_W + Z_W) + X_W + 12*LID_W + 110 flops, six adders of LID_W bits, one per coordinate.
// Users     place_tile.   Source  tiles of [SAS §III-IV].
`default_nettype none
module lib_cut #(
    parameter X_W   = 24,                       // bits of a coordinate and a grid size, x; 2..31
    parameter Y_W   = 16,
    parameter Z_W   = 16,
    parameter LID_W = 32,                       // bits of the linear id, X_W or more
    parameter BY_W  = 8                         // bits of the number of tiles along an axis
) (
    input  wire             clk_i,
    input  wire             rst_ni,             // synchronous, active low
    input  wire             go_i,               // sampled only while idle

    input  wire [X_W-1:0]   grid_x_i,           // 1 or more
    input  wire [Y_W-1:0]   grid_y_i,
    input  wire [Z_W-1:0]   grid_z_i,
    input  wire [BY_W-1:0]  by_x_i,             // tiles along x
    input  wire [BY_W-1:0]  by_y_i,
    input  wire [BY_W-1:0]  by_z_i,
    output wire             there_o,

    output wire             tile_valid_o,
    input  wire             tile_take_i,        // takes the tile; only with tile_valid_o
    output wire [X_W-1:0]   tile_x_o,           // first CTA of the tile
    output wire [Y_W-1:0]   tile_y_o,
    output wire [Z_W-1:0]   tile_z_o,
    output wire [LID_W-1:0] tile_lid_o,
    output wire             tile_wide_o,        // tile has the extra CTA along x,
    output wire             tile_high_o,        // along y,
    output wire             tile_deep_o,        // along z

    output wire [X_W-1:0]   size_x_o,           // CTAs of a tile along x, without the extra one
    output wire [Y_W-1:0]   size_y_o,
    output wire [Z_W-1:0]   size_z_o,
    output wire [LID_W-1:0] row_o,
    output wire [LID_W-1:0] plane_low_o,        // of a tile without an extra row,
    output wire [LID_W-1:0] plane_high_o        // of one with it
`ifdef FORMAL
    , input  wire [X_W+Y_W+Z_W-1:0] f_cta_i     // any CTA { z, y, x }
    , output wire                   f_seen_o    // its tile has been taken
    , output wire [2*(X_W+Y_W+Z_W)-1:0] f_dealt_o       // CTAs of the tiles that have been taken
`endif
);
    localparam SUM_W  = X_W + Y_W + Z_W;
    localparam YZ_W   = Y_W + Z_W;
    localparam STEPS  = (X_W > YZ_W) ? X_W : YZ_W;
    localparam STEP_W = $clog2(STEPS + 1);
    localparam [STEP_W-1:0] STEP_ONE = 1, STEP_END = STEPS[STEP_W-1:0], STEP_X = X_W[STEP_W-1:0],
                            STEP_Y = Y_W[STEP_W-1:0], STEP_YZ = YZ_W[STEP_W-1:0];
    localparam [BY_W-1:0]   BY_ONE = 1;

    reg                divide_q, deal_q, left_q;    // left_q: tiles remain to be listed
    reg [STEP_W-1:0]   step_q;
    reg [SUM_W-1:0]    quot_q;                      // { z, y, x }: dividend (grid), shifted out for the quotient
    reg [3*BY_W-1:0]   rest_q, end_q, at_q;         // remainders; index of the last tile, of this one
    reg [LID_W-1:0]    band_q, xy_q, slab_q;        // grid_x * size_y, grid_x * grid_y, that * size_z
    reg [LID_W-1:0]    band_more_q, slab_more_q;    // with one row more, with one plane more
    reg [LID_W-1:0]    gap_q, row_q, low_q, high_q;
    reg [X_W-1:0]      x_q;                         // grid_x, sampled at the start
    reg [3*BY_W-1:0]   by_q;                        // tiles along each axis, sampled at the start
    reg [SUM_W-1:0]    pos_q;                       // first CTA of this tile
    reg [LID_W-1:0]    lid_q, lid_y_q, lid_z_q;     // linear id of this tile, of the first of its row, of its plane

    wire [SUM_W-1:0]   grid = {grid_z_i, grid_y_i, grid_x_i};
    wire [3*BY_W-1:0]  by   = {by_z_i, by_y_i, by_x_i};
    wire [2:0]         on   = {step_q >= STEP_Y && step_q < STEP_YZ, step_q < STEP_Y, step_q < STEP_X}
                            & {3{divide_q}};
    wire [2:0]         digit;                       // next quotient bit per axis
    wire [2:0]         more, ends;                  // per axis: the tile has the extra CTA; it is the last tile
    wire [2:0]         go   = {&ends[1:0], ends[0], 1'b1} & {3{tile_take_i}};
    wire               top  = quot_q[X_W + Y_W - 1];        // next bit of grid_y

    wire [LID_W-1:0] x_lid  = {{(LID_W - X_W){1'b0}}, x_q};
    wire [LID_W-1:0] w_lid  = {{(LID_W - X_W){1'b0}}, size_x_o};
    // Step of the linear id to the next tile: a tile's width, a band of tiles (next y), or a slab of bands (next z).
    wire [LID_W-1:0] base = !ends[0] ? lid_q : !ends[1] ? lid_y_q : lid_z_q;
    wire [LID_W-1:0] inc  = !ends[0] ? w_lid : !ends[1] ? (more[1] ? band_more_q : band_q)
                                                        : more[2] ? slab_more_q : slab_q;
    // One adder: the extra lowest bit of each operand produces the carry-in.
    wire [LID_W:0]   sum  = {base, 1'b1} + {inc, more[0] && !ends[0]};
    wire [LID_W-1:0] lid  = sum[LID_W:1];
    wire unused_carry = &{1'b0, sum[0]};

    assign there_o = deal_q;
    assign tile_valid_o = left_q;
    assign {tile_z_o, tile_y_o, tile_x_o} = pos_q;
    assign {size_z_o, size_y_o, size_x_o} = quot_q;
    assign {tile_deep_o, tile_high_o, tile_wide_o} = more;
    assign tile_lid_o   = lid_q;
    assign row_o        = row_q;
    assign plane_low_o  = low_q;
    assign plane_high_o = high_q;

    always @(posedge clk_i)
        if (!rst_ni) begin
            divide_q <= 1'b0;
            deal_q   <= 1'b0;
            left_q   <= 1'b0;
        end else begin
            divide_q <= divide_q ? step_q != STEP_END : go_i && !deal_q;
            deal_q   <= deal_q || (divide_q && step_q == STEP_END);
            left_q   <= left_q ? !(tile_take_i && &ends) : divide_q && step_q == STEP_END;
        end

    always @(posedge clk_i)
        if (!divide_q && !deal_q) begin
            step_q  <= {STEP_W{1'b0}};
            x_q     <= grid_x_i;
            by_q    <= by;
            band_q  <= {LID_W{1'b0}};
            xy_q    <= {LID_W{1'b0}};
            slab_q  <= {LID_W{1'b0}};
            lid_q   <= {LID_W{1'b0}};
            lid_y_q <= {LID_W{1'b0}};
            lid_z_q <= {LID_W{1'b0}};
        end else begin
            if (divide_q) step_q <= step_q + STEP_ONE;
            // Shift-and-add products, MSB first, as the divider produces quotient bits.
            if (on[1]) band_q <= (band_q << 1) + (x_lid & {LID_W{digit[1]}});
            if (on[1]) xy_q   <= (xy_q << 1) + (x_lid & {LID_W{top}});
            if (on[2]) slab_q <= (slab_q << 1) + (xy_q & {LID_W{digit[2]}});
            if (go[0]) lid_q   <= lid;
            if (go[1]) lid_y_q <= lid;
            if (go[2]) lid_z_q <= lid;
        end

    always @(posedge clk_i) begin
        row_q  <= x_lid - w_lid;
        gap_q  <= xy_q - band_q;
        band_more_q <= band_q + x_lid;
        slab_more_q <= slab_q + xy_q;
        low_q  <= gap_q + row_q;
        high_q <= gap_q - w_lid;
    end

    genvar g;
    generate
        for (g = 0; g < 3; g = g + 1) begin : g_axis
            localparam W  = (g == 0) ? X_W : (g == 1) ? Y_W : Z_W;
            localparam LO = (g == 0) ? 0 : (g == 1) ? X_W : X_W + Y_W;
            localparam [BY_W:0] NONE = 0;
            wire [BY_W-1:0] rest = rest_q[g*BY_W +: BY_W];
            wire [BY_W-1:0] at   = at_q[g*BY_W +: BY_W];
            wire [BY_W-1:0] among = by_q[g*BY_W +: BY_W];
            wire [BY_W-1:0] most = |quot_q[LO +: W] ? among : rest;
            wire [BY_W:0]   next = {rest, quot_q[LO + W - 1]};
            wire [BY_W:0]   gap  = next - {1'b0, among};
            wire [W:0]      pos  = {pos_q[LO +: W], 1'b1} + {quot_q[LO +: W], more[g]};
            assign digit[g] = next >= {1'b0, among};
            assign more[g]  = at < rest;
            assign ends[g]  = at == end_q[g*BY_W +: BY_W];
            wire [BY_W:0]   kept = digit[g] ? gap : next;
            wire unused = &{1'b0, kept[BY_W], pos[0], NONE};
            always @(posedge clk_i) begin
                end_q[g*BY_W +: BY_W] <= most - BY_ONE;
                if (!divide_q && !deal_q) begin
                    quot_q[LO +: W]        <= grid[LO +: W];
                    rest_q[g*BY_W +: BY_W] <= {BY_W{1'b0}};
                    at_q[g*BY_W +: BY_W]   <= {BY_W{1'b0}};
                    pos_q[LO +: W]         <= {W{1'b0}};
                end else begin
                    if (on[g]) begin
                        quot_q[LO +: W]        <= (quot_q[LO +: W] << 1) | {{(W - 1){1'b0}}, digit[g]};
                        rest_q[g*BY_W +: BY_W] <= kept[BY_W-1:0];
                    end
                    if (go[g]) begin
                        at_q[g*BY_W +: BY_W] <= ends[g] ? {BY_W{1'b0}} : at + BY_ONE;
                        pos_q[LO +: W] <= ends[g] ? {W{1'b0}} : pos[W:1];
                    end
                end
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam F_W = 2*SUM_W + BY_W;            // wide enough that no product or sum overflows
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_deal_q = 1'b0, f_seen_q;
    reg [SUM_W+3*BY_W-1:0] f_in_q;
    reg [SUM_W-1:0]        f_cta_q;
    wire [2:0] f_in, f_hit, f_part, f_pos, f_size, f_end, f_some;
    wire [3*F_W-1:0] f_n, f_quot, f_at, f_done;     // CTAs; quotient so far; first CTA; dividend bits consumed
    wire [3*BY_W-1:0] f_i, f_here;              // tile of f_cta_i, current tile; z most significant
    wire [F_W-1:0] f_gx = f_n[0 +: F_W], f_gy = f_n[F_W +: F_W], f_x = f_at[0 +: F_W],
                   f_y = f_at[F_W +: F_W], f_z = f_at[2*F_W +: F_W];
    wire [F_W-1:0] f_band = f_gx * f_quot[F_W +: F_W], f_xy = f_gx * f_done[F_W +: F_W],
                   f_slab = xy_q * f_quot[2*F_W +: F_W], f_all = (f_z * f_gy + f_y) * f_gx + f_x,
                   f_all_y = (f_z * f_gy + f_y) * f_gx, f_all_z = f_z * f_gy * f_gx,
                   f_row = f_gx - f_quot[0 +: F_W], f_gap = f_gx * f_gy - f_band,
                   f_low = f_gap + f_row, f_high = f_gap - f_quot[0 +: F_W];
    assign f_seen_o = f_seen_q;
    wire [3*F_W-1:0] f_len;                     // CTAs of this tile along each axis
    wire [F_W-1:0] f_rows = f_y * f_gx + f_len[F_W +: F_W] * f_x,
                   f_dealt = left_q ? f_z * f_gx * f_gy + f_len[2*F_W +: F_W] * f_rows
                                    : f_gx * f_gy * f_n[2*F_W +: F_W];
    assign f_dealt_o = f_dealt[2*SUM_W-1:0] & {2*SUM_W{deal_q}};
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_run_q  <= rst_ni && (divide_q || deal_q || go_i);
        f_deal_q <= rst_ni && deal_q;
        f_in_q   <= {by, grid};
        f_cta_q  <= f_cta_i;
        f_seen_q <= rst_ni && deal_q && (f_seen_q || (tile_take_i && &f_hit));
    end
    genvar f;
    generate
        for (f = 0; f < 3; f = f + 1) begin : g_f
            localparam W  = (f == 0) ? X_W : (f == 1) ? Y_W : Z_W;
            localparam LO = (f == 0) ? 0 : (f == 1) ? X_W : X_W + Y_W;
            wire [F_W-1:0] f_s = deal_q ? W : !divide_q ? 0 : f == 2 ? (step_q < STEP_Y ? 0
                               : step_q < STEP_YZ ? step_q - STEP_Y : Z_W) : step_q < W ? step_q : W;
            wire [F_W-1:0] f_g = grid[LO +: W], f_b = by[f*BY_W +: BY_W], f_r = rest_q[f*BY_W +: BY_W],
                           f_d = quot_q[LO +: W], f_a = at_q[f*BY_W +: BY_W], f_c = f_cta_i[LO +: W];
            wire [F_W-1:0] f_q = f_d & ((1 << f_s) - 1), f_p = pos_q[LO +: W];
            wire [F_W-1:0] f_long = f_r * (f_q + 1);    // CTAs in tiles with the extra one
            wire [F_W-1:0] f_ic = f_c < f_long ? f_c / (f_q + 1) : f_r + (f_c - f_long) / f_q;
            assign f_n[f*F_W +: F_W]    = f_g;
            assign f_quot[f*F_W +: F_W] = f_q;
            assign f_done[f*F_W +: F_W] = f_g >> (W - f_s);
            assign f_at[f*F_W +: F_W]   = f_p;
            assign f_part[f] = f_g >> (W - f_s) == f_q * f_b + f_r && f_r < f_b
                               && f_d >> f_s == (f_g & ((1 << (W - f_s)) - 1));
            assign f_some[f] = |f_g && |f_b;
            assign f_len[f*F_W +: F_W] = f_d + more[f];
            assign f_in[f]   = f_c < f_g;
            assign f_hit[f]  = f_c >= f_p && f_c < f_p + f_d + more[f];
            assign f_i[f*BY_W +: BY_W] = f_ic;
            assign f_here[f*BY_W +: BY_W] = at_q[f*BY_W +: BY_W];
            assign f_pos[f]  = f_p == f_a * f_q + (f_a < f_r ? f_a : f_r) && f_a <= end_q[f*BY_W +: BY_W];
            assign f_size[f] = |(f_d + more[f]) && f_p + f_d + more[f] <= f_g;
            assign f_end[f]  = end_q[f*BY_W +: BY_W] == (f_g < f_b ? f_g : f_b) - 1;
        end
    endgenerate
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_some:   assume (!rst_ni || &f_some);
        in_still:  assume (!f_run_q || f_in_q == {by, grid});
        in_cta:    assume (f_cta_q == f_cta_i);
        in_take:   assume (!tile_take_i || tile_valid_o);
        inv_phase: assert (!(divide_q && deal_q) && (deal_q || !left_q) && (!divide_q || step_q <= STEP_END)
                           && (!(divide_q || deal_q) || f_run_q));
        inv_part:  assert (!(divide_q || deal_q) || &f_part);
        inv_band:  assert (!(divide_q || deal_q) || band_q == f_band[LID_W-1:0]);
        inv_xy:    assert (!(divide_q || deal_q) || xy_q == f_xy[LID_W-1:0]);
        inv_slab:  assert (!(divide_q || deal_q) || slab_q == f_slab[LID_W-1:0]);
        inv_in:    assert (!(divide_q || deal_q) || {x_q, by_q} == {grid_x_i, by});
        inv_more:  assert (!deal_q || (band_more_q == band_q + x_lid && slab_more_q == slab_q + xy_q));
        inv_zero:  assert (!divide_q || !(|{pos_q, at_q, lid_q, lid_y_q, lid_z_q}));
        inv_end:   assert (!deal_q || &f_end);
        inv_pos:   assert (!deal_q || &f_pos);
        lids:      assert (!left_q || (lid_q == f_all[LID_W-1:0]));
        inv_lids:  assert (!left_q || (lid_y_q == f_all_y[LID_W-1:0] && lid_z_q == f_all_z[LID_W-1:0]));
        steps:     assert (!deal_q || row_q == f_row[LID_W-1:0]);
        inv_gap:   assert (!deal_q || gap_q == f_gap[LID_W-1:0]);
        planes:    assert (!f_deal_q || !deal_q || (low_q == f_low[LID_W-1:0] && high_q == f_high[LID_W-1:0]));
        inside:    assert (!left_q || &f_size);
        inv_seen:  assert (!deal_q || !(&f_in) || f_seen_q == (!left_q || f_i < f_here));
        inv_fresh: assert (deal_q || !f_seen_q || !f_run_q);
        once:      assert (!(tile_take_i && &f_hit && f_seen_q));
        all:       assert (!(deal_q && !left_q && &f_in) || f_seen_q);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                lap: cover (deal_q && !left_q && f_seen_q && f_i[0] && f_i[BY_W]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
