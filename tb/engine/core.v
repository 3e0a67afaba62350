// core - signals of the harness that no model has, as a scope of their own in a wave file: the number of the core
// cycle, and the CTAs that were started and reported last. The harness drives it.
`default_nettype none
module core (
    input wire [63:0] cycle_i,          // as in messages of lockstep, statistics and the timeline
    input wire [31:0] begun_kernel_i,   // of the last CTA that an SM took: its kernel, as K of kernelK in statistics,
    input wire [31:0] begun_cta_i,      // and its linear id in the grid; all ones before the first
    input wire [31:0] ended_kernel_i,   // of the last CTA whose report the dispatcher took
    input wire [31:0] ended_cta_i
);
    wire unused = &{1'b0, cycle_i, begun_kernel_i, begun_cta_i, ended_kernel_i, ended_cta_i};
endmodule
`default_nettype wire
