// limit_dyncta - searches, per SM, the number n of CTAs that may run, and pauses the CTAs beyond it.
//
// Param     window_cycles reset 2048 max 65535: cycles between two decisions.
// Param     t_idle_cycles reset 16 max 32: C_idle from which n rises.
// Param     t_mem_l_cycles reset 128 max 1024: C_mem below which n rises.
// Param     t_mem_h_cycles reset 384 max 1024: C_mem from which n falls.
// Param     release_cycles reset 8192 max 65535: cycles after which paused CTAs are let through.
// Contract  A launch sets N to the kernel's T_max (at most SLOTS) and n of every SM to max(1, N/2).
//           The first report that completes window_cycles ends a window and clears the counts.
//           Then, per SM: C_idle >= t_idle or C_mem < t_mem_l: n + 1; else C_mem >= t_mem_h:
//           n - 1; 1 <= n <= N. n limits the CTAs of all kernels on the SM: a block that would
//           exceed it waits, but an empty SM accepts any block. Beyond n, the most recently started
//           CTAs are paused. After every release_cycles they run for 256 cycles (no livelock).
// Timing    A launch takes effect one edge later. SMs decide a word of neighbours at a time, in at most STEPS steps:
//           word w samples and clears its counts w + 1 edges after the window ends; its n change one edge later.
//           paused_o follows n combinationally, and a completion one edge later.
// Size      per SM 18 + SLOT_W flops (lib_counts and n), besides lib_slot_age; a decision circuit for STEPS SMs.
// Users     limit_bank.
// Source    [DYNCTA §4.1], Algorithm 1. Counters saturate at 32 and 1024, the greatest thresholds; [DYNCTA §5.3] uses
//           24 and 576 at most. Ours: how paused CTAs are let through (the paper only says that they are; a flag
//           per CTA that issued nothing would cost a flop per slot and a seventh of the area); with several kernels,
//           every launch restarts n.
`default_nettype none
module limit_dyncta #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter STEPS   = 16,     // own: steps in which all SMs decide, at most; 1 or more
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // the POLICY register selects this policy
    input  wire                         init_i,         // clears all state; only while no kernel is busy
    input  wire [15:0]                  param_window_cycles_i,
    input  wire [5:0]                   param_t_idle_cycles_i,
    input  wire [10:0]                  param_t_mem_l_cycles_i,
    input  wire [10:0]                  param_t_mem_h_cycles_i,
    input  wire [15:0]                  param_release_cycles_i,

    input  wire [KERNELS-1:0]           start_i,        // kernel k enters the pool at this clock edge
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // CTAs per block of kernel k, 1 or more
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire [SMS-1:0]               ok_o,           // SM s may take one more CTA of that kernel
    output wire [SMS*SLOTS-1:0]         paused_o,       // bit s*SLOTS+c: this CTA's warps rank below all others

    input  wire [SMS-1:0]               book_sm_i,      // SM at which a CTA is booked, one-hot or zero
    input  wire [KID_W-1:0]             book_kid_i,     // its kernel
    input  wire [SLOT_W-1:0]            book_slot_i,    // its slot
    input  wire [SMS-1:0]               done_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]           done_khot_i,    // its kernel, one-hot; zero: the slot was not in use
    input  wire [SLOT_W-1:0]            done_slot_i,    // its slot

    input  wire                         mon_evt_i,      // the monitors report: counts since the previous report
    input  wire [4:0]                   mon_cycles_i,   // cycles counted, 0..16
    input  wire [SMS*5-1:0]             mon_idle_i,     // cycles with no thread to execute, the pipeline not stalled
                                                        // ([DYNCTA §4.1], C_idle)
    input  wire [SMS*5-1:0]             mon_mem_i,      // cycles with every warp waiting for its data, the pipeline stalled
                                                        // or not ([DYNCTA §4.1], C_mem)
    output wire                         busy_o          // a register changes at this clock edge
);
    localparam IDLE_W = 6;                      // bits of C_idle; its MSB, once set, stays set
    localparam MEM_W  = 11;                     // bits of C_mem; likewise
    localparam TIME_W = 16;                     // bits of the window and of release_cycles
    localparam FREE_B = 8;                      // paused CTAs run for 2^FREE_B cycles
    localparam RANK_W = SLOTS * SLOT_W;
    localparam WORD   = (SMS + STEPS - 1) / STEPS;      // SMs that decide at once
    localparam WORDS  = (SMS + WORD - 1) / WORD;
    localparam SLOT_LAST = SLOTS - 1;
    localparam [SLOT_W-1:0] LAST    = SLOT_LAST[SLOT_W-1:0];
    localparam [SLOT_W-1:0] N_ONE   = 1;
    localparam [CNT_W-1:0]  CNT_ONE = 1;

    wire [TIME_W-1:0] window    = param_window_cycles_i;
    wire [IDLE_W-1:0] t_idle    = param_t_idle_cycles_i;
    wire [MEM_W-1:0]  t_mem_l   = param_t_mem_l_cycles_i;
    wire [MEM_W-1:0]  t_mem_h   = param_t_mem_h_cycles_i;
    wire [TIME_W-1:0] release_t = param_release_cycles_i;

    reg                  anew_q;                // restart: clears counts, loads n
    reg [TIME_W-1:0]     since_q, phase_q;      // cycles of the window; cycles paused or released
    reg                  free_q;                // released: paused CTAs run
    reg                  walk_q;                // SMs decide, a word per cycle
    reg [WORDS:0]        visit_q;               // bit w: word w samples its counts; bit w + 1: its n change
    reg [SLOT_W-1:0]     most_q;                // N - 1
    reg [SMS*SLOT_W-1:0] n_q;                   // n - 1

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
        visit_q <= {visit_q[WORDS-1:0], ends} & {WORDS+1{!anew_q}};
        walk_q  <= (ends || (walk_q && !visit_q[WORDS])) && !anew_q;
        since_q <= (since[TIME_W-1:0] | {TIME_W{since[TIME_W]}}) & {TIME_W{!(anew_q || ends)}};
        phase_q <= phase[TIME_W-1:0] & {TIME_W{rst_ni && !init_i && !turns}};
        free_q  <= (free_q ^ turns) && rst_ni && !init_i;   // a launch does not restart it
    end

    // N - 1 of the launched kernel; 0 before the first launch.
    wire [CNT_W-1:0] tmax_at;
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(start_i), .data_i(tmax_i), .data_o(tmax_at)
    );
    wire [CNT_W-1:0] tmax_less = tmax_at - CNT_ONE;
    always @(posedge clk_i)
        if (!rst_ni || init_i)
            most_q <= {SLOT_W{1'b0}};
        else if (start)
            most_q <= (tmax_less > {{CNT_W-SLOT_W{1'b0}}, LAST}) ? LAST : tmax_less[SLOT_W-1:0];

    // The decisions of a word: compares the counts of its SMs, then updates their n.
    reg  [WORD-1:0]        rise_q, fall_q;
    reg  [WORD*SLOT_W-1:0] n_at_q, n_at, n_d;
    wire [WORD*IDLE_W-1:0] idle_at;
    wire [WORD*MEM_W-1:0]  mem_at;
    wire [WORDS-1:0]       take = visit_q[WORDS-1:0];   // a report at this edge counts for the next window
    wire                   counts = en_i && !anew_q;
    lib_counts #(.N(SMS), .IN_W(5), .W(IDLE_W), .WORD(WORD)) u_idle (
        .clk_i(clk_i), .en_i(counts), .add_i(report), .data_i(mon_idle_i), .take_i(take), .value_o(idle_at)
    );
    lib_counts #(.N(SMS), .IN_W(5), .W(MEM_W), .WORD(WORD)) u_mem (
        .clk_i(clk_i), .en_i(counts), .add_i(report), .data_i(mon_mem_i), .take_i(take), .value_o(mem_at)
    );
    integer r, w, d;
    always @* begin
        n_at = {WORD*SLOT_W{1'b0}};
        if (walk_q)                             // saves simulators the loop
            for (r = 0; r < SMS; r = r + 1)
                n_at[(r%WORD)*SLOT_W +: SLOT_W] = n_at[(r%WORD)*SLOT_W +: SLOT_W]
                                                | (n_q[r*SLOT_W +: SLOT_W] & {SLOT_W{take[r/WORD]}});
    end
    always @(posedge clk_i) begin               // guarded by visit_q: not reset
        for (w = 0; w < WORD; w = w + 1) begin
            rise_q[w] <= idle_at[w*IDLE_W +: IDLE_W] >= t_idle || mem_at[w*MEM_W +: MEM_W] < t_mem_l;
            fall_q[w] <= mem_at[w*MEM_W +: MEM_W] >= t_mem_h;
        end
        n_at_q <= n_at;
    end
    wire [SLOT_W-1:0] most_less = most_q - N_ONE;
    wire [SLOT_W-1:0] n_first   = (|most_q) ? most_less >> 1 : most_q;
    reg  [SLOT_W-1:0] n_was;
    always @* begin
        n_d   = n_at_q;
        n_was = {SLOT_W{1'b0}};
        for (d = 0; d < WORD; d = d + 1) begin
            n_was = n_at_q[d*SLOT_W +: SLOT_W];
            n_d[d*SLOT_W +: SLOT_W] = rise_q[d]              ? n_was + {{SLOT_W-1{1'b0}}, n_was != most_q}
                                    : (fall_q[d] && |n_was)  ? n_was - N_ONE : n_was;
        end
    end
    integer s;
    always @(posedge clk_i)
        if (anew_q || walk_q)                   // saves simulators the loop
            for (s = 0; s < SMS; s = s + 1)
                if (anew_q) n_q[s*SLOT_W +: SLOT_W] <= n_first;
                else if (visit_q[s/WORD + 1]) n_q[s*SLOT_W +: SLOT_W] <= n_d[(s%WORD)*SLOT_W +: SLOT_W];

    // Resident CTAs, their age ranks, and the CTAs beyond n.
    wire [SMS*RANK_W-1:0] rank;
    wire [SMS-1:0]        closing;
    wire                  aging;
    reg  [SMS*SLOTS-1:0]  live, beyond;
    reg  [SMS-1:0]        ok;
    lib_slot_age #(.SMS(SMS), .SLOTS(SLOTS)) u_age (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .live_i(live),
        .freed_sm_i(done_sm_i & {SMS{en_i && |done_khot_i}}), .freed_slot_i(done_slot_i),
        .rank_o(rank), .moves_o(closing), .busy_o(aging)
    );
    integer a, k, b, p;
    always @* begin
        live = {SMS*SLOTS{1'b0}};
        if (en_i)                               // saves simulators the loop
            for (a = 0; a < SMS; a = a + 1)
                for (k = 0; k < KERNELS; k = k + 1)
                    live[a*SLOTS +: SLOTS] = live[a*SLOTS +: SLOTS]
                                           | map_i[(a*KERNELS + k)*SLOTS +: SLOTS];
    end
    // Slots of an SM with a rank above `top`: compares bit planes, LSB first.
    function [SLOTS-1:0] above(input [RANK_W-1:0] ranks, input [SLOT_W-1:0] top);
        integer f;
        begin
            above = {SLOTS{1'b0}};
            for (f = 0; f < SLOT_W; f = f + 1)
                above = (above & (ranks[f*SLOTS +: SLOTS] | {SLOTS{!top[f]}}))
                      | (ranks[f*SLOTS +: SLOTS] & {SLOTS{!top[f]}});
        end
    endfunction

    // An SM has room for a block if a free slot has a rank low enough that the block ends below n. While ranks
    // move up after a CTA has left, they are outdated and ok_o is low.
    reg [SLOTS-1:0]  here, high;                // of an SM: slots in use; slots with a rank of n or more
    reg [SLOT_W-1:0] n_b;
    reg [CNT_W-1:0]  more_b;                    // CTAs per block, minus 1
    always @* begin
        beyond = {SMS*SLOTS{1'b0}};
        ok     = {SMS{1'b0}};
        here   = {SLOTS{1'b0}};
        high   = {SLOTS{1'b0}};
        n_b    = {SLOT_W{1'b0}};
        more_b = {CNT_W{1'b0}};
        if (en_i) begin
            for (p = 0; p < KERNELS; p = p + 1)
                if (want_kid_i == p[KID_W-1:0]) more_b = more_b | (block_i[p*CNT_W +: CNT_W] - CNT_ONE);
            for (b = 0; b < SMS; b = b + 1) begin
                here = {SLOTS{1'b0}};           // not from live, which is 0 while en_i is low
                for (p = 0; p < KERNELS; p = p + 1) here = here | map_i[(b*KERNELS + p)*SLOTS +: SLOTS];
                n_b  = n_q[b*SLOT_W +: SLOT_W];
                high = above(rank[b*RANK_W +: RANK_W], n_b);
                beyond[b*SLOTS +: SLOTS] = here & high;
                if (|more_b) high = above(rank[b*RANK_W +: RANK_W], n_b - more_b[SLOT_W-1:0]);
                ok[b] = !(|here) || (|(~here & ~high) && !closing[b]
                                     && more_b <= {{CNT_W-SLOT_W{1'b0}}, n_b});
            end
        end
    end

    assign ok_o     = ok;
    assign paused_o = free_q ? {SMS*SLOTS{1'b0}} : beyond;
    // A report within a window changes only counts, on which no output depends until the window ends.
    assign busy_o   = ends || walk_q || anew_q || aging;

    wire unused = &{1'b0, book_sm_i, book_kid_i, book_slot_i, tmax_less};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    wire f_events_ok;
    formal_limit_dyncta #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .WORD(WORD), .FREE_B(FREE_B), .F_TOP(F_TOP)) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .en_i(en_i), .init_i(init_i), .release_i(release_t), .start_i(start_i),
        .tmax_i(tmax_i), .block_i(block_i), .want_kid_i(want_kid_i), .map_i(map_i), .ok_i(ok_o), .paused_i(paused_o),
        .book_sm_i(book_sm_i), .book_kid_i(book_kid_i), .book_slot_i(book_slot_i), .done_sm_i(done_sm_i),
        .done_khot_i(done_khot_i), .done_slot_i(done_slot_i), .mon_evt_i(mon_evt_i), .mon_cycles_i(mon_cycles_i),
        .anew_i(anew_q), .free_i(free_q), .phase_i(phase_q), .walk_i(walk_q), .visit_i(visit_q), .most_i(most_q),
        .n_i(n_q), .n_at_i(n_at_q), .fall_i(fall_q & ~rise_q), .live_i(live), .beyond_i(beyond), .rank_i(rank),
        .closing_i(closing), .events_ok_o(f_events_ok)
    );
    always @* in_events: assume (f_events_ok);
`endif
endmodule
`default_nettype wire
