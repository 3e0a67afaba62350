// formal_limit_dyncta - the contract of limit_dyncta, for any SM and slot; inputs after mon_cycles_i are its own
// registers and wires.
//
// Assumes of the inputs: formal_limit_events. What it says of an SM's answer holds where the SM is asked about a kernel with
// blocks of at least one CTA, as every kernel in the pool has (formal_limit_kernels).
// Users  limit_dyncta.
`default_nettype none
module formal_limit_dyncta #(
    parameter SMS     = 2,
    parameter SLOTS   = 3,
    parameter KERNELS = 2,
    parameter WORD    = 1,                                      // SMs that decide at once
    parameter FREE_B  = 8,
    parameter F_TOP   = 0,                                      // 1: limit_dyncta is the top of the proof
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1),                      // derived: never set
    parameter WORDS   = (SMS + WORD - 1) / WORD                 // derived: never set
) (
    input wire                         clk_i,
    input wire                         rst_ni,
    input wire                         en_i,
    input wire                         init_i,
    input wire [15:0]                  release_i,
    input wire [KERNELS-1:0]           start_i,
    input wire [KERNELS*CNT_W-1:0]     tmax_i,
    input wire [KERNELS*CNT_W-1:0]     block_i,
    input wire [KID_W-1:0]             want_kid_i,
    input wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input wire [SMS-1:0]               ok_i,
    input wire [SMS*SLOTS-1:0]         paused_i,
    input wire [SMS-1:0]               book_sm_i,
    input wire [KID_W-1:0]             book_kid_i,
    input wire [SLOT_W-1:0]            book_slot_i,
    input wire [SMS-1:0]               done_sm_i,
    input wire [KERNELS-1:0]           done_khot_i,
    input wire [SLOT_W-1:0]            done_slot_i,
    input wire                         mon_evt_i,
    input wire [4:0]                   mon_cycles_i,
    input wire                         anew_i,
    input wire                         free_i,
    input wire [15:0]                  phase_i,
    input wire                         walk_i,
    input wire [WORDS:0]               visit_i,
    input wire [SLOT_W-1:0]            most_i,
    input wire [SMS*SLOT_W-1:0]        n_i,
    input wire [WORD*SLOT_W-1:0]       n_at_i,
    input wire [WORD-1:0]              fall_i,          // n of that SM of the deciding word falls, unless it is 1
    input wire [SMS*SLOTS-1:0]         live_i, beyond_i,
    input wire [SMS*SLOTS*SLOT_W-1:0]  rank_i,
    input wire [SMS-1:0]               closing_i,
    output wire                        events_ok_o      // what is assumed of the inputs
);
    localparam TIME_W = 16;
    localparam SLOT_LAST = SLOTS - 1;
    localparam [SLOT_W-1:0] LAST    = SLOT_LAST[SLOT_W-1:0];
    localparam [CNT_W-1:0]  CNT_ONE = 1;
    (* anyconst *) reg [7:0]        f_s;        // any SM,
    (* anyconst *) reg [SLOT_W-1:0] f_c;        // any of its slots
    reg f_past_q = 1'b0;
    wire f_events_ok;
    wire [SMS*SLOT_W-1:0] f_ns = n_i >> (f_s * SLOT_W);
    wire [CNT_W-1:0]      f_n  = {{CNT_W-SLOT_W{1'b0}}, f_ns[SLOT_W-1:0]} + CNT_ONE;
    wire [SMS*SLOTS-1:0]  f_lives = live_i >> (f_s * SLOTS);
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (want_kid_i * CNT_W);
    wire [SMS*SLOTS-1:0]  f_beyonds = beyond_i >> (f_s * SLOTS), f_pauses = paused_i >> (f_s * SLOTS);
    wire [SLOTS-1:0]      f_live = f_lives[SLOTS-1:0];
    wire [SLOTS-1:0]      f_beyond = f_beyonds[SLOTS-1:0], f_paused = f_pauses[SLOTS-1:0];
    wire [SMS-1:0]        f_oks = ok_i >> f_s, f_closings = closing_i >> f_s;
    wire                  f_closing = f_closings[0];
    reg  [SLOT_W-1:0]     f_rank;               // rank of slot f_c
    reg  [CNT_W-1:0]      f_count, f_held;      // resident CTAs; of these, CTAs beyond n
    reg                   f_range, f_next;      // n of every SM, of the deciding word, is at most N
    wire [CNT_W:0]        f_then = f_count + f_blocks[CNT_W-1:0];   // resident CTAs including the block
    integer f_i;
    always @* begin
        f_range = 1'b1;
        for (f_i = 0; f_i < SMS; f_i = f_i + 1)
            f_range = f_range && n_i[f_i*SLOT_W +: SLOT_W] <= most_i;
        f_next = 1'b1;
        for (f_i = 0; f_i < WORD; f_i = f_i + 1)
            f_next = f_next && n_at_i[f_i*SLOT_W +: SLOT_W] <= most_i;
        f_count = {CNT_W{1'b0}};
        f_held  = {CNT_W{1'b0}};
        for (f_i = 0; f_i < SLOTS; f_i = f_i + 1) begin
            if (f_live[f_i]) f_count = f_count + CNT_ONE;
            if (f_beyond[f_i]) f_held = f_held + CNT_ONE;
        end
        for (f_i = 0; f_i < SLOT_W; f_i = f_i + 1)
            f_rank[f_i] = rank_i[(f_s*SLOT_W + f_i)*SLOTS + f_c];
    end
    formal_limit_events #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .SEL_W(1)) u_events (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .sel_i(en_i),
        .start_i(start_i), .tmax_i(tmax_i), .map_i(map_i),
        .book_sm_i(book_sm_i), .book_kid_i(book_kid_i), .book_slot_i(book_slot_i),
        .done_sm_i(done_sm_i), .done_khot_i(done_khot_i), .done_slot_i(done_slot_i),
        .ok_o(f_events_ok)
    );
    assign events_ok_o = f_events_ok;
    wire f_asks = want_kid_i < KERNELS && |f_blocks[CNT_W-1:0];
    always @(posedge clk_i) f_past_q <= 1'b1;
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS && f_c < SLOTS);
        if (f_past_q && rst_ni) begin
            range:   assert (anew_i || f_range);
            exact:   assert (f_closing || !en_i || f_held == (f_count > f_n ? f_count - f_n : 0));
            oldest:  assert (!(f_beyond[f_c] && f_rank == 0));
            inside:  assert (!(f_paused & ~f_beyond));
            watched: assert (free_i || f_paused == f_beyond);
            empty:   assert (!en_i || |f_count || f_oks[0]);
            room:    assert (!(en_i && f_asks && f_oks[0] && |f_count) || (f_then <= f_n && !f_closing));
            takes:   assert (!en_i || !f_asks || f_closing || f_oks[0] || f_then > f_n);
            none:    assert (!f_asks || f_closing || !f_oks[0] || !(|f_beyond));
            inv_at:  assert (anew_i || (!(visit_i & (visit_i - 1'b1)) && walk_i == |visit_i));
            inv_top: assert (most_i <= LAST
                             && (f_ns[SLOT_W-1:0] <= LAST || (anew_i && !(|f_live))));
            inv_n:   assert (anew_i || !(|visit_i[WORDS:1]) || f_next);
        end
    end
    generate
        if (F_TOP) begin : g_top
            // A CTA is paused for at most release_cycles reported cycles, if that value has been constant since reset and
            // no report was of more than 16.
            reg                 f_still_q;
            reg  [15:0]         f_release_q;
            wire f_still = f_still_q && release_i == f_release_q && |release_i && mon_cycles_i <= 16;
            always @(posedge clk_i) {f_still_q, f_release_q} <= {!rst_ni || f_still, release_i};
            reg  [TIME_W-1:0] f_wait_q;         // reported cycles for which f_c has been paused
            always @(posedge clk_i)
                if (!rst_ni || init_i || !f_paused[f_c]) f_wait_q <= {TIME_W{1'b0}};
                else if (en_i && mon_evt_i) f_wait_q <= f_wait_q + {{TIME_W-5{1'b0}}, mon_cycles_i};
            always @* begin
                if (f_past_q && rst_ni && f_still) begin
                    bounded:   assert (!f_paused[f_c] || f_wait_q < release_i);
                    inv_phase: assert (free_i ? !(|phase_i[TIME_W-1:FREE_B]) : phase_i < release_i);
                    inv_wait:  assert (!f_paused[f_c] || f_wait_q <= phase_i);
                end
                paused:  cover (f_past_q && rst_ni && f_n == 1 && f_paused[f_c]
                                && f_rank == SLOTS - 1);
                through: cover (f_past_q && rst_ni && f_beyond[f_c] && !f_paused[f_c]);
                falls:   cover (f_past_q && rst_ni && |visit_i[WORDS:1] && fall_i[0]
                                && |n_at_i[SLOT_W-1:0]);
            end
        end
    endgenerate
endmodule
`default_nettype wire
