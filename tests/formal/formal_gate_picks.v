// formal_gate_picks - which picks a gate may see, given its answers.
//
// A gate sees a pick one cycle after it was made. The pick was made from the answer of the cycle before that, about its
// kernel, for an SM of which the gate has seen no other pick since; and if that answer came with alone_i, no CTA
// of the kernel was picked in its cycle or in the one before.
// Users  gate_any asserts it of the dispatcher, gate_claso relies on it.
`default_nettype none
module formal_gate_picks #(
    parameter SMS   = 3,
    parameter KID_W = 1
) (
    input  wire                 clk_i,
    input  wire                 run_i,          // selected and not in reset: answers are valid
    input  wire [SMS-1:0]       ok_i,
    input  wire                 alone_i,
    input  wire [KID_W-1:0]     want_kid_i,
    input  wire [SMS-1:0]       pick_sm_i,
    input  wire [KID_W-1:0]     pick_kid_i,
    output wire [SMS-1:0]       may_o
);
    reg  [SMS-1:0]       ok_q, ok_2_q, sm_q, sm_2_q;
    reg  [KID_W-1:0]     want_q, want_2_q, kid_q, kid_2_q;
    reg                  alone_q, alone_2_q;
    wire                 agree = want_2_q == pick_kid_i;
    always @(posedge clk_i) begin
        ok_q      <= ok_i & {SMS{run_i}};
        ok_2_q    <= ok_q & {SMS{run_i}};
        alone_q   <= alone_i;
        alone_2_q <= alone_q;
        want_q    <= want_kid_i;
        want_2_q  <= want_q;
        sm_q      <= pick_sm_i & {SMS{run_i}};
        sm_2_q    <= sm_q;
        kid_q     <= pick_kid_i;
        kid_2_q   <= kid_q;
    end
    wire voided = alone_2_q && ((|sm_q && kid_q == pick_kid_i) || (|sm_2_q && kid_2_q == pick_kid_i));
    assign may_o = ok_2_q & ~sm_q & ~sm_2_q & {SMS{agree && !voided}};
endmodule
`default_nettype wire
