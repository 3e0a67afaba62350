// disp_walk - the next CTA of every kernel: coordinates in linear order, x fastest.
//
// Contract  After start_i[k] kernel k stands at (0,0,0), linear id 0; step_i[k] moves it on by one.
//           last_o: the CTA of kernel sel_i is the final one of its grid; stepping from it wraps
//           the coordinates to 0 and leaves count_o at the number of CTAs.
// Timing    next_*_o follow sel_i in the same cycle. No multiplier: the end is found by comparing
//           each coordinate with its limit, so only the linear id wraps, past 2^LID_W CTAs.
// Size      KERNELS * (X_W+Y_W+Z_W+LID_W) flops, one incrementer of each width for all kernels.
// Users     disp_kernels.
`default_nettype none
module disp_walk #(
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter X_W     = 24,                     // bits of a coordinate and a grid size, x
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32                      // bits of the linear id
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,     // synchronous, active low
    input  wire                     init_i,     // every kernel back to its first CTA

    input  wire [KERNELS-1:0]       start_i,    // one-hot or none
    input  wire [KERNELS-1:0]       step_i,     // one-hot or none, inside sel_i
    input  wire [KERNELS-1:0]       sel_i,      // one-hot: whose CTA the outputs below show

    input  wire [X_W-1:0]           grid_x_i,   // grid of kernel sel_i, in CTAs, >= 1
    input  wire [Y_W-1:0]           grid_y_i,
    input  wire [Z_W-1:0]           grid_z_i,

    output wire [X_W-1:0]           next_x_o,
    output wire [Y_W-1:0]           next_y_o,
    output wire [Z_W-1:0]           next_z_o,
    output wire [LID_W-1:0]         next_lid_o,
    output wire                     last_o,
    output wire [KERNELS*LID_W-1:0] count_o     // steps of each kernel since its start
);
    localparam POS_W = X_W + Y_W + Z_W + LID_W;
    localparam [X_W-1:0]   X_ONE   = 1;
    localparam [Y_W-1:0]   Y_ONE   = 1;
    localparam [Z_W-1:0]   Z_ONE   = 1;
    localparam [LID_W-1:0] LID_ONE = 1;

    reg [KERNELS*POS_W-1:0] pos_q;              // per kernel { lid, z, y, x }

    lib_mux1h #(.N(KERNELS), .W(POS_W)) u_pos (
        .sel_i(sel_i), .data_i(pos_q), .data_o({next_lid_o, next_z_o, next_y_o, next_x_o})
    );

    wire [X_W-1:0] x_inc = next_x_o + X_ONE;
    wire [Y_W-1:0] y_inc = next_y_o + Y_ONE;
    wire [Z_W-1:0] z_inc = next_z_o + Z_ONE;
    wire           x_end = x_inc == grid_x_i;
    wire           y_end = y_inc == grid_y_i;
    wire           z_end = z_inc == grid_z_i;
    wire [X_W-1:0] x_d   = x_end ? {X_W{1'b0}} : x_inc;
    wire [Y_W-1:0] y_d   = !x_end ? next_y_o : y_end ? {Y_W{1'b0}} : y_inc;
    wire [Z_W-1:0] z_d   = !(x_end && y_end) ? next_z_o : z_end ? {Z_W{1'b0}} : z_inc;

    assign last_o = x_end && y_end && z_end;

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            assign count_o[k*LID_W +: LID_W] = pos_q[k*POS_W + X_W + Y_W + Z_W +: LID_W];
            always @(posedge clk_i)
                if (!rst_ni || init_i || start_i[k])
                    pos_q[k*POS_W +: POS_W] <= {POS_W{1'b0}};
                else if (step_i[k])
                    pos_q[k*POS_W +: POS_W] <= {next_lid_o + LID_ONE, z_d, y_d, x_d};
        end
    endgenerate
endmodule
`default_nettype wire
