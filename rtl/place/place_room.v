// place_room - the SM with the most room gets the next CTA.
//
// Param     score reset 0 max 2: room of an SM: 0 CTAs of the kernel that still fit, 1 free CTA slots, 2 free threads.
// Contract  Asks all SMs about the first kernel by rank with CTAs left, as place_rr does. Its next CTA goes to the
//           candidate with the highest score; of equal scores, to the lowest-numbered SM. A picked SM takes part again when
//           its answer and its score include the CTA: until then disp_issue masks it. Under score 0, picks wait while the
//           score of a candidate is not known (lib_room).
// Timing    one pick per cycle with five SMs or more. A tournament has two rounds, each between registers. In cycle t each team
//           of TEAM neighbours finds its leader, by the candidates and scores of t; in t + 1 the leaders meet, and in t + 2
//           the winner is picked if it is still a candidate. The SM picked in a cycle, and the leader that wins in it, do not
//           enter the first round then. While the booking register is taken, the winner stays; so load_i does not lead into
//           the first round. Scores 1 and 2 are the free amounts of t, and so is score 0 after a CTA of the same kernel; after
//           a CTA of another one the SM is not known for CNT_W + 1 cycles, and one more for each SM of its group that is
//           counted before it. When the kernel changes, five idle cycles; under score 0, CNT_W more, and one per enabled SM of
//           a group.
// Size      2*SMS + KERNELS + KID_W + 3 flops, and a key per team; TEAM*(TEAM - 1)/2 comparators per team, lib_best for the
//           leaders; a lib_room per group of GROUP SMs.
// Users     place_bank.   Source  [ROOM]: the placement of NVIDIA GPUs from Pascal to Turing, by local resource availability.
//           Which resources count, and ties, are own.
`default_nettype none
module place_room #(
    parameter SMS       = 28,                                   // 1..256
    parameter SLOTS     = 8,                                    // CTA slots per SM, 1 or more
    parameter KERNELS   = 4,                                    // kernel table entries, 1..16
    parameter AMT_W     = 59,                                   // bits of an amount word, guards included
    parameter WARPS_W   = 7,                                    // bits of its lowest field, an SM's warps,
    parameter THREADS_W = 12,                                   // and of the next one, its threads
    parameter GROUP     = 32,                                   // own: SMs that share a lib_room
    parameter TEAM      = 4,                                    // own: SMs of a team
    parameter KID_W     = (KERNELS > 1) ? $clog2(KERNELS) : 1,  // derived: never set
    parameter CNT_W     = $clog2(SLOTS + 1)                     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [1:0]                 param_score_i,

    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs
    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire [AMT_W-1:0]           guard_i,      // constant: the guard bits of an amount word
    input  wire [KERNELS*AMT_W-1:0]   amt_i,        // resources of a CTA of kernel k, as free_i
    input  wire [SMS*AMT_W-1:0]       free_i,       // free resources of SM s: slots, shared memory, registers, threads,
                                                    // warps, each below a guard bit of 0
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick

    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       book_i,       // the pick is booked at this clock edge
    input  wire [SMS-1:0]             done_sm_i,    // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]         done_khot_i,  // its kernel, one-hot; zero: the slot was not in use
    output wire                       busy_o        // a register changes without a pick
);
    localparam KEY_W = (THREADS_W > CNT_W) ? THREADS_W : CNT_W;
    localparam [1:0] CTAS = 2'd0, SLOTS_FREE = 2'd1;

    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );

    wire                 ctas = param_score_i == CTAS;
    wire                 on   = en_i && held && ctas;
    wire [AMT_W-1:0]     need;
    wire [SMS*CNT_W-1:0] fits;
    wire [SMS-1:0]       known;
    wire [SMS-1:0]       took  = book_sm_i & {SMS{book_i && |(book_khot_i & cur)}};
    wire [SMS-1:0]       gave  = done_sm_i & {SMS{|(done_khot_i & cur)}};
    wire [SMS-1:0]       other = (book_sm_i & {SMS{book_i && !(|(book_khot_i & cur))}})
                               | (done_sm_i & {SMS{|(done_khot_i & ~cur)}});
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_need (.sel_i(cur), .data_i(amt_i), .data_o(need));
    wire [(SMS + GROUP - 1)/GROUP-1:0] counts;       // a group has SMs that are not known
    genvar g;
    generate
        for (g = 0; g < SMS; g = g + GROUP) begin : g_room
            localparam N = (SMS - g < GROUP) ? SMS - g : GROUP;
            lib_room #(.SMS(N), .AMT_W(AMT_W), .CNT_W(CNT_W)) u_room (
                .clk_i(clk_i), .rst_ni(rst_ni), .on_i(on), .enable_i(sm_enable_i[g +: N]), .guard_i(guard_i),
                .need_i(need), .free_i(free_i[g*AMT_W +: N*AMT_W]), .took_i(took[g +: N]), .gave_i(gave[g +: N]),
                .other_i(other[g +: N]), .n_o(fits[g*CNT_W +: N*CNT_W]), .known_o(known[g +: N]),
                .busy_o(counts[g / GROUP])
            );
        end
    endgenerate

    localparam TEAMS = (SMS + TEAM - 1)/TEAM;
    reg  [SMS-1:0]         best_q;                  // winner of the last tournament, one-hot or zero
    reg  [SMS-1:0]         lead_q;                  // leader of each team, one-hot or zero
    reg  [TEAMS*KEY_W-1:0] lead_key_q;              // its score
    reg                    void_q;                  // a candidate's score was not known a cycle ago: masks lead_q
    reg  [SMS*KEY_W-1:0]   key;
    wire [SMS-1:0]         offer  = cand_i & {SMS{en_i && held}};
    wire [SMS-1:0]         enters = offer & ~best_q;
    wire [SMS-1:0]         leads  = lead_q & {SMS{!void_q}};
    wire                   waits  = ctas && |(cand_i & ~known);
    wire                   stays  = |(best_q & offer) && !load_i;
    integer s;
    always @* begin
        key = {SMS*KEY_W{1'b0}};
        if (en_i)                                   // saves simulators the loop
            for (s = 0; s < SMS; s = s + 1)
                if (ctas)                             key[s*KEY_W +: CNT_W] = fits[s*CNT_W +: CNT_W];
                else if (param_score_i == SLOTS_FREE) key[s*KEY_W +: CNT_W] = free_i[s*AMT_W + AMT_W - 1 - CNT_W +: CNT_W];
                else                              key[s*KEY_W +: THREADS_W] = free_i[s*AMT_W + WARPS_W + 1 +: THREADS_W];
    end

    // Second round: the leaders of the teams.
    wire [TEAMS-1:0] meet, wins;
    wire [KEY_W-1:0] top_key;
    wire [SMS-1:0]   best;
    lib_best #(.N(TEAMS), .W(KEY_W)) u_best (
        .req_i(meet & {TEAMS{en_i && held}}), .key_i(lead_key_q), .hot_o(wins), .key_o(top_key)
    );
    // First round. It masks a leader that wins in this cycle. wins[t] arrives late, so the best SM is computed for both
    // cases in parallel, with the leader and without it.
    wire [SMS-1:0]         lead;
    wire [TEAMS*KEY_W-1:0] lead_key;
    genvar t;
    generate
        for (t = 0; t < TEAMS; t = t + 1) begin : g_team
            localparam LO = t*TEAM, N = (SMS - LO < TEAM) ? SMS - LO : TEAM;
            wire [N-1:0] was = leads[LO +: N], team = enters[LO +: N];
            reg  [N-1:0] first, others;             // the best of all, the best without the leader
            integer i, j;
            always @* begin
                first  = team;
                others = team & ~was;
                if (|team)                          // saves simulators the comparisons; of equal scores, the lower number
                    for (i = 1; i < N; i = i + 1)
                        for (j = 0; j < i; j = j + 1)
                            if (key[(LO + j)*KEY_W +: KEY_W] >= key[(LO + i)*KEY_W +: KEY_W]) begin
                                first[i]  = first[i] && !team[j];
                                others[i] = others[i] && !(team[j] && !was[j]);
                            end else begin
                                first[j]  = first[j] && !team[i];
                                others[j] = others[j] && !(team[i] && !was[i]);
                            end
            end
            lib_mux1h #(.N(N), .W(KEY_W)) u_key (
                .sel_i(lead[LO +: N]), .data_i(key[LO*KEY_W +: N*KEY_W]), .data_o(lead_key[t*KEY_W +: KEY_W])
            );
            assign meet[t] = |was;
            assign lead[LO +: N] = (wins[t] && !stays) ? others : first;
            assign best[LO +: N] = was & {N{wins[t]}};
        end
    endgenerate
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            best_q <= {SMS{1'b0}};
            lead_q <= {SMS{1'b0}};
            void_q <= 1'b0;
        end else begin
            if (!stays) best_q <= best;
            lead_q <= lead;
            void_q <= waits;
        end
    always @(posedge clk_i) lead_key_q <= lead_key; // guarded by lead_q: not reset

    // All SMs answer about one kernel.
    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_sm_o    = best_q & cand_i & {SMS{en_i && load_i && held}};
    assign pick_kid_o   = cur_kid;
    assign busy_o       = en_i && (moves || |counts || |offer || |best_q || |leads || void_q);

    wire unused = &{1'b0, top_key};

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    reg f_past_q = 1'b0;
    wire f_rules, f_order;
    wire [SMS-1:0] f_done = done_sm_i & {SMS{|done_khot_i}}, f_book = book_sm_i & {SMS{book_i}};
    formal_room_events #(.SMS(SMS), .AMT_W(AMT_W), .CNT_W(CNT_W)) u_rules (
        .clk_i(clk_i), .rst_ni(rst_ni), .on_i(on), .enable_i(sm_enable_i), .guard_i(guard_i), .need_i(need), .free_i(free_i),
        .took_i(f_book & {SMS{book_khot_i == cur}}), .gave_i(f_done & {SMS{done_khot_i == cur}}),
        .other_i((f_book & {SMS{book_khot_i != cur}}) | (f_done & {SMS{done_khot_i != cur}})), .ok_o(f_rules)
    );
    formal_place_room #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .WARPS_W(WARPS_W), .THREADS_W(THREADS_W), .TEAM(TEAM),
        .F_TOP(F_TOP)
    ) u_formal (
        .clk_i(clk_i), .sel_i(rst_ni && en_i), .on_i(rst_ni && en_i && !init_i), .score_i(param_score_i),
        .live_i(live_i), .before_i(before_i), .free_i(free_i), .fits_i(fits), .known_i(known),
        .cand_i(cand_i), .load_i(load_i), .held_i(held),
        .want_kid_i(want_kid_o), .want_valid_i(want_valid_o), .pick_sm_i(pick_sm_o), .pick_kid_i(pick_kid_o),
        .best_i(best_q), .lead_i(leads), .lead_key_i(lead_key_q),
        .moves_i(best & {SMS{!stays}}), .busy_i(busy_o), .order_o(f_order)
    );
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) begin
        in_order:  assume (f_order);
        in_events: assume (f_rules);
        in_kernel: assume ((!(|book_sm_i) || !(book_khot_i & (book_khot_i - 1'b1)))
                           && (!(|done_sm_i) || !(done_khot_i & (done_khot_i - 1'b1))));
    end
`endif
endmodule
`default_nettype wire
