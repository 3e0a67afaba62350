// arb_ccws - cache-conscious: warps that lost locality push others out of loading; then as arb_gto.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, never a load of a held-back warp; non-zero
//           whenever another warp competes. Each warp has a score, BASE..MAX. Every second cycle
//           with a competing warp ends a visit: the warp is held back if the scores of the valid
//           warps before it reach BASE per valid warp; then its own moves up by STEP if it had an
//           event since its last visit (several count once), else down by FALL. Before it: higher
//           scores; among equals, older warps. The next is the next valid one in cyclic order of
//           numbers; a warp that is no longer valid at the end is not judged.
//           The first warp of that order is never masked, and none is while all scores are at BASE.
//           A CTA that ends leaves its warps at BASE, not held back, without event.
// Timing    pool_i, load_i -> gnt_o combinational; the visit is off that path: who comes before the
//           warp in its first cycle, what they weigh in the second.
// Size      arb_gto + WARPS * (SCORE_W + 5) + SCORE_W flops; a comparator per warp, SCORE_W + 1 bit counts.
// Users     arb_bank.   Source  CCWS (MICRO 2012) 3; docs/rtl/arb_locality.md has the differences.
`default_nettype none
module arb_ccws #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1..16
    parameter SCORE_W = 8,              // own: bits of a score, 2..16; MAX = 2**SCORE_W - 1 saturates
    parameter BASE    = 4,              // own: score without lost locality, 1..MAX
    parameter STEP    = 32,             // own: score of an event, 1..MAX
    parameter FALL    = 2,              // own: what a visit without an event takes, 1..MAX
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1       // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // context: see arb_ctx
    input  wire [SLOTS*WARPS-1:0]  warps_i,
    input  wire [SLOTS*SLOTS-1:0]  older_i,

    input  wire                    cta_start_evt_i,     // events of this cycle: in the context
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // from the next one on
    input  wire                    cta_end_evt_i,
    input  wire [SLOT_W-1:0]       cta_end_slot_i,
    input  wire [WARPS-1:0]        victim_evt_i,        // warp hits an L1 victim tag

    input  wire [WARPS-1:0]        valid_i,             // resident and not ended
    input  wire [WARPS-1:0]        load_i,              // next instruction is a load of the L1D
    input  wire [WARPS-1:0]        pool_i,              // those of ready_i that compete
    output wire [WARPS-1:0]        gnt_o,               // the choice; always used
    output wire                    still_o              // no register will change but by an event
);
    localparam COUNT_W = $clog2(WARPS + 1);
    localparam SUM_W   = SCORE_W + COUNT_W;
    localparam FIELDS  = 1 << $clog2(WARPS);
    localparam [FIELDS-1:0]  F_ONE  = 1;
    localparam [WARPS-1:0]   ONE    = 1;
    localparam [31:0]        BASE_N = BASE, STEP_N = STEP, FALL_N = FALL;
    localparam [SCORE_W-1:0] LOW  = BASE_N[SCORE_W-1:0];
    localparam [SCORE_W-1:0] RISE = STEP_N[SCORE_W-1:0];
    localparam [SCORE_W-1:0] DROP = FALL_N[SCORE_W-1:0];
    localparam [SCORE_W-1:0] MAX  = {SCORE_W{1'b1}};

    generate
        if (SCORE_W < 2 || SCORE_W > 16) begin : g_check_score
            arb_ccws_needs_SCORE_W_from_2_to_16 u_stop ();
        end
        if (BASE < 1 || BASE >= 2**SCORE_W || STEP < 1 || STEP >= 2**SCORE_W
            || FALL < 1 || FALL >= 2**SCORE_W) begin : g_check_step
            arb_ccws_needs_BASE_STEP_and_FALL_from_1_to_MAX u_stop ();
        end
    endgenerate

    // Scores stand as bit planes (word b: bit b of all scores), so that a word operation serves all.
    (* mem2reg *) reg [WARPS-1:0] score_q [0:SCORE_W-1];
    reg  [WARPS-1:0]         owed_q;    // an event is not yet in the score
    reg  [WARPS-1:0]         block_q;   // held back: may not issue a load

    reg              half_q;            // the visit is in its second cycle
    reg  [WARPS-1:0] visit_q;           // the warp visited; none: it has ended, or there was none
    reg  [WARPS-1:0] ahead_q;           // who stood before it in the first cycle,
    reg  [SCORE_W-1:0] own_q;           // and its score
    wire             walk  = |pool_i;
    wire             ends  = walk && half_q;
    wire [WARPS-1:0] moved = ends ? visit_q & valid_i : {WARPS{1'b0}};  // judged, and its score moves
    wire [WARPS-1:0] next;              // the warp visited next
    lib_rr_arb #(.N(WARPS)) u_walk (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(valid_i), .adv_i(ends), .gnt_o(next));

    function [COUNT_W-1:0] ones(input [WARPS-1:0] of);      // set bits, by a tree of adders
        reg [FIELDS-1:0] n, low;                            // sums in fields; every other field
        integer f;
        begin
            n = {FIELDS{1'b0}};
            n[WARPS-1:0] = of;
            for (f = 1; f < FIELDS; f = f * 2) begin
                low = {FIELDS{1'b1}} / ((F_ONE << f) | F_ONE);
                n   = (n & low) + ((n >> f) & low);
            end
            ones = n[COUNT_W-1:0];
        end
    endfunction

    // Who stands before `who`: valid, and of a higher score, or of the same and older.
    function [WARPS-1:0] ahead_of(input [WARPS-1:0] who);
        reg [WARPS-1:0] plane, above, equal, senior;
        reg [SLOTS-1:0] elders;                 // CTAs older than that of `who`
        integer c, b;
        begin
            above  = {WARPS{1'b0}};
            equal  = valid_i;
            senior = {WARPS{1'b0}};
            elders = {SLOTS{1'b0}};
            for (b = SCORE_W - 1; b >= 0; b = b - 1) begin
                plane = score_q[b];
                if (|(plane & who)) equal = equal & plane;
                else begin
                    above = above | (equal & plane);
                    equal = equal & ~plane;
                end
            end
            if (|(equal & ~who)) begin          // age only decides among equals
                for (c = 0; c < SLOTS; c = c + 1)
                    if (|(who & warps_i[c*WARPS +: WARPS])) begin
                        elders = elders | older_i[c*SLOTS +: SLOTS];
                        senior = senior | (warps_i[c*WARPS +: WARPS] & (who - ONE));
                    end
                for (c = 0; c < SLOTS; c = c + 1)
                    if (elders[c]) senior = senior | warps_i[c*WARPS +: WARPS];
                above = above | (equal & senior);
            end
            ahead_of = above;
        end
    endfunction

    // The scores of `above` reach BASE per valid warp.
    function presses(input [WARPS-1:0] above);
        reg [WARPS-1:0] plane;
        reg [SUM_W-1:0] sum, cutoff;
        integer b;
        begin
            sum    = {SUM_W{1'b0}};
            cutoff = {SUM_W{1'b1}};
            if (|above) begin
                for (b = 0; b < SCORE_W; b = b + 1) begin
                    plane = score_q[b] & above;
                    if (|plane) sum = sum + ({{SCORE_W{1'b0}}, ones(plane)} << b);
                end
                cutoff = {{SCORE_W{1'b0}}, ones(valid_i)} * {{COUNT_W{1'b0}}, LOW};
            end
            presses = sum >= cutoff;
        end
    endfunction

    // With all scores at BASE no warp is masked.
    wire [SCORE_W-1:0] off;             // some score is not BASE, by this bit
    wire               raised = |off;
    genvar r;
    generate for (r = 0; r < SCORE_W; r = r + 1) begin : g_off
        assign off[r] = score_q[r] != {WARPS{LOW[r]}};
    end endgenerate
    wire [SCORE_W-1:0] own_d = |(moved & owed_q)  ? (own_q > MAX - RISE ? MAX : own_q + RISE)
                             : own_q - LOW > DROP ? own_q - DROP : LOW;

    wire [WARPS-1:0] gone  = cta_end_evt_i ? warps_i[cta_end_slot_i*WARPS +: WARPS] : {WARPS{1'b0}};
    integer p, o;
    always @(posedge clk_i)
        if (!rst_ni) begin
            for (p = 0; p < SCORE_W; p = p + 1) score_q[p] <= {WARPS{LOW[p]}};
            owed_q  <= {WARPS{1'b0}};
            block_q <= {WARPS{1'b0}};
        end else if (walk || cta_end_evt_i || |victim_evt_i) begin
            if (|gone || (|moved && own_d != own_q))
                for (p = 0; p < SCORE_W; p = p + 1)
                    score_q[p] <= (score_q[p] & ~moved & ~gone)
                        | (moved & ~gone & {WARPS{own_d[p]}}) | (gone & {WARPS{LOW[p]}});
            owed_q  <= ((owed_q & ~moved) | victim_evt_i) & ~gone;
            block_q <= block_q & ~moved & ~gone;
            if (|moved && raised)               // simulators weigh at the edge only
                block_q <= ((block_q & ~moved) | (moved & {WARPS{presses(ahead_q & valid_i)}})) & ~gone;
        end
    always @(posedge clk_i)
        if (!rst_ni) begin
            half_q  <= 1'b0;
            visit_q <= {WARPS{1'b0}};
        end else if (walk || cta_end_evt_i) begin
            half_q  <= half_q ^ walk;
            visit_q <= (ends ? next : visit_q) & ~gone;
        end
    always @(posedge clk_i)                     // read in the second cycle only: not reset
        if (walk && !half_q) begin
            if (raised) ahead_q <= ahead_of(visit_q);
            for (o = 0; o < SCORE_W; o = o + 1) own_q[o] <= |(score_q[o] & visit_q);
        end

    wire gto_still;
    arb_gto #(.WARPS(WARPS), .SLOTS(SLOTS)) u_gto (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .pool_i(pool_i & ~(load_i & block_q)), .gnt_o(gnt_o),
        .still_o(gto_still));
    assign still_o = !walk && gto_still;

`ifdef FORMAL
    parameter F_TOP = 0;                                // 1: this module is the top of the proof
    (* hierconn *) wire [WARPS-1:0] \u_walk.turn_q ;    // 1 = above the last one visited
    (* hierconn *) wire \u_gto.f_ok , \u_gto.f_kept ;   // rules of the context, for all policies
    wire             f_first = walk && !half_q && raised;       // who comes before is found out
    wire [WARPS-1:0] f_above = |moved && raised ? ahead_q & valid_i : {WARPS{1'b0}};
    reg  [WARPS*SCORE_W-1:0] f_scores;
    integer f_i;
    always @* for (f_i = 0; f_i < SCORE_W; f_i = f_i + 1) f_scores[f_i*WARPS +: WARPS] = score_q[f_i];
    wire f_inputs_ok;
    formal_arb_ccws #(
        .WARPS(WARPS), .SLOTS(SLOTS), .SCORE_W(SCORE_W), .BASE(BASE), .STEP(STEP), .FALL(FALL), .F_TOP(F_TOP)
    ) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .rules_i(\u_gto.f_ok ), .kept_i(\u_gto.f_kept ), .cta_start_evt_i(cta_start_evt_i),
        .cta_start_slot_i(cta_start_slot_i), .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i),
        .victim_evt_i(victim_evt_i), .valid_i(valid_i), .load_i(load_i), .pool_i(pool_i), .gnt_i(gnt_o),
        .turn_i(\u_walk.turn_q ), .next_i(next), .walk_i(walk), .half_i(half_q), .ends_i(ends), .visit_i(visit_q),
        .moved_i(moved), .gone_i(gone), .raised_i(raised), .first_i(f_first),
        .stand_i(f_first ? ahead_of(visit_q) : {WARPS{1'b0}}), .above_i(f_above), .full_i(presses(f_above)),
        .ahead_i(ahead_q), .own_i(own_q), .scores_i(f_scores), .owed_i(owed_q), .block_i(block_q), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
