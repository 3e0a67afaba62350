// lib_mux1h - AND-OR multiplexer with a one-hot select.
//
// Contract  data_o is word k of data_i when only bit k of sel_i is set, 0 when no bit is; with
//           several bits set it is the OR of their words.
// Timing    combinational.
// Size      about 1.5 gates per input bit.
// Users     disp_fit, disp_fit_sm, disp_done, disp_desc, disp_walk, issue_bits, issue_regs.
// Source    textbook.
`default_nettype none
module lib_mux1h #(
    parameter N = 4,                    // words, >= 1
    parameter W = 8                     // bits per word, >= 1
) (
    input  wire [N-1:0]   sel_i,        // bit k: word k
    input  wire [N*W-1:0] data_i,       // word k at [k*W +: W]
    output wire [W-1:0]   data_o
);
    reg [W-1:0] out;
    assign data_o = out;

    integer k;
    always @* begin
        out = {W{1'b0}};
        for (k = 0; k < N; k = k + 1)
            out = out | (data_i[k*W +: W] & {W{sel_i[k]}});
    end

`ifdef FORMAL
    parameter F_TOP = 0;                // 1: this module is the top of the proof
    localparam [N-1:0] F_ONE = 1;
    (* anyconst *) reg [7:0] f_k;       // any word
    wire [N*W-1:0] f_shift = data_i >> (f_k * W);
    always @* begin
        none: assert (|sel_i || data_o == {W{1'b0}});
        word: assert (!(f_k < N && sel_i == F_ONE << f_k) || data_o == f_shift[W-1:0]);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* used: cover (f_k < N && sel_i == F_ONE << f_k && &data_o);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
