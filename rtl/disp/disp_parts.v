// disp_parts - partitions: the SMs that each kernel may use.
//
// Contract  Implements block PART of rtl/disp/registers.txt. An enabled SM serves a kernel if the kernel's partition has it;
//           or if the kernel borrows, and no live kernel's partition has the SM: as soon as one of its owners has CTAs to
//           dispatch, no further CTA of a borrower begins there. A partition may change while its kernel runs; CTAs on SMs
//           that left it complete. A write that would leave a busy kernel without an SM is refused (wr_err_o). With all_sms_i
//           a partition must have every enabled SM. With PARTITIONS 0 every partition has all SMs, and every write is refused.
// Timing    may_o answers about want_kid_i of the previous cycle. It includes a write to the kernel's own partition two
//           edges later, and a change of other kernels' partitions or of live_i three edges later. Without a kernel that
//           borrows, live_i stirs no register. The bus is that of disp_regs; its answers and none_o are combinational.
// Size      (KERNELS + 2) * SMS + KERNELS + 1 flops, a KERNELS-to-1 multiplexer of sets; with PARTITIONS 0, SMS flops.
// Users     disp_host.   Source  [MPS]; when a lent SM returns is own.
`default_nettype none
module disp_parts #(
    parameter SMS     = 28,                                     // 1..256
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter PARTITIONS = 1,                                   // 0: every kernel uses all SMs
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,       // synchronous, active low

    input  wire               wr_valid_i,   // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]        wr_addr_i,
    input  wire [31:0]        wr_data_i,
    output wire               wr_err_o,     // the write would be refused
    input  wire [11:0]        rd_addr_i,
    output wire [31:0]        rd_data_o,    // 0 with rd_err_o
    output wire               rd_err_o,

    input  wire [SMS-1:0]     sm_enable_i,  // SM s receives CTAs; constant while a kernel is busy
    input  wire               all_sms_i,    // a selected policy needs all SMs
    input  wire [KERNELS-1:0] busy_i,       // kernel k is launched and has not ended
    input  wire [KERNELS-1:0] live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS-1:0] borrow_i,     // kernel k also uses SMs of others; constant while it is busy
    input  wire [KID_W-1:0]   want_kid_i,   // kernel that SMs are asked about
    output wire [KERNELS-1:0] none_o,       // kernel k must not be launched: its partition has too few SMs
    output wire [SMS-1:0]     may_o,        // SM s is enabled and serves the previous cycle's kernel
    output wire               busy_o        // a register changes
);
    `include "words_part.vh"
    localparam ROW_W = 10 - WORD_W;         // address bits of an entry
    localparam WORDS = (SMS + 31) / 32;
    localparam [31:0] N_WORDS = WORDS, N_KERNELS = KERNELS;
    localparam [KERNELS-1:0] K_ONE = 1;
    localparam [WORDS-1:0]   W_ONE = 1;

    reg [KERNELS*SMS-1:0] part_q;
    reg [SMS-1:0]         claimed, claimed_q;       // SMs in the partition of a live kernel; none if no kernel borrows
    reg [SMS-1:0]         may_q;                    // guarded by the place policy's question: not reset
    reg [KERNELS-1:0]     live_q;
    reg                   wrote_q;                  // a partition was written in the last cycle

    // Decodes entry and word of an address.
    wire [ROW_W-1:0]   wr_row  = wr_addr_i[11:WORD_W+2] - ROW, rd_row = rd_addr_i[11:WORD_W+2] - ROW;
    wire [WORD_W-1:0]  wr_word = wr_addr_i[WORD_W+1:2], rd_word = rd_addr_i[WORD_W+1:2];
    wire               wr_in   = wr_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, wr_row} < N_KERNELS
                              && {{32-WORD_W{1'b0}}, wr_word} < N_WORDS && wr_addr_i[1:0] == 2'd0;
    wire               rd_in   = rd_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, rd_row} < N_KERNELS
                              && {{32-WORD_W{1'b0}}, rd_word} < N_WORDS && rd_addr_i[1:0] == 2'd0;
    wire [KERNELS-1:0] wr_hot  = (K_ONE << wr_row) & {KERNELS{wr_in && PARTITIONS != 0}};
    wire [KERNELS-1:0] rd_hot  = (K_ONE << rd_row) & {KERNELS{rd_in}};
    wire [WORDS-1:0]   wr_whot = W_ONE << wr_word, rd_whot = W_ONE << rd_word;

    // By entry and word: the partition has an enabled SM there; it has all of them.
    reg  [WORDS*32-1:0]         enabled;
    reg  [KERNELS*WORDS*32-1:0] words;
    wire [KERNELS*WORDS-1:0]    has, full;
    integer i;
    always @* begin
        enabled = {WORDS*32{1'b0}};
        enabled[SMS-1:0] = sm_enable_i;
        words = {KERNELS*WORDS*32{1'b0}};
        for (i = 0; i < KERNELS; i = i + 1) words[i*WORDS*32 +: SMS] = part_q[i*SMS +: SMS];
    end
    genvar k, w;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            for (w = 0; w < WORDS; w = w + 1) begin : g_word
                localparam TOP = (SMS - w*32 < 32) ? SMS - w*32 : 32;
                assign has[k*WORDS + w]  = |(words[(k*WORDS + w)*32 +: 32] & enabled[w*32 +: 32]);
                assign full[k*WORDS + w] = !(|(enabled[w*32 +: 32] & ~words[(k*WORDS + w)*32 +: 32]));
                always @(posedge clk_i)
                    if (!rst_ni) part_q[k*SMS + w*32 +: TOP] <= {TOP{1'b1}};
                    else if (wr_valid_i && wr_hot[k] && wr_whot[w]) part_q[k*SMS + w*32 +: TOP] <= wr_data_i[TOP-1:0];
            end
            assign none_o[k] = !(|has[k*WORDS +: WORDS]) || (all_sms_i && !(&full[k*WORDS +: WORDS]));
        end
    endgenerate

    // The partition after the write.
    wire [WORDS-1:0] wr_has, wr_full;
    wire [31:0]      wr_enabled, rd_data;
    wire [WORDS*32-1:0] rd_words;
    lib_mux1h #(.N(KERNELS), .W(WORDS)) u_has (.sel_i(wr_hot), .data_i(has), .data_o(wr_has));
    lib_mux1h #(.N(KERNELS), .W(WORDS)) u_full (.sel_i(wr_hot), .data_i(full), .data_o(wr_full));
    lib_mux1h #(.N(WORDS), .W(32)) u_enabled (.sel_i(wr_whot), .data_i(enabled), .data_o(wr_enabled));
    lib_mux1h #(.N(KERNELS), .W(WORDS*32)) u_rd_row (.sel_i(rd_hot), .data_i(words), .data_o(rd_words));
    lib_mux1h #(.N(WORDS), .W(32)) u_rd_word (.sel_i(rd_whot), .data_i(rd_words), .data_o(rd_data));
    wire some = |(wr_data_i & wr_enabled) || |(wr_has & ~wr_whot);
    wire all  = !(|(wr_enabled & ~wr_data_i)) && &(wr_full | wr_whot);
    assign wr_err_o  = !(|wr_hot) || (|(wr_hot & busy_i) && (!some || (all_sms_i && !all)));
    assign rd_data_o = rd_data;
    assign rd_err_o  = !rd_in;

    wire [SMS-1:0]     own;
    wire               borrows;
    wire [KERNELS-1:0] want = K_ONE << want_kid_i, live = live_i & {KERNELS{|borrow_i}};
    lib_mux1h #(.N(KERNELS), .W(SMS)) u_own (.sel_i(want), .data_i(part_q), .data_o(own));
    assign borrows = |(want & borrow_i);
    integer c;
    always @* begin
        claimed = {SMS{1'b0}};
        for (c = 0; c < KERNELS; c = c + 1) claimed = claimed | (part_q[c*SMS +: SMS] & {SMS{live[c]}});
    end
    always @(posedge clk_i)
        if (!rst_ni) begin
            claimed_q <= {SMS{1'b0}};
            live_q    <= {KERNELS{1'b0}};
            wrote_q   <= 1'b0;
        end else begin
            claimed_q <= claimed;
            live_q    <= live;
            wrote_q   <= wr_valid_i && |wr_hot;
        end
    always @(posedge clk_i) may_q <= sm_enable_i & (own | (~claimed_q & {SMS{borrows}}));
    assign may_o  = may_q;
    assign busy_o = wrote_q || live != live_q;

    wire unused = &{1'b0, wr_data_i};       // its upper bits, with fewer than 32 SMs

`ifdef FORMAL
    parameter F_TOP = 0;                    // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s;           // any SM,
    (* anyconst *) reg [3:0] f_k, f_j;      // any two kernels
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_run_2_q = 1'b0;
    reg f_mine_q, f_borrow_q, f_enable_q;   // a cycle ago: SM f_s was in f_k's partition; f_k borrowed; the SM was enabled
    reg f_owned_q, f_owned_2_q;             // f_j had CTAs left and the SM in its partition; a cycle before that
    reg f_claim_q, f_claim_2_q;             // so had any kernel
    reg f_was_q;                            // f_k was asked about
    reg [KERNELS-1:0]     f_none_q, f_borrows_q;
    reg [SMS-1:0]         f_sms_q, f_claimed_q;
    reg                   f_stirs_q;
    reg                   f_all_q;
    reg [KERNELS-1:0]     f_busy_q;
    wire [KERNELS*SMS-1:0] f_of_k = part_q >> (f_k*SMS), f_of_j = part_q >> (f_j*SMS);
    wire [SMS-1:0]     f_part_k = f_of_k[SMS-1:0], f_part_j = f_of_j[SMS-1:0], f_hot = {{SMS-1{1'b0}}, 1'b1} << f_s;
    wire [KERNELS-1:0] f_khot = K_ONE << f_k, f_jhot = K_ONE << f_j;
    wire f_owned = |(live_i & f_jhot) && |(f_part_j & f_hot);
    reg  f_claim;
    reg  [SMS-1:0] f_after;                 // f_k's partition after the write
    integer f;
    always @* begin
        for (f = 0; f < SMS; f = f + 1) f_after[f] = {{32-WORD_W{1'b0}}, wr_word} == f / 32 ? wr_data_i[f % 32] : f_part_k[f];
        f_claim = 1'b0;
        for (f = 0; f < KERNELS; f = f + 1) f_claim = f_claim || (live_i[f] && |(part_q[f*SMS +: SMS] & f_hot));
    end
    always @(posedge clk_i) begin
        f_past_q    <= 1'b1;
        f_run_q     <= rst_ni;
        f_run_2_q   <= rst_ni && f_run_q;
        f_was_q     <= rst_ni && want_kid_i == f_k;
        f_mine_q    <= |(f_part_k & f_hot);
        f_borrow_q  <= |(borrow_i & f_khot);
        f_enable_q  <= |(sm_enable_i & f_hot);
        f_owned_q   <= rst_ni && f_owned;
        f_owned_2_q <= f_owned_q;
        f_claim_q   <= rst_ni && f_claim;
        f_claim_2_q <= f_claim_q;
        f_none_q    <= none_o | {KERNELS{!rst_ni}};
        f_borrows_q <= borrow_i;
        f_busy_q    <= busy_i & {KERNELS{rst_ni}};
        f_stirs_q   <= busy_o;
        f_claimed_q <= claimed_q;
        f_sms_q     <= sm_enable_i;
        f_all_q     <= all_sms_i;
    end
    always @* begin
        assume (f_past_q || !rst_ni);       // every run begins in reset
        assume (f_s < SMS && f_k < KERNELS && f_j < KERNELS);
    end
    always @* if (f_past_q) begin
        // A kernel that none_o names is not launched, and a launch is a write of its own; enabled SMs and policies change
        // only while no kernel is busy; a kernel begins or ceases to borrow only while it is not.
        in_start: assume (!(busy_i & ~f_busy_q & (f_none_q | {KERNELS{wrote_q}})) && !(busy_i & {KERNELS{!f_run_q}}));
        in_still: assume (!(|busy_i) || (sm_enable_i == f_sms_q && all_sms_i == f_all_q));
        in_look:  assume (!(wr_valid_i && wr_in) || !wr_err_o);
        in_live:  assume (!(live_i & ~busy_i));
        in_lent:  assume (!(busy_i & (borrow_i ^ f_borrows_q)));
    end
    generate
        if (F_TOP && PARTITIONS != 0) begin : g_cover
            always @* if (f_past_q) begin
                lent:   cover (rst_ni && f_was_q && |(may_o & f_hot) && !f_mine_q && f_k != f_j);
                shrank: cover (f_run_q && |(busy_i & f_khot) && !(|(f_part_k & f_hot)) && f_mine_q);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        // Isolation: an SM serves a kernel that has it in its partition, or a borrower while no live kernel has it.
        isolated: assert (!(f_was_q && |(may_o & f_hot)) || (f_enable_q && (f_mine_q || f_borrow_q)));
        lends:    assert (!(f_run_2_q && f_was_q && |(f_busy_q & f_khot) && |(may_o & f_hot)) || f_mine_q || !f_owned_2_q);
        serves:   assert (!(f_run_2_q && f_was_q && f_enable_q && (f_mine_q || (f_borrow_q && !f_claim_2_q)))
                          || |(may_o & f_hot));
        // A busy kernel always has an SM that receives CTAs; all of them, if a policy needs that.
        remains:  assert (!(|(busy_i & f_khot)) || |(f_part_k & sm_enable_i));
        whole:    assert (!(|(busy_i & f_khot) && all_sms_i) || !(sm_enable_i & ~f_part_k));
        stirs:    assert (!f_run_2_q || f_stirs_q || claimed_q == f_claimed_q);
        refuses:  assert (!(|(wr_hot & f_khot)) || wr_err_o == (|(busy_i & f_khot)
                          && (!(|(f_after & sm_enable_i)) || (all_sms_i && |(sm_enable_i & ~f_after)))));
        nowhere:  assert ((wr_in && PARTITIONS != 0) || wr_err_o);
        silent:   assert (!rd_err_o || rd_data_o == 32'd0);
    end
`endif
endmodule
`default_nettype wire
