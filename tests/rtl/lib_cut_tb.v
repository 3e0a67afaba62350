// lib_cut_tb - lib_cut: the tiles of a grid, each once.
//
// TEST RATIONALE  Random grids and numbers of tiles, some axes shorter than that, against the simulator's division of
//   each axis; the bench pauses between tiles and checks the number of cycles until there_o.
// params: X_W=24, Y_W=16, Z_W=16, LID_W=32; X_W=9, Y_W=3, Z_W=2, LID_W=16
`default_nettype none
module lib_cut_tb;
    parameter X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32;
    localparam STEPS = (X_W > Y_W + Z_W) ? X_W : Y_W + Z_W;
    reg clk = 0, rst_n = 0, go = 0, take = 0;
    reg  [X_W-1:0] gx = 1;
    reg  [Y_W-1:0] gy = 1;
    reg  [Z_W-1:0] gz = 1;
    reg  [7:0] bx = 1, by = 1, bz = 1;
    wire there, valid, wide, high, deep;
    wire [X_W-1:0] x, sx;
    wire [Y_W-1:0] y, sy;
    wire [Z_W-1:0] z, sz;
    wire [LID_W-1:0] lid, row, low, tall;
    lib_cut #(.X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .go_i(go), .grid_x_i(gx), .grid_y_i(gy), .grid_z_i(gz),
        .by_x_i(bx), .by_y_i(by), .by_z_i(bz), .there_o(there), .tile_valid_o(valid), .tile_take_i(take && valid),
        .tile_x_o(x), .tile_y_o(y), .tile_z_o(z), .tile_lid_o(lid), .tile_wide_o(wide), .tile_high_o(high),
        .tile_deep_o(deep), .size_x_o(sx), .size_y_o(sy), .size_z_o(sz), .row_o(row), .plane_low_o(low),
        .plane_high_o(tall)
    );
    `include "check.vh"
    integer seed = 7, grids = 0, i, j, k, nx, ny, nz, px, py, pz, wx, wy, wz, waits;
    reg [LID_W-1:0] want;
    task tick;
        begin
            #1 clk = 1;
            #1 clk = 0;
            cycle = cycle + 1;
        end
    endtask
    function integer first(input integer n, input integer parts, input integer at); // of part `at`
        first = at * (n / parts) + (at < n % parts ? at : n % parts);
    endfunction
    function integer fewer(input integer a, input integer b);
        fewer = a < b ? a : b;
    endfunction
    initial begin
        cycle = 0;
        for (grids = 0; grids < 300; grids = grids + 1) begin
            rst_n = 0; go = 0; take = 0;
            gx = 1 + $unsigned($random(seed)) % (grids % 3 ? fewer(40, (1 << X_W) - 1) : (1 << X_W) - 1);
            gy = 1 + $unsigned($random(seed)) % (grids % 5 ? fewer(30, (1 << Y_W) - 1) : (1 << Y_W) - 1);
            gz = 1 + $unsigned($random(seed)) % (grids % 4 ? 3 : (1 << Z_W) - 1);
            bx = 1 + $unsigned($random(seed)) % (grids % 7 ? 8 : 255);
            by = 1 + $unsigned($random(seed)) % 8;
            bz = 1 + $unsigned($random(seed)) % 3;
            tick;
            rst_n = 1; go = 1;
            tick;
            go = 0;
            waits = 1;
            while (!there && waits < 100) begin
                check(!valid, "tile too early", valid, 0);
                tick;
                waits = waits + 1;
            end
            check(waits == STEPS + 2, "cycles", waits, STEPS + 2);
            nx = fewer(gx, bx); ny = fewer(gy, by); nz = fewer(gz, bz);
            for (k = 0; k < nz; k = k + 1) for (j = 0; j < ny; j = j + 1) for (i = 0; i < nx; i = i + 1) begin
                take = $unsigned($random(seed)) % 3 != 0;
                #1;
                px = first(gx, nx, i); py = first(gy, ny, j); pz = first(gz, nz, k);
                wx = first(gx, nx, i + 1) - px; wy = first(gy, ny, j + 1) - py; wz = first(gz, nz, k + 1) - pz;
                want = (pz * gy + py) * gx + px;
                check(valid && x == px && y == py && z == pz, "first CTA", {x, y, z}, px);
                check(sx + wide == wx && sy + high == wy && sz + deep == wz, "size", {sx, sy, sz}, wx);
                check(lid === want, "linear id", lid, want);
                want = gx - sx;
                check(row === want, "step of a row", row, want);
                want = gx * (gy - sy - high + 1) - sx;
                if (i + j + k > 0) check((high ? tall : low) === want, "step of a plane", high ? tall : low, want);
                if (!take) i = i - 1;
                tick;
            end
            take = 0;
            #1 check(!valid && there, "no tile more", valid, 0);
        end
        finish;
    end
endmodule
`default_nettype wire
