// place_seep - the oldest kernel; one of the inputs that all stages have says which SM.
//
// Param     look reset 0 max 6: that input: 1 grid_i, 2 ctas_i, 3 issued_i, 4 out_i, 5 map_i; 0: none; 6: refuses all.
// Param     late reset 0 max 5: only the golden model reads it: the input that it gets wrong.
// Contract  The next CTA goes to the lowest candidate; or to the highest one if this is odd: half the sum of the sizes of the
//           kernel's grid, a quarter of its CTAs, CTAs issued, CTAs out, or those on SMs of even number (look 1 to 5).
// Timing    one pick per cycle.
// Size      KERNELS + KID_W + 2 flops, five multiplexers.
// Users     place_bank.   Source  own: a test of these inputs.
`default_nettype none
module place_seep #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the coordinates
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                                     // bits of the linear id
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter GRID_W  = X_W + Y_W + Z_W,                        // derived: never set
    parameter OUT_W   = $clog2(SMS*SLOTS + 1)                   // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // the POLICY register selects this policy
    input  wire [2:0]                   param_look_i,
    input  wire [2:0]                   param_late_i,
    input  wire [KERNELS-1:0]           live_i,         // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0]   before_i,       // bit k*KERNELS+j: j ranks before k
    output wire [SMS-1:0]               want_valid_o,   // SM s may answer about the previous cycle's kernel
    output wire [KID_W-1:0]             want_kid_o,     // kernel that all SMs are asked about
    input  wire [SMS-1:0]               cand_i,         // SM s is a candidate for the kernel of two cycles ago
    input  wire                         load_i,         // the booking register can take a pick
    output wire [SMS-1:0]               pick_sm_o,      // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]             pick_kid_o,     // its kernel; also valid without a pick
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input  wire [KERNELS*GRID_W-1:0]    grid_i,
    input  wire [KERNELS*LID_W-1:0]     ctas_i,
    input  wire [KERNELS*LID_W-1:0]     issued_i,
    input  wire [KERNELS*OUT_W-1:0]     out_i,
    output wire                         busy_o          // a register changes without a pick
);
    localparam [SMS-1:0] ONE = 1;
    wire [KERNELS-1:0] cur;                         // longest launched, one-hot or none
    wire [KID_W-1:0]   kid;
    wire               held, moves;
    wire [GRID_W-1:0]  grid   = grid_i[kid*GRID_W +: GRID_W];
    wire [LID_W-1:0]   ctas   = ctas_i[kid*LID_W +: LID_W];
    wire [LID_W-1:0]   issued = issued_i[kid*LID_W +: LID_W];
    wire [OUT_W-1:0]   out    = out_i[kid*OUT_W +: OUT_W];
    wire [KERNELS*SLOTS-1:0] mine = ~({KERNELS*SLOTS{1'b1}} << SLOTS) << (kid*SLOTS);     // its bits of an SM's map
    wire [1:0]         sizes  = grid[1:0] + grid[X_W +: 2] + grid[X_W + Y_W +: 2];
    reg                odd;
    reg  [SMS-1:0]     held_even, flipped, high;
    integer s;
    always @*
        case (param_look_i)
        3'd1:    odd = sizes[1];
        3'd2:    odd = ctas[2];
        3'd3:    odd = issued[0];
        3'd4:    odd = out[0];
        3'd5:    odd = ^held_even;
        default: odd = 1'b0;
        endcase
    always @*
        for (s = 0; s < SMS; s = s + 1) held_even[s] = s % 2 == 0 && ^(map_i[s*KERNELS*SLOTS +: KERNELS*SLOTS] & mine);

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(kid), .held_o(held), .busy_o(moves)
    );
    // The highest one is the lowest one of the candidates in reverse.
    wire [SMS-1:0] first = flipped & (~flipped + ONE);
    always @*
        for (s = 0; s < SMS; s = s + 1) flipped[s] = cand_i[SMS-1-s];
    always @*
        for (s = 0; s < SMS; s = s + 1) high[s] = first[SMS-1-s];

    assign want_valid_o = {SMS{|cur && param_look_i != 3'd6}};
    assign want_kid_o   = kid;
    assign pick_sm_o    = (odd ? high : cand_i & (~cand_i + ONE)) & {SMS{en_i && load_i && held}};
    assign pick_kid_o   = kid;
    assign busy_o       = en_i && moves;
    wire unused = &{1'b0, param_late_i, grid, sizes, ctas, issued, out};
endmodule
`default_nettype wire
