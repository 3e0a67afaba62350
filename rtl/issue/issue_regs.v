// issue_regs - scoreboard: decides for each warp of a sub-core whether its oldest instruction may issue, from the registers that
// it names. The ports are those of issue_bits.
//
// Contract  Per warp and register: a pending write, and the number of consumers: instructions that will still read it. ok_o: no
//           source and not the destination has a pending write (RAW, WAW), the destination has no consumer (WAR), and no
//           source has CONSUMERS already. An instruction that names a register in two sources is one consumer of it.
// Timing    head_i -> ok_o combinational. The edge that ends the cycle of the issue changes the state: no stall keeps the warp
//           from issuing in the next cycle, so a change in Control, as in issue_bits, would miss that instruction's hazards.
//           Events at edge t count in t + 1.
// Size      WARPS * REGS * (1 + COUNT_W) flops; per warp a multiplexer of REGS bits per field, an adder per register.
// Users     issue_sub.
// Source    Huerta et al., MICRO 2025, section 7 (number of registers and consumers).
`default_nettype none
module issue_regs #(
    parameter WARPS     = 16,           // warps of the sub-core, 1..64
    parameter READS     = 2,            // instructions per cycle that have read their sources, 1..8
    parameter WRITES    = 2,            // results per cycle, 1..8
    parameter REGS      = 332,          // registers of a warp, 2..1024: 255, 63 uniform, 7 predicates, 7 uniform predicates
    parameter CONSUMERS = 63,           // consumers of a register at most: 1, 3, 7, 15, 31 or 63
    parameter DESTS     = 1,            // registers that an instruction writes at most, 1..16
    parameter SOURCES   = 4,            // that it reads, 1..16
    parameter WARP_W    = WARPS > 1 ? $clog2(WARPS) : 1,    // derived: never set
    parameter REG_W     = $clog2(REGS),                     // derived: never set
    parameter COUNT_W   = $clog2(CONSUMERS + 1),            // derived: never set
    parameter HEAD_W    = (DESTS + SOURCES)*(REG_W + 1),    // derived: never set
    parameter READ_W    = SOURCES*(REG_W + 1),              // derived: never set
    parameter WRITE_W   = DESTS*(REG_W + 1)                 // derived: never set
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,        // synchronous, active low

    input  wire [WARPS-1:0]          start_i,       // warp starts; nothing of it is pending
    input  wire [WARPS*HEAD_W-1:0]   head_i,        // slice w, of the oldest instruction of warp w: fields { valid, register },
                                                    // from bit 0 on its destinations, then its sources
    input  wire [WARPS-1:0]          gnt_i,         // warp that issues, one-hot or zero, of ok_o; may depend on ok_o
    input  wire [READS-1:0]          read_evt_i,    // an instruction has read its sources
    input  wire [READS*WARP_W-1:0]   read_warp_i,   // its warp
    input  wire [READS*READ_W-1:0]   read_tag_i,    // its source fields
    input  wire [WRITES-1:0]         write_evt_i,   // a result is written
    input  wire [WRITES*WARP_W-1:0]  write_warp_i,
    input  wire [WRITES*WRITE_W-1:0] write_tag_i,   // its destination fields

    output reg  [WARPS-1:0]          ok_o,          // warp's oldest instruction may issue
    output reg  [WARPS-1:0]          idle_o         // no write is pending, no register has consumers
`ifdef FORMAL
    , output wire                    f_rules_o      // head_i and the events are as assumed
