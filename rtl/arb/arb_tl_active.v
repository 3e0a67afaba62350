// arb_tl_active - two levels as in GPGPU-Sim: round robin in a small active set, which a warp leaves when it waits.
//
// Contract  The warps form a list; the first ACTIVE are active. In a cycle with a competing warp,
//           all waiting active warps move to the end of the list in their order; the warps that move up
//           are active at once, even if they wait. A warp waits if longlat_i is set, valid_i is clear, or a
//           pause masks it. gnt_o is the first active warp that competes, or zero; then the active set
//           rotates until that warp is its last. A warp that does not exist (longlat_i without valid_i):
//           from the list place of the lowest such number on, the list does not change. That number is constant.
//           EVERY: warps that wait leave in every cycle.
// Timing    longlat_i, ready_i, held_i -> gnt_o combinational; without EVERY state changes only with a competing warp. What
//           the warp of each place does is found while yield_i arrives; all that follows counts and compares places.
// Size      WARPS * RANK_W + ACTIVE flops.   Users  arb_bank, arb_tl_clocked.
// Source    two-level warp scheduling (MICRO 2011) as GPGPU-Sim implements it; docs/rtl/arb.md.
`default_nettype none
module arb_tl_active #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter ACTIVE  = 6,              // own: active warps, 1..64; at most WARPS are used
    parameter EVERY   = 0               // own: 1: in every cycle
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [WARPS-1:0]        longlat_i,           // warp waits for memory or at a barrier;
                                                        // set while valid_i is clear: the warp does not exist

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam RANK_W = $clog2(WARPS);
    localparam A      = ACTIVE < WARPS ? ACTIVE : WARPS;
    localparam A_W    = A > 1 ? $clog2(A) : 1;          // bits of an active place
    localparam B      = 2 * A < WARPS ? 2 * A : WARPS;  // places that a grant may see: the active ones, and those behind
    localparam [31:0] N_WARPS = WARPS;
    localparam [RANK_W-1:0] ALL = N_WARPS[RANK_W-1:0];  // modulo 2^RANK_W
    localparam [WARPS-1:0]  ONE   = 1;
    localparam [A-1:0]      A_ONE = 1, A_ALL = {A{1'b1}};
    localparam [A:0]        N_ONE = 1;

    generate if (ACTIVE < 1 || ACTIVE > 64) begin : g_check_active arb_tl_active_needs_ACTIVE_from_1_to_64 u_stop (); end
    endgenerate

    // Each warp stores its place, as bit planes (plane b: bit b of all places), so one word operation serves
    // all warps. The list begins with the active places that are not in past_q, continues with those in past_q, and then
    // follows the places: a rotation of the active set changes past_q alone. past_q is a mask of the lowest places.
    reg  [RANK_W*WARPS-1:0] rank_q, sorted;
    reg  [A-1:0]            past_q, past;
    wire [RANK_W*WARPS-1:0] number;                     // planes of the warps' own numbers
    genvar w, p;
    generate for (w = 0; w < WARPS; w = w + 1) begin : g_warp
        localparam [RANK_W-1:0] SELF = w;
        for (p = 0; p < RANK_W; p = p + 1) begin : g_plane
            assign number[p*WARPS + w] = SELF[p];
        end
    end endgenerate

    wire [WARPS-1:0]     absent = longlat_i & ~valid_i;
    wire [WARPS-1:0]     exist  = (absent - ONE) & ~absent;     // warps that exist: those below the lowest absent one
    wire [WARPS-1:0]     slow   = longlat_i | ~valid_i;
    wire [WARPS-1:0]     free   = ready_i & ~held_i;
    wire [WARPS-1:0]     late   = ready_i & held_i;             // competes unless yield_i is set; then it waits
    wire [WARPS+2*A-1:0] least  = {{2*A{1'b0}}, exist};         // bit n: more than n warps exist

    wire [A:0]           over   = least[A-1 +: A+1];            // bit n: more than A - 1 + n
    function automatic [RANK_W:0] ones(input [A-1:0] of);       // how many
        integer n;
        begin
            ones = {RANK_W+1{1'b0}};
            for (n = 0; n < A; n = n + 1) ones = ones + {{RANK_W{1'b0}}, of[n]};
        end
    endfunction
    function automatic [A-1:0] first(input [A-1:0] of);         // the first of these places in the list
        reg [A-1:0] ahead;
        begin
            ahead = of & ~past_q;
            first = (|ahead) ? ahead & (~ahead + A_ONE) : of & (~of + A_ONE);
        end
    endfunction

    // The conditions in these blocks let simulators skip what does not change.
    reg  [WARPS-1:0]   near, seat, front;               // warps with an active place if they exist; the active ones
    reg  [A*WARPS-1:0] seats;                           // slice i: the warp in place i, one-hot
    reg  [A-1:0]       leaves, wants, stays, asks;      // active places: the warp waits; competes; does not wait; both of these
    integer b, i;
    always @* begin
        near   = {WARPS{1'b1}};
        seat   = {WARPS{1'b0}};
        front  = {WARPS{1'b0}};
        seats  = {A*WARPS{1'b0}};
        leaves = {A{1'b0}};
        wants  = {A{1'b0}};
        if (|ready_i || EVERY != 0) begin
            for (b = A_W; b < RANK_W; b = b + 1) near = near & ~rank_q[b*WARPS +: WARPS];
            near = near & exist;
            for (i = 0; i < A; i = i + 1) begin
                seat = near;
                for (b = 0; b < A_W; b = b + 1) seat = seat & (rank_q[b*WARPS +: WARPS] ^ {WARPS{~i[b]}});
                seats[i*WARPS +: WARPS] = seat;
                front     = front | seat;
                leaves[i] = |(seat & slow) || (yield_i && |(seat & late));
                wants[i]  = |(seat & free) || (!yield_i && |(seat & late));
            end
        end
        stays = exist[A-1:0] & ~leaves;
        asks  = wants & ~leaves;
    end
    assign still_o = !(|(leaves | wants));

    // Waiting warps leave the active set, the others move up. Then the first active warp that competes is granted: one
    // that stays, else one that has moved up, else one that left and, as the list is short, is active again. All
    // three are found in parallel.
    reg  [RANK_W-1:0] count, at;                        // warps that exist; a new place
    reg  [RANK_W:0]   gone, steps;                      // warps that leave; warps of a place's kind from it on, or before it
    reg  [A-1:0]      prior;                            // places before a place in the list
    reg  [A-1:0]      stay, back, left;                 // granted place: its warp stays; leaves, if then active again; is so
    reg  [A-1:0]      moved, ups, next;                 // places behind the active ones: moves up; competes; is granted
    reg  [WARPS-1:0]  mover, bound, plane, borrow, gnt;
    always @* begin
        sorted = rank_q;
        count  = ALL;
        at     = {RANK_W{1'b0}};
        gone   = {RANK_W+1{1'b0}};
        steps  = {RANK_W+1{1'b0}};
        prior  = {A{1'b0}};
        left   = {A{1'b0}};
        back   = {A{1'b0}};
        moved  = {A{1'b0}};
        ups    = {A{1'b0}};
        next   = {A{1'b0}};
        mover  = {WARPS{1'b0}};
        bound  = {WARPS{1'b0}};
        plane  = {WARPS{1'b0}};
        borrow = {WARPS{1'b0}};
        gnt    = {WARPS{1'b0}};
        stay   = first(asks);
        past   = (|asks) ? stay | (stay - A_ONE) : past_q;
        if (|leaves) begin
            past  = {A{1'b0}};
            gone  = ones(leaves);
            moved = ~(A_ALL << gone);
            back  = first(leaves & wants);
            bound = ~exist & {exist[WARPS-2:0], 1'b1};          // the lowest warp that does not exist
            if (|bound)
                for (b = 0; b < RANK_W; b = b + 1) count[b] = |(bound & number[b*WARPS +: WARPS]);
            for (b = 0; b < RANK_W; b = b + 1) begin
                plane  = rank_q[b*WARPS +: WARPS];
                sorted[b*WARPS +: WARPS] = (~exist & plane) | (exist & ~front & (plane ^ {WARPS{gone[b]}} ^ borrow));
                borrow = gone[b] ? ~plane | borrow : ~plane & borrow;
            end
            for (i = 0; i < A; i = i + 1) begin
                prior = past_q[i] ? ~(past_q & (A_ALL << i)) : ~(past_q | (A_ALL << i));
                if (leaves[i]) begin
                    steps   = ones(leaves & ~prior);
                    at      = count - steps[RANK_W-1:0];
                    left[i] = back[i] && !(|(over & (N_ONE << steps)));
                end else begin
                    steps = ones(stays & prior);
                    at    = steps[RANK_W-1:0];
                end
                past = past | (~(A_ALL << 1 << steps) & {A{stay[i]}});
                for (b = 0; b < RANK_W; b = b + 1)
                    sorted[b*WARPS +: WARPS] = sorted[b*WARPS +: WARPS] | (seats[i*WARPS +: WARPS] & {WARPS{at[b]}});
            end
            if (!(|asks))
                for (i = A; i < B; i = i + 1) begin             // places behind the active ones
                    mover = exist;
                    for (b = 0; b < RANK_W; b = b + 1) mover = mover & (rank_q[b*WARPS +: WARPS] ^ {WARPS{~i[b]}});
                    ups[i-A]  = |(mover & free) || (!yield_i && |(mover & late));
                    next[i-A] = ups[i-A] && moved[i-A] && !(|(ups & ~(A_ALL << (i - A))));
                    gnt  = gnt | (mover & {WARPS{next[i-A]}});
                    past = past | (~(~(A_ALL >> gone) << (i - A + 1)) & {A{next[i-A]}});
                end
            left = left & {A{!(|{asks, next})}};
            if (|left)
                for (i = 0; i < A; i = i + 1) begin
                    prior = past_q[i] ? ~(past_q & (A_ALL << i)) : ~(past_q | (A_ALL << i));
                    steps = ones(leaves & ~prior);
                    at    = count - steps[RANK_W-1:0];
                    past  = past | (~(A_ALL << 1 << at) & {A{left[i]}});
                end
        end
        for (i = 0; i < A; i = i + 1)
            gnt = gnt | (seats[i*WARPS +: WARPS] & {WARPS{stay[i] || left[i]}});
    end
    assign gnt_o = gnt;
    assign any_o = |{asks, next, left};

    always @(posedge clk_i)
        if (!rst_ni) begin
            rank_q <= number;
            past_q <= {A{1'b0}};
        end else if (!still_o) begin
            rank_q <= sorted;
            past_q <= past;
        end

    // CTA events need no update: a warp that ended counts as waiting. The last borrow has no reader.
    wire unused = &{1'b0, borrow, least};

`ifdef FORMAL
    wire [WARPS-1:0] pool  = ready_i & ~(held_i & {WARPS{yield_i}});
    wire [WARPS-1:0] waits = slow | (ready_i & ~pool);
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0]  LAST = WARPS;
    localparam [RANK_W:0] SET = A;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    reg f_init_q = 1'b0, f_run_q, f_idle_q, f_move_q;
    reg [RANK_W*WARPS+A-1:0] f_state_q, f_state_dq;     // previous values; next ones of a cycle ago
    reg [RANK_W:0] f_place, f_rank [0:WARPS-1], f_sorted [0:WARPS-1], f_next [0:WARPS-1];
    reg [RANK_W:0] f_count, f_count_q, f_set, f_size, f_past, f_past_d;
    reg f_order;                                        // places are a permutation, the last ones of warps that do not exist
    integer x, y;
    // Rank of a place in the list: rotated by the active places that are past.
    function [RANK_W:0] f_turned(input [RANK_W:0] at, input [RANK_W:0] by);
        f_turned = at >= f_set ? at : at >= by ? at - by : at + f_set - by;
    endfunction
    always @* begin
        f_order = 1'b1;
        f_count = LAST;
        f_size  = {RANK_W+1{1'b0}};
        for (x = WARPS - 1; x >= 0; x = x - 1) if (absent[x]) f_count = x[RANK_W:0];
        f_set = f_count < SET ? f_count : SET;
        f_past   = {RANK_W+1{1'b0}};
        f_past_d = {RANK_W+1{1'b0}};
        for (x = 0; x < A; x = x + 1) begin
            if (past_q[x] && x < f_set) f_past = f_past + 1'b1;
            if (past[x] && x < f_set) f_past_d = f_past_d + 1'b1;
            if (x > 0 && past_q[x] && !past_q[x-1]) f_order = 1'b0;
        end
        for (x = WARPS - 1; x >= 0; x = x - 1) begin
            f_place = {RANK_W+1{1'b0}};
            for (y = 0; y < RANK_W; y = y + 1) f_place[y] = rank_q[y*WARPS + x];
            f_rank[x] = f_turned(f_place, f_past);
            if (f_place >= LAST || (f_place >= f_count) != (x >= f_count)) f_order = 1'b0;
            for (y = 0; y < RANK_W; y = y + 1) f_place[y] = sorted[y*WARPS + x];
            f_sorted[x] = f_turned(f_place, |leaves ? {RANK_W+1{1'b0}} : f_past);
            f_next[x]   = f_turned(f_place, f_past_d);
        end
        for (x = 0; x < WARPS; x = x + 1)
            for (y = 0; y < x; y = y + 1)
                if (f_rank[x] == f_rank[y]) f_order = 1'b0;
        for (x = 0; x < WARPS; x = x + 1)
            f_size = f_size + {{RANK_W{1'b0}}, f_sorted[x] < f_set};
    end
    wire f_works = |pool || EVERY != 0;
    wire f_out_k = waits[f_k] && f_rank[f_k] < f_set;
    wire f_out_j = waits[f_j] && f_rank[f_j] < f_set;
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_idle_q <= rst_ni && (still_o || !f_works);
        f_move_q <= rst_ni && f_works && !still_o;
        f_run_q  <= rst_ni;
        f_count_q  <= f_count;
        f_state_q  <= {past_q, rank_q};
        f_state_dq <= {past, sorted};
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        in_pool: assume (!f_init_q || (!(ready_i & ~valid_i) && yield_i == |(ready_i & ~held_i)));
        in_exist: assume (!f_init_q || !f_run_q || f_count == f_count_q);
        if (f_init_q) begin
            inv_ranks: assert (f_order);
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)) && any_o == |gnt_o);
            competed:  assert (!(gnt_o & ~pool));
            still:     assert (!f_idle_q || {past_q, rank_q} == f_state_q);
            advanced:  assert (!f_move_q || {past_q, rank_q} == f_state_dq);
            if (f_works) begin
                size:      assert (f_size == f_set);
                fixed:     assert (f_rank[f_k] < f_count || f_next[f_k] == f_rank[f_k]);
                demoted:   assert (!(f_out_k && !f_out_j && f_rank[f_j] < f_count)
                                   || f_sorted[f_j] < f_sorted[f_k]);
                kept:      assert (f_out_k != f_out_j || f_rank[f_k] >= f_count
                                   || f_rank[f_j] >= f_count || (f_rank[f_k] < f_rank[f_j])
                                                             == (f_sorted[f_k] < f_sorted[f_j]));
                first:     assert (!(gnt_o[f_k] && pool[f_j])
                                   || f_sorted[f_k] < f_sorted[f_j]);
                in_set:    assert (!gnt_o[f_k] || f_sorted[f_k] < f_set);
                no_idle:   assert (|gnt_o || !(pool[f_k] && f_sorted[f_k] < f_set));
                last:      assert (!gnt_o[f_k] || f_next[f_k] + 1'b1 == f_set);
                turned:    assert (!gnt_o[f_k] || f_sorted[f_j] >= f_set
                                   || f_next[f_j] == f_sorted[f_j] - f_sorted[f_k] - 1'b1
                                      + (f_sorted[f_j] < f_sorted[f_k] ? f_set : 0));
                pending:   assert (f_sorted[f_j] < f_set || f_next[f_j] == f_sorted[f_j]);
            end
        end
    end
    generate if (A < WARPS) begin : g_covers            // not reachable if all warps are active
        always @* if (f_init_q) begin
            at_once: cover (f_out_j && gnt_o[f_k] && f_rank[f_k] >= f_set);
            again:   cover (f_out_k && f_sorted[f_k] < f_set);
        end
    end endgenerate
`endif
endmodule
`default_nettype wire
