// lib_ctas - CTAs of each kernel's grid: the product of its three sizes.
//
// Contract  ctas_o[k*LID_W +: LID_W]: x * y * z of grid k, modulo 2^LID_W.
// Timing    combinational.
// Size      two multipliers per kernel; none where nothing reads ctas_o.
// Users     disp_top, for policies.   Source  textbook.
`default_nettype none
module lib_ctas #(
    parameter KERNELS = 4,                                  // kernel table entries, 1..16
    parameter X_W     = 24,                                 // bits of the sizes, 1..31
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                                 // bits of a number of CTAs, 1..32
    parameter GRID_W  = X_W + Y_W + Z_W                     // derived: never set
) (
    input  wire [KERNELS*GRID_W-1:0] grid_i,                // { z, y, x } of each kernel
    output wire [KERNELS*LID_W-1:0]  ctas_o
);
    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kernel
            wire [31:0] x    = {{(32 - X_W){1'b0}}, grid_i[k*GRID_W +: X_W]};
            wire [31:0] y    = {{(32 - Y_W){1'b0}}, grid_i[k*GRID_W + X_W +: Y_W]};
            wire [31:0] z    = {{(32 - Z_W){1'b0}}, grid_i[k*GRID_W + X_W + Y_W +: Z_W]};
            wire [31:0] ctas = x * y * z;
            assign ctas_o[k*LID_W +: LID_W] = ctas[LID_W-1:0];
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                                    // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_k;                           // any kernel
    wire [KERNELS*GRID_W-1:0] f_grids = grid_i >> (f_k*GRID_W);
    wire [KERNELS*LID_W-1:0]  f_ctass = ctas_o >> (f_k*LID_W);
    wire [X_W-1:0]   f_x = f_grids[X_W-1:0];
    wire [Y_W-1:0]   f_y = f_grids[X_W +: Y_W];
    wire [Z_W-1:0]   f_z = f_grids[X_W + Y_W +: Z_W];
    wire [LID_W-1:0] f_ctas = f_ctass[LID_W-1:0];
    // By shifts and additions: x << f for each bit f of y, that sum << f for each bit f of z.
    integer f;
    reg [LID_W-1:0] f_row, f_sum;
    always @* begin
        f_row = {LID_W{1'b0}};
        f_sum = {LID_W{1'b0}};
        for (f = 0; f < Y_W; f = f + 1) if (f_y[f]) f_row = f_row + (f_x << f);
        for (f = 0; f < Z_W; f = f + 1) if (f_z[f]) f_sum = f_sum + (f_row << f);
    end
    always @* assume (f_k < KERNELS);
    always @* sum: assert (f_ctas == f_sum);
    generate
        if (F_TOP) begin : g_cover
            always @* last: cover (f_k == KERNELS - 1 && f_x == 3 && f_y == 2 && f_z == 3);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
