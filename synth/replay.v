// replay.v - drives a netlist with the recorded inputs of a run and compares its outputs before every clock edge.
//
// point.sh defines TOP, the module; IN_BITS and OUT_BITS, the bits of its ports; DIR, where stimuli.txt is, with inputs and
// outputs of a clock in each line, and where nets.vcd goes. replay.awk writes replay_pins.vh, the connections.
`default_nettype none
module replay;
    reg                  clk = 1'b0;
    reg  [`IN_BITS-1:0]  in = 0;        // an arbiter has left its reset before its wave begins
    reg  [`OUT_BITS-1:0] want;
    wire [`OUT_BITS-1:0] out;
    integer stimuli, cycle = 0, wrong = 0;
    `TOP dut (
        `include "replay_pins.vh"
        .clk_i(clk)
    );
    initial begin
        stimuli = $fopen({`DIR, "/stimuli.txt"}, "r");
        $dumpfile({`DIR, "/nets.vcd"});
        $dumpvars(1, dut);
        repeat (2) begin
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
        while ($fscanf(stimuli, "%b %b\n", in, want) == 2) begin
            #1 if (out !== want) begin
                if (wrong == 0) $display("cycle %0d: found %b, expected %b", cycle, out, want);
                wrong = wrong + 1;
            end
            cycle = cycle + 1;
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        $display("%0d cycles, %0d wrong", cycle, wrong);
        $finish;
    end
endmodule
`default_nettype wire
