// arb_ccws - cache-conscious: warps that lost locality keep others from issuing loads; then as arb_gto.
//
// Contract  The warps of ready_i compete; if yield_i is set, those in held_i do not. gnt_o is one-hot or zero, a competing
//           warp, never a load of a throttled warp; non-zero whenever any other warp competes. Each warp has a score,
//           BASE..MAX. Every two cycles with a competing warp make a visit to one warp. It is throttled if the scores of
//           the valid warps ranked before it (higher score, then older) add up to BASE per valid warp. Its own score
//           then rises by STEP if it had an event since its last visit (several count once), else falls
//           by FALL. Visits go round the valid warps by number; a warp that has become invalid is skipped.
//           The first warp of the ranking is never throttled; no warp is while all scores are at BASE.
//           A CTA's end resets its warps: score BASE, not throttled, no event.
// Timing    ready_i, load_i, held_i, yield_i -> gnt_o combinational. A visit is off that path: its first cycle finds the warps
//           ranked before, its second adds their scores.
// Size      arb_gto + WARPS * (SCORE_W + 5) + SCORE_W flops; a comparator per warp, a carry-save sum of the scores.
// Users     arb_bank.   Source  CCWS (MICRO 2012) 3; docs/rtl/arb_locality.md has the differences.
`default_nettype none
module arb_ccws #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter SCORE_W = 8,              // own: bits of a score, 2..16; MAX = 2**SCORE_W - 1 saturates
    parameter BASE    = 4,              // own: score of a warp without lost locality, 1..MAX
    parameter STEP    = 32,             // own: score added for an event, 1..MAX
    parameter FALL    = 2,              // own: score subtracted by a visit without an event, 1..MAX
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1       // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // bit c: slot c holds a CTA (arb_ctx)
    input  wire [SLOTS*WARPS-1:0]  warps_i,             // slice c: warps of CTA c; 0 if slot c is not live
    input  wire [SLOTS*SLOTS-1:0]  older_i,             // slice c: the live CTAs older than c

    input  wire                    cta_start_evt_i,     // a CTA starts; the context includes it from the next cycle on
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // its slot
    input  wire                    cta_end_evt_i,       // a CTA ends; the context includes it until the end of this cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // its slot
    input  wire [WARPS-1:0]        victim_evt_i,        // this warp hit an L1 victim tag

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        load_i,              // next instruction is a load through the L1D
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam CUTOFF = BASE * WARPS;
    localparam TOP    = $clog2(CUTOFF);
    localparam WIDE   = 1 << $clog2(CUTOFF < 2**TOP ? WARPS + 1 : WARPS);   // addends of a sum, rounded up
    localparam [WARPS-1:0]   ONE    = 1;
    localparam [31:0]        BASE_N = BASE, STEP_N = STEP, FALL_N = FALL, GAP = 2**TOP - CUTOFF;
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

    // Bit planes: word b holds bit b of all scores, so one word operation serves all warps.
    (* mem2reg *) reg [WARPS-1:0] score_q [0:SCORE_W-1];
    reg  [WARPS-1:0]         owed_q;    // an event since the last visit
    reg  [WARPS-1:0]         block_q;   // throttled: may not issue a load

    reg              half_q;            // second cycle of the visit
    reg  [WARPS-1:0] visit_q;           // the warp visited, one-hot; zero: it has ended, or none is valid
    reg  [WARPS-1:0] ahead_q;           // warps ranked before it in the first cycle,
    reg  [SCORE_W-1:0] own_q;           // and its score
    wire             walk  = |ready_i;      // a warp competes
    wire             ends  = walk && half_q;
    wire [WARPS-1:0] moved = ends ? visit_q & valid_i : {WARPS{1'b0}};  // the warp whose score changes now
    wire [WARPS-1:0] gone  = cta_end_evt_i ? warps_i[cta_end_slot_i*WARPS +: WARPS] : {WARPS{1'b0}};
    wire [WARPS-1:0] next;              // the warp visited next
    lib_rr_arb #(.N(WARPS)) u_walk (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(valid_i), .adv_i(ends), .gnt_o(next));

    // Warps ranked before `who`: valid, with a higher score, or an equal score and older.
    function automatic [WARPS-1:0] ahead_of(input [WARPS-1:0] who);
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
            if (|(equal & ~who)) begin          // age only breaks ties
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

    // The scores of the warps `above` add up to BASE per valid warp or more; so, with BASE added for each
    // warp that is not valid, to the constant CUTOFF; so, with GAP added, to 2**TOP. Bits of weight 2**TOP or more need no
    // addition: one of them is enough. Each bit position below has a column of one bit per addend. 4:2 compressors halve
    // the columns level by level, until two bits of each are left for an adder. A compressor adds four bits and a carry of
    // its level in the column below; its sum stays in the column, its two carries go to the same level of the column above:
    // `early` enters a compressor there, `late` is an addend of the next level.
    function automatic presses(input [WARPS-1:0] above);
        reg [WIDE-1:0] column, part, a, b, c, d, odd, sum, carry;
        reg [WIDE-1:0] early, late;             // carries; bits q..2q-1 are those of the level with q compressors
        reg [TOP-1:0]  left, right;
        reg [TOP:0]    rest;
        reg            over;
        integer p, q;
        begin
            early = {WIDE{1'b0}};
            late  = {WIDE{1'b0}};
            left  = {TOP{1'b0}};
            right = {TOP{1'b0}};
            over  = 1'b0;
            for (p = 0; p < TOP; p = p + 1) begin
                column = {{WIDE-1{1'b0}}, GAP[p]} << WARPS;
                if (p < SCORE_W)
                    column[WARPS-1:0] = (score_q[p % SCORE_W] & above) | ({WARPS{LOW[p % SCORE_W]}} & ~valid_i);
                for (q = WIDE / 4; q > 0; q = q / 2) begin
                    part   = ~({WIDE{1'b1}} << q);
                    a      = column & part;
                    b      = (column >> q) & part;
                    c      = (column >> 2*q) & part;
                    d      = column >> 3*q;
                    carry  = (early >> q) & part;
                    odd    = a ^ b ^ c;
                    sum    = odd ^ d ^ carry;
                    column = sum | (late & (part << q));
                    early  = (early & ~(part << q)) | (((a & b) | ((a | b) & c)) << q);
                    late   = (late & ~(part << q)) | (((odd & d) | ((odd | d) & carry)) << q);
                end
                left[p]  = column[0];
                right[p] = column[1];
            end
            for (p = TOP; p < SCORE_W; p = p + 1) over = over || |(score_q[p] & above);
            rest    = {1'b0, left} + {1'b0, right};
            presses = over || |early || |late || rest[TOP];
        end
    endfunction
    // The throttled warps, once the warp visited is throttled, or not, by those ranked before it.
    function automatic [WARPS-1:0] blocks(input [WARPS-1:0] above);
        reg press;
        begin
            press  = presses(above);
            blocks = ((block_q & ~moved) | (moved & {WARPS{press}})) & ~gone;
        end
    endfunction

    // No warp is throttled while all scores are at BASE.
    wire [SCORE_W-1:0] off;             // a score differs from BASE in this bit
    wire               raised = |off;
    genvar r;
    generate for (r = 0; r < SCORE_W; r = r + 1) begin : g_off
        assign off[r] = score_q[r] != {WARPS{LOW[r]}};
    end endgenerate
    wire [SCORE_W-1:0] own_d = |(moved & owed_q)  ? (own_q > MAX - RISE ? MAX : own_q + RISE)
                             : own_q - LOW > DROP ? own_q - DROP : LOW;

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
            if (|moved && raised)               // lets simulators sum only at the clock edge
                block_q <= blocks(ahead_q & valid_i);
        end
    always @(posedge clk_i)
        if (!rst_ni) begin
            half_q  <= 1'b0;
            visit_q <= {WARPS{1'b0}};
        end else if (walk || cta_end_evt_i) begin
            half_q  <= half_q ^ walk;
            visit_q <= (ends ? next : visit_q) & ~gone;
        end
    always @(posedge clk_i)                     // read only in the second cycle: not reset
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
        .ready_i(ready_i & ~(load_i & block_q)), .held_i(held_i), .yield_i(yield_i), .gnt_o(gnt_o),
        .any_o(any_o), .still_o(gto_still));
    assign still_o = !walk && gto_still;

`ifdef FORMAL
    parameter F_TOP = 0;                                // 1: this module is the top of the proof
    (* hierconn *) wire [WARPS-1:0] \u_walk.turn_q ;    // 1 = above the last one visited
    (* hierconn *) wire \u_gto.f_ok , \u_gto.f_kept ;   // assumptions about the context, shared by all policies
    wire             f_first = walk && !half_q && raised;       // first cycle: finds the warps ranked before
    wire [WARPS-1:0] f_above = |moved && raised ? ahead_q & valid_i : {WARPS{1'b0}};
    wire [WARPS-1:0] f_pool = ready_i & ~(held_i & {WARPS{yield_i}});    // competing warps
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
        .victim_evt_i(victim_evt_i), .valid_i(valid_i), .load_i(load_i), .ready_i(ready_i), .pool_i(f_pool), .gnt_i(gnt_o),
        .turn_i(\u_walk.turn_q ), .next_i(next), .walk_i(walk), .half_i(half_q), .ends_i(ends), .visit_i(visit_q),
        .moved_i(moved), .gone_i(gone), .raised_i(raised), .first_i(f_first),
        .stand_i(f_first ? ahead_of(visit_q) : {WARPS{1'b0}}), .above_i(f_above), .full_i(presses(f_above)),
        .ahead_i(ahead_q), .own_i(own_q), .scores_i(f_scores), .owed_i(owed_q), .block_i(block_q), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
