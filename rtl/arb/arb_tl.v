// arb_tl - two levels: round robin in one fetch group until all its warps wait, then the next group.
//
// Contract  A fetch group is GROUP consecutive warps of an SM, divided over its schedulers (scheds_i).
//           One group is current. When all its warps wait, the next group in cyclic order with a
//           warp that does not wait becomes current. A warp waits if longlat_i is set, valid_i is clear, or a pause
//           masks it, unless it competes. gnt_o is one-hot or zero, inside pool_i, non-zero whenever pool_i
//           is: from the current group, or, while no warp of it competes, from the next one with a
//           competing warp, which does not become current. Inside a group: round robin by warp number,
//           a pointer per group. Reset: group 0 is current, each pointer at the group's first warp.
// Timing    longlat_i, pool_i -> gnt_o combinational; state changes only in cycles with a competing warp. The searches for the
//           next current group, for the group granted, and for the winner of each group run in parallel.
// Size      2 * WARPS flops.   Users  arb_bank.
// Source    [TL] two-level warp scheduling (MICRO 2011), as described in [LCS §5.4]; docs/rtl/arb.md.
`default_nettype none
module arb_tl #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter GROUP   = 8               // own: warps of an SM that form a group: 1, 2, 4, ..., 64
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [2:0]              scheds_i,            // warp schedulers of the SM: 1, 2 or 4; constant
    input  wire [WARPS-1:0]        longlat_i,           // warp waits for memory or at a barrier;
                                                        // set while valid_i is clear: the warp does not exist

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam LEVELS = GROUP > 1 ? $clog2(GROUP) : 1;
    localparam PLACES = (WARPS + GROUP - 1) / GROUP * GROUP;    // warps, if the last group of an SM were complete
    localparam [WARPS-1:0] ONE = 1;

    generate if (GROUP < 1 || GROUP > 64 || (GROUP & (GROUP - 1)) != 0) begin : g_check_group
        arb_tl_needs_GROUP_of_1_2_4_and_so_on_to_64 u_stop ();
    end endgenerate

    // A group of 2^n warps: level l < n joins the warps whose numbers differ in bit l; low: mask of warps with bit l = 0.
    wire [LEVELS-1:0]       joins;
    wire [LEVELS*PLACES-1:0] low;
    genvar w, p;
    generate for (p = 0; p < LEVELS; p = p + 1) begin : g_level
        localparam ALONE = (2 << p) <= GROUP, PAIR = (4 << p) <= GROUP, FOUR = (8 << p) <= GROUP;
        assign joins[p] = (scheds_i[2] && FOUR) || (scheds_i[1] && PAIR) || (scheds_i[0] && ALONE);
        for (w = 0; w < PLACES; w = w + 1) begin : g_warp
            assign low[p*PLACES + w] = ((w >> p) & 1) == 0;
        end
    end endgenerate

    wire [LEVELS:0] size = {1'b1, ~joins} & {joins, 1'b1};      // bit l: groups have 2^l warps

    function [WARPS-1:0] group_of(input [WARPS-1:0] some);      // all warps of the groups that `some` touches
        reg [PLACES-1:0] all, down, up;
        integer          l;
        begin
            down           = {PLACES{1'b0}};
            up             = {PLACES{1'b0}};
            all            = {PLACES{1'b0}};
            all[WARPS-1:0] = some;
            for (l = 0; l < LEVELS; l = l + 1)
                if (joins[l]) begin
                    down = (all >> (1 << l)) & low[l*PLACES +: PLACES];
                    up   = (all & low[l*PLACES +: PLACES]) << (1 << l);
                    all  = all | down | up;
                end
            group_of = all[WARPS-1:0];
        end
    endfunction
    function [WARPS-1:0] below(input [WARPS-1:0] some);         // warps with one of `some` below them in their group
        reg [WARPS-1:0] deep;                                   // at least 2^l warps of the group are below
        integer         l;
        begin
            below = some;
            deep  = {WARPS{1'b0}};
            for (l = LEVELS - 1; l >= 0; l = l - 1)
                if (joins[l]) begin
                    deep  = deep | ~low[l*PLACES +: WARPS];
                    below = below | ((below << (1 << l)) & deep);
                end
            below = (below << 1) & deep;
        end
    endfunction
    function [WARPS-1:0] first_group(input [WARPS-1:0] groups); // the lowest one of whole groups
        reg [WARPS-1:0] after;                                  // the groups behind it
        integer         l;
        begin
            after = {WARPS{1'b0}};
            for (l = 0; l <= LEVELS; l = l + 1) if (size[l]) after = groups << (1 << l);
            after       = after | (~after + ONE);
            first_group = groups & ~after;
        end
    endfunction

    // Both registers are masks. from_q: warps of the current group and of higher ones. turn_q: warps after the last
    // winner of their group. A competing warp does not wait, so the group granted is the first one from the old current
    // group on that has a competing warp, and the search for it need not wait for the next current group.
    reg  [WARPS-1:0] from_q, turn_q;
    reg  [WARPS-1:0] from, awake, asks, ahead, first, crew, late, past, gnt;
    always @* begin
        from  = from_q;
        awake = {WARPS{1'b0}};
        asks  = {WARPS{1'b0}};
        ahead = {WARPS{1'b0}};
        first = {WARPS{1'b0}};
        crew  = {WARPS{1'b0}};
        late  = {WARPS{1'b0}};
        past  = {WARPS{1'b0}};
        gnt   = {WARPS{1'b0}};
        if (|pool_i) begin                              // lets simulators skip the search otherwise
            awake = group_of(pool_i | (valid_i & ~longlat_i & ~ready_i));
            ahead = awake & from_q;
            first = (|ahead) ? ahead : awake;
            from  = first | (~first + ONE);             // mask from the lowest of them up
            asks  = group_of(pool_i);
            ahead = asks & from_q;
            first = (|ahead) ? ahead : asks;
            crew  = first_group(first);
            late  = pool_i & turn_q;
            ahead = group_of(late);                     // in all other groups the turn begins again at the first warp
            late  = late | (pool_i & ~ahead);
            past  = below(late);                        // warps behind the winner of their group
            gnt   = late & ~past & crew;
        end
    end
    assign gnt_o   = gnt;
    assign any_o   = |pool_i;
    assign still_o = !any_o;

    always @(posedge clk_i)
        if (!rst_ni) begin
            from_q <= {WARPS{1'b1}};
            turn_q <= {WARPS{1'b1}};
        end else if (|pool_i) begin
            from_q <= from;
            turn_q <= (turn_q & ~crew) | (past & crew);
        end

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] LAST = WARPS;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    reg  [2:0]                   f_scheds_q;
    reg f_init_q = 1'b0, f_seen_q, f_idle_q;            // seen: j was granted while k of its group competed
    reg [2*WARPS-1:0] f_state_q;
    reg [WARPS-1:0] f_from_q;                           // expected value
    reg [F_W-1:0] f_size;                               // log2 of a group's warps
    reg [F_W:0]   f_groups, f_now, f_next, f_of_k, f_of_j;      // number of groups; current group; groups of k, of j
    reg           f_stalled, f_silent;                  // all of the current group waits; none of it competes
    reg           f_thermo, f_parts;
    integer x, y;
    function [F_W:0] f_steps(input [F_W:0] to, input [F_W:0] start);    // cyclic distance of groups
        f_steps = to >= start ? to - start : to + f_groups - start;
    endfunction
    always @* begin
        f_size = 0;
        for (x = 2; x <= GROUP; x = x * 2) if (scheds_i * x <= GROUP) f_size = f_size + 1'b1;
        f_groups = ((LAST - 1'b1) >> f_size) + 1'b1;
        f_of_k = f_k >> f_size;
        f_of_j = f_j >> f_size;
        f_now  = 0;
        f_next = 0;
        for (x = WARPS - 1; x >= 0; x = x - 1) begin
            if (from_q[x]) f_now  = x >> f_size;
            if (from[x])   f_next = x >> f_size;
        end
        f_stalled = 1'b1;
        f_silent  = 1'b1;
        f_thermo  = from_q[WARPS-1];
        f_parts   = 1'b1;
        for (x = 0; x < WARPS; x = x + 1) begin
            if ((x >> f_size) == f_now && (pool_i[x] || (valid_i[x] && !longlat_i[x] && !ready_i[x])))
                f_stalled = 1'b0;
            if ((x >> f_size) == f_next && pool_i[x]) f_silent = 1'b0;
            if (from_q[x] != ((x >> f_size) >= f_now)) f_thermo = 1'b0;
            for (y = 0; y < x; y = y + 1)
                if ((x >> f_size) == (y >> f_size) && turn_q[y] && !turn_q[x]) f_parts = 1'b0;
        end
    end
    wire f_up_j    = pool_i[f_j] || (valid_i[f_j] && !longlat_i[f_j] && !ready_i[f_j]);
    wire f_mates   = f_of_k == f_of_j;
    wire f_ahead   = (turn_q[f_k] == turn_q[f_j]) ? f_k < f_j : turn_q[f_k];
    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_scheds_q <= scheds_i;
        f_idle_q  <= rst_ni && !(|pool_i);
        f_from_q  <= rst_ni ? from : {WARPS{1'b1}};
        f_state_q <= {from_q, turn_q};
        f_seen_q  <= rst_ni && f_mates && pool_i[f_k] && !gnt_o[f_k] && (f_seen_q || gnt_o[f_j]);
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        in_scheds: assume ((scheds_i == 1 || scheds_i == 2 || scheds_i == 4) && (!f_init_q || scheds_i == f_scheds_q));
        in_pool: assume (!f_init_q || !(pool_i & ~(ready_i & valid_i)));
        if (f_init_q) begin
            one_hot:    assert (!(gnt_o & (gnt_o - ONE)));
            competed:   assert (!(gnt_o & ~pool_i));
            no_idle:    assert ((|gnt_o) == (|pool_i));
            still:      assert (!f_idle_q || f_state_q == {from_q, turn_q});
            moved:      assert (from_q == f_from_q);
            inv_from:   assert (f_thermo);
            inv_parts:  assert (f_parts);
            if (|pool_i) begin
                stays:  assert (f_stalled || f_next == f_now);
                leaves: assert (!f_stalled || f_next != f_now);
                passes: assert (!f_up_j || f_steps(f_next, f_now) <= f_steps(f_of_j, f_now));
                first_group: assert (!(gnt_o[f_k] && pool_i[f_j])
                                     || f_steps(f_of_k, f_next) <= f_steps(f_of_j, f_next));
            end
            fair:       assert (!(f_seen_q && pool_i[f_k] && gnt_o[f_j]));
            inv_order:  assert (!f_seen_q || !pool_i[f_k] || f_ahead);
            moves:      cover (|pool_i && f_next < f_now && gnt_o[f_k] && f_of_k == f_next);
            fills:      cover (gnt_o[f_k] && f_silent && f_next == f_now && f_of_k != f_now && f_now != 0);
        end
    end
`endif
endmodule
`default_nettype wire
