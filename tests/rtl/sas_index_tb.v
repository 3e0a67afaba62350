// sas_index_tb - sas_index: tiles of every shape, against a row-major odometer.
//
// TEST RATIONALE  The module finds a wrap one index ahead: so levels of one value and of two next to each other,
//   strides that meet the bound, miss it by one and pass the end of the field, bounds at its top, and tiles
//   back to back, so that state left by the previous one would show. The reader stalls at random in
//   half of the tiles; in the others every cycle has an index, and the cycles are counted.
// params: LEVELS=1, W=4; LEVELS=2, W=3, SEED=2; LEVELS=3, W=4, SEED=3; LEVELS=3, W=16, TILES=600
// params: LEVELS=4, W=8, TILES=600
`default_nettype none
module sas_index_tb;
    parameter LEVELS = 3, W = 16, TILES = 3000, SEED = 1;
    localparam TOP = (1 << W) - 1;                      // largest bound
    reg clk = 0, rst_n = 0, tile_valid = 0, index_ready = 0;
    reg  [LEVELS*W-1:0] stride = {LEVELS*W{1'b1}}, lower = 0, upper = {LEVELS*W{1'b1}};
    wire tile_ready, index_valid, index_last;
    wire [LEVELS*W-1:0] index;
    sas_index #(.LEVELS(LEVELS), .W(W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .loop_stride_i(stride), .tile_valid_i(tile_valid),
        .tile_ready_o(tile_ready), .tile_lower_i(lower), .tile_upper_i(upper),
        .index_valid_o(index_valid), .index_ready_i(index_ready), .index_o(index), .index_last_o(index_last)
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

    integer lo [0:LEVELS-1], up [0:LEVELS-1], st [0:LEVELS-1], at [0:LEVELS-1];
    integer l, t, most, took, count, all, span;
    reg stalls, more, last;
    reg [LEVELS*W-1:0] stride_d, lower_d, upper_d;      // inputs change as whole vectors
    task shape;                                         // of the next tile
        begin
            for (l = 0; l < LEVELS; l = l + 1) begin
                st[l] = (rnd(3) == 0) ? 1 + rnd(TOP) : 1 + rnd(least(TOP, 9));
                lo[l] = (rnd(3) == 0) ? TOP - 1 - rnd(least(TOP, 9)) : rnd(TOP);
                most  = least(TOP - lo[l], 1 + rnd(4) * st[l]);             // one value to four
                span  = most;
                if (rnd(3) == 0 && most > 1) span = most - 1;
                if (rnd(3) == 0 && lo[l] + most < TOP) span = most + 1;
                up[l] = lo[l] + span;
                at[l] = lo[l];
                lower_d[l*W +: W]  = lo[l];
                upper_d[l*W +: W]  = up[l];
                stride_d[l*W +: W] = st[l];
            end
            {stride, lower, upper} = {stride_d, lower_d, upper_d};
        end
    endtask
    task advance;                                       // to the next index; more: there is one
        begin
            more = 1'b0;
            for (l = LEVELS - 1; l >= 0 && !more; l = l - 1)
                if (at[l] + st[l] < up[l]) begin at[l] = at[l] + st[l]; more = 1'b1; end
                else at[l] = lo[l];
        end
    endtask

    initial begin
        repeat (2) @(negedge clk);
        rst_n = 1;
        for (t = 0; t < TILES; t = t + 1) begin
            stalls = rnd(2);
            index_ready = 1'b1;                         // of no consequence before there is an index
            repeat (rnd(3)) @(negedge clk);
            shape;
            all = 1;
            for (l = 0; l < LEVELS; l = l + 1) all = all * ((up[l] - lo[l] + st[l] - 1) / st[l]);
            check(tile_ready === 1'b1 && index_valid === 1'b0, "rests", tile_ready, 1);
            tile_valid = 1;
            @(negedge clk) tile_valid = 0;
            lower = {LEVELS*W{1'bx}}; upper = {LEVELS*W{1'bx}};         // taken at the edge
            check(tile_ready === 1'b0 && index_valid === 1'b0, "one cycle to set up", index_valid, 0);
            @(negedge clk) took = 0;
            count = 0; more = 1'b1;
            while (more && took < 20000) begin
                index_ready = !stalls || rnd(3) > 0;
                check(index_valid === 1'b1 && tile_ready === 1'b0, "an index every cycle", index_valid, 1);
                for (l = 0; l < LEVELS; l = l + 1)
                    check(index[l*W +: W] === at[l], "index", index[l*W +: W], at[l]);
                last = index_last;
                if (index_ready) begin
                    count = count + 1;
                    advance;
                    check(last === !more, "last", last, !more);
                end
                took = took + 1;
                cycle = cycle + 1;
                @(negedge clk) ;
            end
            check(count == all, "indices of the tile", count, all);
            check(stalls || took == all, "cycles", took, all);
            if (rnd(50) == 0) begin                     // reset in the middle of a tile
                shape;
                tile_valid = 1;
                @(negedge clk) tile_valid = 0;
                repeat (rnd(3)) @(negedge clk);
                rst_n = 0;
                @(negedge clk) rst_n = 1;
            end
        end
        finish;
    end
endmodule
`default_nettype wire
