// gate_seeg - decides by one of the inputs that all stages have.
//
// Param     look reset 0 max 7: that input: 1 grid_i, 2 ctas_i, 3 issued_i, 4 out_i, 5 tmax_i, 6 map_i; 0: open; 7: refuses all.
// Param     late reset 0 max 6: only the golden model reads it: the input that it gets wrong.
// Contract  ok_o[s] = no CTA of the kernel is out; or the lowest bits of that number are at most two bits of the sizes or
//           CTAs of its grid or of its T_max (look 1, 2, 5); or the number of CTAs issued or out is odd (look 3, 4); or SM s
//           holds an even number of its CTAs (look 6).
// Timing    combinational.
// Size      six multiplexers, a parity per SM.
// Users     gate_bank.   Source  own: a test of these inputs.
`default_nettype none
module gate_seeg #(
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
    input  wire [2:0]                   param_look_i,
    input  wire [2:0]                   param_late_i,
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about in this cycle
    output wire [SMS-1:0]               ok_o,           // SM s may receive a block of that kernel
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input  wire [KERNELS*GRID_W-1:0]    grid_i,
    input  wire [KERNELS*LID_W-1:0]     ctas_i,
    input  wire [KERNELS*LID_W-1:0]     issued_i,
    input  wire [KERNELS*OUT_W-1:0]     out_i
);
    wire [GRID_W-1:0] grid   = grid_i[want_kid_i*GRID_W +: GRID_W];
    wire [LID_W-1:0]  ctas   = ctas_i[want_kid_i*LID_W +: LID_W];
    wire [LID_W-1:0]  issued = issued_i[want_kid_i*LID_W +: LID_W];
    wire [OUT_W-1:0]  out    = out_i[want_kid_i*OUT_W +: OUT_W];
    wire [CNT_W-1:0]  tmax   = tmax_i[want_kid_i*CNT_W +: CNT_W];
    wire [1:0]        sizes  = grid[1:0] + grid[X_W +: 2] + grid[X_W + Y_W +: 2];
    wire              open   = out == {OUT_W{1'b0}};
    wire [KERNELS*SLOTS-1:0] mine = ~({KERNELS*SLOTS{1'b1}} << SLOTS) << (want_kid_i*SLOTS);     // its bits of an SM's map
    reg  [SMS-1:0]    even;
    reg               may;
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1)
            even[s] = !(^(map_i[s*KERNELS*SLOTS +: KERNELS*SLOTS] & mine));
    always @*
        case (param_look_i)
        3'd1:    may = out[1:0] <= sizes;
        3'd2:    may = out[1:0] <= ctas[3:2];
        3'd3:    may = issued[0];
        3'd4:    may = out[0];
        3'd5:    may = out[1:0] <= tmax[1:0];
        default: may = 1'b1;
        endcase
    assign ok_o = param_look_i == 3'd6 ? even : {SMS{(may || open) && param_look_i != 3'd7}};
    wire unused = &{1'b0, param_late_i, grid, ctas, issued, out, tmax};
endmodule
`default_nettype wire
