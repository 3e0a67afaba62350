// lib_any - whether a bit of a wide word was set a cycle ago.
//
// Contract  any_o is the OR of the previous cycle's set_i.
// Timing    a register for each 8 bits lies inside the OR, so the paths before and behind it are short.
// Size      (N + 7)/8 flops. Not reset: the owner guards the first answer.
// Users     lib_awake, place_engines.   Source  textbook.
`default_nettype none
module lib_any #(
    parameter N = 28                            // bits, 1..256
) (
    input  wire         clk_i,
    input  wire [N-1:0] set_i,
    output wire         any_o
);
    localparam PARTS = (N + 7)/8;
    reg [PARTS*8-1:0] set;
    reg [PARTS-1:0]   any_q;
    integer p;
    always @* begin
        set = {PARTS*8{1'b0}};
        set[N-1:0] = set_i;
    end
    always @(posedge clk_i)
        for (p = 0; p < PARTS; p = p + 1) any_q[p] <= |set[p*8 +: 8];
    assign any_o = |any_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_any_q;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_any_q  <= |set_i;
    end
    always @* if (f_past_q) ors: assert (any_o == f_any_q);
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) last: cover (any_o && !any_q[0]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
