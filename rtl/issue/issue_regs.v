// issue_regs - scoreboard: decides for each warp of a sub-core whether its oldest instruction may issue, from the registers that
// it names. The ports are those of issue_bits.
//
// Contract  Per warp and register: a pending write, and the number of consumers: instructions that will still read it. ok_o: no
//           source and not the destination has a pending write (RAW, WAW), the destination has no consumer (WAR), and no
//           source has CONSUMERS already. An instruction that names a register in two sources is one consumer of it.
// Timing    head_i -> ok_o combinational. The edge that ends the cycle of the issue changes the state: no stall keeps the warp
//           from issuing in the next cycle, so a change in Control, as in issue_bits, would miss that instruction's hazards.
//           Events at edge t count in t + 1.
// Size      WARPS * REGS * (1 + COUNT_W) flops in the tables; a decoder per field of the instruction and of each event.
//           Synthesis maps a table of one warp once for all; simulators are faster and smaller with one table of all warps.
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
    parameter TABLE_WARPS = 1,          // warps of one issue_regs_table, 1..WARPS: of no effect on what the unit does
    parameter WARP_W    = WARPS > 1 ? $clog2(WARPS) : 1,    // derived: never set
    parameter REG_W     = $clog2(REGS),                     // derived: never set
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

    output wire [WARPS-1:0]          ok_o,          // warp's oldest instruction may issue
    output wire [WARPS-1:0]          idle_o         // no write is pending, no register has consumers
`ifdef FORMAL
    , output wire                    f_rules_o      // head_i and the events are as assumed
`endif
);
    localparam FIELD_W = REG_W + 1;
    localparam FIELDS  = DESTS + SOURCES;
    localparam [WARPS-1:0] W_ONE = 1;
    localparam [REGS-1:0]  R_ONE = 1;

    generate
        if (WARPS < 1 || WARPS > 64) begin : g_check
            issue_regs_needs_WARPS_from_1_to_64 u_stop ();
        end
        if (READS < 1 || READS > 8 || WRITES < 1 || WRITES > 8) begin : g_check_events
            issue_regs_needs_READS_and_WRITES_from_1_to_8 u_stop ();
        end
        if (TABLE_WARPS < 1 || TABLE_WARPS > WARPS) begin : g_check_table
            issue_regs_needs_TABLE_WARPS_from_1_to_WARPS u_stop ();
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

`ifdef FORMAL
    localparam COUNT_W = $clog2(CONSUMERS + 1);
    wire [WARPS*REGS-1:0]         f_tables_pend;
    wire [WARPS*COUNT_W*REGS-1:0] f_tables_count;
`endif
    genvar t, e;
    generate
        for (t = 0; t < WARPS; t = t + TABLE_WARPS) begin : g_table
            localparam N = t + TABLE_WARPS <= WARPS ? TABLE_WARPS : WARPS - t;
            wire [READS*N-1:0]  read_warp;
            wire [WRITES*N-1:0] write_warp;
            for (e = 0; e < READS; e = e + 1) begin : g_read
                assign read_warp[e*N +: N] = read_hot[e*WARPS + t +: N];
            end
            for (e = 0; e < WRITES; e = e + 1) begin : g_write
                assign write_warp[e*N +: N] = write_hot[e*WARPS + t +: N];
            end
            issue_regs_table #(.WARPS(N), .READS(READS), .WRITES(WRITES), .REGS(REGS), .CONSUMERS(CONSUMERS), .DESTS(DESTS),
                .SOURCES(SOURCES)) u_table (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .head_i(head_i[t*HEAD_W +: N*HEAD_W]), .gnt_i(gnt_i[t +: N]), .set_i(set), .uses_i(uses),
                .read_warp_i(read_warp), .used_i(used), .write_warp_i(write_warp), .made_i(made),
`ifdef FORMAL
                .f_pend_o(f_tables_pend[t*REGS +: N*REGS]), .f_count_o(f_tables_count[t*COUNT_W*REGS +: N*COUNT_W*REGS]),
`endif
                .ok_o(ok_o[t +: N]), .idle_o(idle_o[t +: N]));
        end
    endgenerate

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
    wire [WARPS*REGS-1:0]   f_pends = f_tables_pend >> (f_w*REGS + f_r);
    wire [WARPS*COUNT_W*REGS-1:0] f_counts = f_tables_count >> (f_w*COUNT_W*REGS + f_r);
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
            for (k = 0; k < COUNT_W; k = k + 1) f_users[k] = f_tables_count[(f_w*COUNT_W + k)*REGS + m];
            f_dst[m] = f_tables_pend[f_w*REGS + m] || f_users != 0;
            f_src[m] = f_tables_pend[f_w*REGS + m] || f_users == F_MOST;
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
