// place_spatial - assigns disjoint sets of SMs to the kernels with CTAs left.
//
// Param     block reset 1 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  A launch reassigns all enabled SMs: one SM each in turn to the kernels with CTAs left, by rank, so sets differ
//           by one SM at most and earlier kernels have the larger ones. When a kernel has no CTA left, only its SMs are
//           reassigned, likewise. lib_offers picks among the SMs; an SM is not picked while it is being assigned. CTAs of
//           2-D kernels go in blocks (lib_blocks); the last CTA of a grid may be a block of its own. Assignment stops at
//           a word that has an SM with an open block until the block is complete.
// Timing    assigns a word of neighbours per cycle, from SM 0 up, in at most STEPS cycles, starting in the cycle after the
//           change; an assignment takes effect in the next cycle.
// Size      KERNELS * (SMS + TURN_W + 1) + STEPS + (SMS/STEPS + 2) * TURN_W + 3 flops, lib_ranks of a word, lib_offers.
// Users     place_bank.   Source  [LCS §4.4] (CKE), [SMK §2.3] (Smart-Even).
`default_nettype none
module place_spatial #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter STEPS   = 16,     // own: cycles of an assignment without open blocks, at most; 1 or more
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [4:0]                 param_block_i,
    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // one CTA of kernel k is left to dispatch
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs per block of kernel k, 1 or more; the last CTA
                                                    // of a grid (final_i) is a block of one
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire [SMS*KERNELS-1:0]     serves_o,     // bit s*KERNELS+k: SM s is assigned to kernel k
    output wire                       deals_o,      // serves_o is being recomputed
    output wire [CNT_W-1:0]           rest_o,
    output wire [SMS-1:0]             keep_o,       // SMs of the open block, of a cluster several; zero: none is open

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick
    output wire                       pick_head_o,  // the picked CTA is the first of a block
    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       all_sms_o,    // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                       busy_o        // a register changes without a pick
);
    localparam WORD   = (SMS + STEPS - 1) / STEPS;      // SMs assigned at once
    localparam R_W    = $clog2(WORD + 1), TURN_W = $clog2(KERNELS + 1);
    localparam [TURN_W-1:0] ZERO = 0, TURN_ONE = 1;

    reg  [SMS*KERNELS-1:0]  own_q;              // owner of SM s, one-hot or zero
    reg  [KERNELS-1:0]      live_q;
    reg                     all_q;              // all SMs are reassigned, not only those without an owner
    reg  [SMS-1:0]          free, answers, mine;    // mine: candidate owned by the kernel in turn
    wire [KERNELS-1:0]      want, asked, awake, turn;
    wire [SMS-1:0]          open, at;           // at: the SMs being assigned
    wire                    busy, visits, visits_last;
    wire                    turns = live_i != live_q;
    wire                    waits = |(at & open);   // one of them has an open block
    lib_words #(.N(SMS), .STEPS(STEPS)) u_words (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i && |live_i), .go_i(turns), .stay_i(waits),
        .at_o(at), .busy_o(visits), .last_o(visits_last)
    );

    // The live kernel that ranks first has turn 0. The SM with r free ones below it in its word goes to the kernel of turn
    // (next_q + r) modulo the number of live kernels; rest_q holds r modulo that number.
    reg  [KERNELS*TURN_W-1:0]  turn_q, turn_d;  // turn of kernel k, if it is live
    reg  [TURN_W-1:0]          many_q, many_d, part;    // live kernels; an entry of rest_d
    reg  [(WORD+1)*TURN_W-1:0] rest_q, rest_d;
    reg  [TURN_W-1:0]          next_q;          // turn of the first free SM of the word
    integer k, j, r, n, s, l, m, o;
    always @* begin
        {part, many_d} = {ZERO, ZERO};
        turn_d = {KERNELS*TURN_W{1'b0}};
        rest_d = {(WORD+1)*TURN_W{1'b0}};
        if (turns) begin                        // saves simulators the loops
            for (k = 0; k < KERNELS; k = k + 1) begin
                many_d = many_d + (TURN_ONE & {TURN_W{live_i[k]}});
                for (j = 0; j < KERNELS; j = j + 1)
                    turn_d[k*TURN_W +: TURN_W] = turn_d[k*TURN_W +: TURN_W]
                                               + (TURN_ONE & {TURN_W{live_i[j] && before_i[k*KERNELS + j]}});
            end
            for (n = 2; n <= KERNELS; n = n + 1) begin
                part = ZERO;
                for (r = 1; r <= WORD; r = r + 1) begin
                    part = (part + TURN_ONE == n[TURN_W-1:0]) ? ZERO : part + TURN_ONE;
                    if (many_d == n[TURN_W-1:0]) rest_d[r*TURN_W +: TURN_W] = part;
                end
            end
        end
    end
    // a + b modulo `of`, for a and b below it.
    function [TURN_W-1:0] after(input [TURN_W-1:0] a, input [TURN_W-1:0] b, input [TURN_W-1:0] of);
        reg [TURN_W:0] sum;
        begin
            sum   = {1'b0, a} + {1'b0, b};
            sum   = (sum >= {1'b0, of}) ? sum - {1'b0, of} : sum;
            after = sum[TURN_W-1:0];
        end
    endfunction
    function [TURN_W-1:0] look(input [(WORD+1)*TURN_W-1:0] rests, input [R_W-1:0] i);   // entry i of rest_q
        integer e;
        begin
            look = {TURN_W{1'b0}};
            for (e = 1; e <= WORD; e = e + 1)
                look = look | (rests[e*TURN_W +: TURN_W] & {TURN_W{i == e[R_W-1:0]}});
        end
    endfunction

    // The word being assigned: its free SMs, and whose turn each is.
    reg  [WORD-1:0]         some;
    reg  [WORD*KERNELS-1:0] to;
    reg  [TURN_W-1:0]       step, whose;
    wire [WORD*R_W-1:0]     rank;
    wire [R_W-1:0]          count;
    lib_ranks #(.N(WORD)) u_ranks (.set_i(some), .rank_o(rank), .count_o(count));
    always @* begin
        answers = {SMS{1'b0}};
        mine    = {SMS{1'b0}};
        free    = {SMS{1'b0}};
        some    = {WORD{1'b0}};
        if (en_i)                               // lets simulators skip the loop
            for (s = 0; s < SMS; s = s + 1) begin
                answers[s] = |(own_q[s*KERNELS +: KERNELS] & asked);
                mine[s]    = cand_i[s] && |(own_q[s*KERNELS +: KERNELS] & turn) && (!at[s] || open[s]);
                free[s]    = sm_enable_i[s] && (all_q || !(|(own_q[s*KERNELS +: KERNELS] & live_i)));
                some[s%WORD] = some[s%WORD] || (at[s] && free[s]);
            end
    end
    always @* begin
        to    = {WORD*KERNELS{1'b0}};
        step  = {TURN_W{1'b0}};
        whose = {TURN_W{1'b0}};
        if (visits)
            for (l = 0; l < WORD; l = l + 1) begin
                step  = look(rest_q, rank[l*R_W +: R_W]);
                whose = after(next_q, step, many_q);
                for (m = 0; m < KERNELS; m = m + 1)
                    to[l*KERNELS + m] = live_q[m] && turn_q[m*TURN_W +: TURN_W] == whose;
            end
    end
    wire [TURN_W-1:0] steps  = look(rest_q, count);
    wire [TURN_W-1:0] next_d = after(next_q, steps, many_q);
    always @(posedge clk_i)
        if (!rst_ni || !en_i) begin
            own_q  <= {SMS*KERNELS{1'b0}};
            live_q <= {KERNELS{1'b0}};
            all_q  <= 1'b0;
        end else begin
            live_q <= live_i;
            all_q  <= |(live_i & ~live_q) || (all_q && visits);
            for (o = 0; o < SMS; o = o + 1)
                if (at[o] && free[o] && !waits)                      own_q[o*KERNELS +: KERNELS] <= to[(o%WORD)*KERNELS +: KERNELS];
                else if (!(|(own_q[o*KERNELS +: KERNELS] & live_i))) own_q[o*KERNELS +: KERNELS] <= {KERNELS{1'b0}};
        end
    always @(posedge clk_i)                     // guarded by visits: not reset
        if (turns) begin
            turn_q <= turn_d;
            many_q <= many_d;
            rest_q <= rest_d;
            next_q <= {TURN_W{1'b0}};
        end else if (visits && !waits) next_q <= next_d;

    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_offers (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .init_i(init_i), .live_i(live_i),
        .param_block_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .final_i(final_i), .block_o(block_o),
        .change_i(change_i || deals_o), .stands_i(book_khot_i & {KERNELS{|book_sm_i}}),
        .want_o(want), .want_kid_o(want_kid_o), .asked_o(asked), .awake_o(awake), .agree_i(agree_i & answers),
        .turn_o(turn), .mine_i(mine), .load_i(load_i), .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o),
        .open_o(open), .rest_o(rest_o), .keep_o(keep_o), .busy_o(busy)
    );
    assign pick_head_o  = !(|open);
    assign want_valid_o = answers;
    assign serves_o     = own_q;
    assign deals_o      = turns || visits;
    assign all_sms_o    = 1'b1;
    assign busy_o       = en_i && (busy || deals_o);

    wire unused = &{1'b0, want, awake, visits_last};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg [2:0] f_calm_q = 3'd0;                  // no input changed in the last three cycles
    reg [KERNELS-1:0]     f_live_q;
    reg [SMS-1:0]         f_cand_q, f_pick_q, f_enable_q;
    reg                   f_load_q;
    reg [SMS*KERNELS-1:0] f_own_q;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [KERNELS-1:0] f_now = own_q >> (f_s*KERNELS);
    wire               f_enabled = |((sm_enable_i >> f_s) & 1'b1);
    wire [SMS-1:0]     f_low = at << (SMS - 1 - f_s);   // SMs being assigned up to f_s
    always @* assume (f_s < SMS);
    reg                   f_ranks;              // the order of two kernels that stay live stays
    reg  [KERNELS*KERNELS-1:0] f_before_q;
    reg                   f_known, f_turn;      // turn_q and rest_q are right; a kernel has each turn
    reg  [TURN_W:0]       f_many, f_earlier, f_rest;
    integer f_k, f_j;
    always @(posedge clk_i) f_before_q <= before_i;
    always @* begin
        f_ranks = 1'b1;
        f_known = 1'b1;
        f_many  = {TURN_W+1{1'b0}};
        for (f_k = 0; f_k < KERNELS; f_k = f_k + 1) begin
            f_many    = f_many + live_q[f_k];
            f_earlier = {TURN_W+1{1'b0}};
            for (f_j = 0; f_j < KERNELS; f_j = f_j + 1) begin
                f_earlier = f_earlier + (live_q[f_j] && before_i[f_k*KERNELS + f_j]);
                f_ranks = f_ranks && (!(live_i[f_k] && live_q[f_k] && live_i[f_j] && live_q[f_j])
                                      || before_i[f_k*KERNELS + f_j] == f_before_q[f_k*KERNELS + f_j]);
            end
            f_known = f_known && (!live_q[f_k] || turn_q[f_k*TURN_W +: TURN_W] == f_earlier);
        end
        f_known = f_known && many_q == f_many && !(|rest_q[TURN_W-1:0]);
        for (f_k = 1; f_k <= WORD; f_k = f_k + 1) begin
            f_rest  = rest_q[(f_k - 1)*TURN_W +: TURN_W] + 1'b1;
            f_known = f_known && rest_q[f_k*TURN_W +: TURN_W] == (f_rest == f_many ? 0 : f_rest);
        end
        f_turn = 1'b1;
        for (f_k = 0; f_k < WORD; f_k = f_k + 1)
            f_turn = f_turn && |(to[f_k*KERNELS +: KERNELS] & live_q)
                  && !(to[f_k*KERNELS +: KERNELS] & (to[f_k*KERNELS +: KERNELS] - 1'b1));
    end
    reg                   f_order;              // of two live kernels one was launched before the other
    reg                   f_kept;               // the kernel of an open block owns its SM
    integer f, j;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_on_q     <= rst_ni && en_i;
        f_calm_q   <= {f_calm_q[1:0], 1'b1} & {3{rst_ni && !init_i && en_i && !(|pick_sm_o) && !busy_o}};
        f_live_q   <= live_i;
        f_cand_q   <= cand_i;
        f_load_q   <= load_i;
        f_pick_q   <= pick_sm_o;
        f_enable_q <= sm_enable_i;
        f_own_q    <= own_q;
    end
    reg f_shape;                                // block sizes of live kernels are stable, 1 or more
    reg [KERNELS*CNT_W-1:0] f_block_q;
    always @(posedge clk_i) f_block_q <= block_o;
    always @* begin
        f_kept = 1'b1;
        for (f = 0; f < SMS; f = f + 1)
            f_kept = f_kept && (!open[f] || |(own_q[f*KERNELS +: KERNELS] & turn) || !(|(turn & live_i)));
        f_order = 1'b1;
        f_shape = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
        for (f = 0; f < KERNELS; f = f + 1)
            for (j = 0; j < KERNELS; j = j + 1) begin
                f_order = f_order && (f == j ? !before_i[f*KERNELS + j]
                        : !(live_i[f] && live_i[j]) || before_i[f*KERNELS + j] != before_i[j*KERNELS + f]);
                f_order = f_order && (!(live_i[f] && live_i[j] && before_i[f*KERNELS + j])
                        || !(live_i & before_i[j*KERNELS +: KERNELS] & ~before_i[f*KERNELS +: KERNELS]));
            end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_ranks: assume (f_ranks);
        in_shape: assume (f_shape);
        in_kept:  assume (!(|open) || !(cand_i & ~open));
        // The host changes sm_enable_i only while no kernel is busy.
        in_host:  assume (!f_on_q || sm_enable_i == f_enable_q || (!(|live_i) && !(|f_live_q)));
    end
    generate
        if (F_TOP) begin : g_top
            always @* if (f_past_q) begin
                again:  assert (!(&f_calm_q && en_i && rst_ni && live_i == f_live_q && cand_i == f_cand_q
                                  && load_i == f_load_q) || (pick_sm_o == f_pick_q && own_q == f_own_q));
                waited: cover (rst_ni && waits && !turns && &live_i);
                shared: cover (rst_ni && !busy_o && own_q[0] && own_q[KERNELS + 1] && pick_sm_o[1]);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        hot:        assert (!(f_now & (f_now - 1'b1)));
        // While nothing is being assigned, a kernel with CTAs left owns each enabled SM, if there is such a kernel.
        served:     assert (!en_i || !f_on_q || turns || visits || !(|live_i) || !f_enabled
                            || |(f_now & live_i));
        inv_served: assert (!visits || |f_low || turns || !f_enabled || |(f_now & live_i));
    end
    always @* if (f_past_q) begin
        inv_turns: assert (!visits || turns || (f_known && next_q < many_q));
        given:     assert (!visits || turns || f_turn);
        inv_live:  assert (!visits || |live_q);
        inv_kept:  assert (f_kept);
    end
`endif
endmodule
`default_nettype wire
