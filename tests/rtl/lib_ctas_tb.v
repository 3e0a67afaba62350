// lib_ctas_tb - products of random grids, of the largest and of the smallest.
//
// TEST RATIONALE  The model multiplies by repeated addition. Sizes are random, 1, or the greatest that the bits hold; the
//   number of CTAs wraps where it has fewer bits than the product.
// params: KERNELS=4; KERNELS=1, X_W=5, Y_W=3, Z_W=3, LID_W=11; KERNELS=3, X_W=4, Y_W=4, Z_W=2, LID_W=7
`default_nettype none
module lib_ctas_tb;
    parameter KERNELS = 4, X_W = 24, Y_W = 8, Z_W = 6, LID_W = 32;
    localparam GRID_W = X_W + Y_W + Z_W;
    reg  [KERNELS*GRID_W-1:0] grid = 0;
    wire [KERNELS*LID_W-1:0]  ctas;
    lib_ctas #(.KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) dut (.grid_i(grid), .ctas_o(ctas));
    `include "check.vh"
    integer seed = 1, k, i, j;
    reg [X_W-1:0]   x [0:KERNELS-1];
    reg [Y_W-1:0]   y [0:KERNELS-1];
    reg [Z_W-1:0]   z [0:KERNELS-1];
    reg [LID_W-1:0] sum;
    initial begin
        while (cycle < 200) begin
            for (k = 0; k < KERNELS; k = k + 1) begin
                x[k] = (cycle % 5 == 1) ? 1 : (cycle % 7 == 2) ? {X_W{1'b1}} : $random(seed);
                y[k] = (cycle % 5 == 2) ? 1 : (cycle % 7 == 3) ? {Y_W{1'b1}} : $random(seed);
                z[k] = (cycle % 5 == 3) ? 1 : (cycle % 7 == 4) ? {Z_W{1'b1}} : $random(seed);
                grid[k*GRID_W +: GRID_W] = {z[k], y[k], x[k]};
            end
            #1 cycle = cycle + 1;
            for (k = 0; k < KERNELS; k = k + 1) begin
                sum = 0;
                for (i = 0; i < z[k]; i = i + 1)
                    for (j = 0; j < y[k]; j = j + 1) sum = sum + x[k];
                check(ctas[k*LID_W +: LID_W] === sum, "ctas", ctas[k*LID_W +: LID_W], sum);
            end
        end
        finish;
    end
endmodule
`default_nettype wire
