// lib_awake - kernels that may find an SM: no SM takes the others until an event.
//
// Contract  The owner asks all SMs about kernel ask_i in a cycle; in the next one the stages answer about asked_o (agree_i).
//           A kernel with CTAs left is awake until no SM agrees. It wakes when an answer may change (change_i), and while a
//           CTA of it waits to be booked: after the booking its next block may be smaller, the last CTA of its grid.
// Timing    awake_o includes change_i of the previous cycle and an answer two cycles after the question; live_i directly.
// Size      3 * KERNELS + 2 flops, one lib_any.
// Users     lib_offers, place_backfill.   Source  own.
`default_nettype none
module lib_awake #(
    parameter SMS     = 28,                     // 1..256
    parameter KERNELS = 4                       // kernel table entries, 1..16
) (
    input  wire               clk_i,
    input  wire               rst_ni,           // synchronous, active low
    input  wire [KERNELS-1:0] live_i,           // kernel k has CTAs left to dispatch
    input  wire [KERNELS-1:0] ask_i,            // kernel that SMs are asked about, one-hot
    output wire [KERNELS-1:0] asked_o,          // the previous cycle's, if it had CTAs left: one-hot or zero
    input  wire [SMS-1:0]     agree_i,          // SM s agrees on asked_o
    input  wire               change_i,         // a stage's answer may change for a reason other than a pick
    input  wire [KERNELS-1:0] stands_i,         // kernel of the pick that waits to be booked, one-hot or zero
    output wire [KERNELS-1:0] awake_o           // kernels with CTAs left that may find an SM
);
    reg [KERNELS-1:0] asked_q, idle_q;          // idle_q: no SM agreed on kernel k
    reg [KERNELS-1:0] judged_q;                 // the previous cycle's answer about this kernel is valid
    reg               change_q;                 // change_i a cycle ago
    reg               stale_q;                  // when SMs were asked, a CTA of asked_q waited to be booked: its next
                                                // block may be smaller than the one that they answer about
    wire               any;                     // an SM agreed a cycle ago
    lib_any #(.N(SMS)) u_any (.clk_i(clk_i), .set_i(agree_i), .any_o(any));
    wire [KERNELS-1:0] wakes = stands_i | {KERNELS{change_q}};
    wire [KERNELS-1:0] idle  = idle_q | (judged_q & {KERNELS{!any}});
    always @(posedge clk_i)
        if (!rst_ni) begin
            asked_q  <= {KERNELS{1'b0}};
            idle_q   <= {KERNELS{1'b0}};
            judged_q <= {KERNELS{1'b0}};
            change_q <= 1'b0;
        end else begin
            asked_q  <= ask_i & live_i;
            idle_q   <= idle & ~wakes;
            judged_q <= asked_q & {KERNELS{!stale_q}} & ~wakes;
            change_q <= change_i;
        end
    always @(posedge clk_i) stale_q <= |(ask_i & stands_i);
    assign asked_o = asked_q;
    assign awake_o = live_i & (~idle | {KERNELS{change_q}});

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_k;               // any kernel
    wire [KERNELS-1:0] f_hot = {{KERNELS-1{1'b0}}, 1'b1} << f_k;
    reg f_past_q = 1'b0;
    reg f_asked_q;                              // SMs were asked about f_k a cycle ago, while it had CTAs left
    reg f_stood_q;                              // and a CTA of it waited to be booked then
    reg f_no_q;                                 // no SM agreed on f_k, and nothing has happened since that may change this
    reg f_event_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_asked_q <= rst_ni && |(ask_i & live_i & f_hot);
        f_stood_q <= |(stands_i & f_hot);
        f_event_q <= rst_ni && change_i;
        f_no_q    <= rst_ni && (f_no_q || (f_asked_q && !f_stood_q && !(|agree_i))) && !(|(stands_i & f_hot)) && !f_event_q;
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_k < KERNELS);
    end
    always @* if (f_past_q) in_hot: assume (!(ask_i & (ask_i - 1'b1)));
    always @* if (f_past_q) begin
        asked:  assert (|(asked_o & f_hot) == f_asked_q);
        sleeps: assert (!(|(live_i & f_hot)) || |(awake_o & f_hot) == (f_event_q || !f_no_q));
        inside: assert (!(awake_o & ~live_i));
        inv:    assert (change_q == f_event_q && |(idle & f_hot) == f_no_q && !(asked_q & (asked_q - 1'b1)));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) woken: cover (rst_ni && f_no_q && |(awake_o & f_hot) && live_i != f_hot);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
