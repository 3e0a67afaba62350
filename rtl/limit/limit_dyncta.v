// limit_dyncta - each SM finds its own number n of running CTAs, and pauses those beyond it.
//
// Param     3 reset 2048 max 65535: window_cycles, cycles between two decisions.
// Param     4 reset 16 max 2048: t_idle_cycles, C_idle from which n rises.
// Param     5 reset 128 max 2048: t_mem_l_cycles, C_mem below which n rises.
// Param     6 reset 384 max 2048: t_mem_h_cycles, C_mem from which n falls.
// Param     7 reset 8192 max 65535: release_cycles, silence after which a paused CTA is let through.
// Contract  A launch sets N to the kernel's T_max and n of every SM to N/2, at least 1. A window ends
//           with the first report of the monitors that completes window_cycles; the next begins
//           with nothing. Then, per SM: C_idle >= t_idle or C_mem < t_mem_l: n + 1; else
//           C_mem >= t_mem_h: n - 1; 1 <= n <= N. n counts the CTAs of all kernels on the SM: one
//           that holds n takes no more, an empty one always does. Of more than n, the CTAs that
//           came last are paused. Let through: release_cycles of watching and of release take
//           turns, on the reports; in a release, whoever has issued nothing since the watch began
//           counts as not paused, until it has issued.
// Timing    SM s decides s + 1 edges after the window's end; its counts begin anew there. Who is
//           paused follows n at once, and a completion one edge after it.
// Size      per SM 24 + CNT_W + SLOTS flops, besides lib_slot_age; the decision exists once.
// Users     limit_bank.
// Source    001 4.1, Algorithm 1. Counts stop at 2048. Not in the paper: letting through (it only
//           says that it does), a second kernel: every launch starts n anew.
`default_nettype none
module limit_dyncta #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // this policy is in use
    input  wire                         init_i,         // start over, no kernel is busy
    input  wire [16*32-1:0]             params_i,       // parameter p at [p*32 +: 32]

    input  wire [KERNELS-1:0]           start_i,        // kernel k is launched at this edge
    input  wire [KERNELS-1:0]           two_d_i,        // it is 2-D,
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // so many of its CTAs fill an empty SM,
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // so many go together
    input  wire [SMS-1:0]               want_valid_i,   // SM s is offered,
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // to this kernel,
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // of which so many are there before the
                                                        // last of the block that goes next
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // SM s, bit k*SLOTS+c: k stands in slot c
    output wire [SMS-1:0]               ok_o,           // SM s may take one more of that kernel
    output wire [SMS*SLOTS-1:0]         paused_o,       // CTA slot ranks below the others

    input  wire [SMS-1:0]               pick_sm_i,      // one-hot or none: a CTA enters this SM,
    input  wire [KID_W-1:0]             pick_kid_i,     // of this kernel,
    input  wire [SLOT_W-1:0]            pick_slot_i,    // in this slot
    input  wire [SMS-1:0]               done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]           done_kid_i,     // of this kernel, one-hot; none: no CTA,
    input  wire [SLOT_W-1:0]            done_slot_i,    // in this slot

    input  wire                         mon_evt_i,      // counts since the last event:
    input  wire [4:0]                   mon_cycles_i,   // cycles, 0..16; of them
    input  wire [SMS*5-1:0]             mon_active_i,   // with a warp issued
    input  wire [SMS*5-1:0]             mon_idle_i,     // with no warp to issue, not stalled
    input  wire [SMS*5-1:0]             mon_mem_i,      // with every warp waiting for memory
    input  wire [SMS*5-1:0]             mon_sp_busy_i,
    input  wire [SMS*5-1:0]             mon_ldst_busy_i,
    input  wire [SMS*SLOTS*7-1:0]       mon_inst_i,     // instructions issued per CTA slot
    output wire                         busy_o          // a register here changes at this edge
);
    localparam SUM_W  = 12;                     // bits of C_idle and C_mem
    localparam TIME_W = 16;                     // bits of the window and of the watch
    localparam WORD_W = SLOTS * SLOT_W;
    localparam AT_W   = (SMS > 1) ? $clog2(SMS) : 1;
    localparam [SMS-1:0]   ONE     = 1;
    localparam [CNT_W-1:0] CNT_ONE = 1;
    localparam [AT_W-1:0]  AT_ONE  = 1;
    localparam             SM_LAST = SMS - 1;
    localparam [AT_W-1:0]  AT_LAST = SM_LAST[AT_W-1:0];

    function [TIME_W-1:0] clip(input [31:0] v);
        clip = |v[31:TIME_W] ? {TIME_W{1'b1}} : v[TIME_W-1:0];
    endfunction
    function [SUM_W-1:0] level(input [31:0] v);     // one no count reaches stays one
        level = |v[31:SUM_W] ? {SUM_W{1'b1}} : v[SUM_W-1:0];
    endfunction
    wire [TIME_W-1:0] window  = clip(params_i[3*32 +: 32]);
    wire [SUM_W-1:0]  t_idle  = level(params_i[4*32 +: 32]);
    wire [SUM_W-1:0]  t_mem_l = level(params_i[5*32 +: 32]);
    wire [SUM_W-1:0]  t_mem_h = level(params_i[6*32 +: 32]);
    wire [TIME_W-1:0] release_t = clip(params_i[7*32 +: 32]);

    reg [TIME_W-1:0]    since_q, phase_q;       // cycles of the window, of the watch or release
    reg                 walk_q, free_q;         // SMs decide in turn; a release, not a watch
    reg [AT_W-1:0]      at_q;                   // the SM that decides
    reg [CNT_W-1:0]     most_q;                 // N
    reg [SMS*CNT_W-1:0] n_q;
    reg [SMS*SUM_W-1:0] idle_q, mem_q;          // C_idle, C_mem
    reg [SMS*SLOTS-1:0] quiet_q;                // CTA slot has issued nothing since the watch began

    // Time.
    wire              start  = rst_ni && en_i && |start_i;
    wire              anew   = !rst_ni || init_i || start;
    wire              report = en_i && mon_evt_i;
    wire [TIME_W:0]   since  = {1'b0, since_q} + {{TIME_W-4{1'b0}}, mon_cycles_i};
    wire [TIME_W:0]   phase  = {1'b0, phase_q} + {{TIME_W-4{1'b0}}, mon_cycles_i};
    wire              ends   = report && !walk_q && since >= {1'b0, window};
    wire              turns  = report && phase >= {1'b0, release_t};

    always @(posedge clk_i)
        if (anew) begin
            since_q <= {TIME_W{1'b0}};
            phase_q <= {TIME_W{1'b0}};
            walk_q  <= 1'b0;
            free_q  <= 1'b0;
        end else begin
            if (report) begin
                since_q <= ends ? {TIME_W{1'b0}} : since[TIME_W-1:0] | {TIME_W{since[TIME_W]}};
                phase_q <= turns ? {TIME_W{1'b0}} : phase[TIME_W-1:0];
                free_q  <= free_q ^ turns;
            end
            if (ends || walk_q) walk_q <= ends || at_q != AT_LAST;
        end
    always @(posedge clk_i)                     // the SM counts only while it walks: not reset
        if (ends)        at_q <= {AT_W{1'b0}};
        else if (walk_q) at_q <= at_q + AT_ONE;

    // The decision of SM at_q.
    wire [SMS-1:0]   visit = walk_q ? ONE << at_q : {SMS{1'b0}};
    wire [SUM_W-1:0] idle_at, mem_at;
    wire [CNT_W-1:0] n_at, tmax_at;
    lib_mux1h #(.N(SMS), .W(SUM_W)) u_idle (.sel_i(visit), .data_i(idle_q), .data_o(idle_at));
    lib_mux1h #(.N(SMS), .W(SUM_W)) u_mem (.sel_i(visit), .data_i(mem_q), .data_o(mem_at));
    lib_mux1h #(.N(SMS), .W(CNT_W)) u_n (.sel_i(visit), .data_i(n_q), .data_o(n_at));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(start_i), .data_i(tmax_i), .data_o(tmax_at)
    );
    wire rise = idle_at >= t_idle || mem_at < t_mem_l;
    wire fall = !rise && mem_at >= t_mem_h;
    // Without a launch tmax_at is 0 and n begins at 1.
    wire [CNT_W-1:0] half = tmax_at >> 1;
    wire [CNT_W-1:0] n_d  = anew                     ? (|half ? half : CNT_ONE)
                          : (rise && n_at < most_q)  ? n_at + CNT_ONE
                          : (fall && n_at > CNT_ONE) ? n_at - CNT_ONE : n_at;
    wire [SMS-1:0]   set  = visit | {SMS{anew}};    // this SM's n is set, its counts begin anew
    integer s;
    always @(posedge clk_i) begin
        if (anew) most_q <= start ? tmax_at : CNT_ONE;
        if (|set)                               // for simulators
            for (s = 0; s < SMS; s = s + 1)
                if (set[s]) n_q[s*CNT_W +: CNT_W] <= n_d;
    end

    // Counts: one that has reached 2048 stands; a report at the edge of a decision is the next's.
    integer i;
    always @(posedge clk_i)
        if (report || |set)                     // for simulators
            for (i = 0; i < SMS; i = i + 1) begin
                idle_q[i*SUM_W +: SUM_W] <= (idle_q[i*SUM_W +: SUM_W] & {SUM_W{!set[i]}})
                    + {{SUM_W-5{1'b0}}, mon_idle_i[i*5 +: 5]
                                        & {5{report && !anew && (set[i] || !idle_q[i*SUM_W + SUM_W-1])}}};
                mem_q[i*SUM_W +: SUM_W]  <= (mem_q[i*SUM_W +: SUM_W] & {SUM_W{!set[i]}})
                    + {{SUM_W-5{1'b0}}, mon_mem_i[i*5 +: 5]
                                        & {5{report && !anew && (set[i] || !mem_q[i*SUM_W + SUM_W-1])}}};
            end

    // Who has issued nothing: all begin a watch so.
    integer q;
    always @(posedge clk_i)
        if (anew || (turns && free_q)) quiet_q <= {SMS*SLOTS{1'b1}};
        else if (report)
            for (q = 0; q < SMS*SLOTS; q = q + 1)
                if (|mon_inst_i[q*7 +: 7]) quiet_q[q] <= 1'b0;

    // Who is there, since when, and who is beyond n.
    wire [SMS*CNT_W-1:0]  count;
    wire [SMS*WORD_W-1:0] rank;
    wire                  closing;
    reg  [SMS*SLOTS-1:0]  live, beyond;
    reg  [SMS-1:0]        ok;
    lib_slot_age #(.SMS(SMS), .SLOTS(SLOTS)) u_age (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .live_i(live), .pick_sm_i(pick_sm_i & {SMS{en_i}}), .pick_slot_i(pick_slot_i),
        .left_sm_i(done_sm_i & {SMS{en_i && |done_kid_i}}), .left_slot_i(done_slot_i),
        .count_o(count), .rank_o(rank), .busy_o(closing)
    );
    integer a, k, b, c, e;
    always @* begin
        live = {SMS*SLOTS{1'b0}};
        if (en_i)                               // the bank looks at nobody else
            for (a = 0; a < SMS; a = a + 1)
                for (k = 0; k < KERNELS; k = k + 1)
                    live[a*SLOTS +: SLOTS] = live[a*SLOTS +: SLOTS]
                                           | map_i[(a*KERNELS + k)*SLOTS +: SLOTS];
    end
    always @* begin
        beyond = {SMS*SLOTS{1'b0}};
        if (|live)                              // for simulators
            for (b = 0; b < SMS; b = b + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    beyond[b*SLOTS + c] = live[b*SLOTS + c]
                        && {{CNT_W+1-SLOT_W{1'b0}}, rank[(b*SLOTS + c)*SLOT_W +: SLOT_W]}
                           >= {1'b0, n_q[b*CNT_W +: CNT_W]};
    end
    always @* begin
        ok = {SMS{1'b0}};
        if (en_i)
            for (e = 0; e < SMS; e = e + 1)
                ok[e] = !(|count[e*CNT_W +: CNT_W])
                     || (count[e*CNT_W +: CNT_W] < n_q[e*CNT_W +: CNT_W]
                         && ahead_i[e*CNT_W +: CNT_W] < n_q[e*CNT_W +: CNT_W]);
    end

    assign ok_o     = ok;
    assign paused_o = beyond & ~(quiet_q & {SMS*SLOTS{free_q}});
    // A report by itself changes only counts, which nothing follows until a window ends.
    assign busy_o   = ends || walk_q || closing;

    wire unused = &{1'b0, params_i, two_d_i, block_i, want_valid_i, want_kid_i, pick_kid_i,
                    mon_active_i, mon_sp_busy_i, mon_ldst_busy_i};  // blocks are in ahead_i

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_c;        // any of its slots
    reg f_past_q = 1'b0;
    wire f_events_ok;
    wire [SMS*CNT_W-1:0]  f_ns     = n_q >> (f_s * CNT_W);
    wire [CNT_W-1:0]      f_n      = f_ns[CNT_W-1:0];
    wire [SMS*CNT_W-1:0]  f_counts = count >> (f_s * CNT_W);
    wire [CNT_W-1:0]      f_count  = f_counts[CNT_W-1:0];
    wire [SMS*CNT_W-1:0]  f_aheads = ahead_i >> (f_s * CNT_W);
    wire [SMS*SLOTS-1:0]  f_beyonds = beyond >> (f_s * SLOTS), f_pauses = paused_o >> (f_s * SLOTS);
    wire [SLOTS-1:0]      f_beyond = f_beyonds[SLOTS-1:0], f_paused = f_pauses[SLOTS-1:0];
    wire [SMS*WORD_W-1:0] f_words  = rank >> (f_s * WORD_W);
    wire [SLOT_W-1:0]     f_rank   = f_words[f_c*SLOT_W +: SLOT_W];
    wire [SMS-1:0]        f_oks    = ok_o >> f_s;
    reg  [CNT_W-1:0]      f_held;               // how many are beyond n
    integer f_i;
    always @* begin
        f_held = {CNT_W{1'b0}};
        for (f_i = 0; f_i < SLOTS; f_i = f_i + 1)
            if (f_beyond[f_i]) f_held = f_held + CNT_ONE;
    end
    formal_limit_events #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .SEL_W(1)) u_events (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .sel_i(en_i),
        .start_i(start_i), .tmax_i(tmax_i), .map_i(map_i),
        .pick_sm_i(pick_sm_i), .pick_kid_i(pick_kid_i), .pick_slot_i(pick_slot_i),
        .done_sm_i(done_sm_i), .done_kid_i(done_kid_i), .done_slot_i(done_slot_i),
        .ok_o(f_events_ok)
    );
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_c < SLOTS);
        in_events: assume (f_events_ok);
        if (f_past_q && rst_ni) begin
            range:   assert (|f_n && f_n <= most_q);
            exact:   assert (closing || f_held == (f_count > f_n ? f_count - f_n : 0) || !en_i);
            oldest:  assert (!(f_beyond[f_c] && f_rank == 0));
            inside:  assert (!(f_paused & ~f_beyond));
            watched: assert (free_q || f_paused == f_beyond);
            empty:   assert (!en_i || |f_count || f_oks[0]);
            room:    assert (!(en_i && f_oks[0] && |f_count)
                             || (f_count < f_n && f_aheads[CNT_W-1:0] < f_n));
            none:    assert (closing || !f_oks[0] || !(|f_beyond));
            inv_at:  assert (!walk_q || at_q < SMS);
        end
    end
    generate
        if (F_TOP) begin : g_top
            // A paused CTA that issues nothing is let through after at most three turns, whose
            // last reports may each run over by 15 cycles. A launch begins anew; release_cycles stays.
            (* anyconst *) reg [31:0] f_release;
            wire [TIME_W:0] f_turn = {1'b0, release_t} + 17'd15;
            reg  [TIME_W+2:0] f_wait_q;         // reported cycles that f_c is paused and silent
            wire [SMS*SLOTS-1:0]   f_quiets = quiet_q >> (f_s * SLOTS);
            wire [SMS*SLOTS*7-1:0] f_insts  = mon_inst_i >> (f_s*SLOTS*7);
            wire f_quiet  = f_quiets[f_c];
            wire f_silent = f_paused[f_c] && !(|f_insts[f_c*7 +: 7]);
            always @(posedge clk_i)
                if (anew || !f_paused[f_c]) f_wait_q <= {TIME_W+3{1'b0}};
                else if (report)
                    f_wait_q <= f_silent ? f_wait_q + {14'd0, mon_cycles_i} : {TIME_W+3{1'b0}};
            always @* begin
                assume (params_i[7*32 +: 32] == f_release && release_t >= 1);
                assume (mon_cycles_i <= 16 && release_t < 16'hfff0);
                if (f_past_q && rst_ni) begin
                    bounded:   assert (!f_paused[f_c] || f_wait_q <= f_turn + f_turn + f_turn);
                    inv_phase: assert (phase_q < release_t);
                    inv_wait:  assert (!f_paused[f_c] || f_wait_q <= (
                        free_q ? f_turn + phase_q : f_quiet ? f_turn + f_turn + phase_q : phase_q));
                end
                paused:  cover (f_past_q && rst_ni && f_n == 1 && f_paused[f_c] && f_rank == SLOTS - 1);
                through: cover (f_past_q && rst_ni && f_beyond[f_c] && !f_paused[f_c]);
                falls:   cover (f_past_q && rst_ni && walk_q && fall);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
