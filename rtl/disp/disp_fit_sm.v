// disp_fit_sm - free amounts of five resources and free CTA slots of one SM.
//
// Contract  An amount word has five fields, each below a guard bit that is 0:
//             { 0 slots | 0 smem | 0 regs | 0 threads | 0 warps }.
//           fit_o: the free amounts cover need_i in every field; 0 if the top guard bit of need_i is set, which says that
//           the need is not known. A booking (book_i) takes book_amt_i and the lowest free slot of may_i; a release
//           (free_i) returns free_amt_i and its slot. They never share a clock edge.
// Timing    fit_o and map_o show a booking or a release in the cycle after its edge. resident_o is counted in the cycle of
//           want_i and registered: it shows a release a cycle later than map_o, and a CTA one cycle after that CTA has
//           entered the booking register.
// Size      AMT_W - 5 + KERNELS*SLOTS + CNT_W flops, one comparison, one adder.
// Users     disp_fit.   Not modelled: allocation granularity, fragmentation.
`default_nettype none
module disp_fit_sm #(
    parameter SLOTS   = 8,                      // CTA slots, 1..32
    parameter KERNELS = 4,                      // kernel table entries, 1..16
    parameter AMT_W   = 59,                     // bits of an amount word, guards included
    parameter [AMT_W-1:0] GUARD = 0,            // the guard bits of an amount word
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                   // derived: never set
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,     // synchronous, active low

    input  wire                     init_i,     // frees everything: the free amounts become cap_i
    input  wire [AMT_W-1:0]         cap_i,      // amounts of an empty SM, for init_i
    input  wire [SLOTS-1:0]         may_i,      // slots that the CTA in the booking register may take

    input  wire [AMT_W-1:0]         need_i,     // amounts of the next CTAs of the previous cycle's kernel; top guard bit 1: not
                                                // known
    input  wire [KERNELS-1:0]       want_i,     // kernel that SMs are asked about, one-hot or zero
    output wire                     fit_o,      // these CTAs fit
    output wire [4:0]               lack_o,     // resources of which too little is free, from bit 4 down: slots, smem, regs,
                                                // threads, warps
    output wire [CNT_W-1:0]         resident_o, // CTAs of the previous cycle's kernel, as counted then, with the one in the
                                                // booking register
    output wire [CNT_W-1:0]         ahead_o,    // the same plus the next CTAs, minus 1
    output wire [KERNELS*SLOTS-1:0] map_o,      // bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire [AMT_W-1:0]         free_o,     // free amounts

    input  wire                     book_sm_i,  // the CTA in the booking register is for this SM
    input  wire [KERNELS-1:0]       book_khot_i, // its kernel, one-hot
    input  wire [AMT_W-1:0]         book_amt_i, // its amounts
    input  wire                     book_i,     // it is booked at this clock edge; only with book_sm_i
    output wire [SLOTS-1:0]         slot_o,     // slot that it takes, one-hot; zero: none is free

    input  wire                     done_valid_i,   // the SM reports a finished CTA
    input  wire [SLOT_W-1:0]        done_slot_i,    // its slot, in use or not
    output wire [KERNELS-1:0]       done_khot_o, // kernel in that slot, one-hot; zero: not in use, or no report
    input  wire                     free_i,     // a CTA is released at this clock edge; never with book_i
    input  wire [SLOT_W-1:0]        free_slot_i,    // its slot
    input  wire [KERNELS-1:0]       free_khot_i, // its kernel, one-hot; zero: the slot was not in use
    input  wire [AMT_W-1:0]         free_amt_i  // its amounts
`ifdef FORMAL
    , input wire [SLOTS-1:0]    f_usable_i      // slots that the SM has
    , input wire [KERNELS*AMT_W-1:0] f_amt_i    // amounts of a CTA of each kernel; constant while a CTA of the kernel is here
