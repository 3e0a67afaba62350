// limit_dyncta - each SM finds its own number n of running CTAs, and pauses those beyond it.
//
// Param     3 reset 2048 max 65535: window_cycles, cycles between two decisions.
// Param     4 reset 16 max 32: t_idle_cycles, C_idle from which n rises.
// Param     5 reset 128 max 1024: t_mem_l_cycles, C_mem below which n rises.
// Param     6 reset 384 max 1024: t_mem_h_cycles, C_mem from which n falls.
// Param     7 reset 8192 max 65535: release_cycles, cycles after which paused CTAs are let through.
// Contract  A launch sets N to the kernel's T_max, at most SLOTS, and n of every SM to N/2, at
//           least 1. A window ends with the first report of the monitors that completes
//           window_cycles; the next begins with nothing. Then, per SM: C_idle >= t_idle or
//           C_mem < t_mem_l: n + 1; else C_mem >= t_mem_h: n - 1; 1 <= n <= N. n counts the CTAs of
//           all kernels on the SM: a block that would make them more waits, but an empty SM takes
//           any. Of more than n, the CTAs that came last are paused; when release_cycles have been
//           reported, all are let through for 256, silent ones and others alike, and so on: nobody
//           waits longer than that.
// Timing    A launch counts an edge later. SM s takes its counts s + 1 edges after the window's end
//           and begins anew, its n follows an edge later. Who is paused follows n at once, and a
//           completion one edge after it.
// Size      per SM 18 + SLOT_W flops, besides lib_slot_age; the decision exists once.
// Users     limit_bank.
// Source    001 4.1, Algorithm 1. Counts tell up to 32 and 1024, the greatest thresholds (001 5.3
//           goes to 24 and 576), from more. Not in the paper: letting through (it only says that it does; knowing
//           who was silent would take a flop per slot and a seventh of the area), a second kernel:
//           every launch starts n anew.
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
    input  wire [SMS-1:0]               sm_enable_i,    // the host lets SM s receive CTAs
    output wire [KERNELS-1:0]           sat_o,          // kernel k saturated a counter since launch

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
    localparam IDLE_W = 6;                      // bits of C_idle; once the uppermost is set, it
    localparam MEM_W  = 11;                     // stays: of C_mem too
    localparam TIME_W = 16;                     // bits of the window and of release_cycles
    localparam FREE_B = 8;                      // a release is 2^FREE_B cycles
    localparam WORD_W = SLOTS * SLOT_W;
    localparam SLOT_LAST = SLOTS - 1;
    localparam [SLOT_W-1:0] LAST    = SLOT_LAST[SLOT_W-1:0];
    localparam [SLOT_W-1:0] N_ONE   = 1;
    localparam [CNT_W-1:0]  CNT_ONE = 1;

    wire [TIME_W-1:0] window    = params_i[3*32 +: TIME_W];
    wire [IDLE_W-1:0] t_idle    = params_i[4*32 +: IDLE_W];
    wire [MEM_W-1:0]  t_mem_l   = params_i[5*32 +: MEM_W];
    wire [MEM_W-1:0]  t_mem_h   = params_i[6*32 +: MEM_W];
    wire [TIME_W-1:0] release_t = params_i[7*32 +: TIME_W];

    reg                  anew_q;                // everything starts over at this edge
    reg [TIME_W-1:0]     since_q, phase_q;      // cycles of the window; held or let through
    reg                  free_q;                // paused CTAs are let through
    reg                  walk_q;                // SMs decide in turn:
    reg [SMS:0]          visit_q;               // s: its counts are taken, s + 1: its n is set
    reg [SLOT_W-1:0]     most_q;                // N - 1
    reg [SMS*SLOT_W-1:0] n_q;                   // n - 1
    reg [IDLE_W*SMS-1:0] idle_q;                // C_idle: bit b of SM s is bit b*SMS+s
    reg [MEM_W*SMS-1:0]  mem_q;                 // C_mem, likewise

    // Time.
    wire              start  = en_i && |start_i;
    wire              report = en_i && mon_evt_i;
    wire [TIME_W-1:0] cycles = {{TIME_W-5{1'b0}}, mon_cycles_i & {5{report}}};
    wire [TIME_W:0]   since  = {1'b0, since_q} + {1'b0, cycles};
    wire [TIME_W:0]   phase  = {1'b0, phase_q} + {1'b0, cycles};
    wire              ends   = report && !walk_q && since >= {1'b0, window};
    wire              turns  = report && (free_q ? |phase[TIME_W:FREE_B]
                                                 : phase >= {1'b0, release_t});

    always @(posedge clk_i) begin
        anew_q  <= !rst_ni || init_i || start;
        visit_q <= {visit_q[SMS-1:0], ends} & {SMS+1{!anew_q}};
        walk_q  <= (ends || (walk_q && !visit_q[SMS])) && !anew_q;
        since_q <= (since[TIME_W-1:0] | {TIME_W{since[TIME_W]}}) & {TIME_W{!(anew_q || ends)}};
        phase_q <= phase[TIME_W-1:0] & {TIME_W{rst_ni && !init_i && !turns}};
        free_q  <= (free_q ^ turns) && rst_ni && !init_i;   // launches do not put it off
    end

    // N of a launch; without one, 1.
    wire [CNT_W-1:0] tmax_at;
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(start_i), .data_i(tmax_i), .data_o(tmax_at)
    );
    wire [CNT_W-1:0] tmax_less = tmax_at - CNT_ONE;
    always @(posedge clk_i)
        if (!rst_ni || init_i)
            most_q <= {SLOT_W{1'b0}};
        else if (start)
            most_q <= (tmax_less > {1'b0, LAST}) ? LAST : tmax_less[SLOT_W-1:0];

    // The decision of an SM: what its counts say, then its n.
    reg               rise_q, fall_q;
    reg  [SLOT_W-1:0] n_at_q;
    reg  [IDLE_W-1:0] idle_at;
    reg  [MEM_W-1:0]  mem_at;
    wire [SLOT_W-1:0] n_at;
    wire [SMS-1:0]    take = visit_q[SMS-1:0];
    integer t;
    always @* begin
        for (t = 0; t < IDLE_W; t = t + 1) idle_at[t] = |(idle_q[t*SMS +: SMS] & take);
        for (t = 0; t < MEM_W; t = t + 1) mem_at[t] = |(mem_q[t*SMS +: SMS] & take);
    end
    lib_mux1h #(.N(SMS), .W(SLOT_W)) u_n (.sel_i(take), .data_i(n_q), .data_o(n_at));
    always @(posedge clk_i) begin               // guarded by visit_q: not reset
        rise_q <= idle_at >= t_idle || mem_at < t_mem_l;
        fall_q <= mem_at >= t_mem_h;
        n_at_q <= n_at;
    end
    wire [SLOT_W-1:0] most_less = most_q - N_ONE;
    wire [SLOT_W-1:0] n_d = anew_q                   ? ((|most_q) ? most_less >> 1 : most_q)
                          : rise_q                   ? n_at_q + {{SLOT_W-1{1'b0}}, n_at_q != most_q}
                          : (fall_q && |n_at_q)      ? n_at_q - N_ONE : n_at_q;
    integer s;
    always @(posedge clk_i)
        if (anew_q || walk_q)                   // for simulators
            for (s = 0; s < SMS; s = s + 1)
                if (anew_q || visit_q[s + 1]) n_q[s*SLOT_W +: SLOT_W] <= n_d;

    // Counts, of all SMs side by side, a carry handed from bit to bit. A report at the edge at which
    // they are taken is the next window's.
    wire [SMS-1:0]        kept     = {SMS{en_i && !anew_q}} & ~take;
    reg  [IDLE_W*SMS-1:0] idle_new, idle_d;     // reports as the counts have them
    reg  [MEM_W*SMS-1:0]  mem_new, mem_d;
    reg  [SMS-1:0]        had, more, carry;
    integer i, j, g;
    always @* begin
        idle_new = {IDLE_W*SMS{1'b0}};
        mem_new  = {MEM_W*SMS{1'b0}};
        if (report && !anew_q)
            for (i = 0; i < SMS; i = i + 1)
                for (j = 0; j < 5; j = j + 1) begin
                    idle_new[j*SMS + i] = mon_idle_i[i*5 + j];
                    mem_new[j*SMS + i]  = mon_mem_i[i*5 + j];
                end
    end
    always @* begin
        idle_d = {IDLE_W*SMS{1'b0}};
        mem_d  = {MEM_W*SMS{1'b0}};
        had    = {SMS{1'b0}};
        more   = {SMS{1'b0}};
        carry  = {SMS{1'b0}};
        if (en_i) begin                         // for simulators
            for (g = 0; g < IDLE_W; g = g + 1) begin
                had   = idle_q[g*SMS +: SMS] & kept;
                more  = idle_new[g*SMS +: SMS];
                idle_d[g*SMS +: SMS] = (g == IDLE_W - 1) ? had | carry : had ^ more ^ carry;
                carry = (had & more) | (carry & (had | more));
            end
            carry = {SMS{1'b0}};
            for (g = 0; g < MEM_W; g = g + 1) begin
                had   = mem_q[g*SMS +: SMS] & kept;
                more  = mem_new[g*SMS +: SMS];
                mem_d[g*SMS +: SMS] = (g == MEM_W - 1) ? had | carry : had ^ more ^ carry;
                carry = (had & more) | (carry & (had | more));
            end
        end
    end
    always @(posedge clk_i) begin
        idle_q <= idle_d;
        mem_q  <= mem_d;
    end

    // Who is there, since when, and who is beyond n.
    wire [SMS*WORD_W-1:0] rank;
    wire [SMS-1:0]        closing;
    wire                  aging;
    reg  [SMS*SLOTS-1:0]  live, beyond;
    reg  [SMS-1:0]        ok;
    lib_slot_age #(.SMS(SMS), .SLOTS(SLOTS)) u_age (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .live_i(live),
        .left_sm_i(done_sm_i & {SMS{en_i && |done_kid_i}}), .left_slot_i(done_slot_i),
        .rank_o(rank), .moves_o(closing), .busy_o(aging)
    );
    integer a, k, b, p;
    always @* begin
        live = {SMS*SLOTS{1'b0}};
        if (en_i)                               // for simulators
            for (a = 0; a < SMS; a = a + 1)
                for (k = 0; k < KERNELS; k = k + 1)
                    live[a*SLOTS +: SLOTS] = live[a*SLOTS +: SLOTS]
                                           | map_i[(a*KERNELS + k)*SLOTS +: SLOTS];
    end
    // Slots of an SM that rank above `top`: the ranks' bits, and from the lowest, which is greater.
    function [SLOTS-1:0] above(input [WORD_W-1:0] ranks, input [SLOT_W-1:0] top);
        integer f;
        begin
            above = {SLOTS{1'b0}};
            for (f = 0; f < SLOT_W; f = f + 1)
                above = (above & (ranks[f*SLOTS +: SLOTS] | {SLOTS{!top[f]}}))
                      | (ranks[f*SLOTS +: SLOTS] & {SLOTS{!top[f]}});
        end
    endfunction

    // An SM has room for a block when a free slot ranks so that the block ends below n; while ranks
    // close up behind a CTA that has left, they do not say that.
    reg [SLOTS-1:0]  here, high;                // of an SM: slots in use; of a rank from n on
    reg [SLOT_W-1:0] n_b;
    reg [CNT_W-1:0]  more_b;                    // CTAs of the block behind its first
    always @* begin
        beyond = {SMS*SLOTS{1'b0}};
        ok     = {SMS{1'b0}};
        here   = {SLOTS{1'b0}};
        high   = {SLOTS{1'b0}};
        n_b    = {SLOT_W{1'b0}};
        more_b = {CNT_W{1'b0}};
        if (en_i)
            for (b = 0; b < SMS; b = b + 1) begin
                here   = {SLOTS{1'b0}};         // not from live, which is 0 without en_i
                more_b = {CNT_W{1'b0}};
                for (p = 0; p < KERNELS; p = p + 1) begin
                    here = here | map_i[(b*KERNELS + p)*SLOTS +: SLOTS];
                    if (want_kid_i[b*KID_W +: KID_W] == p[KID_W-1:0])
                        more_b = more_b | (block_i[p*CNT_W +: CNT_W] - CNT_ONE);
                end
                n_b  = n_q[b*SLOT_W +: SLOT_W];
                high = above(rank[b*WORD_W +: WORD_W], n_b);
                beyond[b*SLOTS +: SLOTS] = here & high;
                if (|more_b) high = above(rank[b*WORD_W +: WORD_W], n_b - more_b[SLOT_W-1:0]);
                ok[b] = !(|here) || (|(~here & ~high) && !closing[b]
                                     && more_b <= {{CNT_W-SLOT_W{1'b0}}, n_b});
            end
    end

    assign ok_o     = ok;
    assign paused_o = beyond & {SMS*SLOTS{!free_q}};
    // A report by itself changes only counts, which nothing follows until a window ends.
    assign sat_o    = {KERNELS{1'b0}};
    assign busy_o   = ends || walk_q || anew_q || aging;

    wire unused = &{1'b0, params_i, two_d_i, want_valid_i, ahead_i, pick_sm_i,
                    pick_kid_i, pick_slot_i, mon_active_i, mon_sp_busy_i, mon_ldst_busy_i, mon_inst_i,
                    tmax_less, sm_enable_i};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_c;        // any of its slots
    reg f_past_q = 1'b0;
    wire f_events_ok;
    wire [SMS*SLOT_W-1:0] f_ns = n_q >> (f_s * SLOT_W);
    wire [CNT_W-1:0]      f_n  = {{CNT_W-SLOT_W{1'b0}}, f_ns[SLOT_W-1:0]} + CNT_ONE;
    wire [SMS*SLOTS-1:0]  f_lives = live >> (f_s * SLOTS);
    wire [SMS*KID_W-1:0]  f_wants = want_kid_i >> (f_s * KID_W);
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (f_wants[KID_W-1:0] * CNT_W);
    wire [SMS*SLOTS-1:0]  f_beyonds = beyond >> (f_s * SLOTS), f_pauses = paused_o >> (f_s * SLOTS);
    wire [SLOTS-1:0]      f_live = f_lives[SLOTS-1:0];
    wire [SLOTS-1:0]      f_beyond = f_beyonds[SLOTS-1:0], f_paused = f_pauses[SLOTS-1:0];
    wire [SMS-1:0]        f_oks = ok_o >> f_s, f_closings = closing >> f_s;
    wire                  f_closing = f_closings[0];
    reg  [SLOT_W-1:0]     f_rank;               // of slot f_c
    reg  [CNT_W-1:0]      f_count, f_held;      // CTAs there; how many of them are beyond n
    reg                   f_range;              // n of every SM is at most N
    wire [CNT_W:0]        f_then = f_count + f_blocks[CNT_W-1:0];   // CTAs there with the block
    integer f_i;
    always @* begin
        f_range = 1'b1;
        for (f_i = 0; f_i < SMS; f_i = f_i + 1)
            f_range = f_range && n_q[f_i*SLOT_W +: SLOT_W] <= most_q;
        f_count = {CNT_W{1'b0}};
        f_held  = {CNT_W{1'b0}};
        for (f_i = 0; f_i < SLOTS; f_i = f_i + 1) begin
            if (f_live[f_i]) f_count = f_count + CNT_ONE;
            if (f_beyond[f_i]) f_held = f_held + CNT_ONE;
        end
        for (f_i = 0; f_i < SLOT_W; f_i = f_i + 1)
            f_rank[f_i] = rank[(f_s*SLOT_W + f_i)*SLOTS + f_c];
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
            range:   assert (anew_q || f_range);
            exact:   assert (f_closing || !en_i || f_held == (f_count > f_n ? f_count - f_n : 0));
            oldest:  assert (!(f_beyond[f_c] && f_rank == 0));
            inside:  assert (!(f_paused & ~f_beyond));
            watched: assert (free_q || f_paused == f_beyond);
            empty:   assert (!en_i || |f_count || f_oks[0]);
            in_block: assume (f_wants[KID_W-1:0] < KERNELS && |f_blocks[CNT_W-1:0]);
            room:    assert (!(en_i && f_oks[0] && |f_count) || (f_then <= f_n && !f_closing));
            takes:   assert (!en_i || f_closing || f_oks[0] || f_then > f_n);
            none:    assert (f_closing || !f_oks[0] || !(|f_beyond));
            inv_at:  assert (anew_q || (!(visit_q & (visit_q - 1'b1)) && walk_q == |visit_q));
            inv_top: assert (most_q <= LAST
                             && (f_ns[SLOT_W-1:0] <= LAST || (anew_q && !(|f_live))));
            inv_n:   assert (anew_q || !(|visit_q[SMS:1]) || n_at_q <= most_q);
        end
    end
    generate
        if (F_TOP) begin : g_top
            // A paused CTA is let through before release_cycles of reports have passed; that stays.
            (* anyconst *) reg [31:0] f_release;
            reg  [TIME_W-1:0] f_wait_q;         // reported cycles that f_c is paused
            always @(posedge clk_i)
                if (!rst_ni || init_i || !f_paused[f_c]) f_wait_q <= {TIME_W{1'b0}};
                else if (report) f_wait_q <= f_wait_q + {{TIME_W-5{1'b0}}, mon_cycles_i};
            always @* begin
                assume (params_i[7*32 +: 32] == f_release && release_t >= 1);
                assume (mon_cycles_i <= 16);
                if (f_past_q && rst_ni) begin
                    bounded:   assert (!f_paused[f_c] || f_wait_q < release_t);
                    inv_phase: assert (free_q ? !(|phase_q[TIME_W-1:FREE_B]) : phase_q < release_t);
                    inv_wait:  assert (!f_paused[f_c] || f_wait_q <= phase_q);
                end
                paused:  cover (f_past_q && rst_ni && f_n == 1 && f_paused[f_c]
                                && f_rank == SLOTS - 1);
                through: cover (f_past_q && rst_ni && f_beyond[f_c] && !f_paused[f_c]);
                falls:   cover (f_past_q && rst_ni && |visit_q[SMS:1] && fall_q && !rise_q
                                && |n_at_q);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
