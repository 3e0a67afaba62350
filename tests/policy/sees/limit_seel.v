// limit_seel - decides by one of the inputs that all stages have.
//
// Param     look reset 0 max 5: that input: 1 grid_i, 2 ctas_i, 3 issued_i, 4 out_i; 0: every SM is filled; 5: refuses all.
// Param     late reset 0 max 4: only the golden model reads it: the input that it gets wrong.
// Contract  ok_o[s] = SM s holds no CTA of the kernel; or at most so many as two bits of the sizes or CTAs of its grid say
//           (look 1, 2); or the number of CTAs issued or out is odd (look 3, 4).
// Timing    combinational.
// Size      five multiplexers, one comparison per SM.
// Users     limit_bank.   Source  own: a test of these inputs.
`default_nettype none
module limit_seel #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                                     // bits of the linear id
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1),                      // derived: never set
    parameter GRID_W  = X_W + Y_W + Z_W,                        // derived: never set
    parameter OUT_W   = $clog2(SMS*SLOTS + 1)                   // derived: never set
) (
    input  wire [2:0]                param_look_i,
    input  wire [2:0]                param_late_i,
    input  wire [KID_W-1:0]          want_kid_i,    // kernel that all SMs are asked about
    input  wire [SMS*CNT_W-1:0]      ahead_i,
    output wire [SMS-1:0]            ok_o,          // SM s may take one more CTA of that kernel
    input  wire [KERNELS*GRID_W-1:0] grid_i,
    input  wire [KERNELS*LID_W-1:0]  ctas_i,
    input  wire [KERNELS*LID_W-1:0]  issued_i,
    input  wire [KERNELS*OUT_W-1:0]  out_i
);
    wire [GRID_W-1:0] grid   = grid_i[want_kid_i*GRID_W +: GRID_W];
    wire [LID_W-1:0]  ctas   = ctas_i[want_kid_i*LID_W +: LID_W];
    wire [LID_W-1:0]  issued = issued_i[want_kid_i*LID_W +: LID_W];
    wire [OUT_W-1:0]  out    = out_i[want_kid_i*OUT_W +: OUT_W];
    wire [1:0]        sizes  = grid[1:0] + grid[X_W +: 2] + grid[X_W + Y_W +: 2];
    wire [1:0]        most   = param_look_i == 3'd1 ? sizes : ctas[3:2];
    wire              more   = param_look_i == 3'd3 ? issued[0] : out[0];
    reg  [SMS-1:0]    ok;
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1)
            ok[s] = param_look_i == 3'd0 || ahead_i[s*CNT_W +: CNT_W] == {CNT_W{1'b0}}
                 || (param_look_i < 3'd3 ? ahead_i[s*CNT_W +: CNT_W] <= {{(CNT_W - 2){1'b0}}, most} : more);
    assign ok_o = ok & {SMS{param_look_i != 3'd5}};
    wire unused = &{1'b0, param_late_i, grid, ctas, issued, out};
endmodule
`default_nettype wire
