// lib_reach - per level of a loop nest: does the level step, and does it then reach its last value?
//
// Contract  far_o[l] = at + n * step >= upper on level l, with n = 0, 1 (once_i) or 2 (twice_i). Valid only if the
//           value before the last step is below upper, or n = 0; never once_i with twice_i. go_o[l]: every
//           level inside of l is at its end, so the next step changes l. Level 0 is the outermost.
// Timing    combinational. A carry-save adder makes two terms of the three, then one carry chain of W + 1 bits: within
//           the contract the difference from upper is below step, so its sign is bit W.
// Size      per level a full adder for each of W + 1 bits, and the chain.
// Users     sas_index, sas_tiler.
// Source    own.
`default_nettype none
module lib_reach #(
    parameter LEVELS = 3,                           // nested loops, 1 or more
    parameter W      = 16                           // bits of a bound, 1..32
) (
    input  wire [LEVELS*W-1:0] at_i,                // level l at [l*W +: W]
    input  wire [LEVELS*W-1:0] step_i,
    input  wire [LEVELS*W-1:0] upper_i,             // exclusive
    input  wire                once_i,
    input  wire                twice_i,
    input  wire [LEVELS-1:0]   end_i,               // level l is at its last value
    output wire [LEVELS-1:0]   far_o,
    output wire [LEVELS-1:0]   go_o
);
    wire unused_end = &{1'b0, end_i[0]};            // no level is outside of level 0
    genvar l;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            wire [W-1:0] step = step_i[l*W +: W];
            wire [W:0]   a    = {1'b0, at_i[l*W +: W]};
            wire [W:0]   b    = ({1'b0, step} & {W+1{once_i}}) | ({step, 1'b0} & {W+1{twice_i}});
            wire [W:0]   c    = ~{1'b0, upper_i[l*W +: W]};
            wire [W:0]   sum  = a ^ b ^ c;
            wire [W:0]   cry  = (a & b) | (a & c) | (b & c);
            wire [W:0]   gap  = sum + {cry[W-1:0], 1'b1};
            assign far_o[l] = !gap[W];
            wire unused = &{1'b0, gap[W-1:0], cry[W]};

            if (l == LEVELS - 1) begin : g_inner
                assign go_o[l] = 1'b1;
            end else begin : g_outer
                assign go_o[l] = &end_i[LEVELS-1:l+1];
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam F_W = W + 2;                         // wide enough that no sum overflows
    wire [LEVELS-1:0] f_counts, f_far, f_inside;
    wire [1:0]        f_n = {twice_i, once_i};      // n of the contract
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [F_W-1:0] f_at = at_i[f*W +: W], f_step = step_i[f*W +: W], f_up = upper_i[f*W +: W];
            assign f_counts[f] = f_n == 0 || f_at + (twice_i ? f_step : {F_W{1'b0}}) < f_up;
            assign f_far[f]    = f_at + f_n * f_step >= f_up;
            assign f_inside[f] = f == LEVELS - 1 || (end_i[(f + 1) % LEVELS] && go_o[(f + 1) % LEVELS]);
        end
    endgenerate
    always @* begin
        in_n:   assume (!(once_i && twice_i));
        far:    assert (!((far_o ^ f_far) & f_counts));
        go:     assert (go_o == f_inside);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* widest: cover (twice_i && &f_counts && &f_far && step_i[W-1] && at_i[W-1:0] != 0 && &go_o);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
