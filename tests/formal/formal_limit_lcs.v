// formal_limit_lcs - the contract of limit_lcs, for any SM, kernel and slot; inputs f_... are its own registers.
//
// Assumes of the inputs: one completion per cycle, one kernel per slot, blocks of at most SLOTS CTAs
// (formal_limit_kernels). Compares T_new with a sum and a maximum taken at the completion, for rounding 0 and blocks of one: this
// shows that the right values reach lib_ratio and its result the right register. lib_ratio's own proof has the rest.
// Users  limit_lcs.
`default_nettype none
module formal_limit_lcs #(
    parameter SMS     = 2,
    parameter SLOTS   = 3,
    parameter KERNELS = 2,
    parameter COUNTED = 2,
    parameter INST_W  = 8,
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter SM_W    = (COUNTED > 1) ? $clog2(COUNTED) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1),                      // derived: never set
    parameter T_W     = $clog2(SLOTS + 2),                      // derived: never set
    parameter LAST    = $clog2(SLOTS) + CNT_W + 2               // stage at which T_new is known
) (
    input wire                            clk_i,
    input wire                            rst_ni,
    input wire                            en_i,
    input wire                            init_i,
    input wire [1:0]                      rounding_i,
    input wire                            alone_i,
    input wire [KERNELS-1:0]              start_i,
    input wire [KERNELS*CNT_W-1:0]        tmax_i,
    input wire [KERNELS*CNT_W-1:0]        block_i,
    input wire [KID_W-1:0]                want_kid_i,
    input wire [SMS*CNT_W-1:0]            ahead_i,
    input wire [SMS*KERNELS*SLOTS-1:0]    map_i,
    input wire [SMS-1:0]                  ok_i,
    input wire [SMS-1:0]                  sm_enable_i,
    input wire [KERNELS-1:0]              sat_i,
    input wire [SMS-1:0]                  book_sm_i,
    input wire [SLOT_W-1:0]               book_slot_i,
    input wire [SMS-1:0]                  done_sm_i,
    input wire [KERNELS-1:0]              done_khot_i,
    input wire                            mon_evt_i,
    input wire [SMS*SLOTS*7-1:0]          mon_inst_i,
    input wire                            busy_i,
    input wire [COUNTED*SLOTS*INST_W-1:0] inst_i,
    input wire [COUNTED*KERNELS*T_W-1:0]  tnew_i,
    input wire [COUNTED-1:0]              read_i,
    input wire [(LAST+1)*KERNELS-1:0]     khot_i,
    input wire [LAST*SM_W-1:0]            sm_i,
    output wire                           events_ok_o                   // what is assumed of the inputs
);
    localparam [T_W-1:0] WAITS = {T_W{1'b1}};
    localparam F_W = INST_W + 2*CNT_W + 2;          // wide enough that no sum or product overflows
    (* anyconst *) reg [7:0] f_s, f_j, f_a;         // any two SMs that count, any SM
    (* anyconst *) reg [4:0] f_k, f_c, f_d;         // any kernel, any two slots
    reg f_past_q = 1'b0, f_run_q = 1'b0;

    // Of SM f_s, kernel f_k and slots f_c and f_d.
    wire [COUNTED*KERNELS*T_W-1:0]  f_tnews  = tnew_i >> ((f_s*KERNELS + f_k)*T_W);
    wire [COUNTED*KERNELS*T_W-1:0]  f_theirs = tnew_i >> ((f_j*KERNELS + f_k)*T_W);
    wire [COUNTED*SLOTS*INST_W-1:0] f_rows   = inst_i >> (f_s*SLOTS*INST_W);
    wire [COUNTED*SLOTS*INST_W-1:0] f_insts  = f_rows >> (f_c*INST_W);
    wire [COUNTED*SLOTS*INST_W-1:0] f_others = f_rows >> (f_d*INST_W);
    wire [SMS*KERNELS*SLOTS-1:0]    f_maps   = map_i >> ((f_s*KERNELS + f_k)*SLOTS);
    wire [SMS*SLOTS*7-1:0]          f_mons   = mon_inst_i >> ((f_s*SLOTS + f_c)*7);
    wire [SMS-1:0]                  f_picks  = book_sm_i >> f_s;
    wire [SMS-1:0]                  f_dones  = done_sm_i >> f_s;
    wire [SMS-1:0]                  f_ons    = sm_enable_i >> f_s;
    wire [SMS-1:0]                  f_lower  = ~({SMS{1'b1}} << f_s) & sm_enable_i;
    wire [KERNELS-1:0]              f_starts = start_i >> f_k;
    wire [KERNELS-1:0]              f_lefts  = done_khot_i >> f_k;
    wire [KERNELS-1:0]              f_sats   = sat_i >> f_k;
    wire [KERNELS*CNT_W-1:0]        f_tmaxs  = tmax_i >> (f_k*CNT_W);
    wire [KERNELS*CNT_W-1:0]        f_blocks = block_i >> (f_k*CNT_W);
    wire [T_W-1:0]    f_tnew   = f_tnews[T_W-1:0];
    wire [SLOTS-1:0]  f_map    = f_maps[SLOTS-1:0];
    wire [INST_W-1:0] f_inst   = f_insts[INST_W-1:0];
    wire              f_open   = f_tnew == 0;
    wire              f_ended  = !f_open && f_tnew != WAITS;
    reg               f_twice;                      // a slot with two kernels
    reg  [SLOTS-1:0]  f_full;                       // counters that one more report may overflow
    reg  [SLOTS*INST_W-1:0] f_row;
    integer f_i;
    always @* begin
        f_row = f_rows[SLOTS*INST_W-1:0];
        f_twice = 1'b0;
        for (f_i = 0; f_i < SMS*KERNELS; f_i = f_i + 1)
            if (f_i / KERNELS == f_s && f_i % KERNELS != f_k && |(map_i[f_i*SLOTS +: SLOTS] & f_map))
                f_twice = 1'b1;
        for (f_i = 0; f_i < SLOTS; f_i = f_i + 1)
            f_full[f_i] = f_row[f_i*INST_W +: INST_W] >= (1 << INST_W) - 128;
    end
    // A first completion started a decision f_age_q edges ago; with alone_i only the lowest SM decides.
    wire f_decides = !alone_i || (f_ons[0] && !(|f_lower));
    wire f_first   = en_i && f_dones[0] && f_lefts[0] && f_open && f_decides;
    reg  [4:0] f_age_q;
    reg        f_here, f_stray;                     // a decision of that age; of another age
    reg        f_match;
    always @* begin
        f_here  = 1'b0;
        f_stray = 1'b0;
        f_match = 1'b0;
        for (f_i = 0; f_i <= LAST; f_i = f_i + 1) begin
            f_match = |(khot_i[f_i*KERNELS +: KERNELS] & (1 << f_k))
                   && (f_i == 0 ? |(read_i & (1 << f_s))
                                : sm_i[(f_i > 0 ? f_i - 1 : 0)*SM_W +: SM_W] == f_s);
            if (f_age_q == f_i + 1) f_here = f_match;
            else if (f_match) f_stray = 1'b1;
        end
    end

    reg f_start_q, f_pick_q, f_counts_q, f_stops_q, f_calm_q, f_not_q, f_alone_q, f_sat_q,
        f_decided_q, f_was_q, f_due_q;
    reg [T_W-1:0]    f_tnew_q;
    reg [INST_W-1:0] f_inst_q;
    reg [6:0]        f_mon_q;
    reg [SLOTS-1:0]  f_map_q;
    reg [F_W-1:0]    f_sum_q, f_max_q, f_sum, f_max;
    reg [CNT_W-1:0]  f_tmax_q, f_tmax_qq, f_block_q;
    reg [1:0]        f_how_q, f_how_qq;
    reg              f_bare_q;                      // since its launch the kernel had a block of 0: it has left the pool
    wire             f_bare = f_bare_q || !(|f_blocks[CNT_W-1:0]);
    always @* begin
        f_sum = 0;
        f_max = 0;
        for (f_i = 0; f_i < SLOTS; f_i = f_i + 1)
            if (f_map_q[f_i]) begin
                f_sum = f_sum + f_row[f_i*INST_W +: INST_W];
                if (f_row[f_i*INST_W +: INST_W] > f_max) f_max = f_row[f_i*INST_W +: INST_W];
            end
    end
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_run_q    <= rst_ni && !init_i;
        f_start_q  <= f_starts[0];
        f_tnew_q   <= f_tnew;
        f_inst_q   <= f_inst;
        f_mon_q    <= f_mons[6:0];
        f_pick_q   <= f_picks[0] && book_slot_i == f_c;
        f_counts_q <= en_i && mon_evt_i && f_open && f_map[f_c] && !(|(f_full & f_map));
        f_stops_q  <= en_i && mon_evt_i && f_open && f_map[f_d] && f_full[f_d];
        f_calm_q   <= !busy_i && !(|start_i) && !(|done_sm_i);
        f_not_q    <= !f_decides;
        f_alone_q  <= alone_i;
        f_sat_q    <= f_sats[0];
        f_decided_q <= f_ended;
        f_was_q    <= f_map[f_c];
        f_due_q    <= f_age_q == LAST + 1 && !f_starts[0];
        if (f_first) f_map_q <= f_map;
        if (f_age_q == 1) begin
            f_sum_q <= f_sum;
            f_max_q <= f_max;
        end
        {f_tmax_qq, f_tmax_q} <= {f_tmax_q, f_tmaxs[CNT_W-1:0]};
        {f_how_qq, f_how_q}   <= {f_how_q, rounding_i};
        f_block_q  <= f_blocks[CNT_W-1:0];
        f_bare_q   <= f_bare && !f_starts[0];
        if (!rst_ni || init_i || f_starts[0]) f_age_q <= 0;
        else if (f_first) f_age_q <= 1;
        else if (f_age_q != 0) f_age_q <= f_age_q > LAST ? 0 : f_age_q + 1;
    end
    wire f_now = f_run_q && !f_start_q && f_tnew_q == WAITS && f_ended;     // T_new has just been written
    wire [F_W-1:0] f_t = f_tnew, f_prod = f_t * f_max_q;
    wire f_cut = f_tnew >= f_tmax_qq || f_tnew == SLOTS;
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        assume (f_s < COUNTED && f_j < COUNTED && f_a < SMS && f_k < KERNELS);
        assume (f_c < SLOTS && f_d < SLOTS);
    end
    assign events_ok_o = !f_twice && !(done_sm_i & (done_sm_i - 1'b1)) && !(done_khot_i & (done_khot_i - 1'b1));
    wire [SMS*CNT_W-1:0] f_aheads = ahead_i >> (f_a*CNT_W);
    wire [SMS-1:0]       f_oks    = ok_i >> f_a;
    wire [CNT_W-1:0]     f_ahead  = f_aheads[CNT_W-1:0];
    wire f_mine = f_s == f_a % COUNTED && want_kid_i == f_k;    // SM f_a applies the T_new of f_s for f_k
    always @* if (f_past_q) begin
        lazy:      assert (!(f_run_q && f_decided_q) || f_start_q || f_tnew == f_tnew_q);
        forgets:   assert (!(f_run_q && f_start_q) || (f_open && !f_sats[0]));
        free:      assert (!(en_i && f_mine && f_open) || f_oks[0]);
        held:      assert (!(f_mine && f_tnew == WAITS) || !f_oks[0]);
        throttled: assert (!(en_i && f_mine && f_ended) || f_oks[0] == (f_ahead < f_tnew));
        calm:      assert (!(f_run_q && f_calm_q) || (!busy_i && f_tnew == f_tnew_q));
        // A report adds to a counter, unless it is frozen.
        clean:     assert (!f_run_q || !f_pick_q || f_inst == 0);
        counts:    assert (!(f_run_q && f_counts_q && !f_pick_q) || f_inst == f_inst_q + f_mon_q);
        frozen:    assert (!(f_run_q && f_stops_q && f_was_q && !f_pick_q)
                           || f_inst == f_inst_q);
        no_wrap:   assert (!f_run_q || f_inst >= f_inst_q || f_inst == 0);
        saturated: assert (!(f_run_q && f_stops_q && !f_start_q) || f_sats[0]);
        sticks:    assert (!(f_run_q && f_sat_q) || f_start_q || f_sats[0]);
        another:   assert (!(f_run_q && f_not_q && f_tnew_q == 0) || f_tnew != WAITS);
    end
    // Which completion starts a decision, and its result. What is decided for a kernel that has left the pool holds only
    // until its next launch: it may be anything.
    always @* if (f_past_q && !f_bare) begin
        begins:    assert (!f_run_q || f_age_q == 0 || !f_open);
        in_time:   assert (!(f_run_q && f_due_q) || f_ended);
        inv_waits: assert (f_tnew != WAITS || f_age_q != 0);
        for_all:   assert (!(f_now && f_alone_q) || (|f_theirs[T_W-1:0] && !(&f_theirs[T_W-1:0])));
        ratio:     assert (!(f_now && f_due_q && f_block_q == 1 && f_how_qq == 0 && |f_max_q)
                           || (f_prod <= f_sum_q && (f_cut || f_sum_q < f_prod + f_max_q)));
        at_most:   assert (!(f_now && f_due_q && f_block_q == 1) || f_tnew <= f_tmax_qq
                           || f_tnew == 1);
        none:      assert (!(f_now && f_due_q && f_block_q == 1 && !(|f_max_q)) || f_cut);
        no_sooner: assert (!(f_run_q && f_ended && !f_decided_q) || f_due_q || f_alone_q);
        inv_here:  assert (!f_run_q || (f_here == |f_age_q && !f_stray));
        decided:   cover (rst_ni && f_now && f_due_q && f_tnew == 2 && f_tmax_qq == 3 && !f_oks[0]);
        stopped:   cover (rst_ni && f_stops_q && f_sats[0]);
    end
endmodule
`default_nettype wire
