// lib_quota - marks the first `quota` members of a set, a word of neighbours per cycle.
//
// Contract  go_i begins a walk of lib_words and samples quota_i. hit_o has those members of set_i in the word visited
//           before which the walk has met fewer than `quota` members; count_o is the number of members in that word.
// Timing    set_i -> hit_o, count_o combinational. A walk takes at most STEPS cycles.
// Size      lib_words, lib_ranks of a word, QUOTA_W flops.
// Users     limit_smc, gate_dyncore.   Source  own.
`default_nettype none
module lib_quota #(
    parameter N       = 28,                     // members, 1..256
    parameter QUOTA_W = 5,                      // bits of the quota
    parameter STEPS   = 16,                     // words at most, 1 or more
    parameter WORD    = (N + STEPS - 1)/STEPS,  // derived: never set; members of a word, at most 16
    parameter R_W     = $clog2(WORD + 1)        // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,           // synchronous, active low: no walk
    input  wire               go_i,
    input  wire [QUOTA_W-1:0] quota_i,
    input  wire [N-1:0]       set_i,
    output wire [N-1:0]       at_o,             // members of the word visited
    output reg  [N-1:0]       hit_o,            // of these, those within the quota
    output wire [R_W-1:0]     count_o,
    output wire               busy_o,           // a word is visited
    output wire               last_o            // it is the last one
`ifdef FORMAL
    , output wire [QUOTA_W-1:0] f_left_o        // what is left of the quota
`endif
);
    localparam SUM_W = (QUOTA_W > R_W) ? QUOTA_W : R_W;
    lib_words #(.N(N), .STEPS(STEPS)) u_words (
        .clk_i(clk_i), .rst_ni(rst_ni), .go_i(go_i), .stay_i(1'b0), .at_o(at_o), .busy_o(busy_o), .last_o(last_o)
    );
    reg  [WORD-1:0]     word;
    wire [WORD*R_W-1:0] ranks;
    wire [N-1:0]        here = set_i & at_o;
    integer w, n;
    always @* begin
        word = {WORD{1'b0}};
        if (busy_o)                             // saves simulators the loop
            for (w = 0; w < N; w = w + 1) word[w%WORD] = word[w%WORD] | here[w];
    end
    lib_ranks #(.N(WORD)) u_ranks (.set_i(word), .rank_o(ranks), .count_o(count_o));

    reg  [QUOTA_W-1:0] left_q;
    wire [SUM_W-1:0]   left  = {{(SUM_W - QUOTA_W){1'b0}}, left_q}, count = {{(SUM_W - R_W){1'b0}}, count_o};
    wire [SUM_W-1:0]   less  = left - count;
    reg  [WORD-1:0]    covered;
    integer i;
    always @* begin
        covered = {WORD{1'b0}};
        for (i = 0; i < WORD; i = i + 1) covered[i] = {{(SUM_W - R_W){1'b0}}, ranks[i*R_W +: R_W]} < left;
    end
    always @* begin
        hit_o = {N{1'b0}};
        if (busy_o)
            for (n = 0; n < N; n = n + 1) hit_o[n] = here[n] && covered[n%WORD];
    end
    always @(posedge clk_i)                     // guarded by busy_o: not reset
        if (go_i) left_q <= quota_i;
        else if (busy_o) left_q <= less[QUOTA_W-1:0] & {QUOTA_W{left > count}};

    wire unused = &{1'b0, less};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_walk_q = 1'b0;       // a walk is under way
    reg [8:0]   f_before_q, f_before;           // members visited so far in this walk; with this word
    reg [QUOTA_W-1:0] f_quota_q;
    (* anyconst *) reg [7:0] f_n;               // any member
    reg [8:0]   f_rank;                         // members of its word below it
    wire [N-1:0] f_hit = hit_o >> f_n, f_here = here >> f_n;
    integer f;
    always @* begin
        f_before = f_before_q;
        f_rank   = 9'd0;
        for (f = 0; f < N; f = f + 1) begin
            f_before = f_before + {8'd0, here[f]};
            if (f < f_n) f_rank = f_rank + {8'd0, here[f]};
        end
    end
    assign f_left_o = left_q;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_walk_q   <= rst_ni && (go_i || (f_walk_q && busy_o && !last_o));
        f_before_q <= go_i ? 9'd0 : f_before;
        if (go_i) f_quota_q <= quota_i;
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_n < N);
        if (f_past_q) begin
            member:   assert (!(hit_o & ~(set_i & at_o)));
            first:    assert (f_hit[0] == (f_here[0] && f_before_q + f_rank < f_quota_q));
            counted:  assert (f_before == f_before_q + count_o);
            inv_walk: assert (busy_o == f_walk_q);
            inv_left: assert (!busy_o || left_q == (f_quota_q > f_before_q ? f_quota_q - f_before_q : 0));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) cuts: cover (f_walk_q && last_o && f_here[0] && !f_hit[0] && |hit_o);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
