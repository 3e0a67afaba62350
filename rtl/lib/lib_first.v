// lib_first - selects the longest-launched kernel of a set.
//
// Contract  hot_o is the kernel of set_i that was launched before all others of set_i; zero if set_i is zero.
// Timing    combinational.
// Size      no flops, KERNELS * KERNELS gates.
// Users     lib_oldest, limit_smc, limit_smk.   Source  textbook.
`default_nettype none
module lib_first #(
    parameter KERNELS = 4                           // kernel table entries, 1..16
) (
    input  wire [KERNELS-1:0]         set_i,
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j was launched before k; valid if both are in set_i
    output wire [KERNELS-1:0]         hot_o         // one-hot or none
);
    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kernel
            assign hot_o[k] = set_i[k] && !(|(set_i & before_i[k*KERNELS +: KERNELS]));
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    localparam F_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    generate
        if (F_TOP) begin : g_top
            // Launches are ordered: kernel k was launched as number f_number[k].
            (* anyconst *) reg [KERNELS*F_W-1:0] f_number;
            (* anyconst *) reg [F_W-1:0]         f_k, f_j;      // any two kernels
            reg f_order;
            integer f_a, f_b;
            always @* begin
                f_order = 1'b1;
                for (f_a = 0; f_a < KERNELS; f_a = f_a + 1)
                    for (f_b = 0; f_b < KERNELS; f_b = f_b + 1)
                        f_order = f_order
                            && before_i[f_a*KERNELS + f_b] == (f_number[f_b*F_W +: F_W] < f_number[f_a*F_W +: F_W])
                            && (f_a == f_b || f_number[f_a*F_W +: F_W] != f_number[f_b*F_W +: F_W]);
            end
            always @* begin
                assume (f_k < KERNELS && f_j < KERNELS);
                in_order: assume (f_order);
                one_hot:  assert (!(hot_o & (hot_o - 1'b1)));
                inside:   assert (!(hot_o & ~set_i) && |hot_o == |set_i);
                first:    assert (!(hot_o[f_k] && set_i[f_j])
                                  || f_number[f_k*F_W +: F_W] <= f_number[f_j*F_W +: F_W]);
                last_of:  cover (hot_o[KERNELS-1] && &set_i);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
