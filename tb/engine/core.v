// core - the number of the core cycle, as a scope of its own in a wave file. The harness drives it.
`default_nettype none
module core (
    input wire [63:0] cycle_i       // as in messages of lockstep, statistics and the timeline
);
    wire unused = &{1'b0, cycle_i};
endmodule
`default_nettype wire
