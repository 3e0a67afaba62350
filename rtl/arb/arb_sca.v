// arb_sca - sequential CTA-aware: in a block of CTAs, the k-th warps of all its CTAs take turns.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i is. A group is the
//           k-th warp of every CTA of a block. The selected group stays while the member in turn
//           competes; turns go by warp number and skip ended members. When that member does not compete,
//           the arbiter selects among the competing warps outside the group (if there are none, among all):
//           the next k of the same block, cyclic; if the block has none or only one CTA, the lowest k of
//           the oldest block. It grants the first competing member. A group's members are fixed when
//           it is selected. With blocks of one CTA the grants are those of arb_gto.
// Timing    pool_i, valid_i -> gnt_o combinational; grants and CTA ends change the state. A CTA's warps
//           get their ranks in the first cycle after its start, which may already use them.
// Size      WARPS * (2 + RANK_W) + SLOTS flops.   Users  arb_bank.
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
    input  wire                    cta_end_evt_i,       // a CTA ends; the context includes it until the end of this cycle
    input  wire [SLOT_W-1:0]       cta_end_slot_i,      // its slot

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam RANK_W = $clog2(WARPS);
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [SLOTS-1:0] S_ONE = 1;

    // The rank of a warp is its number within its CTA, stored as bit planes (plane b: bit b of all ranks),
    // so one word operation serves all warps. Bit b of a warp's rank is the parity of the carries out of
    // plane b-1 at all lower-numbered warps: a prefix XOR over the plane.
    reg  [SLOTS-1:0]        fresh_q;                    // the CTA started at the last clock edge
    reg  [RANK_W*WARPS-1:0] rank_q, rank_d;
    reg  [WARPS-1:0]        young, carry, parity;
    integer c, b, d;
    always @* begin
        rank_d = rank_q;
        young  = {WARPS{1'b0}};
        carry  = {WARPS{1'b0}};
        parity = {WARPS{1'b0}};
        if (|fresh_q) begin
            for (c = 0; c < SLOTS; c = c + 1)
                young = young | (warps_i[c*WARPS +: WARPS] & {WARPS{fresh_q[c]}});
            carry = young;
            for (b = 0; b < RANK_W; b = b + 1) begin
                parity = carry << 1;
                for (d = 1; d < WARPS; d = d * 2) parity = parity ^ (parity << d);
                rank_d[b*WARPS +: WARPS] = (rank_q[b*WARPS +: WARPS] & ~young) | (parity & young);
                carry = carry & parity;
            end
        end
    end
    always @(posedge clk_i) begin
        if (!rst_ni)
            fresh_q <= {SLOTS{1'b0}};
        else if (cta_start_evt_i || |fresh_q)
            fresh_q <= cta_start_evt_i ? S_ONE << cta_start_slot_i : {SLOTS{1'b0}};
        if (|fresh_q) rank_q <= rank_d;                 // not reset: read only for warps of live CTAs
    end

    reg  [WARPS-1:0] team_q, turn_q;                    // the selected group; 1 = above the last grant
    wire [WARPS-1:0] mates  = team_q & valid_i;
    wire [WARPS-1:0] later  = mates & turn_q;
    wire [WARPS-1:0] ring   = |later ? later : mates;
    wire [WARPS-1:0] next   = ring & (~ring + W_ONE);   // the member in turn
    wire [WARPS-1:0] others = pool_i & ~team_q;
    wire             stay   = |(pool_i & next);

    // The search is inside the if so that simulators skip it while the group stays.
    reg  [SLOTS-1:0] asks, front;                       // leaders of blocks with a competing warp; the oldest
    reg  [SLOTS-1:0] home;                              // leader of the selected group's block
    reg              pair;                              // that block has several CTAs
    reg  [WARPS-1:0] own, above, equal;                 // its warps; warps of larger rank than the group's
    reg  [WARPS-1:0] cand, same, plane, team_d, gnt_d;
    integer s, p;
    always @* begin
        asks   = {SLOTS{1'b0}};
        front  = {SLOTS{1'b0}};
        home   = {SLOTS{1'b0}};
        pair   = 1'b0;
        own    = {WARPS{1'b0}};
        above  = {WARPS{1'b0}};
        equal  = {WARPS{1'b1}};
        same   = {WARPS{1'b0}};
        cand   = {WARPS{1'b0}};
        plane  = {WARPS{1'b0}};
        team_d = team_q;
        gnt_d  = {WARPS{1'b0}};
        if (stay)
            gnt_d = next;
        else if (|pool_i) begin
            cand = |others ? others : pool_i;
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(cand & warps_i[s*WARPS +: WARPS]))
                    asks = asks | (S_ONE << partner_i[s*SLOT_W +: SLOT_W]);
            for (s = 0; s < SLOTS; s = s + 1)
                front[s] = asks[s] && !(|(asks & older_i[s*SLOTS +: SLOTS]));
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(team_q & warps_i[s*WARPS +: WARPS]))
                    home = home | (S_ONE << partner_i[s*SLOT_W +: SLOT_W]);
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(home & (S_ONE << partner_i[s*SLOT_W +: SLOT_W]))) begin
                    own  = own | warps_i[s*WARPS +: WARPS];
                    pair = pair || (live_i[s] && !home[s]);
                end
            for (p = RANK_W - 1; p >= 0; p = p - 1) begin
                plane = rank_d[p*WARPS +: WARPS];
                if (|(team_q & plane)) equal = equal & plane;
                else begin
                    above = above | (equal & plane);
                    equal = equal & ~plane;
                end
            end
            same   = cand & own & {WARPS{pair}};
            team_d = {WARPS{1'b0}};
            for (s = 0; s < SLOTS; s = s + 1)
                if (|(front & (S_ONE << partner_i[s*SLOT_W +: SLOT_W])))
                    team_d = team_d | warps_i[s*WARPS +: WARPS];
            if (|same) begin
                team_d = own;
                cand   = |(same & above) ? same & above : same;
            end
            cand = cand & team_d;
            for (p = RANK_W - 1; p >= 0; p = p - 1) begin           // the smallest rank
                plane = rank_d[p*WARPS +: WARPS];
                if (|(cand & ~plane)) plane = ~plane;
                cand   = cand & plane;
                team_d = team_d & plane;
            end
            gnt_d = cand & (~cand + W_ONE);
        end
    end
    assign gnt_o = gnt_d;
    assign any_o   = |pool_i;
    assign still_o = !any_o;

    reg  [WARPS-1:0] gone;                              // warps of the ending CTA
    integer e;
    always @* begin
        gone = {WARPS{1'b0}};
        if (cta_end_evt_i)
            for (e = 0; e < SLOTS; e = e + 1)
                if (cta_end_slot_i == e[SLOT_W-1:0]) gone = gone | warps_i[e*WARPS +: WARPS];
    end
    always @(posedge clk_i)
        if (!rst_ni) begin
            team_q <= {WARPS{1'b0}};
            turn_q <= {WARPS{1'b0}};
        end else begin
            if (|pool_i || cta_end_evt_i) team_q <= team_d & ~gone;
            if (|pool_i)                  turn_q <= ~(gnt_d | (gnt_d - W_ONE));
        end

    // A port of every policy that this one does not need; the last carry has no reader.
    wire unused = &{1'b0, live_i, carry};

`ifdef FORMAL
    wire f_inputs_ok;
    formal_arb_sca #(.WARPS(WARPS), .SLOTS(SLOTS)) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .live_i(live_i), .warps_i(warps_i), .older_i(older_i),
        .partner_i(partner_i), .cta_start_evt_i(cta_start_evt_i), .cta_start_slot_i(cta_start_slot_i),
        .cta_end_evt_i(cta_end_evt_i), .cta_end_slot_i(cta_end_slot_i), .valid_i(valid_i), .pool_i(pool_i),
        .gnt_i(gnt_o), .fresh_i(fresh_q), .rank_i(rank_q), .team_i(team_q), .turn_i(turn_q), .mates_i(mates),
        .others_i(others), .stay_i(stay), .select_i(team_d), .gone_i(gone), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
