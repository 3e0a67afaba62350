// limit_smk - two kernels share every SM; the pipeline utilisation of one SM decides how many CTAs of each run.
//
// Param     sm reset 0 max 255: the SM that is observed.
// Contract  Serves two busy kernels; each has a seat, 0 or 1, until it ends. Of the others, the first by rank takes a seat
//           that becomes free. Until then a kernel without a seat waits; but one that ranks before a seated kernel may take
//           every slot, because the place policy may ask about no other kernel before it has no CTA left. A kernel alone
//           has T_max CTAs per SM. A pair starts with Tb = max(1, T_max/2) each. If these do not fit on an SM together, Tb of
//           seat 1 falls until they do; if 1 is too many, Tb of seat 0 falls instead. On every SM the lowest Tb slots
//           belong to seat 0, the highest Tb to seat 1; a slot that changes its owner waits for its CTA to complete. A
//           sample begins with a report for which the observed SM has exactly Tb CTAs of both kernels, both have CTAs left
//           to dispatch, and no CTA is booked or released there; it ends when all of these CTAs have been released.
//           lib_trend then decides whose Tb rises by one, to at most T_max. The other's falls until both fit; if none
//           fits, nothing changes. No CTA is evicted. A kernel with blocks of CTAs may take every slot.
// Timing    A kernel has its seat two edges after its launch. Tb changes 115 edges after the end of a sample, and 64 more
//           for each pair of numbers that is tried. ok_o and shut_o combinational from registers. A CTA that was admitted
//           before Tb changed takes any slot.
// Size      (KERNELS + 4)*CNT_W + SLOTS + 2*KID_W + 12 flops, lib_trend, lib_fit2; SLOTS gates per SM.
// Users     limit_bank; wants place_mixed.
// Source    [SMK §3.1, §3.4, §3.5]. One controller for all SMs: one per SM would need as many lib_trend.
`default_nettype none
module limit_smk #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter AMT_W   = 59,                                     // bits of an amount word, guards included
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low
    input  wire                         en_i,           // the POLICY register selects this policy
    input  wire                         init_i,         // clears all state; only while no kernel is busy
    input  wire [7:0]                   param_sm_i,

    input  wire [AMT_W-1:0]             cap_i,          // capacity of an empty SM: slots, shared memory, registers, threads,
                                                        // warps, each below a guard bit of 0
    input  wire [AMT_W-1:0]             guard_i,        // constant: the guard bits of an amount word
    input  wire [KERNELS-1:0]           busy_i,         // kernel k is in the pool and has not ended
    input  wire [KERNELS-1:0]           live_i,         // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0]   before_i,       // bit k*KERNELS+j: j ranks before k; valid if both are busy
    input  wire [KERNELS*AMT_W-1:0]     amt_i,          // resources of a CTA of kernel k, as cap_i
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,         // T_max: CTAs of kernel k that fill an empty SM
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // CTAs per block of kernel k, 1 or more
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,          // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    input  wire                         stand_i,        // a CTA that was admitted waits behind this clock edge: in the
                                                        // booking register, or in a cluster that is planned
    output wire [SLOTS-1:0]             shut_o,         // slots that a CTA of book_kid_i must not take; on an SM that ok_o
                                                        // admits, another slot is free until it is booked
    output wire [SMS-1:0]               ok_o,           // SM s may take one more CTA of that kernel
    output wire [KERNELS*CNT_W-1:0]     quota_o,        // most CTAs of kernel k per SM, if the limit has one number for all
                                                        // SMs; 0: there is no such number now
    output wire [KID_W-1:0]             mon_kid_o,      // kernel that the *_part monitors count; a register

    input  wire [SMS-1:0]               book_sm_i,      // SM at which a CTA is booked, one-hot or zero
    input  wire [KID_W-1:0]             book_kid_i,     // its kernel
    input  wire [SLOT_W-1:0]            book_slot_i,    // its slot
    input  wire [SMS-1:0]               done_sm_i,      // SM whose CTA is released, one-hot or zero
    input  wire [KERNELS-1:0]           done_khot_i,    // its kernel, one-hot; zero: the slot was not in use
    input  wire [SLOT_W-1:0]            done_slot_i,    // its slot

    input  wire                         mon_evt_i,      // the monitors report: counts since the previous report
    input  wire [4:0]                   mon_cycles_i,   // cycles counted, 0..16
    input  wire [SMS*7-1:0]             mon_sp_busy_i,  // unit-cycles: busy SP pipelines, summed over cycles; saturates at
                                                        // 127
    input  wire [SMS*5-1:0]             mon_ldst_busy_i,    // cycles in which the LD/ST unit had an instruction in its
                                                        // address phase
    input  wire [SMS*7-1:0]             mon_sp_part_i,  // the part of sp_busy of the kernel that mon_kid_o names; saturates
                                                        // at 127
    input  wire [SMS*5-1:0]             mon_ldst_part_i,
    output wire                         busy_o          // a register changes at this clock edge
);
    localparam [2:0] ANEW = 3'd0, REST = 3'd1, SAMPLE = 3'd2, DECIDE = 3'd3, TRY = 3'd4;
    localparam [CNT_W-1:0] ONE   = 1;
    localparam [SLOTS-1:0] SLOT0 = 1;
    localparam [SMS-1:0] SM0 = 1;
    localparam [KERNELS-1:0] KID0 = 1;

    reg [2:0]         state_q;
    reg [1:0]         on_q;                     // bit i: seat i is taken,
    reg [KID_W-1:0]   kid0_q, kid1_q;           // by this kernel
    reg               earlier_q;                // seat that was taken first
    reg [1:0]         came_q;                   // seat i was taken at the last edge: its CTA may have been admitted before
    reg [CNT_W-1:0]   tb0_q, tb1_q;             // Tb of each seat: CTAs that an SM may have
    reg [KERNELS*CNT_W-1:0] cnt_q;              // CTAs of each kernel on the observed SM
    reg [CNT_W-1:0]   left_q;                   // CTAs of the sample that are not released yet
    reg [SLOTS-1:0]   new_q;                    // slots of the observed SM that later CTAs have taken
    reg               fresh_q;                  // Tb changed at the last edge
    reg               late_q;                   // a CTA admitted under the previous Tb may still be booked
    reg               keeps_q;                  // trial: seat that keeps its Tb, or whose Tb rises by one;
    reg               first_q;                  // trial of the initial Tb: none rises
    reg [CNT_W-1:0]   least_q;                  // trial: Tb of the other seat

    // Seats: a kernel that has ended leaves its seat; the first kernel by rank without one takes the lower free seat.
    wire [KERNELS-1:0] hot0 = (KID0 << kid0_q) & {KERNELS{on_q[0]}};
    wire [KERNELS-1:0] hot1 = (KID0 << kid1_q) & {KERNELS{on_q[1]}};
    wire [KERNELS-1:0] busy = busy_i & {KERNELS{en_i}};
    wire [KERNELS-1:0] wait_k = busy & ~hot0 & ~hot1;
    wire [KERNELS-1:0] next;
    wire [KID_W-1:0]   next_kid;
    lib_first #(.KERNELS(KERNELS)) u_first (.set_i(wait_k), .before_i(before_i), .hot_o(next));
    lib_enc1h #(.N(KERNELS)) u_next (.hot_i(next), .bin_o(next_kid));
    wire       enters = |next && !(&on_q);
    wire [1:0] leaves = {|(hot1 & ~busy), |(hot0 & ~busy)};
    wire [1:0] enter  = {enters && on_q[0], enters && !on_q[0]};
    wire       change = |leaves || enters;
    wire       both   = &on_q;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            {came_q, on_q} <= 4'd0;
            kid0_q    <= {KID_W{1'b0}};
            kid1_q    <= {KID_W{1'b0}};
            earlier_q <= 1'b0;
        end else begin
            {came_q, on_q} <= {enter, (on_q | enter) & ~leaves};
            kid0_q <= enter[0] ? next_kid : kid0_q & {KID_W{!leaves[0]}};
            if (enter[1]) kid1_q <= next_kid;
            if (enters) earlier_q <= enter[0];
        end

    // T_max, blocks and initial Tb of each seat's kernel.
    wire [CNT_W-1:0] tmax0, tmax1;
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax0 (.sel_i(hot0), .data_i(tmax_i), .data_o(tmax0));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_tmax1 (.sel_i(hot1), .data_i(tmax_i), .data_o(tmax1));
    reg  [KERNELS-1:0] several;                 // kernel k has blocks of more than one CTA
    integer b;
    always @*
        for (b = 0; b < KERNELS; b = b + 1) several[b] = block_i[b*CNT_W +: CNT_W] != ONE;
    wire blocks0 = |(several & hot0), blocks1 = |(several & hot1);
    wire [CNT_W-1:0] half0 = tmax0 >> 1, half1 = tmax1 >> 1;
    wire [CNT_W-1:0] start0 = half0 | {{CNT_W-1{1'b0}}, !(|half0)};
    wire [CNT_W-1:0] start1 = half1 | {{CNT_W-1{1'b0}}, !(|half1)};

    function [CNT_W-1:0] step(input [CNT_W-1:0] n, input more, input less);
        step = n + ({CNT_W{less}} | {{CNT_W-1{1'b0}}, more});
    endfunction
    wire [1:0] picks = {on_q[1] && book_kid_i == kid1_q, on_q[0] && book_kid_i == kid0_q};
    wire [1:0] dones = {|(done_khot_i & hot1), |(done_khot_i & hot0)};

    // The observed SM.
    wire             add = sampling && mon_evt_i && !over && !full;
    reg  [SMS-1:0]   seen;                      // the observed SM, one-hot; zero: param_sm_i names none
    reg  [6:0]       sp, sp_part;
    reg  [4:0]       ldst, ldst_part;
    integer s;
    always @* begin
        sp = 7'd0;
        sp_part = 7'd0;
        ldst = 5'd0;
        ldst_part = 5'd0;
        seen      = SM0 << param_sm_i;
        if (add)                                // lets simulators skip the loop
            for (s = 0; s < SMS; s = s + 1) begin
                sp        = sp | (mon_sp_busy_i[s*7 +: 7] & {7{seen[s]}});
                sp_part   = sp_part | (mon_sp_part_i[s*7 +: 7] & {7{seen[s]}});
                ldst      = ldst | (mon_ldst_busy_i[s*5 +: 5] & {5{seen[s]}});
                ldst_part = ldst_part | (mon_ldst_part_i[s*5 +: 5] & {5{seen[s]}});
            end
    end
    wire comes = |(book_sm_i & seen);           // a CTA is booked on the observed SM
    wire goes  = |(done_sm_i & seen);           // a CTA is released there
    wire [KERNELS-1:0] booked = (KID0 << book_kid_i) & {KERNELS{comes}};
    wire [CNT_W-1:0]   cnt0, cnt1;              // of each seat's kernel
    integer n;
    always @(posedge clk_i)
        for (n = 0; n < KERNELS; n = n + 1)
            if (!rst_ni || init_i) cnt_q[n*CNT_W +: CNT_W] <= {CNT_W{1'b0}};
            else cnt_q[n*CNT_W +: CNT_W] <= step(cnt_q[n*CNT_W +: CNT_W], booked[n], done_khot_i[n] && goes);
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_cnt0 (.sel_i(hot0), .data_i(cnt_q), .data_o(cnt0));
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_cnt1 (.sel_i(hot1), .data_i(cnt_q), .data_o(cnt1));

    // A sample: CTAs that are booked after its begin do not count.
    wire [SLOTS-1:0] hot = SLOT0 << book_slot_i, gone = SLOT0 << done_slot_i;
    wire             old = |dones && !(|(new_q & gone));    // a CTA of the sample, if it is on the observed SM
    wire sampling = state_q == SAMPLE;
    wire over     = sampling && !(|left_q);
    wire begins   = en_i && mon_evt_i && both && |(live_i & hot0) && |(live_i & hot1) && !comes && !goes
                 && cnt0 == tb0_q && cnt1 == tb1_q;
    always @(posedge clk_i) begin
        if (sampling) left_q <= step(left_q, 1'b0, old && goes);
        else left_q <= cnt0 + cnt1;
        new_q  <= (new_q | (hot & {SLOTS{comes}})) & {SLOTS{sampling}};
    end
    wire empty, full, decided, raise, who, deciding;
    lib_trend u_trend (
        .clk_i(clk_i), .anew_i(!rst_ni || change || state_q == ANEW), .clear_i(state_q == REST),
        .add_i(add), .cycles_i(mon_cycles_i), .sp_i(sp), .sp_part_i(sp_part),
        .ldst_i(ldst), .ldst_part_i(ldst_part), .empty_o(empty), .full_o(full), .go_i(over && !empty),
        .earlier_i(earlier_q), .busy_o(deciding), .done_o(decided), .raise_o(raise), .who_o(who)
    );

    // A trial: do `most` CTAs of seat keeps_q and least_q of the other fit on an SM? If not, least_q falls by one.
    wire [CNT_W-1:0] kept  = keeps_q ? tb1_q : tb0_q;
    wire [CNT_W-1:0] most  = kept + {{CNT_W-1{1'b0}}, !first_q};
    wire [CNT_W-1:0] new0  = keeps_q ? least_q : most;
    wire [CNT_W-1:0] new1  = keeps_q ? most : least_q;
    wire             room  = who ? tb1_q != tmax1 : tb0_q != tmax0;
    wire             trying = state_q == TRY;
    wire             tried, fits;
    wire             fails = tried && !fits && least_q == ONE;
    wire             again = fails && first_q && !keeps_q;
    lib_fit2 #(.KERNELS(KERNELS), .AMT_W(AMT_W), .CNT_W(CNT_W)) u_fit (
        .clk_i(clk_i), .run_i(trying && !change), .cap_i(cap_i), .guard_i(guard_i),
        .amt_i(amt_i), .a_i(hot0), .b_i(hot1), .m_i(new0), .n_i(new1), .done_o(tried), .fits_o(fits)
    );
    always @(posedge clk_i)
        if (state_q == ANEW) begin
            first_q <= 1'b1;
            keeps_q <= 1'b0;
            least_q <= start1;
        end else if (decided) begin
            first_q <= 1'b0;
            keeps_q <= who;
            least_q <= who ? tb0_q : tb1_q;
        end else if (again) begin
            keeps_q <= 1'b1;
            least_q <= tb0_q;
        end else if (tried)
            least_q <= least_q - ONE;
    always @(posedge clk_i)
        if (state_q == ANEW) begin
            tb0_q <= both ? start0 : tmax0;
            tb1_q <= both ? start1 : tmax1;
        end else if (tried && fits) begin
            tb0_q <= new0;
            tb1_q <= new1;
        end

    reg [2:0] state_d;
    always @*
        case (state_q)
            ANEW:    state_d = both ? TRY : REST;
            REST:    state_d = begins ? SAMPLE : REST;
            SAMPLE:  state_d = !over ? SAMPLE : empty ? REST : DECIDE;
            DECIDE:  state_d = !decided ? DECIDE : (raise && room) ? TRY : REST;
            default: state_d = (tried && (fits || fails) && !again) ? REST : TRY;
        endcase
    always @(posedge clk_i) state_q <= (!rst_ni || init_i || change) ? ANEW : state_d;

    // The answers: is one of the kernel's own slots free? Of the S slots of an SM, seat 0 owns the lowest Tb and seat 1 the
    // highest Tb, from S - Tb on.
    localparam [SLOTS-1:0] ALL = {SLOTS{1'b1}};
    wire             open  = state_q != ANEW;
    wire [CNT_W-1:0] slots = cap_i[AMT_W-2 -: CNT_W];
    wire [CNT_W:0]   above = {1'b0, slots} - {1'b0, tb1_q};
    wire [SLOTS-1:0] shut0 = (ALL << tb0_q) & {SLOTS{!blocks0}};
    wire [SLOTS-1:0] shut1 = ((ALL << slots) | ~(ALL << (above[CNT_W-1:0] & {CNT_W{!above[CNT_W]}}))) & {SLOTS{!blocks1}};
    wire [KERNELS-1:0]      before0, before1;   // these rank before the kernel of seat 0, of seat 1
    lib_mux1h #(.N(KERNELS), .W(KERNELS)) u_before0 (.sel_i(hot0), .data_i(before_i), .data_o(before0));
    lib_mux1h #(.N(KERNELS), .W(KERNELS)) u_before1 (.sel_i(hot1), .data_i(before_i), .data_o(before1));
    wire [KERNELS-1:0]      passes = (before0 | before1) & busy;
    reg [SMS-1:0]           ok;
    reg [KERNELS*CNT_W-1:0] quota;
    reg [SLOTS-1:0]         barred;             // slots of an SM that are in use, or that a CTA of the kernel must not take
    wire                    is0  = on_q[0] && want_kid_i == kid0_q, is1 = on_q[1] && want_kid_i == kid1_q;
    wire [SLOTS-1:0]        shut = is0 ? shut0 : is1 ? shut1 : {SLOTS{1'b0}};
    integer o, k;
    always @* begin
        barred = {SLOTS{1'b0}};
        ok     = {SMS{1'b0}};
        if (open && (is0 || is1 || passes[want_kid_i]))
            for (o = 0; o < SMS; o = o + 1) begin
                barred = shut;
                for (k = 0; k < KERNELS; k = k + 1) barred = barred | map_i[(o*KERNELS + k)*SLOTS +: SLOTS];
                ok[o] = !(&barred);
            end
        for (k = 0; k < KERNELS; k = k + 1)
            quota[k*CNT_W +: CNT_W] = ((tb0_q & {CNT_W{hot0[k]}}) | (tb1_q & {CNT_W{hot1[k]}})) & {CNT_W{open}};
    end
    // Two CTAs may be booked after a change of Tb although they were admitted before it, and then find none of their own
    // slots free: one in the booking register at the change, and one picked in the cycle after it.
    wire moves = state_q == ANEW || (tried && fits);    // Tb changes at this edge
    always @(posedge clk_i) begin
        fresh_q <= moves;
        late_q  <= moves || (late_q && (fresh_q || stand_i));
    end
    assign shut_o    = (picks[0] ? shut0 : shut1) & {SLOTS{|(picks & ~came_q) && !late_q}};
    assign ok_o      = ok;
    assign quota_o   = quota;
    assign mon_kid_o = kid0_q;
    assign busy_o    = change || over || deciding || trying || (state_q == ANEW && en_i) || late_q;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    wire f_inputs_ok;
    formal_limit_smk #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .F_TOP(F_TOP)) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .busy_i(busy_i), .served_i(busy), .before_i(before_i),
        .tmax_i(tmax_i), .want_kid_i(want_kid_i), .map_i(map_i), .slots_i(slots), .stand_i(stand_i), .late_i(late_q), .fresh_i(fresh_q),
        .cap_i(cap_i), .guard_i(guard_i), .amt_i(amt_i), .shut0_i(shut0), .shut1_i(shut1), .shut_i(shut_o), .book_kid_i(book_kid_i), .ok_i(ok_o), .quota_i(quota_o),
        .on_i(on_q), .kid0_i(kid0_q), .kid1_i(kid1_q), .hot0_i(hot0), .hot1_i(hot1), .leaves_i(leaves),
        .earlier_i(earlier_q), .tmax0_i(tmax0), .tmax1_i(tmax1), .tb0_i(tb0_q), .tb1_i(tb1_q),
        .free_i(blocks0 || blocks1), .state_i(state_q), .deciding_i(deciding), .keeps_i(keeps_q), .first_i(first_q),
        .least_i(least_q), .fits_i(tried && fits), .new0_i(new0), .new1_i(new1), .ok_o(f_inputs_ok)
    );
    always @* in_rules: assume (f_inputs_ok);
`endif
endmodule
`default_nettype wire
