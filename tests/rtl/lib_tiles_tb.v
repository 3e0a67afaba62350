// lib_tiles_tb - lib_tiles: each CTA once, from the SM's own tile in row-major order, then from the largest left.
//
// TEST RATIONALE  Grids cut along x and y by the bench, fewer and more tiles than SMs, disabled SMs; a list of
//   tiles with boxes and counts predicts the next CTA; each tile goes to the next SM in cyclic order without one. An SM without a tile gets a CTA of the tile with most
//   left if no CTA was taken during two searches; else of any.
// params: SMS=1; SMS=2; SMS=5; SMS=28
`default_nettype none
module lib_tiles_tb;
    parameter SMS = 5;
    localparam X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32;
    reg clk = 0, rst_n = 0, valid = 0, take = 0;
    reg  [SMS-1:0] enable = 0, sm = 0, one = 1;
    reg  [X_W-1:0] tx = 0, sx = 0;
    reg  [Y_W-1:0] ty = 0, sy = 0;
    reg  [Z_W-1:0] tz = 0, sz = 0;
    reg  [LID_W-1:0] tlid = 0, row = 0, low = 0, tall = 0;
    reg  wide = 0, high = 0, deep = 0;
    wire taken, busy;
    wire [SMS-1:0] holds;
    wire [X_W-1:0] x;
    wire [Y_W-1:0] y;
    wire [Z_W-1:0] z;
    wire [LID_W-1:0] lid;
    lib_tiles #(.SMS(SMS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .enable_i(enable), .tile_valid_i(valid), .tile_take_o(taken),
        .tile_x_i(tx), .tile_y_i(ty), .tile_z_i(tz), .tile_lid_i(tlid), .tile_wide_i(wide), .tile_high_i(high),
        .tile_deep_i(deep), .size_x_i(sx), .size_y_i(sy), .size_z_i(sz), .row_i(row), .plane_low_i(low),
        .plane_high_i(tall), .sm_i(sm), .take_i(take), .x_o(x), .y_o(y), .z_o(z), .lid_o(lid),
        .held_o(holds), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 3, grids, gx, gy, gz, nx, ny, nz, i, t, s, from, gone, best, quiet, last;
    integer lx [0:SMS-1], ly [0:SMS-1], lz [0:SMS-1], wx [0:SMS-1], wy [0:SMS-1], wz [0:SMS-1], n [0:SMS-1];
    reg  [SMS-1:0] held;
    function integer first(input integer of, input integer parts, input integer at); // of part `at`
        first = at * (of / parts) + (at < of % parts ? at : of % parts);
    endfunction
    function integer some(input integer most);
        some = 1 + $unsigned($random(seed)) % most;
    endfunction
    function integer left(input integer s); // CTAs of a tile, as planes, rows and CTAs behind the next one
        left = ((wz[s] - 1 - n[s] / wx[s] / wy[s]) * 256 + wy[s] - 1 - n[s] / wx[s] % wy[s]) * 256
             + wx[s] - 1 - n[s] % wx[s];
    endfunction
    task offer; // tile t of the grid
        begin
            valid = t < nx * ny * nz;
            tx = first(gx, nx, t % nx); ty = first(gy, ny, t / nx % ny); tz = first(gz, nz, t / nx / ny);
            wide = t % nx < gx % nx; high = t / nx % ny < gy % ny; deep = t / nx / ny < gz % nz;
            tlid = (tz * gy + ty) * gx + tx;
        end
    endtask
    initial begin
        for (grids = 0; grids < 60; grids = grids + 1) begin
            rst_n = 0; take = 0; held = 0; last = SMS - 1; t = 0; gone = 0; quiet = 0;
            gx = some(20); gy = some(12); gz = some(3);
            nx = some(gx < 6 ? gx : 6); ny = some(gy < 6 ? gy : 6); nz = some(gz);
            sx = gx / nx; sy = gy / ny; sz = gz / nz;
            row = gx - sx; low = gx * gy - gx * sy + row; tall = gx * gy - gx * sy - sx;
            enable = {$random(seed), $random(seed)};
            if (grids % 3 == 0 || enable == 0) enable = {SMS{1'b1}};
            valid = 0;
            #1 clk = 1;
            #1 clk = 0;
            rst_n = 1;
            while (gone < gx * gy * gz && cycle < 1000000) begin
                offer;
                s = $unsigned($random(seed)) % SMS;
                take = |held && enable[s] && $unsigned($random(seed)) % (grids % 4 ? 2 : 3 * SMS + 9) == 0
                    && (held[s] || !valid);
                sm = one << s;
                #1;
                check(holds === held, "SMs with a tile", holds, held);
                check(taken === (valid && (enable & ~held) != 0), "a tile is taken", taken, valid);
                if (take) begin
                    best = -1;
                    for (i = SMS - 1; i >= 0; i = i - 1)
                        if (held[i] && (best < 0 || left(i) >= left(best))) best = i;
                    from = -1;
                    for (i = 0; i < SMS; i = i + 1)
                        if (held[i] && x == lx[i] + n[i] % wx[i] && y == ly[i] + n[i] / wx[i] % wy[i]
                            && z == lz[i] + n[i] / wx[i] / wy[i]) from = i;
                    check(from >= 0, "next of a tile", {x, y, z}, gone);
                    check(!held[s] || from == s, "of its own", from, s);
                    check(held[s] || quiet < 2 * SMS + 2 || from == best, "of the largest", from, best);
                    check(lid === (z * gy + y) * gx + x, "linear id", lid, gone);
                    if (from < 0) from = best;
                    n[from] = n[from] + 1;
                    if (n[from] == wx[from] * wy[from] * wz[from]) held[from] = 0;
                    gone = gone + 1;
                end
                quiet = (take || valid) ? 0 : quiet + 1;
                if (taken) begin
                    s = (last + 1) % SMS;
                    while (held[s] || !enable[s] || (take && s == from)) s = (s + 1) % SMS;
                    last = s;
                    lx[s] = tx; ly[s] = ty; lz[s] = tz; n[s] = 0; t = t + 1;
                    wx[s] = sx + wide; wy[s] = sy + high; wz[s] = sz + deep;
                    held[s] = 1;
                end
                #1 clk = 1;
                #1 clk = 0;
                cycle = cycle + 1;
            end
            check(gone == gx * gy * gz && !(|held), "all went", gone, gx * gy * gz);
        end
        finish;
    end
endmodule
`default_nettype wire
