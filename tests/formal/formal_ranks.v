// formal_ranks - the order of the busy kernels, for the proof of disp_kernels.
//
// total_o: of two busy kernels one ranks before the other, and none are in a circle
// level_o: none ranks before one of higher priority
// Users  disp_kernels, last lines.
`default_nettype none
module formal_ranks #(
    parameter KERNELS = 2
) (
    input  wire [KERNELS-1:0]         busy_i,
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [KERNELS*3-1:0]       priority_i,   // 7 the highest
    output reg                        total_o, level_o
);
    integer f, g, h;
    always @* begin
        total_o = 1'b1;
        level_o = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            for (g = 0; g < KERNELS; g = g + 1)
                if (busy_i[f] && busy_i[g]) begin
                    total_o = total_o && (f == g ? !before_i[f*KERNELS + f]
                                          : before_i[f*KERNELS + g] != before_i[g*KERNELS + f]);
                    level_o = level_o && !(before_i[f*KERNELS + g] && priority_i[g*3 +: 3] < priority_i[f*3 +: 3]);
                    for (h = 0; h < KERNELS; h = h + 1)
                        total_o = total_o && !(busy_i[h] && before_i[f*KERNELS + g]
                                               && before_i[g*KERNELS + h] && before_i[h*KERNELS + f]);
                end
    end
endmodule
`default_nettype wire
