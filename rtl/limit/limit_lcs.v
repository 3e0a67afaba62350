// limit_lcs - lazy CTA scheduling: the first CTA to finish shows how many CTAs keep the SM busy.
//
// Param     rounding reset 0 max 2: of the instruction ratio: 0 down, 1 up, 2 to the nearest.
// Param     scope reset 0 max 1: 0: each SM decides for itself, 1: SM 0 decides for all.
// Contract  T_new = round(sum of inst / max inst) over a kernel's CTAs on an SM when the first of
//           them completes, that one included; 1..T_max; whole blocks, at least one; T_max if all
//           are 0. Held until the kernel's next launch. Before that no limit. An SM whose decision
//           is in the making takes no CTA, and a first completion of another kernel is passed over.
//           A count that comes near its end stops the counting on its SM, so ratios stay true.
// Timing    marked at the completion, lowest SM first: 1 cycle, 1 per marked slot, which is then
//           free to count again, 1, 1 per CTA of T_new before it is cut to blocks, 1.
// Size      per SM that counts SLOTS*(INST_W + 1) + KERNELS*CNT_W + KID_W + 1 flops, in all
//           3*INST_W + 4*CNT_W + 1 more and a subtractor.
// Users     limit_bank; wants a greedy warp scheduler.   Source  000 §4.1, §4.3, Fig. 7 and 10.
`default_nettype none
module limit_lcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter COUNTED = SMS,    // own: SMs that count, 1..SMS; SM s obeys SM s mod COUNTED
    parameter INST_W  = 16,     // own: bits of a count of warp instructions, 8..24
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // this policy is in use
    input  wire                         init_i,         // start over, no kernel is busy
    input  wire [1:0]                   param_rounding_i,
    input  wire                         param_scope_i,

    input  wire [KERNELS-1:0]           start_i,        // kernel k is launched at this edge
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // so many of its CTAs fill an empty SM,
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // so many go together
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // to this kernel,
    input  wire [SMS*CNT_W-1:0]         ahead_i,        // of which so many are there before the
                                                        // last of the block that goes next
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // SM s, bit k*SLOTS+c: k stands in slot c
    output wire [SMS-1:0]               ok_o,           // SM s may take one more of that kernel

    input  wire [SMS-1:0]               done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]           done_kid_i,     // of this kernel, one-hot; none: no CTA,
    input  wire [SLOT_W-1:0]            done_slot_i,    // in this slot

    input  wire                         mon_evt_i,      // counts since the last event:
    input  wire [SMS*SLOTS*7-1:0]       mon_inst_i,     // instructions issued per CTA slot
    output wire                         busy_o          // a register here changes at this edge
);
    localparam SUM_W = INST_W + CNT_W;
    localparam [COUNTED-1:0] SM_ONE   = 1;
    localparam [KERNELS-1:0] KID_ONE  = 1;
    localparam [SLOTS-1:0]   SLOT_ONE = 1;
    localparam [CNT_W-1:0]   CNT_ONE  = 1;

    generate
        if (COUNTED < 1 || COUNTED > SMS || INST_W < 8 || INST_W > 24) begin : g_check
            limit_lcs_needs_COUNTED_1_to_SMS_and_INST_W_8_to_24 u_stop ();
        end
    endgenerate

    reg [COUNTED*SLOTS*INST_W-1:0]  inst_q;     // issued by the CTA in each slot
    reg [COUNTED*SLOTS-1:0]         mark_q;     // belongs to a decision, not yet read
    reg [COUNTED*KID_W-1:0]         kid_q;      // the kernel decided on, where marked or in work
    reg [COUNTED*KERNELS*CNT_W-1:0] tnew_q;     // 0: not decided
    reg [COUNTED-1:0]               work_q;     // SM in work, one-hot or none
    reg                             div_q;      // all of it is read: dividing
    reg [INST_W-1:0]                x_q;        // count just read
    reg [INST_W-1:0]                max_q;
    reg [SUM_W-1:0]                 sum_q;      // and, dividing, what is left of it
    reg [CNT_W-1:0]                 t_q;        // quotient so far,
    reg [CNT_W-1:0]                 part_q;     // the part of it above whole blocks,
    reg [CNT_W-1:0]                 whole_q;    // and the rest

    wire [1:0]         rounding = param_rounding_i;
    wire               alone    = param_scope_i;           // SM 0 decides for all
    wire [COUNTED-1:0] decides  = SM_ONE | {COUNTED{!alone}};

    // What each SM that counts watches, and the end of its watch.
    reg [COUNTED*SLOTS-1:0]   watch, member;    // slots counted; slots of the completed kernel
    reg [COUNTED*KERNELS-1:0] open;             // kernel not decided
    reg [COUNTED-1:0]         pend, mark, full, drop;
    reg [COUNTED*KID_W-1:0]   done_kid;
    integer s, k, c;
    always @* begin
        watch    = {COUNTED*SLOTS{1'b0}};
        member   = {COUNTED*SLOTS{1'b0}};
        open     = {COUNTED*KERNELS{1'b0}};
        full     = {COUNTED{1'b0}};
        drop     = {COUNTED{1'b0}};
        done_kid = {COUNTED*KID_W{1'b0}};
        pend     = {COUNTED{1'b0}};
        mark     = {COUNTED{1'b0}};
        if (en_i || |mark_q || |work_q)         // a simulator need not look otherwise
            for (s = 0; s < COUNTED; s = s + 1) begin
                for (k = 0; k < KERNELS; k = k + 1) begin
                    open[s*KERNELS + k] = !(|tnew_q[(s*KERNELS + k)*CNT_W +: CNT_W]);
                    watch[s*SLOTS +: SLOTS] = watch[s*SLOTS +: SLOTS]
                        | (map_i[(s*KERNELS + k)*SLOTS +: SLOTS] & {SLOTS{open[s*KERNELS + k]}});
                    member[s*SLOTS +: SLOTS] = member[s*SLOTS +: SLOTS]
                        | (map_i[(s*KERNELS + k)*SLOTS +: SLOTS] & {SLOTS{done_kid_i[k]}});
                    if (start_i[k] && kid_q[s*KID_W +: KID_W] == k[KID_W-1:0]) drop[s] = 1'b1;
                    if (done_kid_i[k]) done_kid[s*KID_W +: KID_W] = k[KID_W-1:0];
                end
                watch[s*SLOTS +: SLOTS] = watch[s*SLOTS +: SLOTS] & ~mark_q[s*SLOTS +: SLOTS];
                pend[s] = |mark_q[s*SLOTS +: SLOTS];
                mark[s] = en_i && decides[s] && done_sm_i[s] && !pend[s] && !work_q[s]
                       && |(done_kid_i & open[s*KERNELS +: KERNELS]);
                // A report adds less than 2^7, so what has not come near its end cannot pass it.
                if (mon_evt_i)
                    for (c = 0; c < SLOTS; c = c + 1)
                        full[s] = full[s] | (watch[s*SLOTS + c]
                                             && &inst_q[(s*SLOTS + c)*INST_W + 7 +: INST_W - 7]);
            end
    end

    // The SM in work.
    wire [SLOTS-1:0]   left;                    // its slots still to be read
    wire [KID_W-1:0]   kid;
    wire [KERNELS-1:0] kid_hot = KID_ONE << kid;
    wire [CNT_W-1:0]   tmax, block;
    wire [SLOTS-1:0]   read    = left & (~left + SLOT_ONE);
    wire [COUNTED-1:0] first   = pend & (~pend + SM_ONE);
    lib_mux1h #(.N(COUNTED), .W(SLOTS)) u_left (
        .sel_i(work_q), .data_i(mark_q), .data_o(left)
    );
    lib_mux1h #(.N(COUNTED), .W(KID_W)) u_kid (
        .sel_i(work_q), .data_i(kid_q), .data_o(kid)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax (
        .sel_i(kid_hot), .data_i(tmax_i), .data_o(tmax)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_block (
        .sel_i(kid_hot), .data_i(block_i), .data_o(block)
    );

    // One CTA of T_new per cycle: max_q is taken off as long as it goes; a remainder that is
    // rounded up goes as a whole. With no instruction at all it goes up to T_max.
    wire [SUM_W:0]   diff   = {1'b0, sum_q} - {{(CNT_W+1){1'b0}}, max_q};
    wire             goes   = !diff[SUM_W];
    wire             up     = rounding[1] ? {sum_q[INST_W-1:0], 1'b0} >= {1'b0, max_q}
                                          : rounding[0] && |sum_q;
    wire             step   = t_q < tmax && (goes || up);
    wire             finish = div_q && !step;
    wire [CNT_W-1:0] t_d    = t_q + CNT_ONE;
    wire             filled = part_q + CNT_ONE == block;
    wire [CNT_W-1:0] tnew   = |whole_q ? whole_q : block;
    wire [COUNTED-1:0] work_d = (|work_q ? work_q & {COUNTED{!finish}} : first) & ~drop;
    wire [COUNTED-1:0] heard  = work_q | {COUNTED{alone && work_q[0]}};

    function [INST_W-1:0] count_of(input [COUNTED-1:0] sm, input [SLOTS-1:0] slot);
        reg [SLOTS*INST_W-1:0] row;
        integer i;
        begin
            row      = {SLOTS*INST_W{1'b0}};
            count_of = {INST_W{1'b0}};
            for (i = 0; i < COUNTED; i = i + 1)
                row = row | (inst_q[i*SLOTS*INST_W +: SLOTS*INST_W] & {SLOTS*INST_W{sm[i]}});
            for (i = 0; i < SLOTS; i = i + 1)
                count_of = count_of | (row[i*INST_W +: INST_W] & {INST_W{slot[i]}});
        end
    endfunction

    integer n, m;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            mark_q <= {COUNTED*SLOTS{1'b0}};
            kid_q  <= {COUNTED*KID_W{1'b0}};
            tnew_q <= {COUNTED*KERNELS*CNT_W{1'b0}};
            work_q <= {COUNTED{1'b0}};
            div_q  <= 1'b0;
        end else begin
            work_q <= work_d;
            div_q  <= |(work_d & work_q) && (div_q || !(|left));
            for (n = 0; n < COUNTED; n = n + 1) begin
                if (mark[n]) begin
                    mark_q[n*SLOTS +: SLOTS] <= member[n*SLOTS +: SLOTS];
                    kid_q[n*KID_W +: KID_W]  <= done_kid[n*KID_W +: KID_W];
                end else if (drop[n] || work_q[n])
                    mark_q[n*SLOTS +: SLOTS] <= mark_q[n*SLOTS +: SLOTS] & ~read
                                              & {SLOTS{!drop[n]}};
                for (m = 0; m < KERNELS; m = m + 1)
                    if (start_i[m])
                        tnew_q[(n*KERNELS + m)*CNT_W +: CNT_W] <= {CNT_W{1'b0}};
                    else if (finish && heard[n] && kid_hot[m] && open[n*KERNELS + m])
                        tnew_q[(n*KERNELS + m)*CNT_W +: CNT_W] <= tnew;
            end
        end

    // Counts and the divider's operands. A count is cleared when its CTA leaves, or, if it belongs to
    // a decision then, when that has read it or is dropped; rest clears the operands.
    integer i, j;
    always @(posedge clk_i) begin
        for (i = 0; i < COUNTED; i = i + 1) begin
            if (en_i && mon_evt_i && !full[i])
                for (j = 0; j < SLOTS; j = j + 1)
                    if (watch[i*SLOTS + j])
                        inst_q[(i*SLOTS + j)*INST_W +: INST_W]
                            <= inst_q[(i*SLOTS + j)*INST_W +: INST_W]
                             + {{(INST_W-7){1'b0}}, mon_inst_i[(i*SLOTS + j)*7 +: 7]};
            if (done_sm_i[i] || work_q[i] || drop[i])
                for (j = 0; j < SLOTS; j = j + 1)
                    if (mark_q[i*SLOTS + j] ? drop[i] || work_q[i] && read[j]
                                            : done_sm_i[i] && done_slot_i == j[SLOT_W-1:0] && !mark[i])
                        inst_q[(i*SLOTS + j)*INST_W +: INST_W] <= {INST_W{1'b0}};
        end
        if (!rst_ni || init_i) inst_q <= {COUNTED*SLOTS*INST_W{1'b0}};
        if (!(|work_q)) begin
            x_q     <= {INST_W{1'b0}};
            max_q   <= {INST_W{1'b0}};
            sum_q   <= {SUM_W{1'b0}};
            t_q     <= {CNT_W{1'b0}};
            part_q  <= {CNT_W{1'b0}};
            whole_q <= {CNT_W{1'b0}};
        end else if (!div_q) begin
            x_q   <= count_of(work_q, read);
            sum_q <= sum_q + {{CNT_W{1'b0}}, x_q};
            if (x_q > max_q) max_q <= x_q;
        end else if (step) begin
            sum_q  <= goes ? diff[SUM_W-1:0] : {SUM_W{1'b0}};
            t_q    <= t_d;
            part_q <= filled ? {CNT_W{1'b0}} : part_q + CNT_ONE;
            if (filled) whole_q <= t_d;
        end
    end

    reg [SMS-1:0]   ok;
    reg [CNT_W-1:0] most;
    integer a, b;
    always @* begin
        most = {CNT_W{1'b0}};
        ok   = {SMS{1'b0}};
        if (en_i)                               // the bank looks at nobody else
            for (a = 0; a < SMS; a = a + 1) begin
                most = {CNT_W{1'b0}};
                for (b = 0; b < KERNELS; b = b + 1)
                    most = most | (tnew_q[((a % COUNTED)*KERNELS + b)*CNT_W +: CNT_W]
                                   & {CNT_W{want_kid_i[a*KID_W +: KID_W] == b[KID_W-1:0]}});
                ok[a] = !(|most) || ahead_i[a*CNT_W +: CNT_W] < most;
            end
        ok[COUNTED-1:0] = ok[COUNTED-1:0] & ~(pend | work_q);
    end

    assign ok_o     = ok;
    assign busy_o   = |pend || |work_q;

    // Who enters where does not matter: the count of an empty slot is 0.
    wire unused = &{1'b0, map_i, done_sm_i, done_slot_i, mon_inst_i};
`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    // Nothing is assumed of the inputs, so what holds here holds wherever the module stands.
    generate if (F_TOP) begin : g_alone
        (* anyconst *) reg [7:0] f_s, f_a;          // any SM that counts, any SM
        (* anyconst *) reg [4:0] f_k, f_c;          // any kernel, any slot
        reg f_past_q = 1'b0, f_run_q = 1'b0, f_start_q, f_mark_q, f_div_q, f_still_q, f_wait_q,
            f_calm_q, f_gone_q;
        reg [CNT_W-1:0]  f_tnew_q, f_tmax_q, f_block_q;
        reg [INST_W-1:0] f_inst_q;
        reg [5:0]        f_age_q;                   // cycles in which the same SM has been in work
        wire [COUNTED*KERNELS*CNT_W-1:0]  f_tnews = tnew_q >> ((f_s*KERNELS + f_k)*CNT_W);
        wire [COUNTED*SLOTS*INST_W-1:0]   f_insts = inst_q >> ((f_s*SLOTS + f_c)*INST_W);
        wire [COUNTED*SLOTS-1:0]          f_marks = mark_q >> (f_s*SLOTS + f_c);
        wire [SMS*CNT_W-1:0]              f_aheads = ahead_i >> (f_a*CNT_W);
        wire [SMS*KID_W-1:0]              f_wants  = want_kid_i >> (f_a*KID_W);
        wire [COUNTED*KERNELS*CNT_W-1:0]  f_mosts = tnew_q
                                                  >> (((f_a % COUNTED)*KERNELS + f_k)*CNT_W);
        wire [SMS-1:0]                    f_oks   = ok_o >> f_a;
        wire [SMS-1:0]                    f_holds = {{SMS{1'b0}}, pend | work_q} >> f_a;
        wire [CNT_W-1:0]  f_tnew  = f_tnews[CNT_W-1:0];
        wire [CNT_W-1:0]  f_most  = f_mosts[CNT_W-1:0];
        wire [CNT_W-1:0]  f_ahead = f_aheads[CNT_W-1:0];
        wire [INST_W-1:0] f_inst  = f_insts[INST_W-1:0];
        wire f_mine  = f_wants[KID_W-1:0] == f_k;   // SM f_a is offered to kernel f_k
        wire f_still = f_still_q && tmax == f_tmax_q && block == f_block_q && |block;
        reg [5:0] f_left;                           // slots to be read
        integer f_i;
        always @* begin
            f_left = 6'd0;
            for (f_i = 0; f_i < SLOTS; f_i = f_i + 1) f_left = f_left + {5'd0, left[f_i]};
        end
        always @(posedge clk_i) begin
            f_past_q  <= 1'b1;
            f_run_q   <= rst_ni && !init_i;
            f_start_q <= |(start_i & (KID_ONE << f_k));
            f_tnew_q  <= f_tnew;
            f_mark_q  <= f_marks[0];
            f_inst_q  <= f_inst;
            f_gone_q  <= |((done_sm_i >> f_s) & 1'b1) && done_slot_i == f_c && !f_marks[0]
                      && !(|((mark >> f_s) & 1'b1));
            f_wait_q  <= rst_ni && !init_i && |pend && !(|work_q) && !(|drop);
            f_calm_q  <= rst_ni && !init_i && !busy_o && !(|start_i) && !(|done_sm_i);
            f_div_q   <= div_q && rst_ni && !init_i && f_still;
            f_age_q   <= (rst_ni && !init_i && |work_q) ? f_age_q + 6'd1 : 6'd0;
            f_still_q <= !div_q || f_still;
            if (!div_q) begin
                f_tmax_q  <= tmax;
                f_block_q <= block;
            end
        end
        always @* begin
            assume (f_past_q || !rst_ni);           // every run begins in reset
            assume (f_s < COUNTED && f_a < SMS && f_k < KERNELS && f_c < SLOTS);
        end
        always @* if (f_past_q) begin
            lazy:      assert (!f_run_q || f_start_q || f_tnew_q == 0 || f_tnew == f_tnew_q);
            forgets:   assert (!f_run_q || !f_start_q || f_tnew == 0);
            from_1:    assert (!(f_run_q && f_tnew_q == 0 && f_tnew != 0 && f_div_q)
                               || (f_tnew >= f_block_q
                                   && (f_tnew <= f_tmax_q || f_tnew == f_block_q)));
            blocks:    assert (!(f_run_q && f_tnew_q == 0 && f_div_q && f_block_q == 2)
                               || !f_tnew[0]);
            free:      assert (!(en_i && f_mine && f_most == 0 && !f_holds[0]) || f_oks[0]);
            no_block:  assert (!(en_i && f_ahead == 0 && !f_holds[0]) || f_oks[0]);
            throttled: assert (!(f_mine && f_most != 0 && f_ahead >= f_most) || !f_oks[0]);
            decides_1: assert (!f_holds[0] || !f_oks[0]);
            calm:      assert (!f_calm_q || (!busy_o && f_tnew == f_tnew_q));
            goes_on:   assert (!f_wait_q || |work_q);
            ends:      assert (!(|work_q) || f_age_q <= SLOTS + 1 + (1 << CNT_W));
            frozen:    assert (!(f_run_q && f_mark_q && f_marks[0]) || f_inst == f_inst_q);
            clean:     assert (!f_run_q || !f_gone_q || f_inst == 0);
            no_wrap:   assert (f_inst >= f_inst_q || f_inst == 0 || !f_run_q);
            inv_one:   assert (!(work_q & (work_q - SM_ONE)) && (!div_q || (|work_q && !(|left))));
            inv_age:   assert (!(|work_q) || (div_q ? f_age_q <= SLOTS + 1 + t_q
                                                    : f_age_q + f_left <= SLOTS));
            inv_zero:  assert (!(|work_q && !div_q) || (t_q == 0 && part_q == 0 && whole_q == 0));
            inv_t:     assert (!(div_q && f_still) || (t_q <= tmax && part_q < block
                               && {1'b0, whole_q} + {1'b0, part_q} == {1'b0, t_q}
                               && (block != 2 || !whole_q[0]) && (|whole_q == (t_q >= block))));
        end
        // The division, against multiplication; of the remainder nothing is lost.
        localparam F_W = SUM_W + CNT_W;
        reg  [F_W-1:0] f_sum_q;
        reg            f_up_q;              // the remainder has been rounded up
        wire [F_W-1:0] f_max  = {{(F_W-INST_W){1'b0}}, max_q};
        wire [F_W-1:0] f_rest = {{(F_W-SUM_W){1'b0}}, sum_q};
        wire [F_W-1:0] f_prod = f_max * {{(F_W-CNT_W){1'b0}}, t_q};
        always @(posedge clk_i) begin
            if (!div_q) f_sum_q <= f_rest + {{(F_W-INST_W){1'b0}}, x_q};
            f_up_q <= div_q && (f_up_q || (step && !goes));
        end
        always @* if (f_past_q) begin
            inv_rest: assert (!div_q || f_up_q || f_prod + f_rest == f_sum_q % (1 << SUM_W));
            inv_up:   assert (!(div_q && f_up_q) || (f_rest == 0 && |max_q && |t_q
                              && f_prod - f_max < f_sum_q % (1 << SUM_W)
                              && f_sum_q % (1 << SUM_W) < f_prod));
            down:     assert (!(finish && rounding == 0 && t_q < tmax && !f_up_q)
                              || f_rest < f_max);
            decided:  cover (rst_ni && f_tnew == 2 && tmax == 3 && !f_oks[0] && f_mine);
            stopped:  cover (rst_ni && full[0] && mon_evt_i);
        end
    end endgenerate
`endif
endmodule
`default_nettype wire
