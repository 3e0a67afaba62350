// sas_tiler_tb - sas_tiler: loop spaces cut into tiles, against an odometer over them.
//
// TEST RATIONALE  Spaces of one value and of many per level, at the top of the field, and empty ones;
//   edges that divide them, leave a remainder and pass the end; each tile as the first. Askers ask in bursts,
//   at random and all at once: then every cycle has a tile. Loops follow each other without a pause, with a
//   reset in the middle; askers before the first loop wait.
// params: ASKERS=1, LEVELS=1, W=4; ASKERS=3, LEVELS=2, W=4, SEED=2; ASKERS=4, LEVELS=3, SEED=3
// params: ASKERS=70, LEVELS=3, W=6, LOOPS=200
`default_nettype none
module sas_tiler_tb;
    parameter ASKERS = 4, LEVELS = 3, W = 16, LOOPS = 600, SEED = 1;
    localparam TOP = (1 << W) - 1;                      // largest bound
    reg clk = 0, rst_n = 0, start = 0;
    reg  [LEVELS*W-1:0] lower = 0, upper = 0, size = {LEVELS*W{1'b1}}, first = 0;
    reg  [ASKERS-1:0] ask = 0;
    wire [ASKERS-1:0] evt;
    wire [LEVELS*W-1:0] tile_lower, tile_upper;
    wire none;
    sas_tiler #(.ASKERS(ASKERS), .LEVELS(LEVELS), .W(W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .start_i(start), .loop_lower_i(lower), .loop_upper_i(upper),
        .loop_edge_i(size), .loop_first_i(first), .ask_i(ask), .tile_evt_o(evt),
        .tile_lower_o(tile_lower), .tile_upper_o(tile_upper), .none_o(none)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    function integer least(input integer a, input integer b);
        least = (a < b) ? a : b;
    endfunction

    // --- the loop: bounds, edge, tiles per level, and which tile is next --------------------------
    integer lo [0:LEVELS-1], up [0:LEVELS-1], sz [0:LEVELS-1], p [0:LEVELS-1], at [0:LEVELS-1];
    integer l, n, all, count, took, turns, style, last_asker, k, seed_tile;
    reg carry;
    reg [LEVELS*W-1:0] lower_d, upper_d, size_d, first_d;       // inputs change as whole vectors
    reg [ASKERS-1:0] ask_d;
    task shape;
        begin
            all = 1;
            for (l = 0; l < LEVELS; l = l + 1) begin
                lo[l] = (rnd(3) == 0) ? TOP - rnd(least(TOP, 6)) : rnd(TOP);
                up[l] = lo[l] + rnd(1 + least(TOP - lo[l], (rnd(4) == 0) ? TOP : 7));
                if (rnd(4) > 0 && up[l] == lo[l]) begin lo[l] = 0; up[l] = 1; end
                n     = up[l] - lo[l];
                k     = 1 + rnd(5);                     // so many tiles, if that leaves none empty
                sz[l] = (n < k) ? 1 : (n + k - 1) / k;
                if (rnd(6) == 0) sz[l] = least(TOP, n + rnd(9));        // past the end
                if (sz[l] == 0) sz[l] = 1;
                p[l] = (n + sz[l] - 1) / sz[l];
                all  = all * p[l];
            end
            seed_tile = (all == 0) ? 0 : rnd(all);
            n = seed_tile;
            for (l = LEVELS - 1; l >= 0; l = l - 1) begin
                at[l] = (all == 0) ? 0 : n % p[l];
                n     = (all == 0) ? 0 : n / p[l];
                lower_d[l*W +: W] = lo[l];
                upper_d[l*W +: W] = up[l];
                size_d[l*W +: W]  = sz[l];
                first_d[l*W +: W] = lo[l] + at[l] * sz[l];
            end
            {lower, upper, size, first} = {lower_d, upper_d, size_d, first_d};
        end
    endtask
    task expect_tile;
        begin
            for (l = 0; l < LEVELS; l = l + 1) begin
                check(tile_lower[l*W +: W] === lo[l] + at[l] * sz[l], "lower", tile_lower[l*W +: W], lo[l] + at[l] * sz[l]);
                check(tile_upper[l*W +: W] === least(up[l], lo[l] + (at[l] + 1) * sz[l]), "upper",
                      tile_upper[l*W +: W], least(up[l], lo[l] + (at[l] + 1) * sz[l]));
            end
            carry = 1'b1;
            for (l = LEVELS - 1; l >= 0; l = l - 1)
                if (carry) begin
                    at[l] = (at[l] + 1) % p[l];
                    carry = at[l] == 0;
                end
        end
    endtask

    reg [ASKERS-1:0] asked, answered, ones;
    integer a, t, waited [0:ASKERS-1];
    initial begin
        ones = {ASKERS{1'b1}};
        repeat (2) @(negedge clk);
        rst_n = 1; ask = ones;
        repeat (5) @(negedge clk) check(evt === 0 && none === 1'b0, "nothing before the first loop", none, 0);
        for (t = 0; t < LOOPS; t = t + 1) begin
            shape;
            style = rnd(3);                             // all at once, at random, one at a time
            ask   = (style == 0) ? ones : 0;
            start = 1;
            @(negedge clk) start = 0;
            count = 0; took = 0; asked = ask; answered = 0;
            for (a = 0; a < ASKERS; a = a + 1) waited[a] = 0;
            check(none === 1'b0 && evt === 0, "begins", none, 0);
            while (!none && took < 20000) begin
                for (a = 0; a < ASKERS; a = a + 1) begin
                    if (evt[a]) begin
                        check(asked[a] && !answered[a], "an asker", a, 0);
                        waited[a] = 0;
                        count = count + 1;
                        if (count <= all) expect_tile;
                    end else if (|evt && asked[a]) begin
                        waited[a] = waited[a] + 1;
                        check(waited[a] <= ASKERS, "asker passed over", waited[a], ASKERS);
                    end
                end
                check((evt & (evt - 1'b1)) == 0, "one tile at a time", evt, 1);
                if (style == 0 && took > 3 && count < all && ASKERS > 1)
                    check(|evt, "a tile every cycle", 0, 1);
                answered = evt;
                case (style)
                0: ask = ones;
                1: begin
                    for (a = 0; a < ASKERS; a = a + 1) ask_d[a] = (ask[a] && !evt[a]) || rnd(8) == 0;
                    ask = ask_d;
                end
                default: ask = (|(ask & ~evt) || rnd(2)) ? ask & ~evt : 1'b1 << rnd(ASKERS);
                endcase
                asked = ask;
                took  = took + 1;
                cycle = cycle + 1;
                if (rnd(400) == 0 && took > 5) begin    // reset in the middle
                    rst_n = 0; ask = 0; asked = 0;
                    @(negedge clk) rst_n = 1;
                    check(none === 1'b0 && evt === 0, "reset", none, 0);
                    took = 30000;
                end else
                    @(negedge clk) ;
            end
            if (took < 20000) begin
                check(count == all, "tiles", count, all);
                ask = ones;
                repeat (rnd(3)) @(negedge clk) check(evt === 0 && none === 1'b1, "none left", evt, 0);
            end
            check(took != 20000, "ends", took, all);
        end
        finish;
    end
endmodule
`default_nettype wire
