// disp_fit - resource tracker: the free resources and CTA slots of each SM, and whether a kernel's next CTAs fit.
//
// Contract  fit_o[s]: SM s has room for the next CTAs of the kernel that SMs were asked about in the previous cycle: a
//           block of block_i CTAs, or one CTA if it is the last of its grid. never_o[k]: a block of kernel k does not
//           fit an empty SM either. No other stage prevents that an SM is over-allocated. A CTA is booked in the
//           lowest-numbered free slot of its SM outside shut_i.
// Timing    fit_o, lack_o, resident_o and ahead_o answer a cycle after want_kid_i. disp_sums sums the resources of a block
//           after its launch (busy_o). book_sm_i -> book_slot_o is combinational. fit_o, map_o and free_o show a booking or
//           a release in the cycle after its edge; resident_o and ahead_o show a release a cycle later than that.
// Size      SMS * disp_fit_sm, disp_sums, 2 * AMT_W + SLOTS flops.
// Users     disp_top.   Not modelled: SMs of different capacity.
`default_nettype none
module disp_fit #(
    parameter SMS     = 28,                     // 1..256
    parameter SLOTS   = 8,                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter AMT_W   = 59,                     // bits of an amount word, guards included
    parameter [AMT_W-1:0] GUARD = 0,            // the guard bits of an amount word
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,         // synchronous, active low

    input  wire                         init_i,         // frees everything and loads the capacity cap_i
    input  wire [AMT_W-1:0]             cap_i,          // capacity of an empty SM as the host wrote it, an amount word
                                                        // (disp_fit_sm)
    input  wire [AMT_W-1:0]             held_i,         // capacity of an empty SM as the last init loaded it

    input  wire [KERNELS*AMT_W-1:0]     amt_i,          // resources of a CTA of kernel k
    input  wire [KERNELS-1:0]           start_i,        // kernel launched at this clock edge, one-hot or zero
    input  wire [KERNELS-1:0]           live_i,         // kernel k has CTAs left to dispatch
    input  wire [KERNELS*CNT_W-1:0]     block_i,        // CTAs per block of kernel k, 1 or more; constant from the cycle of
                                                        // start_i until live_i falls
    input  wire [KERNELS-1:0]           final_i,        // one CTA of kernel k is left to dispatch: its next block is that CTA
    input  wire [KID_W-1:0]             want_kid_i,     // kernel that all SMs are asked about
    output wire [SMS-1:0]               fit_o,          // the next CTAs of the previous cycle's kernel fit on SM s
    output wire [SMS*5-1:0]             lack_o,         // resources that SM s lacks for them, as lack_o of disp_fit_sm; valid
                                                        // with sure_o
    output wire                         sure_o,         // what these CTAs need is known
    output wire [KERNELS-1:0]           never_o,        // a block of kernel k does not fit an empty SM
    output wire [SMS*CNT_W-1:0]         resident_o,     // CTAs on SM s of the previous cycle's kernel, as counted in that
                                                        // cycle, with the one in the booking register
    output wire [SMS*CNT_W-1:0]         ahead_o,        // the same plus the next CTAs, minus 1: CTAs on SM s before the last of
                                                        // these is booked
    output wire [SMS*KERNELS*SLOTS-1:0] map_o,          // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire [SMS*AMT_W-1:0]         free_o,         // free amounts of SM s
    output wire                         busy_o,         // the sum of a block is not complete, or does not fit an empty SM

    input  wire [KID_W-1:0]             next_kid_i,     // kernel of the CTA that enters the booking register at this clock
                                                        // edge; ignored with stand_i
    input  wire                         stand_i,        // the booking register keeps its CTA at this clock edge
    input  wire [SMS-1:0]               book_sm_i,      // SM of the CTA in the booking register, one-hot or zero
    input  wire [KERNELS-1:0]           book_khot_i,    // its kernel, one-hot
    input  wire [SLOTS-1:0]             shut_i,         // slots that it must not take
    output wire [SLOT_W-1:0]            book_slot_o,    // slot that it takes
    input  wire                         book_i,         // it is booked at this clock edge

    input  wire [SMS-1:0]               done_valid_i,   // SM s reports a finished CTA
    input  wire [SMS*SLOT_W-1:0]        done_slot_i,    // its slot
    output wire [SMS*KERNELS-1:0]       done_khot_o,    // bit s*KERNELS+k: that slot holds a CTA of kernel k
    input  wire [SMS-1:0]               free_sm_i,      // SM whose CTA is released at this clock edge, one-hot or zero; never
                                                        // the SM of a booking
    input  wire [SLOT_W-1:0]            free_slot_i,    // its slot
    input  wire [KERNELS-1:0]           free_khot_i     // its kernel, one-hot; zero: the slot was not in use
);
    localparam [KERNELS-1:0] KID_ONE = 1;

    reg  [SLOTS-1:0]     usable_q;              // slots that an SM has: the lowest of the loaded capacity
    wire [SMS*SLOTS-1:0] slot;
    wire [SLOTS-1:0]     book_slot;
    wire [AMT_W-1:0]     free_amt, next_amt;
    reg  [AMT_W-1:0]     book_amt_q;

    always @(posedge clk_i)
        if (!rst_ni)
            usable_q <= {SLOTS{1'b0}};
        else if (init_i)
            usable_q <= ~({SLOTS{1'b1}} << cap_i[AMT_W-2 -: CNT_W]);

    lib_mux1h #(.N(SMS), .W(SLOTS)) u_slot (
        .sel_i(book_sm_i), .data_i(slot), .data_o(book_slot)
    );
    lib_enc1h #(.N(SLOTS)) u_enc (.hot_i(book_slot), .bin_o(book_slot_o));
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_free (
        .sel_i(free_khot_i), .data_i(amt_i), .data_o(free_amt)
    );
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_book (
        .sel_i(KID_ONE << next_kid_i), .data_i(amt_i), .data_o(next_amt)
    );
    always @(posedge clk_i)
        if (!stand_i) book_amt_q <= next_amt;   // guarded by book_sm_i: not reset

    // Resources of the next CTAs of the kernel that SMs are asked about. In a dispatcher without blocks the slots field
    // of every word is the constant 1; the XOR makes it 0, so that synthesis removes this field from the multiplexer.
    localparam [AMT_W-1:0]   ONE_SLOT = {{(AMT_W - 1){1'b0}}, 1'b1} << (AMT_W - 1 - CNT_W);
    wire [KERNELS-1:0]       want = KID_ONE << want_kid_i;
    wire [KERNELS*AMT_W-1:0] next;
    wire [AMT_W-1:0]         need;
    reg  [AMT_W-1:0]         need_q;            // need of the previous cycle's kernel: not reset
    disp_sums #(.SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)) u_sums (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_i), .held_i(held_i), .amt_i(amt_i),
        .start_i(start_i), .live_i(live_i), .block_i(block_i), .final_i(final_i),
        .next_o(next), .never_o(never_o), .busy_o(busy_o)
    );
    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_need (
        .sel_i(want), .data_i(next ^ {KERNELS{ONE_SLOT}}), .data_o(need)
    );
    always @(posedge clk_i) need_q <= need ^ ONE_SLOT;
    assign sure_o = !need_q[AMT_W-1];

    genvar s;
    generate
        for (s = 0; s < SMS; s = s + 1) begin : g_sm
            disp_fit_sm #(
                .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)
            ) u_sm (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .init_i(init_i), .cap_i(cap_i), .may_i(usable_q & ~shut_i),
                .need_i(need_q), .want_i(want), .fit_o(fit_o[s]), .lack_o(lack_o[s*5 +: 5]),
                .resident_o(resident_o[s*CNT_W +: CNT_W]), .ahead_o(ahead_o[s*CNT_W +: CNT_W]),
                .map_o(map_o[s*KERNELS*SLOTS +: KERNELS*SLOTS]), .free_o(free_o[s*AMT_W +: AMT_W]),
                .book_sm_i(book_sm_i[s]), .book_khot_i(book_khot_i), .book_amt_i(book_amt_q),
                .book_i(book_sm_i[s] && book_i), .slot_o(slot[s*SLOTS +: SLOTS]),
                .done_valid_i(done_valid_i[s]), .done_slot_i(done_slot_i[s*SLOT_W +: SLOT_W]), .done_khot_o(done_khot_o[s*KERNELS +: KERNELS]),
                .free_i(free_sm_i[s]), .free_slot_i(free_slot_i),
                .free_khot_i(free_khot_i), .free_amt_i(free_amt)
`ifdef FORMAL
                , .f_usable_i(usable_q), .f_amt_i(amt_i)
