// place_backfill - kernels behind the first one pass it while no SM takes it.
//
// Param     pass reset 64 max 65535: CTAs of other kernels that may be picked before a CTA of the first kernel; 0: none.
// Contract  The first kernel is the one that ranks first of those with CTAs left. Asks all SMs about the first by rank of
//           the awake kernels (lib_awake: no SM takes the others). Its next CTA goes to the first candidate after the SM
//           picked last, in cyclic order. A pick of a kernel other than the first counts; after `pass` of them only the
//           first kernel is asked about, until a CTA of it is picked or another kernel is the first: SMs empty until one of
//           them takes it, so its wait is bounded. As soon as an event may let an SM take it, no other kernel is picked
//           before the SMs have answered about it.
// Timing    one pick per cycle with three SMs or more. The first pick of a kernel comes two cycles after those ranking
//           before it fell asleep. While events arrive in every cycle, the first kernel alone is asked about.
// Size      SMS + 5 * KERNELS + 19 flops.
// Users     place_bank.   Source  rule X1 of [TX2] (only the head of a queue is dispatched) lifted, as batch schedulers do;
//           the bound is own.
`default_nettype none
module place_backfill #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [15:0]                param_pass_i,

    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick

    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [KERNELS-1:0]         book_khot_i,  // its kernel, one-hot
    input  wire                       change_i,     // a stage's answer may change for a reason other than a pick
    output wire                       busy_o        // a register changes without a pick
);
    localparam [KERNELS-1:0] K_ONE = 1;

    reg  [KERNELS-1:0] ask_q, turn_q;               // kernel of the question, one-hot; of the candidates, one-hot or zero
    reg  [KERNELS-1:0] head_q;                      // the first kernel a cycle ago
    reg  [15:0]        passed_q;                    // picks of others since a pick of head_q, or since it was first
    reg                more_q;                      // passed_q is below the bound
    wire [KERNELS-1:0] asked, awake, head, next;
    wire [SMS-1:0]     gnt;
    wire [15:0]        more = passed_q + 16'd1;
    wire               on = rst_ni && en_i && !init_i;

    lib_awake #(.SMS(SMS), .KERNELS(KERNELS)) u_awake (
        .clk_i(clk_i), .rst_ni(on), .live_i(live_i), .ask_i(ask_q), .asked_o(asked), .agree_i(agree_i),
        .change_i(change_i), .stands_i(book_khot_i & {KERNELS{|book_sm_i}}), .awake_o(awake)
    );
    lib_first #(.KERNELS(KERNELS)) u_head (.set_i(live_i), .before_i(before_i), .hot_o(head));
    wire [KERNELS-1:0] may = head_q | {KERNELS{more_q}}, set = awake & may;
    lib_first #(.KERNELS(KERNELS)) u_next (.set_i(set), .before_i(before_i), .hot_o(next));

    // Answers about a kernel are not used while one that ranks before it may be asked about.
    reg  [KERNELS-1:0] lead;                        // these rank before turn_q
    integer k;
    always @* begin
        lead = {KERNELS{1'b0}};
        for (k = 0; k < KERNELS; k = k + 1) lead = lead | (before_i[k*KERNELS +: KERNELS] & {KERNELS{turn_q[k]}});
    end
    wire picked = en_i && load_i && |(turn_q & live_i & may) && !(|(set & lead)) && |cand_i;
    lib_rr_arb #(.N(SMS)) u_sm (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i), .req_i(cand_i), .adv_i(picked), .gnt_o(gnt)
    );
    always @(posedge clk_i)
        if (!on) begin
            ask_q    <= K_ONE;
            turn_q   <= {KERNELS{1'b0}};
            head_q   <= {KERNELS{1'b0}};
            passed_q <= 16'd0;
            more_q   <= 1'b0;
        end else begin
            ask_q  <= |next ? next : ask_q;
            turn_q <= asked & live_i;
            head_q <= head;
            if (head != head_q || (picked && |(turn_q & head))) {passed_q, more_q} <= {16'd0, |param_pass_i};
            else if (picked)                                    {passed_q, more_q} <= {more, more < param_pass_i};
            else                                                more_q <= passed_q < param_pass_i;
        end

    // All SMs answer about one kernel.
    lib_enc1h #(.N(KERNELS)) u_want (.hot_i(ask_q), .bin_o(want_kid_o));
    lib_enc1h #(.N(KERNELS)) u_kid (.hot_i(turn_q), .bin_o(pick_kid_o));
    assign want_valid_o = {SMS{|(asked & may)}};
    assign pick_sm_o    = gnt & {SMS{picked}};
    assign busy_o       = en_i && (|set || head != head_q);

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_k;                   // any kernel
    wire [KERNELS-1:0] f_hot = K_ONE << f_k;
    reg f_past_q = 1'b0, f_on_q = 1'b0;
    reg [KERNELS-1:0] f_ask_q, f_ask_2_q;           // kernels asked about in the last two cycles, with CTAs left
    reg               f_event_q;                    // change_i a cycle ago
    reg [15:0]        f_pass_q, f_others_q;         // picks of others since a pick of the first kernel
    reg [KERNELS-1:0] f_head_q;
    reg               f_lived_q;                    // selected and not in init a cycle ago
    reg [KERNELS-1:0] f_first;                      // the live kernel that ranks first
    wire [KERNELS*KERNELS-1:0] f_rows = before_i >> (pick_kid_o * KERNELS);
    wire              f_before = |(f_rows[KERNELS-1:0] & live_i & f_hot);      // f_k ranks before the picked kernel
    wire              f_pick = |pick_sm_o, f_total, f_level;
    formal_ranks #(.KERNELS(KERNELS)) f_u_ranks (
        .busy_i(live_i), .before_i(before_i), .priority_i({KERNELS*3{1'b0}}), .total_o(f_total), .level_o(f_level)
    );
    integer f;
    always @*
        for (f = 0; f < KERNELS; f = f + 1) f_first[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_on_q     <= on;
        f_ask_q    <= {KERNELS{on}} & (K_ONE << want_kid_o) & live_i;
        f_ask_2_q  <= {KERNELS{on}} & f_ask_q & live_i;
        f_event_q  <= on && change_i;
        f_pass_q   <= param_pass_i;
        f_lived_q  <= on;
        f_head_q   <= f_first & {KERNELS{on}};
        f_others_q <= !on || f_first != f_head_q || (f_pick && pick_kid_o == want_first) ? 16'd0 : f_others_q + {15'd0, f_pick};
    end
    wire [KID_W-1:0] want_first;
    lib_enc1h #(.N(KERNELS)) f_u_first (.hot_i(f_first), .bin_o(want_first));
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        assume (f_k < KERNELS);
    end
    always @* if (f_past_q) begin
        in_order: assume (f_total);
        in_still: assume (!(|live_i) || param_pass_i == f_pass_q);
        in_book:  assume (!(|book_sm_i) || !(book_khot_i & (book_khot_i - 1'b1)));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                passes:  cover (on && f_pick && pick_kid_o != want_first && cand_i[0] && pick_sm_o[SMS-1]);
                allowed: cover (on && &live_i && param_pass_i == 16'd1 && f_others_q == 16'd1 && f_pick);
                waits:   cover (on && &live_i && |cand_i && load_i && param_pass_i == 16'd1 && !f_pick && f_others_q == 16'd1);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!f_pick || (load_i && en_i));
        answers:  assert (!f_pick || |(f_ask_2_q & live_i & (K_ONE << pick_kid_o)));
        // All kernels that rank before the picked one sleep (lib_awake says when).
        passed:   assert (!(f_pick && f_before && f_first == f_head_q) || !(|(awake & f_hot)));
        wakes:    assert (!f_event_q || awake == live_i);
        // A bounded wait: at most `pass` CTAs of others between two picks of the first kernel.
        bound:    assert (!(|live_i) || f_others_q <= param_pass_i);
        work:     assert (!(en_i && load_i && |cand_i && |(turn_q & f_first & f_head_q)) || f_pick);
        inv_more: assert (!(|live_i) || !f_lived_q || more_q == (passed_q < param_pass_i));
        inv_none: assert (|head_q || !(|passed_q));
        inv:      assert (f_others_q == passed_q && f_head_q == head_q && turn_q == f_ask_2_q
                          && |ask_q && !(ask_q & (ask_q - K_ONE)) && (!(|head_q) || !(head_q & (head_q - K_ONE))));
    end
`endif
endmodule
`default_nettype wire
