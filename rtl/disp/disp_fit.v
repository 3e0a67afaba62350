// disp_fit - resource tracker: which SMs have room for the CTAs that go next.
//
// Contract  fit_o[s]: need_i CTAs of the kernel that SM s wanted a cycle ago find room there together.
//           Above 1, need_i is about the one kernel that all SMs want. never_o: so many of this
//           kernel do not fit an empty SM either. This stage alone keeps an SM from being over-allocated. A pick gets the
//           lowest-numbered free slot of its SM.
// Timing    fit_o, map_o follow the registers, resident_o a cycle later; what need_i CTAs take is summed up
//           once per kernel, two at first and one more per cycle (busy_o). pick_slot_o follows
//           book_sm_i in the same cycle; picks and releases at an edge show after it.
// Size      SMS * disp_fit_sm, 2 * AMT_W + SLOTS + KERNELS flops, one adder, one comparison.
// Users     disp_top.   Not modelled: SMs of different capacity.
`default_nettype none
module disp_fit #(
    parameter SMS     = 28,                     // 1..256
    parameter SLOTS   = 8,                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter AMT_W   = 54,                     // bits of an amount word, guards included
    parameter [AMT_W-1:0] GUARD = 0,            // the guard bits of an amount word
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low

    input  wire                         init_i,         // everything free, amounts from cap_i
    input  wire [AMT_W-1:0]             cap_i,
    input  wire [AMT_W-1:0]             held_i,         // cap_i of the last init

    input  wire [KERNELS*AMT_W-1:0]     amt_i,          // what a CTA of each kernel takes
    input  wire [KERNELS-1:0]           live_i,         // kernel k has CTAs left
    input  wire [SMS*KID_W-1:0]         want_kid_i,     // SM s is asked about this kernel:
    input  wire [CNT_W-1:0]             need_i,         // so many CTAs, from 1, of that asked about a
    output wire [SMS-1:0]               fit_o,          // cycle ago find room,
    output wire [KERNELS-1:0]           never_o,        // or of this kernel will not on any SM
    output wire [SMS*CNT_W-1:0]         resident_o,     // so many CTAs of what was asked about a cycle
                                                        // ago were there then, with what stands in
                                                        // the booking register
    output wire [SMS*KERNELS*SLOTS-1:0] map_o,          // SM s, bit k*SLOTS+c: kernel k in slot c
    output wire                         busy_o,         // need_i CTAs are not summed up yet

    input  wire [KID_W-1:0]             next_kid_i,     // without stand_i: what is booked a cycle later
    input  wire                         stand_i,        // is of this kernel; else that of now goes on
    input  wire [SMS-1:0]               book_sm_i,      // one-hot or none: a CTA is to go here,
    input  wire [KERNELS-1:0]           book_kid_i,     // of this kernel, one-hot,
    output wire [SLOT_W-1:0]            pick_slot_o,    // into this slot,
    input  wire                         pick_i,         // at this edge

    input  wire [SMS*SLOT_W-1:0]        done_slot_i,    // slot each SM reports
    output wire [KERNELS*SMS-1:0]       done_kid_o,     // bit k*SMS+s: it holds kernel k
    input  wire [SMS-1:0]               free_sm_i,      // a CTA leaves this SM, one-hot or none,
                                                        // never the SM of a pick,
    input  wire [SLOT_W-1:0]            free_slot_i,    // from this slot,
    input  wire [KERNELS-1:0]           free_kid_i      // of this kernel, one-hot; none: no CTA
`ifdef FORMAL
    , output wire [SMS*AMT_W-1:0]       f_free_o        // what each SM has left