`endif
            );
        end
    endgenerate

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                     f_past_q = 1'b0, f_on_q = 1'b0;
    reg [KERNELS*AMT_W-1:0] f_amt_q;
    reg [KERNELS-1:0]       f_live_q, f_kid_q;  // live_i a cycle ago; kernel of the booking register
    reg                     f_moved, f_wide;    // a busy kernel's word changed; a guard is set
    reg [KERNELS-1:0]       f_kid;              // kernel of the released CTA
    reg [SLOTS-1:0]         f_row;
    localparam [SLOTS-1:0]  F_ONE = 1;
    localparam [CNT_W:0]    F_MOST = SLOTS;
    localparam [CNT_W-1:0]  F_UNIT = 1;
    (* anyconst *) reg [7:0] f_s;               // any SM,
    (* anyconst *) reg [7:0] f_k;               // any kernel:
    reg [KERNELS*CNT_W-1:0] f_block_q;          // blocks a cycle ago
    reg [KERNELS-1:0]       f_start_q;
    reg                     f_fixed;            // blocks of live kernels are constant, 1 or more
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (f_k*CNT_W);
    wire [CNT_W-1:0]        f_block = f_blocks[CNT_W-1:0];
    wire                    f_live = |((live_i >> f_k) & KID_ONE);
    reg [AMT_W-1:0]         f_held_q;
    reg                     f_init_q;
    integer i, j;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_on_q   <= rst_ni;
        f_amt_q  <= amt_i;
        f_live_q <= live_i;
        f_block_q <= block_i;
        f_start_q <= start_i;
        f_held_q  <= held_i;
        f_init_q  <= init_i;
        if (!stand_i) f_kid_q <= KID_ONE << next_kid_i;
    end
    always @* begin
        f_moved = 1'b0;
        f_wide  = 1'b0;
        f_kid   = {KERNELS{1'b0}};
        f_fixed = 1'b1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_wide   = f_wide || |(amt_i[i*AMT_W +: AMT_W] & GUARD)
                    || amt_i[(i + 1)*AMT_W-2 -: CNT_W] != F_UNIT;
            f_fixed  = f_fixed && (!live_i[i] || !f_on_q || (block_i[i*CNT_W +: CNT_W] == f_block_q[i*CNT_W +: CNT_W]
                        && |block_i[i*CNT_W +: CNT_W] && block_i[i*CNT_W +: CNT_W] <= SLOTS));
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
    wire f_far = want_kid_i >= KERNELS;         // the table has no such kernel
    // The CTA in the booking register fits on its SM: SMs are candidates only with fit_o.
    reg [AMT_W-1:0] f_word, f_rest;
    reg             f_slot_free;                // and that SM has a free slot outside shut_i
    reg [SLOTS-1:0] f_taken;
    integer m, n;
    always @* begin
        f_slot_free = 1'b1;
        for (n = 0; n < SMS; n = n + 1) begin
            f_taken = {SLOTS{1'b0}};
            for (m = 0; m < KERNELS; m = m + 1) f_taken = f_taken | map_o[(n*KERNELS + m)*SLOTS +: SLOTS];
            f_slot_free = f_slot_free && (!book_sm_i[n] || |(usable_q & ~shut_i & ~f_taken));
        end
        f_word = {AMT_W{1'b0}};
        f_rest = {AMT_W{1'b0}};
        for (m = 0; m < KERNELS; m = m + 1)
            f_word = f_word | (amt_i[m*AMT_W +: AMT_W] & {AMT_W{book_khot_i[m]}});
        for (n = 0; n < SMS; n = n + 1)
            f_rest = f_rest | (((free_o[n*AMT_W +: AMT_W] | GUARD) - f_word) & {AMT_W{book_sm_i[n]}});
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_room: assume (!(|book_sm_i) || ((f_rest & GUARD) == GUARD && |book_khot_i));
        in_shut: assume (f_slot_free);
        in_kid:  assume ((|book_sm_i || !stand_i) &&
                         (!(|book_sm_i) || (book_khot_i == f_kid_q && |(book_khot_i & live_i))));
        in_amt:  assume (!f_moved && !f_wide && !(cap_i & GUARD) && !(held_i & GUARD) && !f_far);
        in_block: assume (f_fixed);
        in_start: assume (!(start_i & (start_i - 1'b1)) && !(start_i & live_i)
                          && !(live_i & ~((f_live_q | f_start_q) & {KERNELS{f_on_q}})));
        in_held: assume (!f_on_q || f_init_q || held_i == f_held_q);
        in_cap:  assume (cap_i[AMT_W-2 -: CNT_W] <= SLOTS);
        in_pick: assume (!(book_sm_i & (book_sm_i - 1'b1)) && !(init_i && |book_sm_i)
                         && !(book_i && !(|book_sm_i)) && (f_on_q || !(|book_sm_i))
                         && !(|book_sm_i && |(book_khot_i & (book_khot_i - 1'b1))));
        in_free: assume (!(free_sm_i & (free_sm_i - 1'b1)) && !(free_khot_i & ~f_kid)
                         && !(free_khot_i & (free_khot_i - 1'b1))
                         && !(book_i && |(free_sm_i & book_sm_i)));
    end
    always @* if (f_past_q) begin
        slot_free: assert (!(f_on_q && |book_sm_i) || |book_slot);
        slot_one:  assert (!(book_slot & (~usable_q | shut_i)) && !(book_slot & (book_slot - F_ONE)));
        inv_thermo: assert (!(usable_q & (usable_q + F_ONE)));
    end
    // An SM has a slot if the capacity that the last init loaded includes it.
    (* anyconst *) reg [SLOT_W-1:0] f_slot;     // any slot
    reg [CNT_W-1:0] f_slots_q;                  // slots of that capacity
    always @(posedge clk_i)
        if (!rst_ni) f_slots_q <= {CNT_W{1'b0}};
        else if (init_i) f_slots_q <= cap_i[AMT_W-2 -: CNT_W];
    wire [SLOTS-1:0] f_may = usable_q >> f_slot;
    wire [SLOTS-1:0] f_got = book_slot >> f_slot;
    reg [SLOTS-1:0] f_at, f_used;               // slots of SM f_s in use, by one kernel and by all
    reg [CNT_W:0]   f_open;                     // its free slots
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
    reg f_asked_q;                              // a cycle ago SMs were asked about kernel f_k, which had CTAs left;
    reg [CNT_W:0] f_need_q;                     // number of its next CTAs then;
    reg           f_free_q;                     // no CTA for SM f_s was in the booking register, which masks an SM
    wire [SMS-1:0] f_books = book_sm_i >> f_s;
    always @(posedge clk_i) begin
        f_asked_q <= rst_ni && !init_i && f_live && want_kid_i == f_k;
        f_free_q  <= !f_books[0];
        f_need_q  <= {1'b0, |((final_i >> f_k) & KID_ONE) ? F_UNIT : f_block};
    end
    wire [SMS*CNT_W-1:0] f_heres = resident_o >> (f_s*CNT_W), f_aheads = ahead_o >> (f_s*CNT_W);
    wire [CNT_W-1:0]     f_here = f_heres[CNT_W-1:0], f_ahead = f_aheads[CNT_W-1:0];
    always @* assume (f_slot < SLOTS && f_s < SMS && f_k < KERNELS);
    always @* if (f_past_q && f_on_q) begin
        capacity: assert (f_may[0] == (f_slot < f_slots_q));
        above:    assert (!f_got[0] || f_slot < f_slots_q);
        together: assert (!(f_fit[0] && f_asked_q) || f_open >= f_need_q);
        asked:    assert (!(f_fit[0] && f_asked_q && f_free_q) || {1'b0, f_here} + f_need_q <= F_MOST + 1'b1);
        before:   assert (!(f_fit[0] && f_asked_q) || f_ahead == f_here + f_need_q[CNT_W-1:0] - F_UNIT);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                shared: cover (rst_ni && book_i && |free_khot_i && book_slot[1]);
                last:   cover (rst_ni && book_i && book_slot[SLOTS-1]);
                several_fit: cover (rst_ni && f_fit[0] && f_asked_q && f_need_q > 1 && |map_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
