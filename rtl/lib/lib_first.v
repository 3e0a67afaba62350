// lib_first - selects the first kernel of a set, by rank.
//
// Contract  hot_o is the kernel of set_i that ranks before all others of set_i; zero if set_i is zero.
// Timing    combinational.
// Size      no flops, KERNELS * KERNELS gates.
// Users     lib_oldest, place_backfill, limit_smc, limit_smk.   Source  textbook.
`default_nettype none
module lib_first #(
    parameter KERNELS = 4                           // kernel table entries, 1..16
) (
    input  wire [KERNELS-1:0]         set_i,
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k; valid if both are in set_i
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
            // The launches of the set are ordered: of two kernels one is before the other, and none are in a circle.
            (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two kernels
            wire [KERNELS*KERNELS-1:0] f_befores = before_i >> (f_j*KERNELS + f_k);
            wire [KERNELS-1:0]         f_hot = hot_o >> f_k, f_set = set_i >> f_j;
            reg f_order;
            integer f_a, f_b, f_c;
            always @* begin
                f_order = 1'b1;
                for (f_a = 0; f_a < KERNELS; f_a = f_a + 1)
                    for (f_b = 0; f_b < KERNELS; f_b = f_b + 1)
                        if (set_i[f_a] && set_i[f_b]) begin
                            f_order = f_order && (f_a == f_b ? !before_i[f_a*KERNELS + f_a]
                                      : before_i[f_a*KERNELS + f_b] != before_i[f_b*KERNELS + f_a]);
                            for (f_c = 0; f_c < KERNELS; f_c = f_c + 1)
                                f_order = f_order && !(set_i[f_c] && before_i[f_a*KERNELS + f_b]
                                          && before_i[f_b*KERNELS + f_c] && before_i[f_c*KERNELS + f_a]);
                        end
            end
            always @* begin
                assume (f_k < KERNELS && f_j < KERNELS);
                one_hot:  assert (!f_order || !(hot_o & (hot_o - 1'b1)));
                some:     assert (!f_order || |hot_o == |set_i);
                inside:   assert (!(hot_o & ~set_i));
                first:    assert (!(f_order && f_hot[0] && f_set[0]) || f_k == f_j || f_befores[0]);
                last_of:  cover (f_order && hot_o[KERNELS-1] && &set_i);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
