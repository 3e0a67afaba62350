// lib_share_tb - quotients and rests against integer arithmetic, and how long they take.
//
// TEST RATIONALE  Sizes from 1 to full width, products just below and above N_W bits, grids that
//   divide evenly and not, any set of sharers, also none, every level; en_i rests at random.
// params: N=1; N=3, X_W=4, Y_W=2, Z_W=2, MOST=2, SHARE_W=2; N=28; N=64, SEED=5, BLOCK_W=5; N=144, SEED=6; N=256, SEED=7
`default_nettype none
module lib_share_tb;
    parameter N = 5, X_W = 24, Y_W = 16, Z_W = 16, BLOCK_W = 4, MOST = 120, SHARE_W = 7, SEED = 1;
    localparam LEVEL_W = 3, REST_W = $clog2(N*7 + 1);
    localparam N_W = (X_W + Y_W + Z_W > 32) ? 32 : X_W + Y_W + Z_W;
    reg clk = 0, rst_n = 0, en = 1, go = 0;
    reg [N-1:0] mask = 0;
    reg [X_W-1:0] x = 1;
    reg [Y_W-1:0] y = 1;
    reg [Z_W-1:0] z = 1;
    reg [BLOCK_W-1:0] block = 1;
    reg [LEVEL_W-1:0] level = 1;
    wire busy, last, valid;
    wire [N-1:0] mask_out;
    wire [SHARE_W-1:0] share;
    wire [N_W-1:0] above;
    wire [REST_W-1:0] rest;
    lib_share #(
        .N(N), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .BLOCK_W(BLOCK_W), .MOST(MOST), .SHARE_W(SHARE_W)
    ) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .go_i(go), .mask_i(mask), .x_i(x), .y_i(y),
        .z_i(z), .block_i(block), .level_i(level), .busy_o(busy), .last_o(last), .valid_o(valid),
        .mask_o(mask_out), .share_o(share), .above_o(above), .rest_o(rest)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    reg [63:0] all, blocks, each, cores, want_above, took, expected;
    reg was_last;
    integer i, steps;
    initial begin
        repeat (3) @(negedge clk);
        rst_n = 1;
        for (cycle = 0; cycle < 400; cycle = cycle + 1) begin
            mask  = {N{1'b1}};
            for (i = 0; i < N && cycle % 7 != 0; i = i + 1) mask[i] = rnd(2);
            x     = (cycle % 3 == 0) ? $random(seed) : 1 + rnd(20);
            y     = (cycle % 5 == 0) ? $random(seed) : 1 + rnd(3);
            z     = (cycle % 11 == 0) ? $random(seed) : 1 + rnd(3);
            if (cycle % 13 == 0) begin y = 1; z = 1; x = N * (1 + rnd(9)); end
            if (x == 0) x = 1;
            if (y == 0) y = 1;
            if (z == 0) z = 1;
            block = 1;
            if (cycle % 4 == 1) block = 1 + rnd((1 << BLOCK_W) - 1);
            level = 1 + rnd(7);
            all    = x;
            all    = all * y * z;
            blocks = (all + block - 1) / block;
            cores  = 0;
            for (i = 0; i < N; i = i + 1) cores = cores + mask[i];
            each   = cores == 0 ? 0 : (blocks + cores - 1) / cores;
            @(negedge clk) go = 1;
            @(negedge clk) go = 0;
            mask = ~mask;                           // only the mask at go counts
            took = 1; was_last = 0; steps = 0;
            while (!valid && steps < 2000) begin
                check(busy === 1'b1 && !was_last, "busy until it is done", busy, 1);
                en = (cycle & 1) ? rnd(4) != 0 : 1'b1;
                was_last = last && en;
                took = took + en;
                steps = steps + 1;
                @(negedge clk) ;
            end
            en = 1;
            check(valid === 1'b1 && was_last && busy === 1'b0, "valid after last", valid, 1);
            if (cores == 0 || all >> N_W != 0) begin
                check(&above && &mask_out && share == MOST, "no end of them", above, -1);
            end else begin
                check(mask_out == ~mask, "who shares", mask_out, ~mask);
                check(share == (each < MOST ? each : MOST), "share", share, each);
                want_above = each < MOST ? 0 : (each - MOST) * cores;
                check(above == want_above, "above", above, want_above);
                check(rest == (blocks - 1) % cores + 1 + (level - 1) * cores, "rest", rest,
                      (blocks - 1) % cores + 1 + (level - 1) * cores);
                expected = Z_W + X_W + N_W + 4 + level
                         + (block > 1 ? N_W + 1 : 0) + (each >= MOST ? $clog2(N + 1) : 0);
                check(took == expected, "cycles", took, expected);
            end
        end
        finish;
    end
endmodule
`default_nettype wire
