// formal_arb_ctx - what every warp-issue policy may assume about its context.
//
// Contract  ok_o: masks of different CTAs are disjoint; a slot that is not live has no warps, no
//           older CTAs and is older than none; age is a strict total order over the live slots.
// Timing    combinational.   Size  proofs only.
// Users     arb_ctx asserts it, the policies assume it of their inputs.
`default_nettype none
module formal_arb_ctx #(
    parameter WARPS = 5,
    parameter SLOTS = 3
) (
    input  wire [SLOTS-1:0]       live_i,
    input  wire [SLOTS*WARPS-1:0] warps_i,
    input  wire [SLOTS*SLOTS-1:0] older_i,
    output reg                    ok_o
);
    integer a, b, c;
    always @* begin
        ok_o = 1'b1;
        for (a = 0; a < SLOTS; a = a + 1) begin
            if (older_i[a*SLOTS + a]) ok_o = 1'b0;
            if (!live_i[a] && |warps_i[a*WARPS +: WARPS]) ok_o = 1'b0;
            for (b = 0; b < SLOTS; b = b + 1) if (a != b) begin
                if (|(warps_i[a*WARPS +: WARPS] & warps_i[b*WARPS +: WARPS])) ok_o = 1'b0;
                if (older_i[a*SLOTS + b] && !(live_i[a] && live_i[b])) ok_o = 1'b0;
                if (live_i[a] && live_i[b] && older_i[a*SLOTS + b] == older_i[b*SLOTS + a])
                    ok_o = 1'b0;
                for (c = 0; c < SLOTS; c = c + 1)
                    if (older_i[a*SLOTS + b] && older_i[b*SLOTS + c] && !older_i[a*SLOTS + c])
                        ok_o = 1'b0;
            end
        end
    end
endmodule
`default_nettype wire
