// arb_tl_active - two levels as in GPGPU-Sim: round robin in a small active set, which a warp leaves when it waits.
//
// Contract  The warps form a list; the first ACTIVE are active. In a cycle with a competing warp,
//           all waiting active warps move to the end of the list in their order; the warps that move up
//           are active at once, even if they wait. A warp waits if longlat_i is set, valid_i is clear, or a
//           pause masks it. gnt_o is the first active warp of pool_i, or zero; then the active set
//           rotates until that warp is its last. A warp that does not exist (longlat_i without valid_i):
//           from the list place of the lowest such number on, the list does not change.
// Timing    longlat_i, pool_i -> gnt_o combinational; state changes only in cycles with a competing warp.
// Size      WARPS * RANK_W flops.   Users  arb_bank.
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
    localparam [31:0]      N_WARPS = WARPS, N_SET = A;
    localparam [RANK_W:0]  ALL = N_WARPS[RANK_W:0], SET = N_SET[RANK_W:0];
    localparam [WARPS-1:0] ONE = 1;

    generate if (ACTIVE < 1 || ACTIVE > 64) begin : g_check_active
        arb_tl_active_needs_ACTIVE_from_1_to_64 u_stop ();
    end endgenerate

    // Each warp stores its place in the list, its rank, as bit planes (plane b: bit b of all
    // ranks), so one word operation serves all warps.
    reg  [RANK_W*WARPS-1:0] rank_q, sorted;
    wire [RANK_W*WARPS-1:0] number;                     // planes of the warps' own numbers
    genvar w, p;
    generate for (w = 0; w < WARPS; w = w + 1) begin : g_warp
        localparam [RANK_W-1:0] SELF = w;
        for (p = 0; p < RANK_W; p = p + 1) begin : g_plane
            assign number[p*WARPS + w] = SELF[p];
        end
    end endgenerate

    wire [WARPS-1:0] absent = longlat_i & ~valid_i;
    wire [WARPS-1:0] lowest = absent & (~absent + ONE);
    wire [WARPS-1:0] waits  = longlat_i | ~valid_i | (ready_i & ~pool_i);

    // The conditions in these blocks let simulators skip what does not change.
    reg  [RANK_W:0]    count, active, leaving, ahead, place;
    reg  [WARPS-1:0]   moves, front, level, plane, borrow, seat, seated, zero;
    reg  [A*WARPS-1:0] seats;                           // slice i: the warp in place i, one-hot
    reg  [A-1:0]       leaves;
    reg  [WARPS-1:0]   chosen;
    reg  [A_W-1:0]     turn;                            // place of the granted warp
    integer b, i, l;
    always @* begin                                     // warps that may move; active warps
        moves  = {WARPS{1'b1}};
        front  = {WARPS{1'b0}};
        level  = {WARPS{1'b0}};
        count  = ALL;
        active = SET;
        if (|pool_i) begin
            if (|absent) begin                          // moves: rank < count
                count = {RANK_W+1{1'b0}};
                moves = {WARPS{1'b0}};
                for (l = 0; l < RANK_W; l = l + 1) begin
                    level    = rank_q[l*WARPS +: WARPS];
                    count[l] = |(lowest & number[l*WARPS +: WARPS]);
                    moves    = count[l] ? moves | ~level : moves & ~level;
                end
                if (count < SET) active = count;
            end
            for (l = 0; l < RANK_W; l = l + 1) begin    // front: rank < SET
                level = rank_q[l*WARPS +: WARPS];
                front = SET[l] ? front | ~level : front & ~level;
            end
            if (SET[RANK_W]) front = {WARPS{1'b1}};
            front = front & moves;
        end
    end
    assign still_o = !(|(front & (waits | pool_i)));

    always @* begin                                     // waiting warps leave the active set, the others move up
        sorted  = rank_q;
        seated  = front;
        seats   = {A*WARPS{1'b0}};
        leaves  = {A{1'b0}};
        seat    = {WARPS{1'b0}};
        plane   = {WARPS{1'b0}};
        borrow  = {WARPS{1'b0}};
        leaving = {RANK_W+1{1'b0}};
        ahead   = {RANK_W+1{1'b0}};
        place   = {RANK_W+1{1'b0}};
        if (|(front & waits)) begin
            for (i = 0; i < A; i = i + 1) begin
                seat = front;
                for (b = 0; b < A_W; b = b + 1)
                    seat = seat & (rank_q[b*WARPS +: WARPS] ^ {WARPS{~i[b]}});
                seats[i*WARPS +: WARPS] = seat;
                leaves[i] = |(seat & waits);
                leaving   = leaving + {{RANK_W{1'b0}}, leaves[i]};
            end
            for (b = 0; b < RANK_W; b = b + 1) begin
                plane  = rank_q[b*WARPS +: WARPS];
                seat   = {WARPS{leaving[b]}};
                sorted[b*WARPS +: WARPS] = (~moves & plane)
                                           | (moves & ~front & (plane ^ seat ^ borrow));
                borrow = (~plane & (seat | borrow)) | (seat & borrow);
            end
            for (i = 0; i < A; i = i + 1) begin
                place = leaves[i] ? count - leaving + ahead : i[RANK_W:0] - ahead;
                ahead = ahead + {{RANK_W{1'b0}}, leaves[i]};
                for (b = 0; b < RANK_W; b = b + 1)
                    sorted[b*WARPS +: WARPS] = sorted[b*WARPS +: WARPS]
                        | (seats[i*WARPS +: WARPS] & {WARPS{place[b]}});
            end
            seated = {WARPS{1'b0}};                     // sorted < SET
            for (b = 0; b < RANK_W; b = b + 1) begin
                plane  = sorted[b*WARPS +: WARPS];
                seated = SET[b] ? seated | ~plane : seated & ~plane;
            end
            if (SET[RANK_W]) seated = {WARPS{1'b1}};
            seated = seated & moves;
        end
    end

    always @* begin                                     // grants the first active warp that competes
        chosen = seated & pool_i;
        turn   = {A_W{1'b0}};
        zero   = {WARPS{1'b0}};
        if (|chosen)
            for (l = A_W - 1; l >= 0; l = l - 1) begin
                zero    = chosen & ~sorted[l*WARPS +: WARPS];
                turn[l] = !(|zero);
                if (|zero) chosen = zero;
            end
    end
    assign gnt_o = chosen;

    // Rotates the active warps (`whom`) until the granted one is last: rank - (turn + 1), plus `active` where that is
    // negative.
    function automatic [A_W*WARPS-1:0] turned(input [A_W*WARPS-1:0] ranks, input [WARPS-1:0] whom,
                                    input [A_W-1:0] of, input [A_W-1:0] size);
        reg [WARPS-1:0] bits, above, wraps, carry, addend;
        reg [A_W-1:0]   back, round;
        integer         n;
        begin
            back  = ~of;                                // - (turn + 1)
            round = back + size;
            above = {WARPS{1'b0}};                      // rank > turn
            for (n = 0; n < A_W; n = n + 1) begin
                bits  = ranks[n*WARPS +: WARPS];
                above = of[n] ? above & bits : above | bits;
            end
            wraps = ~above;
            carry = {WARPS{1'b0}};
            for (n = 0; n < A_W; n = n + 1) begin
                bits   = ranks[n*WARPS +: WARPS];
                addend = ((wraps & {WARPS{round[n]}}) | (above & {WARPS{back[n]}})) & whom;
                turned[n*WARPS +: WARPS] = bits ^ addend ^ carry;
                carry  = (bits & addend) | (carry & (bits | addend));
            end
        end
    endfunction

    always @(posedge clk_i)
        if (!rst_ni) rank_q <= number;
        else if (!still_o) begin
            rank_q <= sorted;
            if (|chosen)
                rank_q[A_W*WARPS-1:0] <= turned(sorted[A_W*WARPS-1:0], seated, turn, active[A_W-1:0]);
        end

    // CTA events need no update: a warp that ended counts as waiting and so gives up its place.
    // The last borrow and carry have no reader.
    wire unused = &{1'b0, borrow, place, active};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] LAST = WARPS;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    reg f_init_q = 1'b0, f_idle_q, f_move_q;
    reg [RANK_W*WARPS-1:0] f_rank_q;                    // previous values
    reg [RANK_W*WARPS-1:0] rank_d, f_rank_dq;           // next values, and those of a cycle ago
    reg [RANK_W:0] f_rank [0:WARPS-1], f_sorted [0:WARPS-1], f_next [0:WARPS-1];
    reg [RANK_W:0] f_count, f_set, f_size;
    reg f_order;                                        // ranks are a permutation
    integer x, y;
    always @* begin
        rank_d = sorted;
        if (|chosen)
            rank_d[A_W*WARPS-1:0] = turned(sorted[A_W*WARPS-1:0], seated, turn, active[A_W-1:0]);
        f_order = 1'b1;
        f_count = LAST;
        f_size  = {RANK_W+1{1'b0}};
        for (x = WARPS - 1; x >= 0; x = x - 1) begin
            f_rank[x]   = {RANK_W+1{1'b0}};
            f_sorted[x] = {RANK_W+1{1'b0}};
            f_next[x]   = {RANK_W+1{1'b0}};
            for (y = 0; y < RANK_W; y = y + 1) begin
                f_rank[x][y]   = rank_q[y*WARPS + x];
                f_sorted[x][y] = sorted[y*WARPS + x];
                f_next[x][y]   = rank_d[y*WARPS + x];
            end
            if (f_rank[x] >= LAST) f_order = 1'b0;
            if (absent[x]) f_count = x[RANK_W:0];
        end
        for (x = 0; x < WARPS; x = x + 1)
            for (y = 0; y < x; y = y + 1)
                if (f_rank[x] == f_rank[y]) f_order = 1'b0;
        f_set = f_count < SET ? f_count : SET;
        for (x = 0; x < WARPS; x = x + 1)
            f_size = f_size + {{RANK_W{1'b0}}, f_sorted[x] < f_set};
    end
    wire f_out_k = waits[f_k] && f_rank[f_k] < f_set;
    wire f_out_j = waits[f_j] && f_rank[f_j] < f_set;
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_idle_q <= rst_ni && (still_o || !(|pool_i));
        f_rank_q <= rank_q;
        f_move_q <= rst_ni && |pool_i && !still_o;
        f_rank_dq <= rank_d;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        in_pool: assume (!f_init_q || !(pool_i & ~(ready_i & valid_i)));
        if (f_init_q) begin
            inv_ranks: assert (f_order);
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)));
            competed:  assert (!(gnt_o & ~pool_i));
            still:     assert (!f_idle_q || rank_q == f_rank_q);
            moved:     assert (!f_move_q || rank_q == f_rank_dq);
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
