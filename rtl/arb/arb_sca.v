// arb_sca - sequential CTA-aware: in a block of CTAs, the k-th warps of all its CTAs take turns.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is. A group is the
//           k-th warp of every CTA of a block. The selected group stays while the member in turn
//           competes; turns go by warp number and skip ended members. When that member does not compete,
//           the arbiter selects among the competing warps outside the group (if there are none, among all):
//           the next k of the same block, cyclic; if the block has none or only one CTA, the lowest k of
//           the oldest block. It grants the first competing member. A group's members are fixed when
//           it is selected. With blocks of one CTA the grants are those of arb_gto.
// Timing    pool_i, valid_i -> gnt_o combinational; grants and CTA ends change the state. The member in turn, the oldest
//           block, and for each warp whether a group before its own competes, are found in parallel. A CTA's warps
//           get their ranks at the clock edge at which it starts.
// Size      WARPS * (3 + RANK_W + SLOT_W) flops, a comparator for each pair of warps.   Users  arb_bank.
// Source    [LCS §4.2]; docs/rtl/arb_locality.md says what the paper leaves open.
`default_nettype none
module arb_sca #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1 or more
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1       // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // bit c: slot c holds a CTA (arb_ctx)
    input  wire [SLOTS*WARPS-1:0]  warps_i,             // slice c: warps of CTA c; 0 if slot c is not live
    input  wire [SLOTS*SLOTS-1:0]  older_i,             // slice c: the live CTAs older than c
    input  wire [SLOTS*SLOT_W-1:0] partner_i,           // slice c: slot of the leader of c's block

    input  wire                    cta_start_evt_i,     // a CTA starts; the context includes it from the next cycle on
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // its slot
    input  wire [WARPS-1:0]        cta_start_warps_i,   // its warps
    input  wire [SLOT_W-1:0]       cta_start_lead_i,    // slot of the leader of its block
    input  wire                    cta_end_evt_i,       // a CTA ends; the context includes it until the end of this cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // its slot
    input  wire [SLOT_W-1:0]       cta_end_heir_i,      // slot of the next leader of the block that it leads

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam RANK_W = $clog2(WARPS);
    localparam [WARPS-1:0] W_ONE = 1;

    // Of each warp: whether a live CTA has it, its rank (its number within its CTA) and the slot of its block's leader.
    // Ranks and slots are bit planes (plane b: bit b of all warps), so one word operation serves all warps.
    // The ranks of a starting CTA are counted by levels: after level d of the 2*d warps up to the one below.
    reg  [WARPS-1:0]        here_q, gone;               // gone: warps of the ending CTA
    reg  [RANK_W*WARPS-1:0] rank_q, rank_d, count;
    reg  [SLOT_W*WARPS-1:0] lead_q, lead_d;
    reg  [WARPS-1:0]        here_d, carry, addend, sum, heirs;
    wire                    evt = cta_start_evt_i || cta_end_evt_i;
    integer c, b, d;
    always @* begin
        here_d = here_q;
        rank_d = rank_q;
        lead_d = lead_q;
        gone   = {WARPS{1'b0}};
        heirs  = {WARPS{1'b1}};
        count  = {RANK_W*WARPS{1'b0}};
        carry  = {WARPS{1'b0}};
        addend = {WARPS{1'b0}};
        sum    = {WARPS{1'b0}};
        if (cta_end_evt_i) begin
            for (c = 0; c < SLOTS; c = c + 1)
                if (cta_end_slot_i == c[SLOT_W-1:0]) gone = gone | warps_i[c*WARPS +: WARPS];
            here_d = here_q & ~gone;
            for (b = 0; b < SLOT_W; b = b + 1)
                heirs = heirs & ~(lead_q[b*WARPS +: WARPS] ^ {WARPS{cta_end_slot_i[b]}});
            for (b = 0; b < SLOT_W; b = b + 1)
                lead_d[b*WARPS +: WARPS] = (lead_q[b*WARPS +: WARPS] & ~heirs) | (heirs & {WARPS{cta_end_heir_i[b]}});
        end
        if (cta_start_evt_i) begin
            here_d = here_d | cta_start_warps_i;
            count[WARPS-1:0] = cta_start_warps_i << 1;
            for (d = 1; d < WARPS; d = d * 2) begin
                carry = {WARPS{1'b0}};
                for (b = 0; b < RANK_W; b = b + 1) begin
                    addend = count[b*WARPS +: WARPS] << d;
                    sum    = count[b*WARPS +: WARPS] ^ addend ^ carry;
                    carry  = (count[b*WARPS +: WARPS] & addend) | (carry & (count[b*WARPS +: WARPS] | addend));
                    count[b*WARPS +: WARPS] = sum;
                end
            end
            for (b = 0; b < RANK_W; b = b + 1)
                rank_d[b*WARPS +: WARPS] = (rank_q[b*WARPS +: WARPS] & ~cta_start_warps_i)
                                         | (count[b*WARPS +: WARPS] & cta_start_warps_i);
            for (b = 0; b < SLOT_W; b = b + 1)
                lead_d[b*WARPS +: WARPS] = (lead_d[b*WARPS +: WARPS] & ~cta_start_warps_i)
                                         | (cta_start_warps_i & {WARPS{cta_start_lead_i[b]}});
        end
    end
    always @(posedge clk_i)
        if (!rst_ni)  here_q <= {WARPS{1'b0}};
        else if (evt) here_q <= here_d;
    always @(posedge clk_i)
        if (evt) begin                                  // not reset: read only for warps of live CTAs
            rank_q <= rank_d;
            lead_q <= lead_d;
        end

    reg  [WARPS-1:0] team_q, last_q;                    // the selected group; the last grant
    reg  [WARPS-1:0] turn;                              // 1 = above the last grant
    integer t;
    always @* begin
        turn = last_q << 1;
        for (t = 1; t < WARPS; t = t * 2) turn = turn | (turn << t);
    end
    // The member in turn is the lowest of the later ones, or of all.
    wire [WARPS-1:0] mates  = team_q & valid_i;
    wire [WARPS-1:0] later  = mates & turn;
    wire             wraps  = !(|later);
    wire [WARPS-1:0] next   = later & (~later + W_ONE), first = mates & (~mates + W_ONE);
    wire             stay   = wraps ? |(pool_i & first) : |(pool_i & next);
    wire [WARPS-1:0] others = pool_i & ~team_q;

    function [WARPS-1:0] led_by(input [SLOT_W-1:0] slot);    // warps of the block that this slot leads
        integer l;
        begin
            led_by = here_q;
            for (l = 0; l < SLOT_W; l = l + 1)
                led_by = slot[l] ? led_by & lead_q[l*WARPS +: WARPS] : led_by & ~lead_q[l*WARPS +: WARPS];
        end
    endfunction

    // The search is inside the if so that simulators skip it while the group stays; there they also skip
    // the warps outside the block selected.
    reg  [WARPS-1:0] own, kin, above;                   // warps of the block of the selected group: all, of its rank, of larger rank
    reg              pair, ours, climb;                 // that block has several CTAs; the next group is of it; and of larger rank
    reg  [SLOTS-1:0] asks;                              // leaders of blocks with a competing warp
    reg  [WARPS-1:0] plane, block, many, chosen;        // warps of the block of a leader; of blocks of several CTAs; of the block selected
    reg  [WARPS-1:0] same, less;                        // of a warp: competing warps of its block, of the same and of smaller rank
    reg  [SLOT_W-1:0] home;                             // leader of the selected group's block
    reg  [WARPS-1:0] team_d, gnt_d;
    integer s, p, w;
    always @* begin
        own    = {WARPS{1'b0}};
        kin    = {WARPS{1'b0}};
        above  = {WARPS{1'b0}};
        pair   = 1'b0;
        many   = {WARPS{1'b0}};
        ours   = 1'b0;
        climb  = 1'b0;
        asks   = {SLOTS{1'b0}};
        plane  = {WARPS{1'b0}};
        block  = {WARPS{1'b0}};
        chosen = {WARPS{1'b0}};
        same   = {WARPS{1'b0}};
        less   = {WARPS{1'b0}};
        home   = {SLOT_W{1'b0}};
        team_d = team_q;
        gnt_d  = {WARPS{1'b0}};
        if (stay)
            gnt_d = wraps ? first : next;
        else if (|pool_i) begin
            own = here_q & {WARPS{|team_q}};
            for (p = 0; p < SLOT_W; p = p + 1) begin
                home[p] = |(team_q & lead_q[p*WARPS +: WARPS]);
                own     = own & ~(lead_q[p*WARPS +: WARPS] ^ {WARPS{home[p]}});
            end
            kin = own;
            for (p = RANK_W - 1; p >= 0; p = p - 1) begin
                plane = rank_q[p*WARPS +: WARPS];
                if (|(team_q & plane)) kin = kin & plane;
                else begin
                    above = above | (kin & plane);
                    kin   = kin & ~plane;
                end
            end
            team_d = kin;
            gnt_d  = pool_i & (~pool_i + W_ONE);
            if (|others) begin
                for (s = 0; s < SLOTS; s = s + 1)
                    if (live_i[s] && partner_i[s*SLOT_W +: SLOT_W] != s[SLOT_W-1:0]) begin
                        block = led_by(partner_i[s*SLOT_W +: SLOT_W]);
                        many  = many | block;
                    end
                pair  = |(team_q & many);
                ours  = pair && |(others & own);
                climb = ours && |(others & above);
                if (ours)
                    chosen = own;
                else begin
                    for (s = 0; s < SLOTS; s = s + 1) begin
                        block   = led_by(s[SLOT_W-1:0]);
                        asks[s] = yield_i ? |(ready_i & ~held_i & ~team_q & block) : |(ready_i & ~team_q & block);
                    end
                    for (s = 0; s < SLOTS; s = s + 1) begin
                        block = led_by(s[SLOT_W-1:0]);
                        if (!(|(asks & older_i[s*SLOTS +: SLOTS]))) chosen = chosen | block;
                    end
                end
                team_d = {WARPS{1'b0}};
                gnt_d  = {WARPS{1'b0}};
                for (w = 0; w < WARPS; w = w + 1)
                    if (chosen[w]) begin
                        same = {WARPS{1'b1}};
                        less = {WARPS{1'b0}};
                        for (p = 0; p < SLOT_W; p = p + 1) begin
                            plane = lead_q[p*WARPS +: WARPS];
                            same  = plane[w] ? same & plane : same & ~plane;
                        end
                        for (p = RANK_W - 1; p >= 0; p = p - 1) begin
                            plane = rank_q[p*WARPS +: WARPS];
                            if (plane[w]) begin
                                less = less | (same & ~plane);
                                same = same & plane;
                            end else
                                same = same & ~plane;
                        end
                        team_d[w] = |(others & same)
                                  && (climb ? above[w] && !(|(others & above & less)) : !(|(others & less)));
                        gnt_d[w]  = team_d[w] && others[w] && !(|(others & same & ((W_ONE << w) - W_ONE)));
                    end
            end
        end
    end
    assign gnt_o   = gnt_d;
    assign any_o   = |pool_i;
    assign still_o = !any_o;

    always @(posedge clk_i)
        if (!rst_ni) begin
            team_q <= {WARPS{1'b0}};
            last_q <= {WARPS{1'b0}};
        end else begin
            if (|pool_i || cta_end_evt_i) team_q <= team_d & ~gone;
            if (|pool_i)                  last_q <= gnt_d;
        end

    // A port of every policy that this one does not need; the last carry has no reader.
    wire unused = &{1'b0, cta_start_slot_i, carry};

`ifdef FORMAL
    wire f_inputs_ok;
    formal_arb_sca #(.WARPS(WARPS), .SLOTS(SLOTS)) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .partner_i(partner_i), .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_start_warps_i(cta_start_warps_i), .cta_start_lead_i(cta_start_lead_i), .cta_end_evt_i(cta_end_evt_i),
        .cta_end_slot_i(cta_end_slot_i), .cta_end_heir_i(cta_end_heir_i), .valid_i(valid_i), .ready_i(ready_i),
        .pool_i(pool_i), .held_i(held_i), .yield_i(yield_i), .gnt_i(gnt_o), .here_i(here_q), .rank_i(rank_q),
        .lead_i(lead_q), .team_i(team_q), .turn_i(turn), .mates_i(mates), .others_i(others), .stay_i(stay),
        .select_i(team_d), .gone_i(gone), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