`endif
);
    localparam [KERNELS-1:0] KID_ONE = 1;
    localparam [CNT_W-1:0]   ONE     = 1;

    reg  [SLOTS-1:0]     usable_q;
    wire [SMS*SLOTS-1:0] slot;
    wire [SLOTS-1:0]     pick_slot;
    wire [AMT_W-1:0]     free_amt, next_amt;
    reg  [AMT_W-1:0]     book_amt_q;

    always @(posedge clk_i)
        if (!rst_ni)
            usable_q <= {SLOTS{1'b0}};
        else if (init_i)
            usable_q <= ~({SLOTS{1'b1}} << cap_i[AMT_W-2 -: CNT_W]);

    lib_mux1h #(.N(SMS), .W(SLOTS)) u_slot (
        .sel_i(book_sm_i), .data_i(slot), .data_o(pick_slot)
    );
    lib_enc1h #(.N(SLOTS)) u_enc (.hot_i(pick_slot), .bin_o(pick_slot_o));
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_free (
        .sel_i(free_kid_i), .data_i(amt_i), .data_o(free_amt)
    );
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_book (
        .sel_i(KID_ONE << next_kid_i), .data_i(amt_i), .data_o(next_amt)
    );
    always @(posedge clk_i)
        if (!stand_i) book_amt_q <= next_amt;   // guarded by book_sm_i: not reset

    // What several CTAs of the kernel of SM 0 take, anew when that is another kernel or has come to its
    // end. A sum that leaves its field sets the guard there, and has grown beyond every SM.
    reg  [AMT_W-1:0]   many_q;
    reg  [KERNELS-1:0] hot_q;                   // the kernel it is about
    wire [KERNELS-1:0] hot = (KID_ONE << want_kid_i[0 +: KID_W]) & live_i;
    wire [AMT_W-1:0]   one;
    reg  [AMT_W-1:0]   one_q;                   // of hot_q
    always @(posedge clk_i) one_q <= one;
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_one (
        .sel_i(hot), .data_i(amt_i), .data_o(one)
    );
    wire               anew    = hot != hot_q;
    wire               several = need_i != ONE;
    wire               over    = |(many_q & GUARD);
    wire               whole   = many_q[AMT_W-2 -: CNT_W] == need_i;
    wire               grows   = several && !whole && !over;
    wire [AMT_W-1:0]   spare   = (held_i | GUARD) - (many_q & ~GUARD);
    always @(posedge clk_i)
        if (!rst_ni || init_i) hot_q <= {KERNELS{1'b0}};
        else hot_q <= hot;
    always @(posedge clk_i)
        if (anew) many_q <= {one[AMT_W-2:0], 1'b0};
        else if (grows) many_q <= many_q + one_q;
    wire [SMS-1:0] fit;
    assign fit_o   = fit & {SMS{!several || (whole && !over)}};
    wire never = !anew && several && (over || (spare & GUARD) != GUARD);
    assign never_o = hot_q & {KERNELS{never}};
    assign busy_o  = anew || (|hot_q && (grows || never));

    genvar s, k;
    generate
        for (s = 0; s < SMS; s = s + 1) begin : g_sm
            wire [KERNELS-1:0] done_kid;
            disp_fit_sm #(
                .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)
            ) u_sm (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .init_i(init_i), .cap_i(cap_i), .usable_i(usable_q),
                .amt_i(amt_i),
                .want_i(KID_ONE << want_kid_i[s*KID_W +: KID_W]),
                .several_i(several), .many_i(many_q), .fit_o(fit[s]),
                .resident_o(resident_o[s*CNT_W +: CNT_W]),
                .map_o(map_o[s*KERNELS*SLOTS +: KERNELS*SLOTS]),
                .book_i(book_sm_i[s]), .book_kid_i(book_kid_i), .book_amt_i(book_amt_q),
                .pick_i(book_sm_i[s] && pick_i), .slot_o(slot[s*SLOTS +: SLOTS]),
                .done_slot_i(done_slot_i[s*SLOT_W +: SLOT_W]), .done_kid_o(done_kid),
                .free_i(free_sm_i[s]), .free_slot_i(free_slot_i),
                .free_kid_i(free_kid_i), .free_amt_i(free_amt)
`ifdef FORMAL
                , .f_free_o(f_free_o[s*AMT_W +: AMT_W])
