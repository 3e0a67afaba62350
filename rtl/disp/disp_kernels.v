// disp_kernels - kernel table: states, order of dispatch, pool, counts of CTAs in flight.
//
// Contract  An entry is FREE, ISSUE (CTAs left to dispatch), DRAIN (none left, some in flight) or DONE. launch_i moves it to
//           ISSUE, the booking of its last CTA to DRAIN, the release of the last one in flight to DONE, clear_i to FREE.
//           abort_i moves a busy entry to DRAIN and marks it until it is cleared or launched again. before_o orders the
//           busy entries: higher priorities first, equal ones by launch. The pool has up to pool_i busy entries; the stages
//           see only these. An entry enters it at its launch if fewer than pool_i entries are busy, otherwise when there
//           is room and no waiting entry ranks before it; it stays until it ends.
//           half_o: all schedulers of an SM for the only entry of the pool, the lower half for the one that ranks first,
//           the upper half for all others.
// Timing    Registers show an event after its edge; fin_o is combinational. At most one entry ends per edge: an aborted one
//           without CTAs in flight ends at an edge at which no other entry ends. A waiting entry enters the pool one edge
//           after another one has ended.
// Size      KERNELS * (6 + KERNELS + OUT_W) flops.
// Users     disp_host.   Source  the dispatcher of the papers' baseline, for several kernels; the pool: [SMK §3.4];
//           priorities: [TX2], a CTA is dispatched only if no queue of higher priority has one.
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
    input  wire [KERNELS*3-1:0]       priority_i,   // of entry k, 7 the highest; constant while it is busy
    output wire [KERNELS*KERNELS-1:0] before_o,     // bit k*KERNELS+j: j ranks before k; valid if both are busy

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
    wire [KERNELS-1:0]        lower;                    // of lower priority than the launched entry

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

    // A waiting entry gets a place in the pool if fewer than pool_i entries have one or rank before it.
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
                ahead = ahead + {4'd0, in_q[b] || (busy_o[b] && before_q[a*KERNELS + b])};
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

    reg  [KERNELS-1:0] earlier;                         // these rank before sel_i
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

    // The launched entry ranks before those of lower priority and behind all others.
    wire [2:0] level;
    lib_mux1h #(.N(KERNELS), .W(3)) u_level (.sel_i(launch_i), .data_i(priority_i), .data_o(level));

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            localparam [KERNELS-1:0] OTHERS = ~(1 << k);
            assign lower[k] = priority_i[k*3 +: 3] < level;
            always @(posedge clk_i)
                if (!rst_ni || init_i) begin
                    before_q[k*KERNELS +: KERNELS] <= {KERNELS{1'b0}};
                    out_q[k*OUT_W +: OUT_W]        <= {OUT_W{1'b0}};
                end else begin
                    if (launch_i[k])
                        before_q[k*KERNELS +: KERNELS] <= OTHERS & ~lower;
                    else if (|launch_i)
                        before_q[k*KERNELS +: KERNELS] <= (before_q[k*KERNELS +: KERNELS] & ~launch_i)
                                                          | (launch_i & {KERNELS{lower[k]}});
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
    reg f_first_q;                              // a was busy when b was launched; neither again
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
    integer f, g;
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
                   && ((launch_i[f_b] && busy_o[f_a]) || (f_first_q && !launch_i[f_b]));
        f_level_q  <= priority_i;
    end

    wire f_env_host = !(launch_i & (launch_i - 1'b1)) && !(launch_i & busy_o)
                   && !(init_i && |busy_o) && !(init_i && |launch_i);
    wire f_env_cta  = !(book_khot_i & (book_khot_i - 1'b1)) && !(book_khot_i & ~shown_q)
                   && !(take_i & (take_i - 1'b1)) && !(take_i & f_empty);
    // No more in flight than there are slots, so the count never wraps.
    wire f_env_room = !(|(book_khot_i & f_full));
    wire f_env_pool = |pool_i && pool_i <= KERNELS && (!(|busy_o) || pool_i == f_pool_q);
    reg  [4:0]         f_in, f_busy, f_rank;    // entries in the pool; busy ones; those in the pool or before one
    reg  [KERNELS-1:0] f_first_pool;            // fewer than pool_i entries are in the pool or rank before entry k
    reg                f_passed;                // an entry enters the pool before one that ranks before it and waits
    reg                f_second;                // of two waiting entries, the one behind has a place, too
    reg                f_moved;                 // the priority of a busy entry has changed
    reg  [KERNELS*3-1:0] f_level_q;
    wire [KERNELS-1:0] f_waits = live_q & ~in_q;
    always @* begin
        {f_in, f_busy, f_rank} = 15'd0;
        {f_passed, f_second, f_moved} = 3'd0;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_in    = f_in + in_q[f];
            f_busy  = f_busy + busy_o[f];
            f_moved = f_moved || (busy_o[f] && priority_i[f*3 +: 3] != f_level_q[f*3 +: 3]);
            f_rank  = 5'd0;
            for (g = 0; g < KERNELS; g = g + 1) begin
                f_rank   = f_rank + (in_q[g] || (busy_o[g] && before_q[f*KERNELS + g]));
                f_passed = f_passed || (pool_start_o[f] && f_waits[g] && f != g
                                        && (launch_i[f] || before_q[f*KERNELS + g]));
            end
            f_first_pool[f] = f_rank < pool_i;
            f_second = f_second || (f_waits[f] && f_first_pool[f] && |(f_waits & before_q[f*KERNELS +: KERNELS]));
        end
    end
    wire               f_total, f_level;
    formal_ranks #(.KERNELS(KERNELS)) f_u_ranks (
        .busy_i(busy_o), .before_i(before_q), .priority_i(priority_i), .total_o(f_total), .level_o(f_level)
    );
    wire [KERNELS-1:0] f_hot_a = KID_ONE << f_a, f_hot_b = KID_ONE << f_b;
    wire [KERNELS*3-1:0] f_level_a = priority_i >> (f_a * 3), f_level_b = priority_i >> (f_b * 3);
    wire               f_both  = f_pair && |(busy_o & f_hot_a) && |(busy_o & f_hot_b);
    wire               f_above = f_level_a[2:0] > f_level_b[2:0];      // a has the higher priority
    wire               f_older = f_first_q && f_level_a[2:0] == f_level_b[2:0];
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_host: assume (f_env_host);
        in_cta:  assume (f_env_cta);
        in_room: assume (f_env_room);
        in_pool: assume (f_env_pool);
        in_level: assume (!f_moved);
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
        // The pool has at most pool_i entries; the entry that enters is the first of those that wait.
        pool_most: assert (f_in <= pool_i);
        pool_in:   assert (!(in_q & ~busy_o) && shown_q == (in_q & live_q));
        one_start: assert (!(pool_start_o & (pool_start_o - 1'b1)));
        pool_rank: assert (!f_passed);
        at_once:   assert (!(|launch_i) || f_busy >= pool_i || |(launch_i & pool_start_o));
        pool_all:  assert (!(f_waits_q & f_could_q & live_q & ~in_q));
        inv_wait:  assert (!(|f_waits) || f_busy >= pool_i);
        inv_next:  assert (!f_second);
        stops:     assert (!(f_abort_q & live_q & f_busy_q) && !(f_abort_q & f_busy_q & ~f_fin_q & ~abort_q));
        // An aborted entry without a CTA in flight is DONE an edge later, unless another entry ended at that edge.
        ending:    assert (!(|(f_drain_q & f_empty_q)) || |(f_fin_q & done_q));
        one_fin:   assert (!(fin_o & (fin_o - 1'b1)));
        never_on:  assert (!(abort_q & live_q) && !(abort_q & ~(drain_q | done_q)));
        range:     assert (!f_over);
        total:     assert (f_total);
        // No inversion: of two busy entries the one of higher priority ranks first; of one priority, the one launched first.
        higher:    assert (f_level);
        launched:  assert (!(f_both && f_older) || (f_row_b[f_a] && !f_row_a[f_b]));
        oldest:    assert (!(f_cur & (f_cur - 1'b1)));
        // The only entry of the pool has all schedulers; of two, the first one has the lower half or the other one the upper.
        alone:     assert (!(sel_i == f_hot_a && f_a < KERNELS) || (half_o == 2'd0) == !(|(in_q & ~f_hot_a)));
        later:     assert (!(f_both && (f_above || f_older) && in_q[f_a] && sel_i == f_hot_b) || half_o == 2'd2);
        first:     assert (!(half_o == 2'd2 && sel_i == f_hot_a && f_a < KERNELS)
                           || |(in_q & f_row_a & ~f_hot_a));
        one_half:  assert (half_o != 2'd3);
        still:     assert (!f_still_q || {before_q, live_q, drain_q, done_q, abort_q, in_q, shown_q, out_q}
                                         == {f_before_q, f_all_q});
    end
`endif
endmodule
`default_nettype wire
