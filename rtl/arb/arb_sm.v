// arb_sm - selects the kernel in turn for all schedulers of an SM.
//
// Contract  A kernel asks if any scheduler has a competing warp of it. The kernel in turn is served while it
//           asks; in the first cycle in which it does not, the turn passes to the next asking
//           kernel, in cyclic order of table entries. serve_o is one-hot, or zero if no kernel asks.
//           After reset entry 0 is in turn.
// Timing    asks_i -> serve_o combinational, between the schedulers' pool_o and gnt_o.
// Size      KERNELS flops.   Users  the SM: one for all its schedulers, with arb_alt.
// Source    [SMK §3.3], Alternative: the other kernel only when all warps of this one stall.
`default_nettype none
module arb_sm #(
    parameter SCHEDS  = 4,              // warp schedulers of the SM, 1..8
    parameter KERNELS = 4               // kernel table entries, 1..16
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,    // synchronous, active low

    input  wire [SCHEDS*KERNELS-1:0] asks_i,    // slice s: asks_o of scheduler s
    output wire [KERNELS-1:0]        serve_o    // kernel whose warps may be granted: to serve_i of every scheduler
);
    localparam [KERNELS-1:0] ONE = 1;

    generate if (SCHEDS < 1 || SCHEDS > 8 || KERNELS < 1 || KERNELS > 16) begin : g_check
        arb_sm_needs_SCHEDS_from_1_to_8_and_KERNELS_from_1_to_16 u_stop ();
    end endgenerate

    reg  [KERNELS-1:0] turn_q;                  // one-hot
    reg  [KERNELS-1:0] asks;                    // kernel asks in any scheduler
    wire [KERNELS-1:0] after = asks & ~(turn_q | (turn_q - ONE));
    wire [KERNELS-1:0] pool  = |after ? after : asks;
    integer s;
    always @* begin
        asks = {KERNELS{1'b0}};
        for (s = 0; s < SCHEDS; s = s + 1) asks = asks | asks_i[s*KERNELS +: KERNELS];
    end
    assign serve_o = |(asks & turn_q) ? turn_q : pool & (~pool + ONE);

    always @(posedge clk_i)
        if (!rst_ni)    turn_q <= ONE;
        else if (|asks) turn_q <= serve_o;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: proven together with SCHEDS schedulers
    (* anyconst *) reg [3:0] f_a, f_b;          // any two entries
    reg  f_init_q = 1'b0, f_run_q = 1'b0;
    reg  [KERNELS-1:0] f_last_q;                // served last; after reset entry 0
    wire f_asks_a = f_a < KERNELS && |((asks >> f_a) & ONE);
    wire f_asks_b = f_b < KERNELS && |((asks >> f_b) & ONE);
    wire [3:0] f_was = f_index(f_last_q);
    function [3:0] f_index(input [KERNELS-1:0] hot);
        integer k;
        begin
            f_index = 4'd0;
            for (k = 0; k < KERNELS; k = k + 1) if (hot[k]) f_index = k[3:0];
        end
    endfunction
    // Cyclic distance of entry k from the one served last; 1: the next.
    function integer f_behind(input [3:0] k);
        f_behind = k > f_was ? k - f_was : k + KERNELS - f_was;
    endfunction
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_run_q  <= rst_ni;
        f_last_q <= !rst_ni ? ONE : |serve_o ? serve_o : f_last_q;
    end
    wire f_joined;                              // the schedulers of the proof drive asks_i
    always @* begin
        assume (f_init_q || !rst_ni);           // every run begins in reset
        in_asks: assume (f_joined);
        assume (f_a < KERNELS && f_b < KERNELS);
        if (f_init_q) begin
            inv_turn: assert (turn_q == f_last_q && |turn_q && !(turn_q & (turn_q - ONE)));
            one_hot:  assert (!(serve_o & (serve_o - ONE)));
            asked:    assert (!(serve_o & ~asks));
            no_idle:  assert ((|serve_o) == (|asks));
            stays:    assert (!(|(asks & f_last_q)) || serve_o == f_last_q);
            next:     assert (!(f_asks_a && f_asks_b && serve_o == ONE << f_a && f_a != f_b
                                && !(|(asks & f_last_q))) || f_behind(f_a) < f_behind(f_b));
        end
    end
    generate
        if (F_TOP) begin : g_join
            formal_arb_alt #(.SCHEDS(SCHEDS), .KERNELS(KERNELS)) u_join (
                .clk_i(clk_i), .rst_ni(rst_ni), .init_i(f_init_q),
                .asks_i(asks_i), .serve_i(serve_o), .last_i(f_last_q), .ok_o(f_joined));
        end else begin : g_any
            assign f_joined = 1'b1;             // any schedulers
        end
        if (KERNELS > 1) begin : g_cover
            always @* if (f_init_q) begin
                passes: cover (f_run_q && |serve_o && serve_o != f_last_q && f_a == f_was && f_asks_b);
                wraps:  cover (f_run_q && f_was != 0 && serve_o == ONE);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
