// arb_tl - two levels: round robin inside a small active set; who waits long changes places.
//
// Contract  gnt_o is one-hot or zero, inside pool_i, and zero when no active warp competes, though
//           a pending one might. ACTIVE warps are active, 0 .. ACTIVE-1 after reset. In a cycle
//           with a competing warp the lowest active warp that waits goes to the tail of the
//           pending queue and the first in the queue that does not wait takes its place, and may
//           be granted at once. Waiting: longlat_i, not valid, or kept from pool_i by a pause.
// Timing    longlat_i, pool_i -> gnt_o combinational; state moves in cycles with pool_i only.
// Size      WARPS * (2 + RANK_W) flops.   Users  arb_bank.
// Source    two-level warp scheduling (MICRO 2011); rtl/arb/README.md has the differences.
`default_nettype none
module arb_tl #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter SLOTS   = 8,              // CTA slots of the SM, 1..16
    parameter KERNELS = 4,              // kernel table entries, 1..16
    parameter ACTIVE  = 6,              // active warps, 1..64; at most WARPS are used
    parameter SLOT_W  = SLOTS > 1 ? $clog2(SLOTS) : 1,      // derived: never set
    parameter KID_W   = KERNELS > 1 ? $clog2(KERNELS) : 1   // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [SLOTS-1:0]        live_i,              // context: see arb_ctx
    input  wire [SLOTS*WARPS-1:0]  warps_i,
    input  wire [SLOTS*SLOTS-1:0]  older_i,
    input  wire [SLOTS*KID_W-1:0]  kid_i,
    input  wire [SLOTS*SLOT_W-1:0] partner_i,

    input  wire                    cta_start_evt_i,     // events of this cycle: in the context
    input  wire [SLOT_W-1:0]       cta_start_slot_i,    // from the next one on
    input  wire                    cta_end_evt_i,
    input  wire [SLOT_W-1:0]       cta_end_slot_i,
    input  wire [WARPS-1:0]        longlat_i,           // warp waits for memory or a barrier
    input  wire [WARPS-1:0]        victim_evt_i,        // warp hits an L1 victim tag

    input  wire [WARPS-1:0]        valid_i,             // resident and not ended
    input  wire [WARPS-1:0]        ready_i,             // could issue
    input  wire [WARPS-1:0]        load_i,              // next instruction is a load of the L1D
    input  wire [WARPS-1:0]        pool_i,              // those of ready_i that compete
    output wire [WARPS-1:0]        gnt_o                // the choice; always used
);
    localparam RANK_W = $clog2(WARPS);
    localparam [31:0]       TOP  = WARPS - 1;
    localparam [RANK_W-1:0] TAIL = TOP[RANK_W-1:0];
    localparam [WARPS-1:0]  ONE  = 1;

    generate if (ACTIVE < 1 || ACTIVE > 64) begin : g_check_active
        arb_tl_needs_ACTIVE_from_1_to_64 u_stop ();
    end endgenerate

    // Every warp keeps a rank, 0 = head of the queue; that of an active warp means nothing. Ranks
    // stand as bit planes (plane b: bit b of all ranks), so that a word operation serves all.
    reg  [WARPS-1:0]        active_q, active_d;
    reg  [RANK_W*WARPS-1:0] rank_q, rank_d;
    wire [WARPS-1:0]        active_0;
    wire [RANK_W*WARPS-1:0] rank_0;
    genvar w, p;
    generate for (w = 0; w < WARPS; w = w + 1) begin : g_first
        localparam [RANK_W-1:0] SELF = w;
        assign active_0[w] = w < ACTIVE ? 1'b1 : 1'b0;
        for (p = 0; p < RANK_W; p = p + 1) begin : g_plane
            assign rank_0[p*WARPS + w] = SELF[p];
        end
    end endgenerate

    wire [WARPS-1:0] waits  = longlat_i | ~valid_i | (ready_i & ~pool_i);
    wire [WARPS-1:0] stuck  = active_q & waits;
    wire [WARPS-1:0] fit    = ~active_q & ~waits;
    wire             change = |pool_i && |stuck && |fit;

    // One block under one condition: simulators skip it in the many cycles without a change.
    reg  [WARPS-1:0]  leave, enter, plane, behind, same, borrow;
    reg  [RANK_W-1:0] from;                             // rank of the warp that leaves
    integer b;
    always @* begin
        active_d = active_q;
        rank_d   = rank_q;
        leave    = {WARPS{1'b0}};
        enter    = {WARPS{1'b0}};
        plane    = {WARPS{1'b0}};
        behind   = {WARPS{1'b0}};
        same     = {WARPS{1'b0}};
        borrow   = {WARPS{1'b0}};
        from     = {RANK_W{1'b0}};
        if (change) begin
            leave = stuck & (~stuck + ONE);
            enter = fit;
            same  = {WARPS{1'b1}};
            for (b = RANK_W - 1; b >= 0; b = b - 1) begin
                plane   = rank_q[b*WARPS +: WARPS];
                from[b] = |(plane & leave);
                if (|(enter & ~plane)) enter = enter & ~plane;      // smallest rank
                if (from[b]) same = same & plane;
                else begin
                    behind = behind | (same & plane);
                    same   = same & ~plane;
                end
            end
            active_d = (active_q & ~leave) | enter;
            borrow   = behind;                          // who stood behind moves up by one
            for (b = 0; b < RANK_W; b = b + 1) begin
                plane  = rank_q[b*WARPS +: WARPS];
                rank_d[b*WARPS +: WARPS] = ((plane ^ borrow) & ~leave) | (leave & {WARPS{TAIL[b]}});
                borrow = borrow & ~plane;
            end
        end
    end

    always @(posedge clk_i)
        if (!rst_ni) begin
            active_q <= active_0;
            rank_q   <= rank_0;
        end else if (change) begin
            active_q <= active_d;
            rank_q   <= rank_d;
        end

    lib_rr_arb #(.N(WARPS)) u_rr (
        .clk_i(clk_i), .rst_ni(rst_ni), .req_i(pool_i & active_d), .adv_i(1'b1), .gnt_o(gnt_o));

    // CTAs come and go without a move: a warp that ended waits, so it gives its place away. The
    // other ports are those of every policy; the last borrow and `same` have no reader.
    wire unused = &{1'b0, live_i, warps_i, older_i, kid_i, partner_i, cta_start_evt_i,
                    cta_start_slot_i, cta_end_evt_i, cta_end_slot_i, victim_evt_i, load_i, borrow,
                    same};

`ifdef FORMAL
    localparam F_W = $clog2(WARPS);
    localparam [F_W:0] LAST = WARPS;
    localparam F_ACTIVE = ACTIVE < WARPS ? ACTIVE : WARPS;
    (* anyconst *) reg [F_W-1:0] f_k, f_j;              // any two warps
    reg f_init_q = 1'b0, f_first_q, f_idle_q;           // first: k entered the queue before j
    reg [WARPS-1:0] f_active_q;                         // as they were
    reg [RANK_W*WARPS-1:0] f_rank_q;
    reg [RANK_W-1:0] f_rank [0:WARPS-1];
    reg f_order;                                        // ranks are a permutation
    reg [F_W:0] f_count;
    integer i, j;
    always @* begin
        f_count = 0;
        f_order = 1'b1;
        for (i = 0; i < WARPS; i = i + 1) begin
            f_count = f_count + {{F_W{1'b0}}, active_q[i]};
            for (j = 0; j < RANK_W; j = j + 1) f_rank[i][j] = rank_q[j*WARPS + i];
            if (f_rank[i] > TAIL) f_order = 1'b0;
        end
        for (i = 0; i < WARPS; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                if (f_rank[i] == f_rank[j]) f_order = 1'b0;
    end
    always @(posedge clk_i) begin
        f_init_q   <= 1'b1;
        f_first_q  <= rst_ni && !enter[f_k] && !leave[f_k] && !enter[f_j]
                      && (f_first_q || (leave[f_j] && !active_q[f_k]));
        f_idle_q   <= rst_ni && !(|pool_i);
        f_active_q <= active_q;
        f_rank_q   <= rank_q;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        assume (f_k < LAST && f_j < LAST && f_k != f_j);
        in_pool: assume (!f_init_q || !(pool_i & ~(ready_i & valid_i)));
        if (f_init_q) begin
            one_hot:   assert (!(gnt_o & (gnt_o - ONE)));
            competed:  assert (!(gnt_o & ~(pool_i & active_d)));
            no_idle:   assert ((|gnt_o) == (|(pool_i & active_d)));
            size:      assert (f_count == F_ACTIVE);
            swap:      assert (!(|pool_i && |(active_q & waits) && |(~active_q & ~waits))
                               || (|leave && |enter));
            demoted:   assert (!(leave & (leave - ONE)) && !(leave & ~(active_q & waits)));
            promoted:  assert (!(enter & (enter - ONE)) && !(enter & (active_q | waits)));
            fifo:      assert (!(f_first_q && enter[f_j] && !waits[f_k]));
            still:     assert (!f_idle_q || (active_q == f_active_q && rank_q == f_rank_q));
            inv_ranks: assert (f_order);
            inv_first: assert (!f_first_q || (!active_q[f_k] && !active_q[f_j]
                                              && f_rank[f_k] < f_rank[f_j]));
            at_once:   cover (enter[f_k] && gnt_o[f_k] && leave[f_j] && f_j > f_k);
            overtaken: cover (f_first_q && enter[f_j]);
        end
    end
`endif
endmodule
`default_nettype wire
