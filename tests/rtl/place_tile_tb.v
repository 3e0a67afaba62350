// place_tile_tb - place_tile: kernels one after the other, each CTA once, tile by tile.
//
// TEST RATIONALE  Random grids of one, two and three axes, numbers of tiles (also 0) and enabled SMs; a booking
//   stage like the dispatcher's, which may stall. Every CTA comes once, with its linear id; an SM's own tile first: the
//   n-th enabled SM has tile n, and may be picked n cycles after the first one, also if earlier tiles are so small that
//   their SMs wait for another; with a candidate and no pick, a tile is given out; a grid in one tile comes in linear order.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=6, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module place_tile_tb;
    parameter SMS = 6, KERNELS = 4;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32, SETUP = 38;
    reg clk = 0, rst_n = 0, load = 0, book = 0;
    reg  [7:0] bx = 1, by = 1, bz = 1, thin = 1, line = 1;
    reg  [SMS-1:0] enable = 0, cand = 0, book_sm = 0, out = 0, next = 0;
    reg  [KERNELS-1:0] live = 0, k_one = 1;
    reg  [X_W-1:0] gx = 1;
    reg  [Y_W-1:0] gy = 1;
    reg  [Z_W-1:0] gz = 1;
    wire [SMS-1:0] want_valid, pick;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire [X_W-1:0] x;
    wire [Y_W-1:0] y;
    wire [Z_W-1:0] z;
    wire [LID_W-1:0] lid;
    wire busy;
    place_tile #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(1'b1), .init_i(1'b0), .param_x_i(bx), .param_y_i(by), .param_z_i(bz),
        .param_thin_i(thin), .param_line_i(line), .sm_enable_i(enable), .live_i(live),
        .before_i({KERNELS*KERNELS{1'b0}}),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .cand_i(cand), .load_i(load), .pick_sm_o(pick),
        .pick_kid_o(pick_kid), .book_sm_i(book_sm), .book_i(book), .grid_x_i(gx), .grid_y_i(gy), .grid_z_i(gz),
        .pick_x_o(x), .pick_y_o(y), .pick_z_o(z), .pick_lid_o(lid), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 5, grids, gone, all, s, i, px, py, pz, tiles, cores, wait_from, first_at, own, rank, must;
    reg [4095:0] seen;
    reg          linear;
    function integer fewer(input integer a, input integer b);
        fewer = a < b ? a : b;
    endfunction
    function integer some(input integer most);
        some = 1 + $unsigned($random(seed)) % most;
    endfunction
    function integer at(input integer n, input integer parts, input integer c); // in which of the parts is c
        begin
            at = 0;
            while ((at + 1) * (n / parts) + fewer(at + 1, n % parts) <= c) at = at + 1;
        end
    endfunction
    integer share [0:255];                      // CTAs of each tile that have gone
    function integer whole(input integer n, input integer parts, input integer i);
        whole = n / parts + (i < n % parts);
    endfunction
    function integer ctas(input integer tile);
        ctas = whole(gx, px, tile % px) * whole(gy, py, tile / px % py) * whole(gz, pz, tile / px / py);
    endfunction
    initial begin
        for (grids = 0; grids < 80; grids = grids + 1) begin
            gx = some(grids % 5 ? 24 : 2); gy = grids % 4 ? some(12) : 1; gz = grids % 3 ? 1 : some(5);
            bx = $random(seed) & 3; by = $random(seed) & 3; bz = $random(seed) & 1; line = some(5);
            enable = {$random(seed), $random(seed)};
            if (grids % 2 || enable == 0) enable = {SMS{1'b1}};
            live = k_one << ($unsigned($random(seed)) % KERNELS);
            thin = $random(seed) & 7;
            px = gy == 1 && gz == 1 ? line : gx < bx ? 1 : gy < by ? thin : bx;
            py = gx < bx ? thin : gy < by ? 1 : by;
            px = fewer(gx, px ? px : 1); py = fewer(gy, py ? py : 1); pz = fewer(gz, bz ? bz : 1);
            tiles = px * py * pz; cores = 0;
            for (s = 0; s < SMS; s = s + 1) cores = cores + enable[s];
            for (i = 0; i < 256; i = i + 1) share[i] = 0;
            linear = tiles == 1;
            seen = 0; gone = 0; all = gx * gy * gz; wait_from = cycle + (grids == 0); first_at = -1;
            while (gone < all && cycle < 300000) begin
                rst_n = cycle != 0;
                cand = {$random(seed), $random(seed)} & enable & ~out;
                book = |book_sm && $unsigned($random(seed)) % 4 != 0;
                load = !(|book_sm) || (book && gone + 1 < all);
                #1;
                if (rst_n) begin
                    check(!(pick & (pick - 1'b1)) && !(pick & ~cand), "one candidate", pick, cand);
                    check(want_valid === {SMS{want_valid[0]}} && (!want_valid[0] || want_kid === pick_kid),
                          "offer", want_valid, want_kid);
                    check(!(|pick) || pick_kid === $clog2(live), "kernel", pick_kid, live);
                    must = tiles <= cores && cycle - wait_from >= SETUP + tiles && |cand; rank = 0;
                    for (s = 0; s < SMS; s = s + 1) begin
                        if (cand[s] && rank < tiles && cycle - wait_from >= SETUP + rank && share[rank] < ctas(rank))
                            must = 1;
                        rank = rank + enable[s];
                    end
                    check(!load || !must || |pick, "a pick", pick, cand);
                    check(first_at < 0 || !load || !(|cand) || |pick || busy, "a pick or a tile", pick, cand);
                    if (|pick && first_at < 0) first_at = cycle - wait_from;
                end
                if (book) begin
                    check(x < gx && y < gy && z < gz && lid === (z * gy + y) * gx + x, "inside", lid, all);
                    check(!seen[lid[11:0]], "once", lid, gone);
                    check(!linear || lid == gone, "linear order", lid, gone);
                    seen[lid[11:0]] = 1;
                    own = at(gx, px, x) + px * (at(gy, py, y) + py * at(gz, pz, z));
                    share[own] = share[own] + 1;
                    rank = 0;
                    for (s = 0; s < SMS && !book_sm[s]; s = s + 1) rank = rank + enable[s];
                    check(rank >= tiles || own == rank || share[rank] == ctas(rank), "its own tile", own, rank);
                    gone = gone + 1;
                end
                out = pick | book_sm;           // as the dispatcher withholds them
                next = (book || !(|book_sm)) ? pick & {SMS{rst_n}} : book_sm;
                if (gone == all) live = 0;
                #1 clk = 1;
                #1 clk = 0;
                book_sm = next;
                cycle = cycle + 1;
            end
            check(gone == all, "every CTA", gone, all);
            check(first_at >= SETUP && first_at <= SETUP + 60, "first pick", first_at, SETUP);
            for (i = 0; i < 5; i = i + 1) begin
                cand = enable;
                load = 1;
                #1 check(!(|pick), "nothing left", pick, 0);
                #1 clk = 1;
                #1 clk = 0;
                cycle = cycle + 1;
            end
        end
        check(!busy, "at rest", busy, 0);
        finish;
    end
endmodule
`default_nettype wire
