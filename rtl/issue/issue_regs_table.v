// issue_regs_table - the registers of some warps in the scoreboard issue_regs, and what they allow.
//
// Contract  As issue_regs, which decodes the registers of the instruction that issues and of each event for all its tables:
//           registers at this module's ports are vectors with a bit per register.
// Timing    head_i -> ok_o combinational. Inputs of cycle t count in t + 1.
// Size      WARPS * REGS * (1 + COUNT_W) flops; per warp a multiplexer of REGS bits per field, an adder per register.
// Users     issue_regs.
// Source    Huerta et al., MICRO 2025, section 7 (number of registers and consumers).
`default_nettype none
module issue_regs_table #(
    parameter WARPS     = 1,            // warps of the table, 1..64
    parameter READS     = 2,            // instructions per cycle that have read their sources, 1..8
    parameter WRITES    = 2,            // results per cycle, 1..8
    parameter REGS      = 332,          // registers of a warp, 2..1024
    parameter CONSUMERS = 63,           // consumers of a register at most: 1, 3, 7, 15, 31 or 63
    parameter DESTS     = 1,            // registers that an instruction writes at most, 1..16
    parameter SOURCES   = 4,            // that it reads, 1..16
    parameter REG_W     = $clog2(REGS),                     // derived: never set
    parameter COUNT_W   = $clog2(CONSUMERS + 1),            // derived: never set
    parameter HEAD_W    = (DESTS + SOURCES)*(REG_W + 1)     // derived: never set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,          // synchronous, active low

    input  wire [WARPS*HEAD_W-1:0] head_i,          // slice w, of the oldest instruction of warp w, as of issue_regs
    input  wire [WARPS-1:0]        gnt_i,           // warp that issues; may depend on ok_o
    input  wire [REGS-1:0]         set_i,           // registers that the instruction that issues writes
    input  wire [REGS-1:0]         uses_i,          // that it reads
    input  wire [READS*WARPS-1:0]  read_warp_i,     // slice j: warp of read event j, one-hot; zero: none of this table
    input  wire [READS*REGS-1:0]   used_i,          // slice j: registers that the instruction of read event j has read
    input  wire [WRITES*WARPS-1:0] write_warp_i,    // slice j: warp of write event j
    input  wire [WRITES*REGS-1:0]  made_i,          // slice j: registers that the instruction of write event j has written

    output reg  [WARPS-1:0]        ok_o,            // warp's oldest instruction may issue
    output reg  [WARPS-1:0]        idle_o           // no write is pending, no register has consumers
`ifdef FORMAL
    , output wire [WARPS*REGS-1:0]         f_pend_o
    , output wire [WARPS*COUNT_W*REGS-1:0] f_count_o
`endif
);
    localparam FIELD_W = REG_W + 1;
    localparam FIELDS  = DESTS + SOURCES;
    localparam STEP_W  = $clog2(READS + 1) + 1;     // bits of the change of a count, with its sign
    localparam ADD_W   = STEP_W < COUNT_W ? STEP_W : COUNT_W;       // counts are modulo 2^COUNT_W: so many bits suffice
    localparam PLANES = WARPS*COUNT_W;

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

    // The change of a count: one if the instruction that issues reads the register, less one per event.
    reg [ADD_W*REGS-1:0] step;
    reg [REGS-1:0]       left, word, more, carry;
    integer v, p, q;
    always @*
        for (v = 0; v < WARPS; v = v + 1) begin
            pend_d[v*REGS +: REGS] = pend_q[v*REGS +: REGS] | (set_i & {REGS{gnt_i[v]}});
            for (p = 0; p < WRITES; p = p + 1)
                pend_d[v*REGS +: REGS] = pend_d[v*REGS +: REGS] & ~(made_i[p*REGS +: REGS] & {REGS{write_warp_i[p*WARPS + v]}});

            step = {ADD_W*REGS{1'b0}};
            step[REGS-1:0] = uses_i & {REGS{gnt_i[v]}};
            for (p = 0; p < READS; p = p + 1) begin
                left = used_i[p*REGS +: REGS] & {REGS{read_warp_i[p*WARPS + v]}};
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
`ifdef FORMAL
    assign f_pend_o  = pend_q;
    assign f_count_o = count_q;

    parameter F_TOP = 0;                                    // 1: this module is the top of the proof
    (* anyconst *) reg [5:0]        f_w;                    // any warp, any register of it
    (* anyconst *) reg [REG_W-1:0]  f_r;
    localparam [6:0] F_LAST = WARPS;
    localparam [REG_W:0] F_REGS = REGS;
    localparam [COUNT_W-1:0] F_MOST = CONSUMERS;
    reg  f_init_q = 1'b0;
    wire [WARPS*HEAD_W-1:0] f_heads = head_i >> (f_w*HEAD_W);
    reg                     f_write, f_read;                // the oldest instruction writes f_r, reads it
    reg                     f_made, f_open_q;               // the write ends; is pending
    reg  [3:0]              f_gone;                         // instructions that have read f_r in this cycle
    reg  [COUNT_W-1:0]      f_due_q, f_count;               // instructions that issued and have not read f_r yet
    integer                 k;
    always @* begin
        f_write = 1'b0;
        f_read  = 1'b0;
        for (k = 0; k < FIELDS; k = k + 1)
            if (f_heads[k*FIELD_W + REG_W] && f_heads[k*FIELD_W +: REG_W] == f_r) begin
                if (k < DESTS) f_write = 1'b1;
                else           f_read  = 1'b1;
            end
        f_gone = 4'd0;
        for (k = 0; k < READS; k = k + 1)  f_gone = f_gone + (read_warp_i[k*WARPS + f_w] && used_i[k*REGS + f_r]);
        f_made = 1'b0;
        for (k = 0; k < WRITES; k = k + 1) f_made = f_made || (write_warp_i[k*WARPS + f_w] && made_i[k*REGS + f_r]);
        for (k = 0; k < COUNT_W; k = k + 1) f_count[k] = count_q[(f_w*COUNT_W + k)*REGS + f_r];
    end
    always @(posedge clk_i) begin
        f_init_q <= 1'b1;
        f_open_q <= rst_ni && !f_made && (f_open_q || (gnt_i[f_w] && set_i[f_r]));
        f_due_q  <= rst_ni ? f_due_q + (gnt_i[f_w] && uses_i[f_r]) - f_gone : 0;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                       // every run begins in reset
        assume (f_w < F_LAST && f_r < F_REGS);
        if (f_init_q) begin
            pending: assert (pend_q[f_w*REGS + f_r] == f_open_q);
            counted: assert (f_count == f_due_q);
            write:   assert (!(ok_o[f_w] && f_write && (f_open_q || f_due_q != 0)));
            read:    assert (!(ok_o[f_w] && f_read && (f_open_q || f_due_q == F_MOST)));
            idle:    assert (!(idle_o[f_w] && (f_open_q || f_due_q != 0)));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_init_q) released: cover (f_due_q == F_MOST && f_gone != 0);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