`endif
);
    localparam FIELD_W = REG_W + 1;
    localparam FIELDS  = DESTS + SOURCES;
    localparam STEP_W  = $clog2(READS + 1) + 1;     // bits of the change of a count, with its sign
    localparam ADD_W   = STEP_W < COUNT_W ? STEP_W : COUNT_W;       // counts are modulo 2^COUNT_W: so many bits suffice
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [REGS-1:0]  R_ONE = 1;
    localparam PLANES = WARPS*COUNT_W;

    generate
        if (WARPS < 1 || WARPS > 64) begin : g_check
            issue_regs_needs_WARPS_from_1_to_64 u_stop ();
        end
        if (READS < 1 || READS > 8 || WRITES < 1 || WRITES > 8) begin : g_check_events
            issue_regs_needs_READS_and_WRITES_from_1_to_8 u_stop ();
        end
        if (REGS < 2 || REGS > 1024) begin : g_check_regs
            issue_regs_needs_REGS_from_2_to_1024 u_stop ();
        end
        if (DESTS < 1 || DESTS > 16 || SOURCES < 1 || SOURCES > 16) begin : g_check_fields
            issue_regs_needs_DESTS_and_SOURCES_from_1_to_16 u_stop ();
        end
        if (CONSUMERS < 1 || CONSUMERS > 63 || (CONSUMERS & (CONSUMERS + 1)) != 0) begin : g_check_consumers
            issue_regs_needs_CONSUMERS_of_1_3_7_15_31_or_63 u_stop ();
        end
    endgenerate

    // Bit planes: plane b of a warp holds bit b of the counts of all its registers.
    reg [WARPS*REGS-1:0]  pend_q, pend_d;           // bit w*REGS + r: a write of register r of warp w is pending
    reg [PLANES*REGS-1:0] count_q, count_d;         // plane b of warp w at [(w*COUNT_W + b)*REGS +: REGS]

    reg [HEAD_W-1:0]  head;
    reg [FIELD_W-1:0] field;
    reg [REGS-1:0]    pend, some, full;             // registers of a warp: written; with consumers; with all that fit
    reg               stop;
    integer w, b, f;
    always @*
        for (w = 0; w < WARPS; w = w + 1) begin
            head = head_i[w*HEAD_W +: HEAD_W];
            pend = pend_q[w*REGS +: REGS];
            some = {REGS{1'b0}};
            full = {REGS{1'b1}};
            for (b = 0; b < COUNT_W; b = b + 1) begin
                some = some | count_q[(w*COUNT_W + b)*REGS +: REGS];
                full = full & count_q[(w*COUNT_W + b)*REGS +: REGS];
            end
            idle_o[w] = !(|(pend | some));
            some  = some | pend;
            full  = full | pend;
            stop  = 1'b0;
            for (f = 0; f < FIELDS; f = f + 1) begin
                field = head[f*FIELD_W +: FIELD_W];
                stop  = stop || (field[REG_W] && (f < DESTS ? some[field[REG_W-1:0]] : full[field[REG_W-1:0]]));
            end
            ok_o[w] = !stop;
        end

    // Registers are decoded once for all warps: of the instruction that issues, and of each event.
    wire [HEAD_W-1:0] issue;
    lib_mux1h #(.N(WARPS), .W(HEAD_W)) u_issue (.sel_i(gnt_i), .data_i(head_i), .data_o(issue));

    reg [REGS-1:0]        set, uses;                // written and read by the instruction that issues
    reg [READS*REGS-1:0]  used;                     // read by the instruction of each event
    reg [WRITES*REGS-1:0] made;
    reg [READS*WARPS-1:0]  read_hot;
    reg [WRITES*WARPS-1:0] write_hot;
    integer i, j, x;
    always @* begin
        set  = {REGS{1'b0}};
        uses = {REGS{1'b0}};
        for (i = 0; i < DESTS; i = i + 1)
            if (issue[i*FIELD_W + REG_W]) set = set | (R_ONE << issue[i*FIELD_W +: REG_W]);
        for (i = DESTS; i < FIELDS; i = i + 1)
            if (issue[i*FIELD_W + REG_W]) uses = uses | (R_ONE << issue[i*FIELD_W +: REG_W]);
        used = {READS*REGS{1'b0}};
        for (j = 0; j < READS; j = j + 1) begin
            read_hot[j*WARPS +: WARPS] = read_evt_i[j] ? W_ONE << read_warp_i[j*WARP_W +: WARP_W] : {WARPS{1'b0}};
            for (i = 0; i < SOURCES; i = i + 1)
                if (read_tag_i[j*READ_W + i*FIELD_W + REG_W])
                    used[j*REGS +: REGS] = used[j*REGS +: REGS] | (R_ONE << read_tag_i[j*READ_W + i*FIELD_W +: REG_W]);
        end
        made = {WRITES*REGS{1'b0}};
        for (x = 0; x < WRITES; x = x + 1) begin
            write_hot[x*WARPS +: WARPS] = write_evt_i[x] ? W_ONE << write_warp_i[x*WARP_W +: WARP_W] : {WARPS{1'b0}};
            for (i = 0; i < DESTS; i = i + 1)
                if (write_tag_i[x*WRITE_W + i*FIELD_W + REG_W])
                    made[x*REGS +: REGS] = made[x*REGS +: REGS] | (R_ONE << write_tag_i[x*WRITE_W + i*FIELD_W +: REG_W]);
        end
    end

    // The change of a count: one if the instruction that issues reads the register, less one per event.
    reg [ADD_W*REGS-1:0] step;
    reg [REGS-1:0]       left, word, more, carry;
    integer v, p, q;
    always @*
        for (v = 0; v < WARPS; v = v + 1) begin
            pend_d[v*REGS +: REGS] = pend_q[v*REGS +: REGS] | (set & {REGS{gnt_i[v]}});
            for (p = 0; p < WRITES; p = p + 1)
                pend_d[v*REGS +: REGS] = pend_d[v*REGS +: REGS] & ~(made[p*REGS +: REGS] & {REGS{write_hot[p*WARPS + v]}});

            step = {ADD_W*REGS{1'b0}};
            step[REGS-1:0] = uses & {REGS{gnt_i[v]}};
            for (p = 0; p < READS; p = p + 1) begin
                left = used[p*REGS +: REGS] & {REGS{read_hot[p*WARPS + v]}};
                for (q = 0; q < ADD_W; q = q + 1) begin
                    word = step[q*REGS +: REGS];
                    step[q*REGS +: REGS] = word ^ left;
                    left = left & ~word;
                end
            end
            carry = {REGS{1'b0}};
            for (q = 0; q < COUNT_W; q = q + 1) begin
                word  = count_q[(v*COUNT_W + q)*REGS +: REGS];
                more  = step[(q < ADD_W ? q : ADD_W - 1)*REGS +: REGS];
                count_d[(v*COUNT_W + q)*REGS +: REGS] = word ^ more ^ carry;
                carry = (word & more) | (carry & (word | more));
            end
        end

    integer n;
    always @(posedge clk_i)
        if (!rst_ni) begin
            for (n = 0; n < WARPS; n = n + 1)  pend_q[n*REGS +: REGS]  <= {REGS{1'b0}};
            for (n = 0; n < PLANES; n = n + 1) count_q[n*REGS +: REGS] <= {REGS{1'b0}};
        end else begin
            pend_q  <= pend_d;
            count_q <= count_d;
        end

    // A warp that starts has nothing pending, so there is nothing to clear.
    wire unused = &{1'b0, start_i};

`ifdef FORMAL
    parameter F_TOP = 0;                                    // 1: this module is the top of the proof
    (* anyconst *) reg [WARP_W-1:0] f_w;                    // any warp, any register of it
    (* anyconst *) reg [REG_W-1:0]  f_r;
    localparam [WARP_W:0] F_LAST = WARPS;
    localparam [REG_W:0]  F_REGS = REGS;
    localparam [COUNT_W-1:0] F_MOST = CONSUMERS;
    reg  f_init_q = 1'b0;
    wire [WARPS*HEAD_W-1:0] f_heads = head_i >> (f_w*HEAD_W);
    wire [HEAD_W-1:0]       f_head = f_heads[HEAD_W-1:0];
    wire [WARPS*REGS-1:0]   f_pends = pend_q >> (f_w*REGS + f_r);
    wire [PLANES*REGS-1:0]  f_counts = count_q >> (f_w*COUNT_W*REGS + f_r);
    wire                    f_issue = gnt_i[f_w];
    reg                     f_write, f_read;                // the oldest instruction writes f_r, reads it
    reg                     f_twice, f_clear;               // in two sources; its result is written
    reg  [COUNT_W-1:0]      f_count;
    reg  [3:0]              f_gone;                         // instructions that have read f_r
    reg                     f_there, f_held;                // registers exist; events belong to instructions that issued
    reg                     f_hit, f_open_q;                // the write is pending
    reg  [REGS-1:0]         f_dst, f_src;                   // registers that forbid the issue as destination, as source
    reg  [COUNT_W-1:0]      f_users;
    reg                     f_stop;
    reg  [COUNT_W:0]        f_due_q;                        // instructions that issued and have not read f_r yet
    integer                 k, m;
    always @* begin
        f_write = 1'b0;
        f_read  = 1'b0;
        f_twice = 1'b0;
        f_clear = 1'b0;
        f_hit   = 1'b0;
        f_there = 1'b1;
        f_gone  = 4'd0;
        for (k = 0; k < COUNT_W; k = k + 1) f_count[k] = f_counts[k*REGS];
        f_stop  = 1'b0;
        f_users = {COUNT_W{1'b0}};
        for (m = 0; m < REGS; m = m + 1) begin
            for (k = 0; k < COUNT_W; k = k + 1) f_users[k] = count_q[(f_w*COUNT_W + k)*REGS + m];
            f_dst[m] = pend_q[f_w*REGS + m] || f_users != 0;
            f_src[m] = pend_q[f_w*REGS + m] || f_users == F_MOST;
            for (k = 0; k < FIELDS; k = k + 1)
                if (f_head[k*FIELD_W + REG_W] && f_head[k*FIELD_W +: REG_W] == m && (k < DESTS ? f_dst[m] : f_src[m])) f_stop = 1'b1;
        end
        for (k = 0; k < FIELDS; k = k + 1) begin
            if (f_head[k*FIELD_W + REG_W] && f_head[k*FIELD_W +: REG_W] >= F_REGS) f_there = 1'b0;
            if (k < DESTS && f_head[k*FIELD_W + REG_W] && f_head[k*FIELD_W +: REG_W] == f_r) f_write = 1'b1;
            if (k >= DESTS && f_head[k*FIELD_W + REG_W] && f_head[k*FIELD_W +: REG_W] == f_r) begin
                f_twice = f_read;
                f_read  = 1'b1;
            end
        end
        for (m = 0; m < READS; m = m + 1)
            if (read_evt_i[m]) begin
                if (read_warp_i[m*WARP_W +: WARP_W] >= F_LAST) f_there = 1'b0;
                f_hit = 1'b0;
                for (k = 0; k < SOURCES; k = k + 1)
                    if (read_tag_i[m*READ_W + k*FIELD_W + REG_W]) begin
                        if (read_tag_i[m*READ_W + k*FIELD_W +: REG_W] >= F_REGS) f_there = 1'b0;
                        if (read_tag_i[m*READ_W + k*FIELD_W +: REG_W] == f_r) f_hit = 1'b1;
                    end
                if (f_hit && read_warp_i[m*WARP_W +: WARP_W] == f_w) f_gone = f_gone + 4'd1;
            end
        for (m = 0; m < WRITES; m = m + 1)
            if (write_evt_i[m]) begin
                if (write_warp_i[m*WARP_W +: WARP_W] >= F_LAST) f_there = 1'b0;
                for (k = 0; k < DESTS; k = k + 1)
                    if (write_tag_i[m*WRITE_W + k*FIELD_W + REG_W]) begin
                        if (write_tag_i[m*WRITE_W + k*FIELD_W +: REG_W] >= F_REGS) f_there = 1'b0;
                        if (write_warp_i[m*WARP_W +: WARP_W] == f_w && write_tag_i[m*WRITE_W + k*FIELD_W +: REG_W] == f_r)
                            f_clear = 1'b1;
                    end
            end
        f_held = f_gone <= f_due_q && !(f_clear && !f_open_q);
    end
    assign f_rules_o = f_there && f_held;

    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_open_q <= rst_ni && ((f_issue && f_write) || (f_open_q && !f_clear));
        f_due_q  <= rst_ni ? f_due_q + (f_issue && f_read) - f_gone : 0;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                       // every run begins in reset
        assume (f_w < F_LAST && f_r < F_REGS);
        in_events: assume (!f_init_q || f_rules_o);
        in_gnt:    assume (!f_init_q || !(gnt_i & ((gnt_i - W_ONE) | ~ok_o)));
        in_start:  assume (!f_init_q || !(start_i & (gnt_i | ~idle_o)));
        if (f_init_q) begin
            raw:     assert (!(ok_o[f_w] && f_read && f_open_q));
            waw:     assert (!(ok_o[f_w] && f_write && f_open_q));
            war:     assert (!(ok_o[f_w] && f_write && f_due_q != 0));
            room:    assert (!(ok_o[f_w] && f_read && f_due_q == F_MOST));
            pending: assert (f_pends[0] == f_open_q);
            counted: assert ({1'b0, f_count} == f_due_q);
            idle:    assert (!(idle_o[f_w] && (f_open_q || f_due_q != 0)));
            exact:   assert (ok_o[f_w] == !f_stop);
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_init_q) begin
                repeated: cover (f_issue && f_twice && f_due_q == F_MOST - 1);
                all_read: cover (f_due_q == F_MOST && f_gone == (READS < CONSUMERS ? READS : CONSUMERS));
                own:      cover (f_clear && f_gone == 1);       // of an instruction that reads and writes f_r
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
