// lib_enc1h - one-hot to binary encoder.
//
// Contract  bin_o is k when only bit k of hot_i is set, 0 when no bit is set.
// Timing    combinational, one OR tree per output bit.
// Size      about N/2 gates per output bit.
// Users     place_rr, disp_fit, disp_issue.
// Source    textbook.
`default_nettype none
module lib_enc1h #(
    parameter N = 4,                                // inputs, 1..256
    parameter W = (N > 1) ? $clog2(N) : 1           // derived: never set
) (
    input  wire [N-1:0] hot_i,                      // one-hot or zero
    output wire [W-1:0] bin_o
);
    // Mask of the inputs whose number has bit b set: one AND of whole words per output bit instead of a loop.
    function [N-1:0] having_bit(input integer b);
        integer k;
        for (k = 0; k < N; k = k + 1)
            having_bit[k] = ((k >> b) & 1) != 0;
    endfunction

    genvar b;
    generate
        for (b = 0; b < W; b = b + 1) begin : g_bit
            localparam [N-1:0] MASK = having_bit(b);
            assign bin_o[b] = |(hot_i & MASK);
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam [N-1:0] F_ONE = 1;
    (* anyconst *) reg [7:0] f_k;                   // any input
    always @* begin
        none:  assert (|hot_i || bin_o == {W{1'b0}});
        index: assert (!(f_k < N && hot_i == F_ONE << f_k) || bin_o == f_k);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* last: cover (f_k == N - 1 && hot_i == F_ONE << f_k);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
