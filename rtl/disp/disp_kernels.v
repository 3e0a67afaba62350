// disp_kernels - kernel table: states, launch order, pool, counts of CTAs in flight.
//
// Contract  An entry is FREE, ISSUE (CTAs left to dispatch), DRAIN (none left, some in flight) or DONE. launch_i moves it to
//           ISSUE, the booking of its last CTA to DRAIN, the release of the last one in flight to DONE, clear_i to FREE.
//           abort_i moves a busy entry to DRAIN and marks it until it is cleared or launched again. before_o orders the
//           entries by launch. The pool is the pool_i longest-launched busy entries; the stages see only these. An entry
//           enters it at its launch if fewer than pool_i entries are busy, otherwise when it is one of the longest-launched.
//           half_o: all schedulers of an SM for the only entry of the pool, the lower half for the one launched first,
//           the upper half for all others.
// Timing    Registers show an event after its edge; fin_o is combinational. At most one entry ends per edge: an aborted one
//           without CTAs in flight ends at an edge at which no other entry ends. A waiting entry enters the pool one edge
//           after another one has ended.
// Size      KERNELS * (6 + KERNELS + OUT_W) flops.
// Users     disp_host.   Source  the dispatcher of the papers' baseline, for several kernels; the pool: [SMK §3.4].
`default_nettype none
module disp_kernels #(
    parameter KERNELS = 4,                          // kernel table entries, 1..16
    parameter CTAS    = 224                         // CTAs the machine can hold: SMS * SLOTS
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       init_i,       // makes every entry FREE; only while no entry is busy

    input  wire [KERNELS-1:0]         launch_i,     // entry launched at this clock edge, one-hot or zero; not busy
    input  wire [KERNELS-1:0]         clear_i,      // entries to move from DONE to FREE; ignored in other states
    output wire [KERNELS-1:0]         live_o,       // entries in ISSUE
    output wire [KERNELS-1:0]         busy_o,       // entries in ISSUE or DRAIN
    output wire [KERNELS-1:0]         done_o,       // entries in DONE
    output wire [KERNELS*KERNELS-1:0] before_o,     // bit k*KERNELS+j: j was launched before k

    input  wire [4:0]                 pool_i,       // entries that the pool holds, 1..KERNELS; constant while an entry is busy
    output wire [KERNELS-1:0]         pool_live_o,  // entries of the pool in ISSUE
    output wire [KERNELS-1:0]         pool_busy_o,  // entries of the pool in ISSUE or DRAIN
    output wire [KERNELS-1:0]         pool_start_o, // entry k enters the pool at this clock edge

    input  wire [KERNELS-1:0]         book_khot_i,  // kernel whose CTA is booked at this clock edge, one-hot or zero
    input  wire                       last_i,       // this CTA is the last of its grid
    input  wire [KERNELS-1:0]         take_i,       // kernel whose CTA is released at this clock edge, one-hot or zero
    output wire [KERNELS-1:0]         fin_o,        // entry that ends at this clock edge, one-hot or zero
    output wire [KERNELS*$clog2(CTAS+1)-1:0] out_o, // CTAs of each entry in flight: booked and not released
    input  wire [KERNELS-1:0]         abort_i,      // entries to abort: no further CTA; ignored if not busy
    output wire [KERNELS-1:0]         aborted_o,    // entry k was aborted and has not been cleared or launched since

    input  wire [KERNELS-1:0]         sel_i,        // an entry of the pool, one-hot
    output wire [1:0]                 half_o        // warp schedulers that serve its CTAs: 0 all, 1 the lower half, 2 the upper
                                                    // half
);
    localparam OUT_W = $clog2(CTAS + 1);
    localparam [OUT_W-1:0]   ONE     = 1;
    localparam [KERNELS-1:0] KID_ONE = 1;

    reg [KERNELS-1:0]         live_q, drain_q, done_q;  // FREE: none of them
    reg [KERNELS*KERNELS-1:0] before_q;
    reg [KERNELS*OUT_W-1:0]   out_q;
    reg [KERNELS-1:0]         abort_q;
    reg [KERNELS-1:0]         in_q, shown_q;            // in the pool; in the pool and in ISSUE
    reg [KERNELS-1:0]         single, none;             // one CTA in flight, none

    wire [KERNELS-1:0] last = book_khot_i & {KERNELS{last_i}};
    wire [KERNELS-1:0] stop = abort_i & busy_o & ~fin_o;
    // In DRAIN no CTA is booked, so the release of the only CTA in flight ends the entry. Only an aborted entry can be in
    // DRAIN without a CTA in flight.
    wire [KERNELS-1:0] ends = take_i & drain_q & single;
    wire [KERNELS-1:0] bare = drain_q & none;
    assign fin_o    = ends | (bare & (~bare + KID_ONE) & {KERNELS{!(|ends)}});
    assign aborted_o = abort_q;
    assign live_o   = live_q;
    assign busy_o   = live_q | drain_q;
    assign done_o   = done_q;
    assign before_o = before_q;
    assign out_o    = out_q;

    // An entry has a place in the pool if fewer than pool_i busy entries were launched before it.
    reg [4:0]           ahead, all;
    reg [KERNELS-1:0]   place;
    integer a, b;
    always @* begin
        all = 5'd0;
        for (b = 0; b < KERNELS; b = b + 1) all = all + {4'd0, busy_o[b]};
        ahead = 5'd0;
        for (a = 0; a < KERNELS; a = a + 1) begin
            ahead = 5'd0;
            for (b = 0; b < KERNELS; b = b + 1)
                ahead = ahead + {4'd0, busy_o[b] && before_q[a*KERNELS + b]};
            place[a] = ahead < pool_i;
        end
    end
    wire [KERNELS-1:0] enter = (live_q & place & ~in_q) | (launch_i & {KERNELS{all < pool_i}});
    assign pool_live_o  = shown_q;
    assign pool_busy_o  = in_q;
    assign pool_start_o = enter;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            in_q    <= {KERNELS{1'b0}};
            shown_q <= {KERNELS{1'b0}};
        end else begin
            in_q    <= (in_q & ~fin_o) | enter;
            shown_q <= (shown_q | enter) & ~last & ~stop;
        end

    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            live_q  <= {KERNELS{1'b0}};
            drain_q <= {KERNELS{1'b0}};
            done_q  <= {KERNELS{1'b0}};
            abort_q <= {KERNELS{1'b0}};
        end else begin
            live_q  <= (live_q & ~last & ~stop) | launch_i;
            drain_q <= (drain_q & ~fin_o) | last | (stop & live_q);
            done_q  <= (done_q & ~clear_i & ~launch_i) | fin_o;
            abort_q <= (abort_q & ~(clear_i & done_q) & ~launch_i) | stop;
        end

    reg  [KERNELS-1:0] earlier;                         // launched before sel_i
    integer c;
    always @* begin
        earlier = {KERNELS{1'b0}};
        for (c = 0; c < KERNELS; c = c + 1)
            earlier = earlier | (before_q[c*KERNELS +: KERNELS] & {KERNELS{sel_i[c]}});
    end
    wire upper = |(in_q & earlier & ~sel_i);
    assign half_o = {upper, !upper && |(in_q & ~sel_i)};

    integer i;
    always @*
        for (i = 0; i < KERNELS; i = i + 1) begin
            single[i] = out_q[i*OUT_W +: OUT_W] == ONE;
            none[i]   = !(|out_q[i*OUT_W +: OUT_W]);
        end

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            localparam [KERNELS-1:0] OTHERS = ~(1 << k);
            always @(posedge clk_i)
                if (!rst_ni || init_i) begin
                    before_q[k*KERNELS +: KERNELS] <= {KERNELS{1'b0}};
                    out_q[k*OUT_W +: OUT_W]        <= {OUT_W{1'b0}};
                end else begin
                    if (launch_i[k])            // the newest: after all others
                        before_q[k*KERNELS +: KERNELS] <= OTHERS;
                    else if (|launch_i)         // the launched one is newer
                        before_q[k*KERNELS +: KERNELS] <=
                            before_q[k*KERNELS +: KERNELS] & ~launch_i;
                    if (book_khot_i[k] && !take_i[k])
                        out_q[k*OUT_W +: OUT_W] <= out_q[k*OUT_W +: OUT_W] + ONE;
                    else if (take_i[k] && !book_khot_i[k])
                        out_q[k*OUT_W +: OUT_W] <= out_q[k*OUT_W +: OUT_W] - ONE;
                end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_a, f_b;          // any two entries
    reg f_past_q = 1'b0, f_still_q = 1'b0;
    reg f_first_q;                              // a was live when b was launched; neither again
    reg [KERNELS*KERNELS-1:0] f_before_q;
    reg [KERNELS*(6+OUT_W)-1:0] f_all_q;
    reg [4:0]          f_pool_q;
    reg [KERNELS-1:0]  f_waits_q, f_could_q;
    reg                f_init_q;
    reg [KERNELS-1:0]  f_empty_q, f_drain_q, f_busy_q, f_abort_q, f_fin_q;
    wire f_pair   = f_a < KERNELS && f_b < KERNELS && f_a != f_b;
    wire f_moving = |launch_i || |clear_i || |book_khot_i || |take_i || init_i || |abort_i || |fin_o || |pool_start_o;
    wire [KERNELS-1:0] f_row_a = before_q >> (f_a * KERNELS);
    wire [KERNELS-1:0] f_row_b = before_q >> (f_b * KERNELS);
    reg  [KERNELS-1:0] f_empty, f_full, f_over, f_cur;
    reg                f_even, f_ring;          // busy entries without an order, or in a circle
    integer f, g, h;
    always @*
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_empty[f] = out_q[f*OUT_W +: OUT_W] == {OUT_W{1'b0}};
            f_full[f]  = out_q[f*OUT_W +: OUT_W] == CTAS;
            f_over[f]  = out_q[f*OUT_W +: OUT_W] > CTAS;
            f_cur[f]   = live_q[f] && !(|(live_q & before_q[f*KERNELS +: KERNELS]));
        end
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_still_q  <= rst_ni && !f_moving;
        f_before_q <= before_q;
        f_all_q    <= {live_q, drain_q, done_q, abort_q, in_q, shown_q, out_q};
        f_pool_q   <= pool_i;
        f_waits_q  <= live_q & ~in_q & {KERNELS{rst_ni && !init_i}};
        f_could_q  <= f_first_pool;
        f_init_q   <= !rst_ni || init_i;
        f_empty_q  <= f_empty & {KERNELS{rst_ni && !init_i}};
        f_drain_q  <= drain_q;
        f_busy_q   <= busy_o;
        f_abort_q  <= abort_i & {KERNELS{rst_ni && !init_i}};
        f_fin_q    <= fin_o;
        f_first_q  <= rst_ni && !init_i && !launch_i[f_a]
                   && ((launch_i[f_b] && live_q[f_a]) || (f_first_q && !launch_i[f_b]));
    end

    wire f_env_host = !(launch_i & (launch_i - 1'b1)) && !(launch_i & busy_o)
                   && !(init_i && |busy_o) && !(init_i && |launch_i);
    wire f_env_cta  = !(book_khot_i & (book_khot_i - 1'b1)) && !(book_khot_i & ~shown_q)
                   && !(take_i & (take_i - 1'b1)) && !(take_i & f_empty);
    // No more in flight than there are slots, so the count never wraps.
    wire f_env_room = !(|(book_khot_i & f_full));
    wire f_env_pool = |pool_i && pool_i <= KERNELS && (!(|busy_o) || pool_i == f_pool_q);
    reg  [4:0]         f_in, f_busy, f_rank;    // entries in the pool; busy ones; those launched before one
    reg  [KERNELS-1:0] f_first_pool;            // entry k is one of the pool_i longest-launched
    reg                f_passed;                // an entry of the pool was launched after one that waits
    always @* begin
        f_in     = 5'd0;
        f_busy   = 5'd0;
        f_rank   = 5'd0;
        f_passed = 1'b0;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_in   = f_in + in_q[f];
            f_busy = f_busy + busy_o[f];
            f_rank = 5'd0;
            for (g = 0; g < KERNELS; g = g + 1) begin
                f_rank   = f_rank + (busy_o[g] && before_q[f*KERNELS + g]);
                f_passed = f_passed || (in_q[f] && live_q[g] && !in_q[g] && before_q[f*KERNELS + g]);
            end
            f_first_pool[f] = f_rank < pool_i;
        end
    end
    always @* begin
        f_even = 1'b0;
        f_ring = 1'b0;
        for (f = 0; f < KERNELS; f = f + 1)
            for (g = 0; g < KERNELS; g = g + 1)
                if (busy_o[f] && busy_o[g]) begin
                    if (before_q[f*KERNELS + g] == before_q[g*KERNELS + f])
                        f_even = f_even || f != g || before_q[f*KERNELS + g];
                    for (h = 0; h < KERNELS; h = h + 1)
                        f_ring = f_ring || (busy_o[h] && before_q[f*KERNELS + g]
                              && before_q[g*KERNELS + h] && before_q[h*KERNELS + f]);
                end
    end
    wire [KERNELS-1:0] f_hot_a = KID_ONE << f_a, f_hot_b = KID_ONE << f_b;
    reg                f_elder_q;               // a was busy when b was launched; neither again
    always @(posedge clk_i)
        f_elder_q <= rst_ni && !init_i && !launch_i[f_a]
                   && ((launch_i[f_b] && busy_o[f_a]) || (f_elder_q && !launch_i[f_b]));
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_host: assume (f_env_host);
        in_cta:  assume (f_env_cta);
        in_room: assume (f_env_room);
        in_pool: assume (f_env_pool);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                drained: cover (rst_ni && |fin_o && |live_q);
                dropped: cover (rst_ni && |(fin_o & abort_q & ~take_i) && |out_q);
                again:   cover (rst_ni && |(launch_i & done_q));
                follows: cover (rst_ni && |(pool_start_o & ~launch_i));
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        legal:     assert (!(live_q & drain_q) && !(done_q & busy_o));
        finished:  assert (!(~busy_o & ~f_empty));      // FREE, DONE: every CTA completed
        draining:  assert (!(drain_q & f_empty & ~abort_q));    // DRAIN: some are out, or it was aborted
        inits:     assert (!f_init_q || !(|{live_q, drain_q, done_q, abort_q, in_q, shown_q, out_q}));
        // The pool has at most pool_i entries, the longest-launched ones, and each of these enters it.
        pool_most: assert (f_in <= pool_i);
        pool_in:   assert (!(in_q & ~busy_o) && shown_q == (in_q & live_q));
        one_start: assert (!(pool_start_o & (pool_start_o - 1'b1)));
        pool_old:  assert (!f_passed);
        at_once:   assert (!(|launch_i) || f_busy >= pool_i || |(launch_i & pool_start_o));
        pool_all:  assert (!(f_waits_q & f_could_q & live_q & ~in_q));
        inv_place: assert (!(in_q & ~f_first_pool));
        stops:     assert (!(f_abort_q & live_q & f_busy_q) && !(f_abort_q & f_busy_q & ~f_fin_q & ~abort_q));
        // An aborted entry without a CTA in flight is DONE an edge later, unless another entry ended at that edge.
        ending:    assert (!(|(f_drain_q & f_empty_q)) || |(f_fin_q & done_q));
        one_fin:   assert (!(fin_o & (fin_o - 1'b1)));
        never_on:  assert (!(abort_q & live_q) && !(abort_q & ~(drain_q | done_q)));
        range:     assert (!f_over);
        total:     assert (!f_even && !f_ring);
        launched:  assert (!(f_pair && f_first_q) || (f_row_b[f_a] && !f_row_a[f_b]));
        oldest:    assert (!(f_cur & (f_cur - 1'b1)));
        // The only entry of the pool has all schedulers; of two, the earlier one has the lower half or the later one the upper.
        inv_elder: assert (!(f_pair && f_elder_q) || (f_row_b[f_a] && !f_row_a[f_b]));
        alone:     assert (!(sel_i == f_hot_a && f_a < KERNELS) || (half_o == 2'd0) == !(|(in_q & ~f_hot_a)));
        later:     assert (!(f_pair && f_elder_q && in_q[f_a] && sel_i == f_hot_b) || half_o == 2'd2);
        first:     assert (!(half_o == 2'd2 && sel_i == f_hot_a && f_a < KERNELS)
                           || |(in_q & f_row_a & ~f_hot_a));
        one_half:  assert (half_o != 2'd3);
        still:     assert (!f_still_q || {before_q, live_q, drain_q, done_q, abort_q, in_q, shown_q, out_q}
                                         == {f_before_q, f_all_q});
    end
`endif
endmodule
`default_nettype wire