`endif
            );
            for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
                assign done_kid_o[k*SMS + s] = done_kid[k];
            end
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                     f_past_q = 1'b0, f_on_q = 1'b0;
    reg [KERNELS*AMT_W-1:0] f_amt_q;
    reg [KERNELS-1:0]       f_live_q, f_kid_q;  // a cycle ago; the kernel that is to be booked
    reg                     f_moved, f_wide;    // a busy kernel's word changed; a guard is set
    reg [KERNELS-1:0]       f_kid;              // kernel of what leaves
    reg [SLOTS-1:0]         f_row;
    reg [AMT_W-1:0]         f_hot, f_sum;   // of hot_q, so many of that
    localparam [SLOTS-1:0]  F_ONE = 1;
    integer i, j;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_on_q   <= rst_ni;
        f_amt_q  <= amt_i;
        f_live_q <= live_i;
        if (!stand_i) f_kid_q <= KID_ONE << next_kid_i;
    end
    always @* begin
        f_moved = 1'b0;
        f_wide  = 1'b0;
        f_kid   = {KERNELS{1'b0}};
        f_hot   = {AMT_W{1'b0}};
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_wide   = f_wide || |(amt_i[i*AMT_W +: AMT_W] & GUARD)
                    || amt_i[(i + 1)*AMT_W-2 -: CNT_W] != ONE;
            f_hot    = f_hot | (amt_i[i*AMT_W +: AMT_W] & {AMT_W{hot_q[i]}});
            f_moved  = f_moved || ((live_i[i] || f_live_q[i]) && f_on_q
                        && amt_i[i*AMT_W +: AMT_W] != f_amt_q[i*AMT_W +: AMT_W]);
            for (j = 0; j < SMS; j = j + 1) begin
                f_row    = map_o >> ((j*KERNELS + i)*SLOTS);
                f_kid[i] = f_kid[i] || (free_sm_i[j] && |(f_row & (F_ONE << free_slot_i)));
                f_moved  = f_moved || (|f_row && f_on_q
                        && amt_i[i*AMT_W +: AMT_W] != f_amt_q[i*AMT_W +: AMT_W]);
            end
        end
    end
    reg f_far;                                  // a wanted kernel is none of the table
    always @* begin
        f_far = 1'b0;
        for (i = 0; i < SMS; i = i + 1)
            f_far = f_far || want_kid_i[i*KID_W +: KID_W] >= KERNELS;
    end
    // The sum is that of many_q's own slots field, one by one; past its field it is only known to be large.
    always @* begin
        f_sum = {AMT_W{1'b0}};
        for (i = 1; i <= SLOTS; i = i + 1)
            if (i <= many_q[AMT_W-2 -: CNT_W]) f_sum = f_sum + f_hot;
    end
    // The SM of the booking register has room for what is to be booked.
    reg [AMT_W-1:0] f_word, f_rest;
    integer m, n;
    always @* begin
        f_word = {AMT_W{1'b0}};
        f_rest = {AMT_W{1'b0}};
        for (m = 0; m < KERNELS; m = m + 1)
            f_word = f_word | (amt_i[m*AMT_W +: AMT_W] & {AMT_W{book_kid_i[m]}});
        for (n = 0; n < SMS; n = n + 1)
            f_rest = f_rest | (((f_free_o[n*AMT_W +: AMT_W] | GUARD) - f_word) & {AMT_W{book_sm_i[n]}});
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_room: assume (!(|book_sm_i) || ((f_rest & GUARD) == GUARD && |book_kid_i));
        in_kid:  assume ((|book_sm_i || !stand_i) && (!(|book_sm_i) || (book_kid_i == f_kid_q && |(book_kid_i & live_i))));
        in_amt:  assume (!f_moved && !f_wide && !(cap_i & GUARD) && !(held_i & GUARD) && !f_far);
        in_need: assume (!(|hot_q) || (|need_i && need_i <= SLOTS));
        in_cap:  assume (cap_i[AMT_W-2 -: CNT_W] <= SLOTS);
        in_pick: assume (!(book_sm_i & (book_sm_i - 1'b1)) && !(init_i && |book_sm_i)
                         && !(pick_i && !(|book_sm_i)) && (f_on_q || !(|book_sm_i))
                         && !(|book_sm_i && |(book_kid_i & (book_kid_i - 1'b1))));
        in_free: assume (!(free_sm_i & (free_sm_i - 1'b1)) && !(free_kid_i & ~f_kid)
                         && !(free_kid_i & (free_kid_i - 1'b1))
                         && !(pick_i && |(free_sm_i & book_sm_i)));
    end
    always @* if (f_past_q) begin
        slot_free: assert (!(f_on_q && |book_sm_i) || |pick_slot);
        slot_one:  assert (!(pick_slot & ~usable_q) && !(pick_slot & (pick_slot - F_ONE)));
        inv_thermo: assert (!(usable_q & (usable_q + F_ONE)));
        inv_hot:   assert (!(hot_q & (hot_q - 1'b1)));
        summed:    assert (!(f_on_q && |hot_q) || (one_q == f_hot && (over || many_q == f_sum)));
    end
    // Which slots may be handed out follows from the capacity loaded by init alone: of any slot.
    (* anyconst *) reg [SLOT_W-1:0] f_slot;
    reg [CNT_W-1:0] f_slots_q;                  // slots of that capacity
    always @(posedge clk_i)
        if (!rst_ni) f_slots_q <= {CNT_W{1'b0}};
        else if (init_i) f_slots_q <= cap_i[AMT_W-2 -: CNT_W];
    wire [SLOTS-1:0] f_may = usable_q >> f_slot;
    wire [SLOTS-1:0] f_got = pick_slot >> f_slot;
    (* anyconst *) reg [7:0] f_s;               // any SM,
    reg [SLOTS-1:0] f_at, f_used;               // its slots in use,
    reg [CNT_W:0]   f_open;                     // and how many are not that may be
    integer f;
    always @* begin
        f_at   = {SLOTS{1'b0}};
        f_used = {SLOTS{1'b0}};
        f_open = {CNT_W+1{1'b0}};
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_at   = map_o >> ((f_s*KERNELS + f)*SLOTS);
            f_used = f_used | f_at;
        end
        for (f = 0; f < SLOTS; f = f + 1) f_open = f_open + (usable_q[f] && !f_used[f]);
    end
    wire [SMS-1:0] f_fit = fit_o >> f_s;
    always @* assume (f_slot < SLOTS && f_s < SMS);
    always @* if (f_past_q && f_on_q) begin
        capacity: assert (f_may[0] == (f_slot < f_slots_q));
        above:    assert (!f_got[0] || f_slot < f_slots_q);
        together: assert (!f_fit[0] || f_open >= {1'b0, need_i});
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                shared: cover (rst_ni && pick_i && |free_kid_i && pick_slot[1]);
                last:   cover (rst_ni && pick_i && pick_slot[SLOTS-1]);
                block:  cover (rst_ni && |fit_o && several && |map_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
