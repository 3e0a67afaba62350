// disp_issue - candidates, booking register and issue register between the stages' answers and the CTA port; sleep flag.
//
// Contract  Registers which SMs may take the next CTA of the kernel that SMs were asked about (cand_o), and offers them to
//           the place stage. The SM that it picks enters the booking register. In the next cycle the CTA is booked: it
//           takes its resources and enters the issue register, where it waits for its SM. The booking register keeps its
//           CTA while the issue register is full, and in a cycle in which the same SM releases a CTA. The next pick is
//           possible in the cycle of a booking (load_o), unless that CTA is the last of its kernel. While a block of CTAs
//           is open, only its SMs are candidates.
//           alone_i marks answers that rest on a resource which one or two more CTAs of the kernel would use up: they are
//           void if a CTA of the kernel is picked in the same cycle or was in the previous one, because they do not
//           include that CTA. drop_i discards a CTA of an aborted kernel that is picked but not booked. sleep_o: no
//           register of the dispatcher changes until an input event.
// Timing    ok_i at edge t makes a candidate at t+1; a pick at t+1 is booked at t+2, and the CTA is at the port from t+3
//           on. A picked SM is no candidate from the next cycle until a cycle after its booking, because the counts
//           behind its ok_i do not include that CTA yet.
// Size      2 * SMS + KERNELS + KID_W + 7 + the issue register.
// Users     disp_top.
`default_nettype none
module disp_issue #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the coordinates
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter LID_W   = 32,                                     // bits of the linear id
    parameter SM_W    = (SMS > 1) ? $clog2(SMS) : 1,            // derived: never set
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,             // synchronous, active low
    input  wire                 init_i,             // empties the booking register and the issue register

    input  wire [SMS-1:0]       ok_i,               // all stages allow a CTA on SM s
    input  wire [KID_W-1:0]     ok_kid_i,           // of this kernel
    output wire [SMS-1:0]       cand_o,             // SM s is a candidate: the place stage may pick it
    output wire                 load_o,             // the booking register can take a pick
    input  wire                 open_i,             // a block is open after this clock edge
    input  wire [SMS-1:0]       keep_i,             // its SMs; zero: no block is open
    input  wire [SMS-1:0]       take_i,             // the completion of a CTA on SM s is accepted: the CTA is released at the
                                                    // next clock edge
    input  wire                 alone_i,            // ok_i is void if a CTA of ok_kid_i is picked now or was a cycle ago
    output wire                 voids_o,            // ok_i is void in this cycle

    input  wire [SMS-1:0]       pick_sm_i,          // selected SM: one-hot, a subset of cand_o, only with load_o; or zero
    input  wire [KID_W-1:0]     pick_kid_i,         // its kernel; also valid without a pick
    input  wire                 pick_head_i,        // the picked CTA is the first of a block

    output wire [SMS-1:0]       book_sm_o,          // booking register: SM of the CTA, one-hot; zero: empty
    output wire [KERNELS-1:0]   book_khot_o,        // its kernel, one-hot; if empty, pick_kid_i of the previous cycle
    output wire [KID_W-1:0]     book_kid_o,         // the same kernel as a number
    output wire                 book_head_o,        // the CTA is the first of a block
    output wire                 book_new_o,         // it was picked in the previous cycle
    output wire                 stand_o,            // the booking register keeps its CTA at this clock edge
    output wire                 book_o,             // its CTA is booked at this clock edge
    input  wire [KERNELS-1:0]   drop_i,             // kernel k is aborted: its CTA that is picked but not booked is discarded
    input  wire                 last_i,             // the CTA in the booking register is the last of its grid
    input  wire [SLOT_W-1:0]    book_slot_i,        // its slot
    input  wire [X_W-1:0]       pick_x_i,           // its coordinates and linear id
    input  wire [Y_W-1:0]       pick_y_i,
    input  wire [Z_W-1:0]       pick_z_i,
    input  wire [LID_W-1:0]     pick_lid_i,
    input  wire [1:0]           book_half_i,        // as issue_half_o

    output wire                 issue_valid_o,      // a CTA is at the port; stable until its SM takes it
    input  wire [SMS-1:0]       issue_ready_i,      // SM s takes the CTA at this clock edge
    output wire [SM_W-1:0]      issue_sm_o,
    output wire [SLOT_W-1:0]    issue_slot_o,
    output wire [KID_W-1:0]     issue_kid_o,
    output wire [X_W-1:0]       issue_x_o,
    output wire [Y_W-1:0]       issue_y_o,
    output wire [Z_W-1:0]       issue_z_o,
    output wire [LID_W-1:0]     issue_lid_o,
    output wire                 issue_block_o,      // it belongs to the block of the CTA issued before it
    output wire [1:0]           issue_half_o,       // warp schedulers of the SM that serve it: 0 all, 1 the lower half, 2 the
                                                    // upper half

    input  wire                 change_i,           // a register of a stage changes at this clock edge
    input  wire                 idle_i,             // no access of the register bus is in progress
    output wire                 sleep_o
);
    localparam PAY_W = SM_W + SLOT_W + KID_W + X_W + Y_W + Z_W + LID_W + 3;

    localparam [KERNELS-1:0] KID_ONE = 1;

    reg [SMS-1:0]       cand_q;
    reg [SMS-1:0]       book_q;                     // booking register: its SM,
    reg                 full_q;                     // book_q is not 0
    reg                 new_q;                      // the CTA was picked a cycle ago
    reg                 leave_q;                    // its SM releases a CTA at this clock edge
    reg [KERNELS-1:0]   khot_q;                     // its kernel, one-hot and as a number
    reg [KID_W-1:0]     kid_q;
    reg                 head_q;
    reg                 valid_q;                    // issue register: it has a CTA,
    reg [SMS-1:0]       sm_hot_q;                   // for this SM, one-hot
    reg [PAY_W-1:0]     pay_q;
    reg [2:0]           quiet_q;                    // the last one, two, three edges had no pick, booking or change
    wire [SM_W-1:0]     book_sm;
    wire                pick  = |pick_sm_i;
    wire                free  = !valid_q || |(issue_ready_i & sm_hot_q);    // the issue register can be loaded
    wire                book  = full_q && free && !leave_q;
    wire                stand = full_q && !(free && !leave_q);
    wire [KERNELS-1:0]  pick_khot = KID_ONE << pick_kid_i;
    wire                drop  = |(drop_i & (stand ? khot_q : pick_khot));
    wire [SMS-1:0]      book_d = stand ? book_q : pick_sm_i;
    wire                voids = alone_i && ((pick && pick_kid_i == ok_kid_i) || (new_q && kid_q == ok_kid_i));

    lib_enc1h #(.N(SMS)) u_sm (.hot_i(book_q), .bin_o(book_sm));

    assign cand_o        = cand_q;
    assign voids_o       = voids;
    assign load_o        = !full_q || (book && !last_i);
    assign book_sm_o     = book_q;
    assign book_khot_o   = khot_q;
    assign book_kid_o    = kid_q;
    assign book_head_o   = head_q;
    assign book_new_o    = new_q;
    assign stand_o       = stand;
    assign book_o        = book;
    assign issue_valid_o = valid_q;
    assign {issue_sm_o, issue_slot_o, issue_kid_o,
            issue_x_o, issue_y_o, issue_z_o, issue_lid_o, issue_half_o, issue_block_o} = pay_q;
    // Asleep after three edges without a change. At the first the counts of disp_fit follow its registers, at the second
    // cand_q follows the counts. In the third cycle the place stage picks none of these candidates, and because nothing
    // changes it picks none later.
    assign sleep_o       = quiet_q[2] && !valid_q && idle_i;

    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            cand_q  <= {SMS{1'b0}};
            valid_q <= 1'b0;
            book_q  <= {SMS{1'b0}};
            full_q  <= 1'b0;
            new_q   <= 1'b0;
            quiet_q <= 3'd0;
        end else begin
            // disp_fit found room for a whole block, on each of its SMs, before its first CTA was picked, and no CTA outside the block is
            // picked until its last one: the block's SMs remain candidates without a new answer.
            cand_q  <= open_i ? keep_i
                              : ok_i & ~pick_sm_i & ~book_q & ~{SMS{voids}};
            book_q  <= book_d & {SMS{!drop}};
            full_q  <= (stand || pick) && !drop;
            new_q   <= pick && !drop;
            if (free) valid_q <= book;
            quiet_q <= {quiet_q[1:0], 1'b1} & {3{!(pick || full_q || change_i)}};
        end
    always @(posedge clk_i) leave_q <= |(book_d & take_i);

    // Payload, valid only with full_q, valid_q or cand_q: not reset.
    always @(posedge clk_i) begin
        if (!stand) begin
            khot_q <= pick_khot;
            kid_q  <= pick_kid_i;
            head_q <= pick_head_i;
        end
        if (book) begin
            sm_hot_q <= book_q;
            pay_q    <= {book_sm, book_slot_i, kid_q,
                         pick_x_i, pick_y_i, pick_z_i, pick_lid_i, book_half_i, !head_q};
        end
    end

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_after_q = 1'b0, f_same_q = 1'b0, f_stall_q = 1'b0, f_loaded_q = 1'b0;
    reg f_load_q, f_calm_q = 1'b0, f_calm_2_q = 1'b0;   // nothing changed for two edges, for three
    reg f_alone_q, f_open_q, f_picked_q, f_new_q, f_stand_q, f_drop_q, f_head_q, f_last_q;
    reg f_full_q;
    reg [KID_W-1:0]     f_kid_q, f_num_q;
    reg [SMS-1:0]       f_ok_q, f_cand_q, f_pick_q, f_book_q, f_keep_q, f_take_q;
    reg [KID_W-1:0]     f_okid_q;
    reg [PAY_W-1:0]     f_pay_q, f_in_q;
    wire                f_on = rst_ni && !init_i;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_after_q  <= f_on;
        f_same_q   <= f_on && !pick && !full_q && !change_i;
        f_calm_q   <= f_on && !pick && !full_q && !change_i && f_same_q;
        f_calm_2_q <= f_on && !pick && !full_q && !change_i && f_calm_q;
        f_stall_q  <= f_on && valid_q && !issue_ready_i[issue_sm_o];
        f_loaded_q <= f_on && book;
        f_ok_q     <= ok_i;
        f_alone_q  <= alone_i;
        f_open_q   <= open_i;
        f_keep_q   <= keep_i;
        f_take_q   <= take_i;
        f_okid_q   <= ok_kid_i;
        f_cand_q   <= cand_o;
        f_load_q   <= load_o;
        f_pick_q   <= pick_sm_i & {SMS{f_on}};
        f_picked_q <= pick && f_on;
        f_book_q   <= book_q & {SMS{f_on}};
        f_full_q   <= full_q && f_on;
        f_new_q    <= new_q && f_on;
        f_stand_q  <= stand && f_on;
        f_drop_q   <= drop;
        f_kid_q    <= pick_kid_i;
        f_num_q    <= kid_q;
        f_head_q   <= pick_head_i;
        f_last_q   <= last_i;
        f_pay_q    <= pay_q;
        f_in_q     <= {book_sm, book_slot_i, kid_q, pick_x_i, pick_y_i, pick_z_i, pick_lid_i, book_half_i,
                       !head_q};
    end
    // The stages answer combinationally from registers that change only with change_i, and from counts that follow those
    // a cycle later. Unchanged candidates lead to an unchanged pick.
    wire f_env_pick = !(pick_sm_i & (pick_sm_i - 1'b1)) && !(pick_sm_i & ~cand_o)
                   && !(pick && !load_o) && !((init_i || |take_i || |drop_i) && !change_i)
                   && pick_kid_i < KERNELS;
    wire f_env_same = !f_same_q || ((ok_i == f_ok_q || !f_calm_q) && (ok_kid_i == f_okid_q || !f_calm_q)
                   && (pick || (keep_i == f_keep_q && open_i == f_open_q))
                   && (cand_o != f_cand_q || load_o != f_load_q || !f_calm_2_q
                       || pick_sm_i == f_pick_q));
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) begin
        in_pick: assume (f_env_pick);
        in_same: assume (f_env_same);
        in_open: assume (open_i == |keep_i);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                asleep: cover (rst_ni && sleep_o && |cand_q == 1'b0);
                moved:  cover (rst_ni && f_loaded_q && book && pick && valid_q);
                waits:  cover (rst_ni && leave_q && full_q && free && new_q);
            end
        end
    endgenerate
    localparam [SMS-1:0] F_ONE = 1;
    always @* if (f_past_q) begin
        stable:    assert (!f_stall_q || (issue_valid_o && pay_q == f_pay_q));
        loaded:    assert (!f_loaded_q || (issue_valid_o && pay_q == f_in_q));
        // A pick enters the booking register, does not change until it is booked, and is booked once.
        picked:    assert (!f_picked_q || f_drop_q
                           || (book_q == f_pick_q && new_q && kid_q == f_kid_q && head_q == f_head_q));
        standing:  assert (!f_stand_q || f_drop_q || (book_q == f_book_q && !new_q && kid_q == f_num_q));
        dropped:   assert (!f_drop_q || !full_q);
        emptied:   assert (f_stand_q || f_picked_q || !full_q);
        filled:    assert (full_q == |book_q && !(book_q & (book_q - 1'b1)) && (!new_q || full_q));
        the_last:  assert (!(f_full_q && f_last_q) || !f_picked_q);
        apart:     assert (!(book && |(book_q & f_take_q)));
        goes:      assert (!(full_q && free) || book || |(book_q & f_take_q));
        withheld:  assert (!(cand_o & (f_pick_q | f_book_q)) || f_open_q);
        voided:    assert (!(|cand_o) || !f_alone_q || f_open_q || !((f_picked_q && f_kid_q == f_okid_q)
                                                                     || (f_new_q && f_num_q == f_okid_q)));
        kept:      assert (!f_open_q || !f_after_q || cand_o == f_keep_q);
        agreed:    assert (f_open_q || !(cand_o & ~f_ok_q));
        offered:   assert (!f_after_q || f_open_q || f_picked_q || (f_alone_q && f_new_q && f_num_q == f_okid_q)
                           || cand_o == (f_ok_q & ~f_book_q));
        inv_hot:   assert (!valid_q || sm_hot_q == F_ONE << issue_sm_o);
        inv_kid:   assert (!full_q || (khot_q == KID_ONE << kid_q && kid_q < KERNELS));
        inv_quiet: assert ((quiet_q[0] || !quiet_q[1]) && (quiet_q[1] || !quiet_q[2]));
        inv_seen:  assert (!quiet_q[1] || pick
                           || cand_q == (open_i ? keep_i : ok_i));
        inv_book:  assert (!quiet_q[0] || !full_q);
        inv_hist:  assert ((!quiet_q[0] || f_same_q) && (!quiet_q[1] || f_calm_q) && (!quiet_q[2] || f_calm_2_q));
        inv_idle:  assert (!quiet_q[2] || !f_load_q || !pick);
        asleep_on: assert (!sleep_o || (!valid_q && !pick && !full_q
                                        && cand_q == (open_i ? keep_i : ok_i)));
    end
`endif
endmodule
`default_nettype wire
