// place_mixed - CTAs of all kernels on every SM: each SM is offered to its kernels in turn.
//
// Param     block reset 1 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  An SM is offered to one kernel with CTAs left at a time. The offer passes to the next such kernel, by
//           table entry, when a CTA is booked on the SM, of a block its last, when the stages refuse it, and when the
//           kernel has no CTA left. CTAs of 2-D kernels go in blocks as lib_blocks has them; the last CTA of a grid may
//           be one of its own. Among SMs as lib_offers has it.
// Timing    one pick per cycle from about six SMs on; none elsewhere while a block is open. A refusal is known two
//           cycles after the offer; offers pass on in the third. After change_i every kernel is offered every SM again; when that has
//           led to nothing, the offers are stable and the dispatcher may sleep.
// Size      (KERNELS + 4) * SMS + 2 * KERNELS + CNT_W + $clog2(3*KERNELS + 5) flops, one round-robin arbiter.
// Users     place_bank.   Source  [SMK §3.2], [LCS §4.4] (mCKE).
`default_nettype none
module place_mixed #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // this policy is in use
    input  wire                       init_i,       // start over, no kernel is busy
    input  wire [4:0]                 param_block_i,

    input  wire [KERNELS-1:0]         live_i,       // kernel k has CTAs left
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // so many of its CTAs fill an empty SM
    input  wire [KERNELS-1:0]         final_i,      // the next CTA of kernel k is the last of its grid
    output wire [KERNELS*CNT_W-1:0]   block_o,      // so many CTAs of kernel k find room together, from
                                                    // 1; with final_i one does
    output wire [SMS-1:0]             want_valid_o, // SM s is offered,
    output wire [SMS*KID_W-1:0]       want_kid_o,   // to this kernel
    output wire [CNT_W-1:0]           rest_o,       // behind this edge so many CTAs of a block go
    output wire [SMS-1:0]             keep_o,       // here next, one-hot; 0: none

    input  wire [SMS-1:0]             cand_i,       // all stages agreed on SM s a cycle ago,
    input  wire                       load_i,       // a pick is possible in this cycle
    output wire [SMS-1:0]             pick_sm_o,    // one-hot inside cand_i, or none; only where
                                                    // want_kid_o is cand_kid_i is pick_kid_o
    output wire [KID_W-1:0]           pick_kid_o,   // valid without a pick too
    output wire                       pick_head_o,  // this CTA begins a block
    input  wire [SMS-1:0]             book_sm_i,    // one-hot or none: a pick of SM s stands to be booked,
    input  wire                       book_i,       // at this edge
    input  wire                       change_i,     // something but offers changes at this edge
    output wire                       busy_o        // a register here changes without a pick
);
    // A round: a refusal every three cycles; the offers that stood when the change came, and its answer.
    localparam CALM   = 3*KERNELS + 4;
    localparam CALM_W = $clog2(CALM + 1);
    localparam [CALM_W-1:0]  CALM_END = CALM[CALM_W-1:0], CALM_ONE = 1;
    localparam [KERNELS-1:0] K_ONE = 1;

    reg  [SMS*KERNELS-1:0] want_q, want;        // one-hot; none: no kernel has CTAs left
    reg  [CALM_W-1:0]      calm_q;              // cycles since a change, at most CALM
    reg  [SMS-1:0]         moves, want_valid;
    wire [SMS-1:0]         settled, open;
    wire                   busy;
    wire                   awake  = calm_q != CALM_END;
    // Of a block it is the last CTA that counts; and while one is open, no other SM is asked.
    wire [SMS-1:0]         leaves = (book_sm_i & ~open & {SMS{book_i}})
                                  | (settled & ~cand_i & ~book_sm_i & {SMS{awake && !(|open)}});

    // The kernel that follows each in the offers: the next with CTAs left; itself, if there is no other.
    reg  [KERNELS*KERNELS-1:0] follower;
    reg  [KERNELS-1:0]         behind, at;
    wire [KERNELS-1:0]         first = live_i & (~live_i + K_ONE);
    integer k, s;
    always @* begin
        behind = {KERNELS{1'b0}};
        for (k = 0; k < KERNELS; k = k + 1) begin
            behind = live_i & ~((K_ONE << k) | ((K_ONE << k) - K_ONE));
            follower[k*KERNELS +: KERNELS] = |behind ? behind & (~behind + K_ONE) : first;
        end
        at = {KERNELS{1'b0}};
        for (s = 0; s < SMS; s = s + 1) begin
            at = |want_q[s*KERNELS +: KERNELS] ? {KERNELS{1'b0}} : first;
            for (k = 0; k < KERNELS; k = k + 1)
                at = at | (follower[k*KERNELS +: KERNELS] & {KERNELS{want_q[s*KERNELS + k]}});
            if (|(want_q[s*KERNELS +: KERNELS] & live_i) && !leaves[s])
                at = want_q[s*KERNELS +: KERNELS];
            want[s*KERNELS +: KERNELS] = at;
            moves[s] = at != want_q[s*KERNELS +: KERNELS];
            want_valid[s] = |want_q[s*KERNELS +: KERNELS];
        end
    end

    always @(posedge clk_i) begin
        if (!rst_ni || !en_i) want_q <= {SMS*KERNELS{1'b0}};
        else want_q <= want;
        if (!rst_ni || change_i) calm_q <= {CALM_W{1'b0}};
        else if (awake) calm_q <= calm_q + CALM_ONE;
    end

    lib_offers #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_offers (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .init_i(init_i), .live_i(live_i),
        .want_i(want_q), .moves_i(moves), .cand_i(cand_i), .load_i(load_i),
        .param_block_i(param_block_i), .two_d_i(two_d_i), .tmax_i(tmax_i), .final_i(final_i), .block_o(block_o),
        .want_kid_o(want_kid_o), .settled_o(settled), .pick_sm_o(pick_sm_o), .pick_kid_o(pick_kid_o),
        .open_o(open), .rest_o(rest_o), .keep_o(keep_o), .busy_o(busy)
    );
    assign pick_head_o  = !(|open);
    assign want_valid_o = want_valid;
    assign busy_o       = en_i && (busy || (awake && |(live_i & (live_i - K_ONE))));

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_on_q = 1'b0, f_same_q = 1'b0, f_rst_q = 1'b0;
    reg [KERNELS-1:0] f_live_q;
    reg [SMS-1:0]     f_cand_q, f_pick_q, f_left_q, f_book_q;
    reg               f_load_q;
    reg [SMS*KERNELS-1:0] f_want_q;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [KERNELS-1:0] f_now = want_q >> (f_s*KERNELS), f_was = f_want_q >> (f_s*KERNELS);
    wire               f_left = |((f_left_q >> f_s) & 1'b1);
    always @* assume (f_s < SMS);
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_on_q   <= rst_ni && en_i;
        f_rst_q  <= !rst_ni;
        f_same_q <= rst_ni && !init_i && en_i && !(|pick_sm_o) && !busy_o && !book_i && !change_i;
        f_live_q <= live_i;
        f_cand_q <= cand_i;
        f_load_q <= load_i;
        f_pick_q <= pick_sm_o;
        f_book_q <= book_sm_i;
        f_left_q <= leaves;
        f_want_q <= want_q;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    reg f_shape;                                // blocks of live kernels stand, from 1
    reg [KERNELS*CNT_W-1:0] f_block_q;
    always @(posedge clk_i) f_block_q <= block_o;
    integer f;
    always @* begin
        f_shape = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1)
            f_shape = f_shape && (!live_i[f] || (|block_o[f*CNT_W +: CNT_W]
                      && (!f_past_q || block_o[f*CNT_W +: CNT_W] == f_block_q[f*CNT_W +: CNT_W])));
    end
    // While a pick stands its SM is no candidate, but inside a block.
    always @* if (f_past_q) begin
        in_shape: assume (f_shape);
        in_kept:  assume (!(|open) || !(cand_i & ~open));
        in_apart: assume (!en_i || !(cand_i & book_sm_i) || |open);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && pick_sm_o[SMS-1] && pick_kid_o == 1'b1 && cand_i[0]);
                pair:   cover (rst_ni && en_i && |pick_sm_o && pick_kid_o == 1'b1 && |open && &live_i);
                rests:  cover (rst_ni && en_i && !busy_o && &live_i && !(|cand_i));
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        hot:     assert (!(f_now & (f_now - K_ONE)));
        woken:   assert (!f_rst_q || awake);
        offered: assert (!f_on_q || (|f_now == |f_live_q && !(f_now & ~f_live_q)));
        // An offer moves to the next kernel with CTAs left and skips none; it stands unless it is refused.
        stands:  assert (!f_on_q || f_left || !(|(f_was & f_live_q)) || f_now == f_was);
        passes:  assert (!(f_on_q && f_left && |(f_live_q & ~f_was)) || f_now != f_was);
        next:    assert (!(f_on_q && |f_now && |f_was && f_now != f_was)
                         || !(f_live_q & ~f_now & ~f_was
                              & ((f_now > f_was) ? (f_now - K_ONE) & ~(f_was - K_ONE)
                                                 : (f_now - K_ONE) | ~(f_was - K_ONE))));
    end
    always @* if (f_past_q) begin
        again: assert (!(f_same_q && en_i && rst_ni && live_i == f_live_q && cand_i == f_cand_q
                         && load_i == f_load_q && book_sm_i == f_book_q)
                       || (pick_sm_o == f_pick_q && want_q == f_want_q));
    end
`endif
endmodule
`default_nettype wire
