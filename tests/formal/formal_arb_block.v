// formal_arb_block - what a warp-issue policy may assume about blocks of CTAs.
//
// Contract  ok_o: every live CTA names a live leader that names itself, and its leader is older
//           than it or itself. So the leader is the oldest of its block.
// Timing    combinational.   Size  proofs only.
// Users     arb_ctx asserts it, arb_sca assumes it of its inputs.
`default_nettype none
module formal_arb_block #(
    parameter SLOTS  = 3,
    parameter SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1        // derived: never set
) (
    input  wire [SLOTS-1:0]        live_i,
    input  wire [SLOTS*SLOTS-1:0]  older_i,
    input  wire [SLOTS*SLOT_W-1:0] partner_i,
    output reg                     ok_o
);
    reg  found;
    integer a, b;
    always @* begin
        ok_o = 1'b1;
        for (a = 0; a < SLOTS; a = a + 1) begin
            found = 1'b0;
            for (b = 0; b < SLOTS; b = b + 1)
                if (partner_i[a*SLOT_W +: SLOT_W] == b[SLOT_W-1:0])
                    found = live_i[b] && (a == b || older_i[a*SLOTS + b])
                            && partner_i[b*SLOT_W +: SLOT_W] == b[SLOT_W-1:0];
            if (live_i[a] && !found) ok_o = 1'b0;
        end
    end
endmodule
`default_nettype wire
