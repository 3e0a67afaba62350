// disp_gpcs - the GPC of each SM, as the host writes it.
//
// Contract  Implements block GPCS of rtl/disp/registers.txt. GPCs may have any number of SMs, also none, and any SMs. A write
//           while a kernel is busy is refused (wr_err_o). With CLUSTERS 0 all SMs are in GPC 0, and every write is refused.
// Timing    The bus is that of disp_regs; its answers are combinational.
// Size      4 * SMS flops; with CLUSTERS 0 none.
// Users     disp_host.
`default_nettype none
module disp_gpcs #(
    parameter SMS      = 28,                    // 1..256
    parameter CLUSTERS = 1                      // 0: one GPC
) (
    input  wire             clk_i,
    input  wire             rst_ni,             // synchronous, active low
    input  wire             wr_valid_i,         // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]      wr_addr_i,
    input  wire [31:0]      wr_data_i,
    output wire             wr_err_o,           // the write would be refused
    input  wire [11:0]      rd_addr_i,
    output wire [31:0]      rd_data_o,          // 0 with rd_err_o
    output wire             rd_err_o,
    input  wire             busy_i,             // a kernel is busy
    output wire [SMS*4-1:0] gpc_o               // GPC of SM s
);
    `include "words_gpcs.vh"
    localparam WORDS = (SMS + 7)/8;
    localparam [31:0] N_WORDS = WORDS;
    localparam [WORDS-1:0] ONE = 1;

    wire [WORD_W-1:0] wr_word = wr_addr_i[WORD_W+1:2], rd_word = rd_addr_i[WORD_W+1:2];
    wire wr_in = wr_addr_i[11:WORD_W+2] == ROW && {{32-WORD_W{1'b0}}, wr_word} < N_WORDS && wr_addr_i[1:0] == 2'd0;
    wire rd_in = rd_addr_i[11:WORD_W+2] == ROW && {{32-WORD_W{1'b0}}, rd_word} < N_WORDS && rd_addr_i[1:0] == 2'd0;
    wire [WORDS-1:0] wr_hot = (ONE << wr_word) & {WORDS{wr_in}}, rd_hot = (ONE << rd_word) & {WORDS{rd_in}};

    genvar w;
    generate
        if (CLUSTERS != 0) begin : g_map
            reg  [SMS*4-1:0]    gpc_q;
            wire [WORDS*32-1:0] words;
            assign words[SMS*4-1:0] = gpc_q;
            if (SMS*4 < WORDS*32) begin : g_fill
                assign words[WORDS*32-1:SMS*4] = {(WORDS*32 - SMS*4){1'b0}};
            end
            for (w = 0; w < WORDS; w = w + 1) begin : g_word
                localparam TOP = (SMS - w*8 < 8) ? 4*(SMS - w*8) : 32;
                always @(posedge clk_i)
                    if (!rst_ni) gpc_q[w*32 +: TOP] <= {TOP{1'b0}};
                    else if (wr_valid_i && wr_hot[w]) gpc_q[w*32 +: TOP] <= wr_data_i[TOP-1:0];
            end
            lib_mux1h #(.N(WORDS), .W(32)) u_rd (.sel_i(rd_hot), .data_i(words), .data_o(rd_data_o));
            assign gpc_o    = gpc_q;
            assign wr_err_o = !wr_in || busy_i;
        end else begin : g_none
            assign gpc_o     = {SMS*4{1'b0}};
            assign rd_data_o = 32'd0;
            assign wr_err_o  = 1'b1;
            wire unused = &{1'b0, clk_i, rst_ni, wr_valid_i, wr_hot, rd_hot, busy_i};
        end
    endgenerate
    assign rd_err_o = !rd_in;

    wire unused_data = &{1'b0, wr_data_i};      // its upper bits, with fewer than 8 SMs

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [11:0] f_at;             // any address
    (* anyconst *) reg [31:0] f_sm;             // any SM
    reg f_past_q = 1'b0;
    reg [31:0] f_word_q;                        // last taken by the word at f_at
    wire [11:0] f_index = f_at - 12'he00;
    wire        f_there = f_at >= 12'he00 && {20'd0, f_index} < 4*WORDS && f_at[1:0] == 2'd0;
    wire [31:0] f_mask  = {20'd0, f_index} + 4 <= SMS/2 ? 32'hffff_ffff : 32'hffff_ffff >> (32 - 4*(SMS % 8));
    wire [SMS*4-1:0] f_gpcs = gpc_o >> (4*f_sm);
    wire [WORDS*32-1:0] f_words = {{(WORDS*32 - SMS*4 + 1){1'b0}}, gpc_o} >> (8*f_index);
    wire [31:0]      f_seen = f_word_q >> (4*(f_sm % 8));
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        if (!rst_ni) f_word_q <= 32'd0;
        else if (wr_valid_i && wr_addr_i == f_at && f_there && CLUSTERS != 0) f_word_q <= wr_data_i & f_mask;
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_sm < SMS);
    end
    always @* if (f_past_q) begin
        answers: assert (rd_addr_i != f_at || rd_err_o == !f_there);
        reads:   assert (rd_addr_i != f_at || !f_there || rd_data_o == f_word_q);
        silent:  assert (!rd_err_o || !(|rd_data_o));
        refuses: assert (wr_addr_i != f_at || wr_err_o == !(f_there && !busy_i && CLUSTERS != 0));
        gpc:     assert (!f_there || f_sm / 8 != {20'd0, f_index} / 4 || f_gpcs[3:0] == f_seen[3:0]);
        inv_word: assert (!f_there || f_words[31:0] == f_word_q);
        inv_top: assert (!f_there || !(f_word_q & ~f_mask));
    end
    generate
        if (F_TOP && CLUSTERS != 0) begin : g_cover
            always @* if (f_past_q) last: cover (f_there && f_gpcs[3:0] == 4'd9 && f_sm == SMS - 1 && rd_addr_i == f_at);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