`endif
);
    localparam [SLOTS-1:0] ONE     = 1;
    localparam [CNT_W-1:0] CNT_ONE = 1;

    generate
        if (SLOTS > 32) begin : g_check
            disp_fit_sm_needs_count_to_hold_SLOTS u_stop ();
        end
    endgenerate

    // Bit of an amount word that is the guard of field n; AMT_W - 1 if there are fewer fields.
    function integer guard_bit(input integer n);
        integer b, seen;
        begin
            guard_bit = AMT_W - 1;
            seen = 0;
            for (b = 0; b < AMT_W; b = b + 1)
                if (GUARD[b]) begin
                    if (seen == n) guard_bit = b;
                    seen = seen + 1;
                end
        end
    endfunction
    localparam WARPS_G = guard_bit(0), THREADS_G = guard_bit(1), REGS_G = guard_bit(2), SMEM_G = guard_bit(3);

    reg [AMT_W-1:0]         free_q;
    reg [KERNELS*SLOTS-1:0] map_q;

    // The guard bit above each field of free_q is set for the subtraction and absorbs the borrow of that field. So one
    // subtraction compares all five: where the guard bit stays 1, the field covers the need.
    wire [AMT_W-1:0] diff = (free_q | GUARD) - need_i;
    // Adds the amounts of a release, or subtracts those of the booking register, as their complement plus 1. book_i comes
    // late in the cycle and free_i early: therefore free_i selects the operand, and book_i only enables the registers.
    wire [AMT_W-1:0] free_d = (free_q | (GUARD & {AMT_W{!free_i}}))
                            + (free_i ? free_amt_i : ~book_amt_i) + {{(AMT_W - 1){1'b0}}, !free_i};

    wire [SLOTS-1:0] open;                      // free slots that the CTA in the booking register may take
    wire [SLOTS-1:0] done_hot = ONE << done_slot_i;
    wire [SLOTS-1:0]   free_hot = ONE << free_slot_i;
    wire [KERNELS-1:0] free_khot = free_khot_i & {KERNELS{free_i}}; // masked once, not per slot: less load on free_i
    wire [SLOTS-1:0] pick_set = slot_o & {SLOTS{book_i}};
    wire             comes    = book_sm_i && |(want_i & book_khot_i); // the booking register has a CTA of the wanted kernel

    // Adds neighbouring fields, of one bit each at first.
    function [CNT_W-1:0] count(input [SLOTS-1:0] set);
        reg [31:0] sum;
        begin
            sum = 32'd0;
            sum[SLOTS-1:0] = set;
            sum = (sum & 32'h55555555) + ((sum >> 1) & 32'h55555555);
            sum = (sum & 32'h33333333) + ((sum >> 2) & 32'h33333333);
            sum = (sum & 32'h0f0f0f0f) + ((sum >> 4) & 32'h0f0f0f0f);
            sum = (sum & 32'h00ff00ff) + ((sum >> 8) & 32'h00ff00ff);
            sum = (sum & 32'h0000ffff) + (sum >> 16);
            count = sum[CNT_W-1:0];
        end
    endfunction

    reg [SLOTS-1:0]   used;
    reg [SLOTS-1:0]   mine;                     // slots of the wanted kernel
    reg [KERNELS-1:0] done_khot;
    reg [CNT_W-1:0]   resident, resident_q;

    integer k;
    always @* begin
        used = {SLOTS{1'b0}};
        mine = {SLOTS{1'b0}};
        for (k = 0; k < KERNELS; k = k + 1) begin
            used = used | map_q[k*SLOTS +: SLOTS];
            if (want_i[k]) mine = mine | map_q[k*SLOTS +: SLOTS];
        end
        done_khot = {KERNELS{1'b0}};
        if (done_valid_i)                       // lets simulators skip the loop
            for (k = 0; k < KERNELS; k = k + 1) done_khot[k] = |(map_q[k*SLOTS +: SLOTS] & done_hot);
        resident = count(mine);
        resident = resident + {{(CNT_W - 1){1'b0}}, comes};
    end

    assign open       = may_i & ~used;
    assign lack_o     = ~{diff[AMT_W-1], diff[SMEM_G], diff[REGS_G], diff[THREADS_G], diff[WARPS_G]};
    assign fit_o      = (diff & GUARD) == GUARD && !need_i[AMT_W-1];
    assign slot_o     = open & (~open + ONE);
    assign map_o      = map_q;
    assign free_o     = free_q;
    assign resident_o = resident_q;
    assign ahead_o    = resident_q + need_i[AMT_W-2 -: CNT_W] - CNT_ONE;
    assign done_khot_o = done_khot;

    always @(posedge clk_i) resident_q <= resident;     // read only after a question: not reset

    integer n;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            free_q <= rst_ni ? cap_i : {AMT_W{1'b0}};
            map_q  <= {KERNELS*SLOTS{1'b0}};
        end else if (book_i || free_i) begin
            free_q <= free_d & ~GUARD;          // the guard bits are constant 0 and cost no flop
            for (n = 0; n < KERNELS; n = n + 1)
                map_q[n*SLOTS +: SLOTS] <= (map_q[n*SLOTS +: SLOTS] & ~(free_hot & {SLOTS{free_khot[n]}}))
                                         | (pick_set & {SLOTS{book_khot_i[n]}});
        end

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg                     f_past_q = 1'b0, f_prev_q = 1'b0, f_idle_q = 1'b0, f_freed_q;
    reg                     f_prev_init_q;
    reg [SLOTS-1:0]         f_usable_q;
    reg [KERNELS*AMT_W-1:0] f_amt_q;            // f_amt_i, free_q, map_q of the cycle before
    reg [AMT_W-1:0]         f_free_q;
    reg [KERNELS*SLOTS-1:0] f_map_q;
    reg [AMT_W-1:0]         f_cap_q;            // amounts at the last init
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_prev_q <= rst_ni;
        f_prev_init_q <= init_i;
        f_idle_q <= rst_ni && !init_i && !book_i && !free_i;
        f_freed_q <= free_i;
        f_usable_q <= f_usable_i;
        f_amt_q  <= f_amt_i;
        f_free_q <= free_q;
        f_map_q  <= map_q;
        if (!rst_ni || init_i) f_cap_q <= rst_ni ? cap_i : {AMT_W{1'b0}};
    end

    reg [AMT_W-1:0] f_sum;                      // amounts of all slots in use
    reg [AMT_W-1:0] f_back;                     // amounts of the released CTA
    reg [AMT_W-1:0] f_book;                     // amounts of the CTA in the booking register
    reg             f_carry;                    // a partial sum exceeds its field
    reg             f_moved, f_wide;            // a resident kernel's word changed; a guard is set
    reg             f_one;                      // a CTA of some kernel does not take exactly one slot
    reg [SLOTS-1:0] f_twice;
    reg [SLOTS-1:0] f_at;
    reg             f_none;                     // the released CTA is not in its slot
    reg [CNT_W:0]   f_usable, f_open;           // slots that the SM has; free ones of these
    integer i, j;
    always @* begin
        f_sum   = {AMT_W{1'b0}};
        f_back  = {AMT_W{1'b0}};
        f_book  = {AMT_W{1'b0}};
        f_carry = 1'b0;
        f_moved = 1'b0;
        f_wide  = 1'b0;
        f_one   = 1'b0;
        f_twice = {SLOTS{1'b0}};
        f_at    = ONE << free_slot_i;
        f_none  = 1'b0;
        f_usable = {CNT_W+1{1'b0}};
        f_open   = {CNT_W+1{1'b0}};
        for (j = 0; j < SLOTS; j = j + 1) begin
            f_usable = f_usable + f_usable_i[j];
            f_open   = f_open + (f_usable_i[j] && !used[j]);
        end
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_back  = f_back | (f_amt_i[i*AMT_W +: AMT_W] & {AMT_W{free_khot_i[i]}});
            f_book  = f_book | (f_amt_i[i*AMT_W +: AMT_W] & {AMT_W{book_khot_i[i]}});
            f_none  = f_none || (free_khot_i[i] && !(|(map_q[i*SLOTS +: SLOTS] & f_at)));
            f_wide  = f_wide || |(f_amt_i[i*AMT_W +: AMT_W] & GUARD);
            f_one   = f_one || f_amt_i[(i + 1)*AMT_W-2 -: CNT_W] != 1;
            f_moved = f_moved || (f_prev_q && |map_q[i*SLOTS +: SLOTS]
                    && f_amt_i[i*AMT_W +: AMT_W] != f_amt_q[i*AMT_W +: AMT_W]);
            for (j = 0; j < SLOTS; j = j + 1) begin
                if (map_q[i*SLOTS + j]) f_sum = f_sum + f_amt_i[i*AMT_W +: AMT_W];
                f_carry = f_carry || |(f_sum & GUARD);
            end
            for (j = 0; j < i; j = j + 1)
                f_twice = f_twice | (map_q[i*SLOTS +: SLOTS] & map_q[j*SLOTS +: SLOTS]);
        end
    end
    wire [CNT_W:0]   f_slots = {1'b0, free_q[AMT_W-2 -: CNT_W]};
    wire [AMT_W-1:0] f_diff  = (free_q | GUARD) - book_amt_i;

    wire f_env_amt  = !f_moved && !f_wide && !f_one && !(cap_i & GUARD);
    wire f_env_pick = !(want_i & (want_i - 1'b1))
                   && (!book_sm_i || (|book_khot_i && !(book_khot_i & (book_khot_i - 1'b1)) && book_amt_i == f_book && !init_i
                                   && (f_diff & GUARD) == GUARD && |open))
                   && (!book_i || book_sm_i);
    wire f_env_free = !free_i || (free_amt_i == f_back && !book_i && !f_none);
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_amt:  assume (f_env_amt);
        in_pick: assume (f_env_pick);
        in_free: assume (f_env_free);
        // The capacity that the last init loaded determines how many slots the SM has.
        in_may:  assume (!(may_i & ~f_usable_i));
        in_slots: assume (f_usable_i == f_usable_q || !f_prev_q || f_prev_init_q);
        in_usable: assume (!f_prev_q || {1'b0, f_cap_q[AMT_W-2 -: CNT_W]} == f_usable);
    end

    always @* if (f_past_q) begin
        conserved:  assert (free_q + f_sum == f_cap_q);
        no_wrap:    assert (!(free_q & GUARD) && !f_carry && !(f_cap_q & GUARD));
        slot_once:  assert (!f_twice);
        within:     assert (!f_prev_q || !(used & ~f_usable_i));
        counted:    assert (!f_prev_q || f_slots == f_open);
        covers:     assert (!f_prev_q || !book_sm_i || |slot_o);
        lowest:     assert (!(slot_o & ~open) && !(slot_o & (slot_o - ONE)) && |slot_o == |open
                            && !((slot_o - ONE) & open & {SLOTS{|open}}));
        still:      assert (!f_idle_q || (free_q == f_free_q && map_q == f_map_q));
    end
    generate
        if (F_TOP) begin : g_alone
            // Two fields, field by field.
            localparam [AMT_W-1:0] F_LOW = (GUARD & (~GUARD + 1)) - 1;
            always @* if (f_past_q && f_prev_q && !(need_i & GUARD)) begin
                exact: assert (fit_o == ((free_q & F_LOW) >= (need_i & F_LOW)
                                         && free_q[AMT_W-2 -: CNT_W] >= need_i[AMT_W-2 -: CNT_W]));
                ahead: assert (ahead_o == resident_o + need_i[AMT_W-2 -: CNT_W] - CNT_ONE);
            end
            always @* if (f_past_q && f_prev_q) hidden: assert (!need_i[AMT_W-1] || !fit_o);
            always @* if (f_past_q) begin
                full: cover (rst_ni && &used && f_cap_q[0] && !(|free_q));
                after: cover (rst_ni && book_i && f_freed_q && |f_book);
                whole: cover (rst_ni && fit_o && need_i[AMT_W-2 -: CNT_W] != CNT_ONE && |used);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
