// lib_words - visits N members in words of neighbours, in at most STEPS steps at any N.
//
// Contract  go_i begins a walk, also while one is under way: the first word is visited in the next cycle, then the others
//           in order, each once. stay_i repeats the visit of a word. at_o has the members of the word visited.
// Timing    at_o from registers. A walk without stay_i takes WORDS cycles.
// Size      WORDS flops, WORDS <= STEPS.
// Users     lib_quota, place_spatial.   Source  own.
`default_nettype none
module lib_words #(
    parameter N     = 28,                       // members, 1..256
    parameter STEPS = 16,                       // words at most, 1 or more
    parameter WORD  = (N + STEPS - 1)/STEPS,    // derived: never set; members of a word
    parameter WORDS = (N + WORD - 1)/WORD       // derived: never set
) (
    input  wire         clk_i,
    input  wire         rst_ni,                 // synchronous, active low: no walk
    input  wire         go_i,
    input  wire         stay_i,
    output wire [N-1:0] at_o,
    output wire         busy_o,                 // a word is visited
    output wire         last_o                  // it is the last one, and is not visited again unless go_i is high
);
    localparam [WORDS-1:0] FIRST = 1;
    reg [WORDS-1:0] step_q;                     // the word visited, one-hot or zero
    always @(posedge clk_i)
        if (!rst_ni) step_q <= {WORDS{1'b0}};
        else if (go_i) step_q <= FIRST;
        else if (!stay_i) step_q <= step_q << 1;

    genvar n;
    generate
        for (n = 0; n < N; n = n + 1) begin : g_at
            assign at_o[n] = step_q[n/WORD];
        end
    endgenerate
    assign busy_o = |step_q;
    assign last_o = step_q[WORDS-1] && !stay_i;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_n;               // any member
    reg f_past_q = 1'b0, f_last_q, f_stay_q, f_go_q, f_on_q;
    reg [N-1:0] f_at_q, f_seen_q;               // visited in the previous cycle; in this walk, before this cycle
    reg [7:0]   f_steps_q;                      // of this walk, before this cycle, without those repeated
    wire [N-1:0] f_at = at_o >> f_n, f_seen = f_seen_q >> f_n;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_on_q    <= rst_ni;
        {f_last_q, f_stay_q, f_go_q, f_at_q} <= {last_o, stay_i, go_i, at_o};
        f_seen_q  <= (!rst_ni || go_i) ? {N{1'b0}} : f_seen_q | (at_o & {N{!stay_i}});
        f_steps_q <= (!rst_ni || go_i) ? 8'd0 : f_steps_q + {7'd0, busy_o && !stay_i};
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_n < N);
        if (f_past_q) begin
            some:    assert (busy_o == |at_o);
            once:    assert (!(f_at[0] && f_seen[0]));
            every:   assert (!(f_on_q && f_last_q && !f_go_q) || f_seen[0]);
            ends_so: assert (!(f_on_q && |f_at_q) || busy_o || f_last_q);
            repeats: assert (!(f_on_q && f_stay_q && !f_go_q) || at_o == f_at_q);
            begins:  assert (!(f_on_q && f_go_q) || at_o[0]);
            bounded: assert (!busy_o || f_steps_q < STEPS);
            inv_hot: assert (!(step_q & (step_q - FIRST)));
            inv_lo:  assert (!busy_o || step_q == FIRST << f_steps_q);
            inv_in:  assert (!busy_o || f_seen[0] == (f_n/WORD < f_steps_q));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) ends: cover (last_o && f_seen[0] && f_stay_q && N > WORD);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
