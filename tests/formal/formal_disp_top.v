// formal_disp_top - what the whole dispatcher promises about any one CTA, and about sleep.
//
// The modules prove their own parts; here they are joined: in-flight counts equal the slot maps,
// a CTA of any kernel and any linear id leaves the port exactly once per launch, also when the kernel is
// aborted; where kernels are served one after the other, none is passed by one that ranks behind it; an SM is
// picked when the stages agree on one and none was picked or booked a cycle ago; behind the first CTA of a block the
// others are picked one after the other, for its SMs, which have room for all of them; and a sleeping dispatcher
// wakes only by an input. disp_walk adds, alone, that the count of CTAs at the end is the product of the grid's sizes.
// That all of it can happen is shown by disp_top_tb. Of a place policy that chooses the CTA (LINEAR = 0), it is the
// policy's own proof that each goes once.
// Users  disp_top, last lines.
`default_nettype none
module formal_disp_top #(
    parameter SMS     = 3,
    parameter SLOTS   = 3,
    parameter KERNELS = 2,
    parameter LID_W   = 5,
    parameter PAY_W   = 8,                              // bits of the whole issue payload
    parameter AMT_W   = 8,                              // bits of an amount word
    parameter [AMT_W-1:0] GUARD = 0,                    // its guards
    parameter LINEAR  = 1,                              // 0: the place policy chooses the CTA of the oldest kernel
    parameter OUT_W   = $clog2(SMS*SLOTS + 1),          // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1),              // derived: never set
    parameter SM_W    = (SMS > 1) ? $clog2(SMS) : 1,            // derived: never set
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input wire                         clk_i,
    input wire                         rst_ni,
    input wire                         event_i,         // an input that may wake the dispatcher
    input wire                         init_i,
    input wire [KERNELS-1:0]           launch_i,
    input wire [KERNELS-1:0]           live_i,
    input wire [KERNELS*KERNELS-1:0]   before_i,
    input wire [KERNELS-1:0]           done_i,
    input wire [SMS-1:0]               pick_sm_i,       // picked now, one-hot or none,
    input wire [KID_W-1:0]             pick_kid_i,      // for this kernel
    input wire                         named_i,         // the place policy names a kernel, pick_kid_i,
    input wire [KERNELS-1:0]           stop_i,          // these are aborted
    input wire [SMS-1:0]               book_sm_i,       // SM of the CTA in the booking register
    input wire [KERNELS-1:0]           book_khot_i,
    input wire                         book_i,          // it is booked at this edge
    input wire                         last_i,          // what it is about is the last CTA of its grid
    input wire [KERNELS*LID_W-1:0]     count_i,
    input wire [KERNELS*OUT_W-1:0]     out_i,
    input wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input wire [KERNELS-1:0]           booked_khot_i,   // a CTA of it is booked, one-hot or none
    input wire [LID_W-1:0]             pick_lid_i,
    input wire                         issue_valid_i,
    input wire [SMS-1:0]               issue_ready_i,
    input wire [SM_W-1:0]              issue_sm_i,
    input wire [SLOT_W-1:0]            issue_slot_i,
    input wire [KID_W-1:0]             issue_kid_i,
    input wire [LID_W-1:0]             issue_lid_i,
    input wire [PAY_W-1:0]             issue_pay_i,
    input wire [SMS-1:0]               done_valid_i,
    input wire [SMS*SLOT_W-1:0]        done_slot_i,
    input wire [SMS-1:0]               done_ready_i,
    input wire [SMS-1:0]               freed_sm_i,      // whose report was taken a cycle ago,
    input wire [KERNELS-1:0]           freed_khot_i,    // of this kernel; none: not in use
    input wire [SLOT_W-1:0]            freed_slot_i,
    input wire                         sleep_i,
    input wire [SMS-1:0]               ok_i,            // all stages agree on this SM; none under engines, which wait for their turn
    input wire [SMS-1:0]               may_i,           // it serves the kernel: partitions
    input wire                         steady_i,        // the place stage has no register on its way
    input wire                         still_i,         // nor any other but the counts and candidates
    input wire [KID_W-1:0]             want_kid_i,      // the stages answer about this kernel
    input wire [SMS*CNT_W-1:0]         resident_i,
    input wire [SMS-1:0]               keep_i,          // a block is open here behind this edge,
    input wire [CNT_W-1:0]             rest_i,          // of which so many CTAs are still to be picked on each SM
    input wire [SMS-1:0]               plan_i,          // a block of one CTA may be opened here without a new answer
    input wire                         one_i,           // the place policy offers all SMs to one kernel
    input wire                         load_i,          // an SM may be picked
    input wire [KERNELS*AMT_W-1:0]     amt_i,           // what a CTA of each kernel takes
    input wire [SMS*AMT_W-1:0]         free_i,          // what each SM has left
    output wire                        sms_ok_o,        // an SM completes only what it has taken;
    output wire                        grid_ok_o        // a grid has fewer than 2^LID_W CTAs
);
    (* anyconst *) reg [KID_W-1:0] f_k;                 // any kernel
    (* anyconst *) reg [LID_W-1:0] f_lid;               // any of its CTAs
    localparam [SMS*KERNELS*SLOTS-1:0] BIT = 1;
    reg f_past_q = 1'b0, f_sleep_q = 1'b0, f_stall_q = 1'b0;
    reg [PAY_W-1:0] f_pay_q;
    reg [1:0]       f_taken_q;                          // times it left in this launch
    reg [SMS-1:0]   f_may_q;                            // these SMs served it a cycle ago;
    reg [SMS-1:0]   f_ok_q;                             // these SMs could have one
    reg [KID_W-1:0] f_kid_q;                            // of this kernel;
    reg             f_pick_q;                           // one did
    reg             f_steady_q = 1'b0, f_still_q = 1'b0, f_still_2_q = 1'b0, f_still_3_q = 1'b0; // for so many edges
    reg             f_held_all;                         // what SMs hold is known
    reg [KERNELS*SLOTS-1:0] f_row;
    reg [CNT_W-1:0]         f_held;
    reg [SMS-1:0]   f_keep_q;
    reg [KERNELS-1:0] f_live_q;                         // had CTAs left a cycle ago
    wire [KERNELS*KERNELS-1:0] f_rank = before_i >> (pick_kid_i * KERNELS);     // these rank before the picked kernel
    wire            f_pick = |pick_sm_i;
    reg             f_book_q;                           // the booking register had a CTA,
    reg             f_end_q;                            // or was its kernel's last CTA, or the kernel was aborted
    reg [AMT_W-1:0] f_one, f_book, f_word, f_free;      // of a CTA picked now, of the one in the booking register; of all to book
    reg             f_roomy, f_carry;
    reg [CNT_W:0]   f_come;                             // CTAs to book on an SM
    localparam [KERNELS-1:0] KID_ONE = 1;

    wire [KERNELS*LID_W-1:0] f_counts = count_i >> (f_k * LID_W);
    wire [LID_W-1:0]   f_count  = f_counts[LID_W-1:0];
    wire [KERNELS-1:0] f_hot    = 1'b1 << f_k;
    wire               f_stands = issue_valid_i && issue_kid_i == f_k && issue_lid_i == f_lid;
    wire               f_leaves = f_stands && issue_ready_i[issue_sm_i];
    wire [SMS*SLOT_W-1:0] f_rep = done_slot_i >> (issue_sm_i * SLOT_W);
    wire [SMS*KERNELS*SLOTS-1:0] f_port = BIT << ((issue_sm_i*KERNELS + issue_kid_i)*SLOTS
                                                  + issue_slot_i);
    reg  [OUT_W-1:0] f_sum;
    reg              f_books;                           // maps and counts agree
    integer s, k, c;
    always @* begin
        f_books = 1'b1;
        for (k = 0; k < KERNELS; k = k + 1) begin
            f_sum = {OUT_W{1'b0}};
            for (s = 0; s < SMS; s = s + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    if (map_i[(s*KERNELS + k)*SLOTS + c]) f_sum = f_sum + 1'b1;
            f_books = f_books && f_sum == out_i[k*OUT_W +: OUT_W];
        end
    end
    reg f_gone;                                         // what is to leave is not there
    always @* begin
        f_gone = 1'b0;
        for (s = 0; s < SMS; s = s + 1)
            for (k = 0; k < KERNELS; k = k + 1)
                f_gone = f_gone || (freed_sm_i[s] && freed_khot_i[k]
                                    && (freed_slot_i >= SLOTS
                                        || !(|(map_i & (BIT << ((s*KERNELS + k)*SLOTS + freed_slot_i))))));
    end
    always @* begin
        f_held_all = 1'b1;
        for (s = 0; s < SMS; s = s + 1) begin
            f_row  = map_i >> (s*KERNELS*SLOTS);
            f_row  = f_row >> (want_kid_i*SLOTS);
            f_held = {CNT_W{1'b0}};
            for (c = 0; c < SLOTS; c = c + 1)
                if (f_row[c]) f_held = f_held + 1'b1;
            f_held_all = f_held_all && f_held == resident_i[s*CNT_W +: CNT_W];
        end
    end
    // There is room for the CTA in the booking register, for the one picked now, and for the rest of the block.
    always @* begin
        f_one   = {AMT_W{1'b0}};
        f_book  = {AMT_W{1'b0}};
        f_roomy = 1'b1;
        f_free  = {AMT_W{1'b0}};
        f_word  = {AMT_W{1'b0}};
        f_carry = 1'b0;
        f_come  = {CNT_W+1{1'b0}};
        for (k = 0; k < KERNELS; k = k + 1) begin
            if (pick_kid_i == k) f_one = amt_i[k*AMT_W +: AMT_W];
            if (book_khot_i[k]) f_book = amt_i[k*AMT_W +: AMT_W];
        end
        for (s = 0; s < SMS; s = s + 1) begin
            f_come  = book_sm_i[s] + pick_sm_i[s] + (rest_i & {CNT_W{keep_i[s]}}) + (plan_i[s] && !keep_i[s]);
            f_word  = {AMT_W{1'b0}};
            f_carry = f_come > SLOTS;
            for (c = 0; c < SLOTS; c = c + 1) begin
                if (c < f_come) f_word = f_word + (c == 0 && book_sm_i[s] ? f_book : f_one);
                f_carry = f_carry || |(f_word & GUARD);
            end
            f_free  = (free_i[s*AMT_W +: AMT_W] | GUARD) - (f_word & ~GUARD);
            f_roomy = f_roomy && !f_carry && (f_free & GUARD) == GUARD;
        end
    end
    // Without LINEAR, a kernel of which a CTA has been picked ranks first, and was named in the last three cycles.
    reg  [KERNELS-1:0] f_begun, f_old, f_named_q, f_named_2_q;
    wire [KERNELS-1:0] f_named = (KID_ONE << pick_kid_i) & {KERNELS{named_i}};
    always @*
        for (k = 0; k < KERNELS; k = k + 1) begin
            f_old[k]   = live_i[k] && !(|(live_i & before_i[k*KERNELS +: KERNELS]));
            f_begun[k] = live_i[k] && (|count_i[k*LID_W +: LID_W] || (|book_sm_i && book_khot_i[k])
                                       || (f_pick && pick_kid_i == k));
        end
    always @(posedge clk_i) {f_named_q, f_named_2_q} <= {f_named, f_named_q} & {2*KERNELS{rst_ni}};
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_still_q   <= rst_ni && !init_i && still_i;
        f_still_2_q <= rst_ni && !init_i && still_i && f_still_q;
        f_still_3_q <= rst_ni && !init_i && still_i && f_still_2_q;
        f_sleep_q <= rst_ni && sleep_i && !event_i;
        f_stall_q <= rst_ni && !init_i && issue_valid_i && !issue_ready_i[issue_sm_i];
        f_pay_q   <= issue_pay_i;
        f_ok_q    <= ok_i & {SMS{rst_ni && !init_i}};
        f_kid_q   <= want_kid_i;
        f_may_q   <= may_i;
        f_pick_q  <= f_pick;
        f_keep_q  <= keep_i & {SMS{rst_ni && !init_i}};
        f_live_q  <= live_i & {KERNELS{rst_ni && !init_i}};
        f_book_q  <= |book_sm_i;
        f_end_q   <= |stop_i || (book_i && last_i);
        f_steady_q <= rst_ni && !init_i && steady_i;
        f_taken_q <= (!rst_ni || init_i || |(launch_i & f_hot)) ? 2'd0
                   : f_taken_q + {1'b0, f_leaves && f_taken_q != 2'd3};
    end
    always @* begin
        assume (f_past_q || !rst_ni);                   // every run begins in reset
        assume (f_k < KERNELS);
    end
    assign sms_ok_o  = !(issue_valid_i && done_valid_i[issue_sm_i] && f_rep[SLOT_W-1:0] == issue_slot_i);
    assign grid_ok_o = !(|(booked_khot_i & f_hot) && &f_count);
    always @* if (f_past_q) begin
        books:    assert (f_books);
        inv_left: assert (!(freed_khot_i & (freed_khot_i - 1'b1)) && !f_gone
                          && !(freed_sm_i & (freed_sm_i - 1'b1)) && !(|freed_khot_i && !(|freed_sm_i)));
        inv_at:   assert (!(issue_valid_i && |freed_khot_i && freed_sm_i[issue_sm_i]
                            && freed_slot_i == issue_slot_i));
        inv_port: assert (!issue_valid_i || (|(map_i & f_port) && issue_sm_i < SMS
                                             && issue_kid_i < KERNELS && issue_slot_i < SLOTS));
        once:     assert (!LINEAR || (f_taken_q <= 2'd1 && !(f_taken_q[0] && f_stands)));
        exactly:  assert (!LINEAR || (f_taken_q[0] || f_stands) == (f_lid < f_count));
        complete: assert (!LINEAR || !(|(done_i & f_hot)) || f_taken_q[0] == (f_lid < f_count));
        next_is:  assert (!LINEAR || !(|(booked_khot_i & f_hot)) || pick_lid_i == f_count);
        inv_old:  assert (LINEAR || !(f_begun & ~(f_old & f_named & f_named_q & f_named_2_q)));
        one_done: assert (!(done_ready_i & (done_ready_i - 1'b1))
                          && !(done_ready_i & ~done_valid_i));
        works:    assert (!(|f_ok_q && !f_pick_q && !f_book_q && !(|f_keep_q) && load_i && f_steady_q
                            && !f_end_q && |((KID_ONE << f_kid_q) & live_i)) || f_pick || !steady_i);     // or another kernel's turn
        // No kernel is passed by one that ranks behind it, but for the rest of a block that is open.
        ranks:    assert (!(one_i && f_pick && !(|f_keep_q)) || !(|(f_rank[KERNELS-1:0] & f_live_q & live_i)));
        // A CTA goes to an SM of its kernel's partition, or to one that is lent; the rest of a block to the block's SM.
        isolated: assert (!f_pick || |f_keep_q || (!(pick_sm_i & ~f_may_q) && pick_kid_i == f_kid_q));
        goes_on:  assert (!(|f_keep_q && load_i && !f_end_q) || |(pick_sm_i & f_keep_q));
        inside:   assert (!(|f_keep_q) || !(pick_sm_i & ~f_keep_q));
        room:     assert (f_roomy);
        inv_cur:  assert ((!(|book_sm_i) || |(book_khot_i & live_i))
                          && (!f_pick || |((KID_ONE << pick_kid_i) & live_i)));
        inv_one:  assert (!(one_i && |f_keep_q && |book_sm_i) || book_khot_i == KID_ONE << pick_kid_i);
        inv_seen: assert ((!f_still_q || f_held_all) && (!f_still_3_q || steady_i));
        inv_slow: assert (!sleep_i || (f_still_q && f_still_2_q && f_still_3_q));
        stable:   assert (!f_stall_q || (issue_valid_i && issue_pay_i == f_pay_q));
        asleep:   assert (!f_sleep_q || (sleep_i && !issue_valid_i && issue_pay_i == f_pay_q));
    end
endmodule
`default_nettype wire
