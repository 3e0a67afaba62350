// arb_tl_active - two levels as in GPGPU-Sim: round robin in a small active set, which a warp leaves when it waits.
//
// Contract  The warps form a list; the first ACTIVE are active. In a cycle with a competing warp,
//           all waiting active warps move to the end of the list in their order; the warps that move up
//           are active at once, even if they wait. A warp waits if longlat_i is set, valid_i is clear, or a
//           pause masks it. gnt_o is the first active warp of pool_i, or zero; then the active set
//           rotates until that warp is its last. A warp that does not exist (longlat_i without valid_i):
//           from the list place of the lowest such number on, the list does not change. That number is constant.
// Timing    longlat_i, pool_i -> gnt_o combinational; state changes only in cycles with a competing warp. A word operation
//           per place decodes the places before pool_i arrives; waits and grants are then found among 2 * ACTIVE bits.
// Size      WARPS * RANK_W + ACTIVE flops.   Users  arb_bank.
// Source    two-level warp scheduling (MICRO 2011) as GPGPU-Sim implements it; docs/rtl/arb.md.
`default_nettype none
module arb_tl_active #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter ACTIVE  = 6               // own: active warps, 1..64; at most WARPS are used
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [WARPS-1:0]        longlat_i,           // warp waits for memory or at a barrier;
                                                        // set while valid_i is clear: the warp does not exist

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        pool_i,              // competing warps: ready_i after pause and turn masks
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    localparam RANK_W = $clog2(WARPS);
    localparam A      = ACTIVE < WARPS ? ACTIVE : WARPS;
    localparam A_W    = A > 1 ? $clog2(A) : 1;          // bits of an active rank
    localparam B      = 2 * A < WARPS ? 2 * A : WARPS;  // places that a grant may see: the active ones, and those behind
    localparam [31:0] N_WARPS = WARPS, N_SET = A;
    localparam [RANK_W-1:0] ALL = N_WARPS[RANK_W-1:0];  // modulo 2^RANK_W
    localparam [RANK_W:0]   SET = N_SET[RANK_W:0];

    generate if (ACTIVE < 1 || ACTIVE > 64) begin : g_check_active
        arb_tl_active_needs_ACTIVE_from_1_to_64 u_stop ();
    end endgenerate

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

    wire [WARPS-1:0] absent = longlat_i & ~valid_i;
    wire [WARPS-1:0] waits  = longlat_i | ~valid_i | (ready_i & ~pool_i);

    function automatic [RANK_W-1:0] ones(input [A-1:0] of);
        integer n;
        begin
            ones = {RANK_W{1'b0}};
            for (n = 0; n < A; n = n + 1) if (of[n]) ones = ones + 1'b1;
        end
    endfunction

    // The conditions in these blocks let simulators skip what does not change.
    reg  [WARPS-1:0]   exist, near, seat, front;        // warps that exist; with an active place if they do; the active ones
    reg  [B*WARPS-1:0] seats;                           // slice i: the warp in place i, one-hot
    reg  [A-1:0]       leaves, stays, asks;             // active places: the warp waits; does not; competes
    integer b, i, l;
    always @* begin
        exist  = ~absent;
        near   = {WARPS{1'b1}};
        seat   = {WARPS{1'b0}};
        front  = {WARPS{1'b0}};
        seats  = {B*WARPS{1'b0}};
        leaves = {A{1'b0}};
        stays  = {A{1'b0}};
        asks   = {A{1'b0}};
        if (|pool_i) begin
            if (|absent)                                // exist: below the lowest absent warp
                for (l = 1; l < WARPS; l = l * 2) exist = exist & ~(~exist << l);
            for (b = A_W; b < RANK_W; b = b + 1) near = near & ~rank_q[b*WARPS +: WARPS];
            near = near & exist;
            for (i = 0; i < A; i = i + 1) begin
                seat = near;
                for (b = 0; b < A_W; b = b + 1) seat = seat & (rank_q[b*WARPS +: WARPS] ^ {WARPS{~i[b]}});
                seats[i*WARPS +: WARPS] = seat;
                front     = front | seat;
                leaves[i] = |(seat & waits);
                stays[i]  = |(seat & ~waits);
                asks[i]   = |(seat & pool_i);
            end
            if (|leaves)
                for (i = A; i < B; i = i + 1) begin     // places behind the active ones
                    seat = exist;
                    for (b = 0; b < RANK_W; b = b + 1) seat = seat & (rank_q[b*WARPS +: WARPS] ^ {WARPS{~i[b]}});
                    seats[i*WARPS +: WARPS] = seat;
                end
        end
    end
    assign still_o = !(|(leaves | asks));

    // Waiting warps leave the active set, the others move up. Then the first active warp that competes is granted: one
    // that stays, else one that has moved up, else one that left and, as the list is short, is active again. All
    // three are found in parallel.
    reg  [RANK_W-1:0]   count, leaving, ahead, turn;    // warps that exist; that leave; next place of the granted one
    reg  [A-1:0]        prior, stay, move, left;       // granted place, one-hot: its warp stays; moves up; has left
    reg  [A-1:0]        ups, back;                      // competing warps: behind the active places; left and active again
    reg  [WARPS-1:0]    bound, plane, level, borrow, gnt;
    always @* begin
        sorted  = rank_q;
        past    = past_q;
        count   = ALL;
        leaving = {RANK_W{1'b0}};
        ahead   = {RANK_W{1'b0}};
        turn    = {RANK_W{1'b0}};
        prior   = {A{1'b0}};
        stay    = {A{1'b0}};
        move    = {A{1'b0}};
        left    = {A{1'b0}};
        ups     = {A{1'b0}};
        back    = {A{1'b0}};
        bound   = {WARPS{1'b0}};
        plane   = {WARPS{1'b0}};
        level   = {WARPS{1'b0}};
        borrow  = {WARPS{1'b0}};
        gnt     = {WARPS{1'b0}};
        for (i = 0; i < A; i = i + 1) begin             // prior: places before i in the list
            prior   = past_q[i] ? ~past_q | ~({A{1'b1}} << i) : ~past_q & ~({A{1'b1}} << i);
            stay[i] = asks[i] && !leaves[i] && !(|(asks & ~leaves & prior));
        end
        if (|leaves) begin
            leaving = ones(leaves);
            bound   = ~exist & {exist[WARPS-2:0], 1'b1};        // the lowest warp that does not exist
            if (|bound)
                for (b = 0; b < RANK_W; b = b + 1) count[b] = |(bound & number[b*WARPS +: WARPS]);
            for (b = 0; b < RANK_W; b = b + 1) begin
                plane  = rank_q[b*WARPS +: WARPS];
                level  = {WARPS{leaving[b]}};
                sorted[b*WARPS +: WARPS] = (~exist & plane) | (exist & ~front & (plane ^ level ^ borrow));
                borrow = (~plane & (level | borrow)) | (level & borrow);
            end
            for (i = 0; i < A; i = i + 1) begin
                prior = past_q[i] ? ~past_q | ~({A{1'b1}} << i) : ~past_q & ~({A{1'b1}} << i);
                ahead = ones((leaves[i] ? leaves : stays) & prior);
                if (leaves[i]) ahead = ahead + count - leaving;
                for (b = 0; b < RANK_W; b = b + 1)
                    sorted[b*WARPS +: WARPS] = sorted[b*WARPS +: WARPS]
                        | (seats[i*WARPS +: WARPS] & {WARPS{ahead[b]}});
                if (stay[i]) turn = turn | ahead;
                back[i] = asks[i] && leaves[i] && {1'b0, ahead} < SET;
            end
            for (i = A; i < B; i = i + 1) begin
                ups[i - A]  = |(seats[i*WARPS +: WARPS] & pool_i);
                move[i - A] = ups[i - A] && !(|(ups & ~({A{1'b1}} << (i - A)))) && !(|(asks & ~leaves))
                              && leaving > i[RANK_W-1:0] - SET[RANK_W-1:0];
                if (move[i - A]) turn = turn | (i[RANK_W-1:0] - leaving);
                gnt = gnt | (seats[i*WARPS +: WARPS] & {WARPS{move[i - A]}});
            end
            if (|back)
                for (i = 0; i < A; i = i + 1) begin
                    prior    = past_q[i] ? ~past_q | ~({A{1'b1}} << i) : ~past_q & ~({A{1'b1}} << i);
                    left[i] = back[i] && !(|(back & prior)) && !(|(asks & ~leaves)) && !(|move);
                    ahead    = ones(leaves & prior);
                    ahead    = ahead + count - leaving;
                    if (left[i]) turn = turn | ahead;
                end
        end else
            for (i = 0; i < A; i = i + 1) if (stay[i]) turn = turn | i[RANK_W-1:0];
        for (i = 0; i < A; i = i + 1)
            gnt = gnt | (seats[i*WARPS +: WARPS] & {WARPS{stay[i] || left[i]}});
        for (i = 0; i < A; i = i + 1)
            if (|{stay, move, left}) past[i] = turn >= i[RANK_W-1:0];
            else if (|leaves)         past[i] = 1'b0;
    end
    assign gnt_o = gnt;

    always @(posedge clk_i)
        if (!rst_ni) begin
            rank_q <= number;
            past_q <= {A{1'b0}};
        end else if (!still_o) begin
            rank_q <= sorted;
            past_q <= past;
        end

    // CTA events need no update: a warp that ended counts as waiting and so gives up its place.
    // The last borrow has no reader.
    wire unused = &{1'b0, borrow};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] LAST = WARPS;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    localparam [WARPS-1:0] ONE = 1;
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
    wire f_out_k = waits[f_k] && f_rank[f_k] < f_set;
    wire f_out_j = waits[f_j] && f_rank[f_j] < f_set;
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_idle_q <= rst_ni && (still_o || !(|pool_i));
        f_move_q <= rst_ni && |pool_i && !still_o;
        f_run_q  <= rst_ni;
        f_count_q  <= f_count;
        f_state_q  <= {past_q, rank_q};
        f_state_dq <= {past, sorted};
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        in_pool: assume (!f_init_q || !(pool_i & ~(ready_i & valid_i)));
        in_exist: assume (!f_init_q || !f_run_q || f_count == f_count_q);
        if (f_init_q) begin
            inv_ranks: assert (f_order);
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)));
            competed:  assert (!(gnt_o & ~pool_i));
            still:     assert (!f_idle_q || {past_q, rank_q} == f_state_q);
            moved:     assert (!f_move_q || {past_q, rank_q} == f_state_dq);
            if (|pool_i) begin
                size:      assert (f_size == f_set);
                fixed:     assert (f_rank[f_k] < f_count || f_next[f_k] == f_rank[f_k]);
                demoted:   assert (!(f_out_k && !f_out_j && f_rank[f_j] < f_count)
                                   || f_sorted[f_j] < f_sorted[f_k]);
                kept:      assert (f_out_k != f_out_j || f_rank[f_k] >= f_count
                                   || f_rank[f_j] >= f_count || (f_rank[f_k] < f_rank[f_j])
                                                             == (f_sorted[f_k] < f_sorted[f_j]));
                first:     assert (!(gnt_o[f_k] && pool_i[f_j])
                                   || f_sorted[f_k] < f_sorted[f_j]);
                in_set:    assert (!gnt_o[f_k] || f_sorted[f_k] < f_set);
                no_idle:   assert (|gnt_o || !(pool_i[f_k] && f_sorted[f_k] < f_set));
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
