// formal_arb_ccws - the contract of arb_ccws, for any two warps and slots; inputs after gnt_i are its own registers
// and wires.
//
// Assumes of the inputs: what every policy may assume about its context (rules_i, kept_i: from its arb_gto),
// ready warps are valid warps of a CTA, one of them competes if there is any, and a CTA starts in a free slot.
// Users  arb_ccws.
`default_nettype none
module formal_arb_ccws #(
    parameter WARPS   = 3,
    parameter SLOTS   = 2,
    parameter SCORE_W = 3,
    parameter BASE    = 2,
    parameter STEP    = 4,
    parameter FALL    = 2,
    parameter F_TOP   = 0,                              // 1: arb_ccws is the top of the proof
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1   // derived: never set
) (
    input wire                     clk_i,
    input wire                     rst_ni,
    input wire [SLOTS-1:0]         live_i,
    input wire [SLOTS*WARPS-1:0]   warps_i,
    input wire [SLOTS*SLOTS-1:0]   older_i,
    input wire                     rules_i, kept_i,
    input wire                     cta_start_evt_i,
    input wire [SLOT_W-1:0]        cta_start_slot_i,
    input wire                     cta_end_evt_i,
    input wire [SLOT_W-1:0]        cta_end_slot_i,
    input wire [WARPS-1:0]         victim_evt_i,
    input wire [WARPS-1:0]         valid_i,
    input wire [WARPS-1:0]         load_i,
    input wire [WARPS-1:0]         ready_i, pool_i,     // ready warps; competing ones
    input wire [WARPS-1:0]         gnt_i,
    input wire [WARPS-1:0]         turn_i,              // 1 = above the last one visited
    input wire [WARPS-1:0]         next_i,
    input wire                     walk_i,
    input wire                     half_i,
    input wire                     ends_i,
    input wire [WARPS-1:0]         visit_i,
    input wire [WARPS-1:0]         moved_i,
    input wire [WARPS-1:0]         gone_i,
    input wire                     raised_i,
    input wire                     first_i,             // first cycle of a visit: finds the warps ranked before,
    input wire [WARPS-1:0]         stand_i,             // these
    input wire [WARPS-1:0]         above_i,             // second cycle: the warps whose scores are summed,
    input wire                     full_i,              // which reach the cutoff
    input wire [WARPS-1:0]         ahead_i,
    input wire [SCORE_W-1:0]       own_i,
    input wire [WARPS*SCORE_W-1:0] scores_i,            // bit planes
    input wire [WARPS-1:0]         owed_i,
    input wire [WARPS-1:0]         block_i,
    output wire                    ok_o                 // the assumptions about the inputs hold
);
    localparam SUM_W = SCORE_W + $clog2(WARPS + 1);
    localparam [WARPS-1:0]   ONE = 1;
    localparam [SCORE_W-1:0] MAX = {SCORE_W{1'b1}};
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] W_LAST = WARPS;
    localparam [SLOT_W:0] S_LAST = SLOTS;
    (* anyconst *) reg [F_W-1:0]    f_k, f_g;           // any two warps
    (* anyconst *) reg [SLOT_W-1:0] f_a, f_b;           // any two slots
    reg  f_init_q = 1'b0, f_still_q;
    reg  f_owed_q, f_seen_q, f_first_q;                 // k: had an event; waited while g was visited;
                                                        // was first in the ranking at its last visit
    reg  [SCORE_W-1:0] f_score_q;                       // expected score of k
    reg  f_noted_q, f_stand_q;                          // second cycle; g was ranked before the warp
    reg  [WARPS*(SCORE_W+3):0]   f_state_q;
    reg  [SCORE_W-1:0] f_score [0:WARPS-1], f_own, f_other;
    reg  [SCORE_W:0]   f_risen;
    reg  [SUM_W-1:0]   f_sum, f_limit;
    reg  [WARPS-1:0]   f_owned, f_in_a, f_in_b;
    reg  f_older, f_level;                              // g is older than k; all scores at BASE
    integer i, j;
    always @* begin
        for (i = 0; i < WARPS; i = i + 1)
            for (j = 0; j < SCORE_W; j = j + 1)
                f_score[i][j] = scores_i[j*WARPS + i];
        f_sum   = 0;
        f_limit = 0;
        f_owned = {WARPS{1'b0}};
        f_in_a  = {WARPS{1'b0}};
        f_in_b  = {WARPS{1'b0}};
        f_older = 1'b0;
        f_level = 1'b1;
        for (i = 0; i < SLOTS; i = i + 1) begin
            f_owned = f_owned | warps_i[i*WARPS +: WARPS];
            if (f_b == i) f_in_b = warps_i[i*WARPS +: WARPS];
            if (f_a == i) begin
                f_in_a  = warps_i[i*WARPS +: WARPS];
                f_older = f_a == f_b ? f_g < f_k : older_i[i*SLOTS + f_b];
            end
        end
        for (i = 0; i < WARPS; i = i + 1) begin
            if (above_i[i]) f_sum = f_sum + f_score[i];
            if (valid_i[i]) f_limit = f_limit + BASE;
            if (valid_i[i] && f_score[i] != BASE) f_level = 1'b0;
        end
        f_own   = f_score[f_k];
        f_other = f_score[f_g];
        f_risen = f_own + STEP;
    end
    wire f_k_in = f_in_a[f_k], f_g_in = f_in_b[f_g];
    wire f_visit = moved_i[f_k];
    wire f_next_k = ends_i && next_i[f_k], f_next_g = ends_i && next_i[f_g];
    wire f_ahead = turn_i[f_k] == turn_i[f_g] ? f_k < f_g : turn_i[f_k];

    assign ok_o = cta_end_slot_i < S_LAST && cta_start_slot_i < S_LAST
               && (!f_init_q || (rules_i && kept_i && !(ready_i & ~(valid_i & f_owned)) && walk_i == |pool_i
                                 && !(cta_start_evt_i && live_i[cta_start_slot_i])));
    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_still_q <= rst_ni && !walk_i && !cta_end_evt_i && !(|victim_evt_i);
        f_noted_q <= rst_ni && (first_i || (f_noted_q && !walk_i));
        if (first_i) f_stand_q <= stand_i[f_g];
        f_state_q <= {scores_i, half_i, visit_i, owed_i, block_i};
        f_owed_q  <= rst_ni && !gone_i[f_k] && (victim_evt_i[f_k] || (f_owed_q && !f_visit));
        f_seen_q  <= rst_ni && valid_i[f_k] && !f_next_k && (f_seen_q || f_next_g);
        f_first_q <= rst_ni && (f_visit ? !raised_i || !(|above_i) : f_first_q);
        f_score_q <= !rst_ni || gone_i[f_k] ? BASE
                   : !f_visit             ? f_own
                   : f_owed_q             ? (f_risen > MAX ? MAX : f_risen)
                   : f_own > BASE + FALL  ? f_own - FALL : BASE;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < W_LAST && f_g < W_LAST && f_k != f_g && f_a < S_LAST && f_b < S_LAST);
        if (F_TOP && f_init_q) begin                    // not inside arb_top, which proves its own ports
            one_hot:   assert (!(gnt_i & (gnt_i - ONE)));
            competed:  assert (!(gnt_i & ~pool_i));
            held:      assert (!(gnt_i[f_k] && load_i[f_k] && block_i[f_k]));
            no_idle:   assert (!(pool_i[f_k] && !(load_i[f_k] && block_i[f_k])) || |gnt_i);
            visited:   assert (!ends_i || |(next_i & valid_i));
            order:     assert (!(first_i && visit_i[f_k] && f_k_in && f_g_in) || stand_i[f_g] ==
                               (valid_i[f_g] && (f_other > f_own || (f_other == f_own && f_older))));
            noted:     assert (!f_noted_q || ahead_i[f_g] == f_stand_q);
            others:    assert (!(f_visit && above_i[f_k]) && !(above_i & ~valid_i));
            prefix:    assert (!(|moved_i && raised_i) || full_i == (f_sum >= f_limit));
            lead:      assert (!(|moved_i) || !full_i || |above_i);
            level:     assert (!(f_visit && f_level) || !full_i);
            calm:      assert (raised_i || f_level);
            moved_by:  assert (f_own == f_score_q);
            event_kept: assert (owed_i[f_k] == f_owed_q);
            fair:      assert (!(f_seen_q && valid_i[f_k] && f_next_g));
            freed:     assert (!(f_first_q && block_i[f_k]));
            still:     assert (!f_still_q || f_state_q == {scores_i, half_i, visit_i, owed_i, block_i});
            inv_score: assert (f_own >= BASE && f_other >= BASE);
            inv_order: assert (!f_seen_q || f_ahead);   // k is visited before g
            inv_visit: assert (!(visit_i & (visit_i - ONE)));
            inv_own:   assert (!(half_i && visit_i[f_k]) || own_i == f_own);
            inv_self:  assert (!(half_i && raised_i && visit_i[f_k] && ahead_i[f_k]));
            inv_turn:  assert (!(~turn_i & (~turn_i + ONE)));  // thermometer code
        end
    end
    generate if (F_TOP) begin : g_cover
        always @* if (f_init_q) begin
            blocked:   cover (pool_i[f_k] && load_i[f_k] && block_i[f_k] && gnt_i[f_g] && f_g > f_k);
            waits:     cover (walk_i && !(|gnt_i));
            again:     cover (f_visit && block_i[f_k] && !full_i);
        end
    end endgenerate
endmodule
`default_nettype wire
