// disp_attr - attributes of a launch that this version accepts only with the values of a plain launch.
//
// Contract  Implements block ATTR of rtl/disp/registers.txt. Every word reads its reset value. A write of another value
//           is refused (wr_err_o): the host gets SLVERR when it asks for a cluster or a dependent launch. Every write to
//           a busy entry is refused.
// Timing    combinational.
// Size      two decoders and a comparison; no flops.
// Users     disp_host.
`default_nettype none
module disp_attr #(
    parameter KERNELS = 4                       // kernel table entries, 1..16
) (
    input  wire [11:0]        wr_addr_i,
    input  wire [31:0]        wr_data_i,
    output wire               wr_err_o,         // the write would be refused
    input  wire [11:0]        rd_addr_i,
    output wire [31:0]        rd_data_o,        // 0 with rd_err_o
    output wire               rd_err_o,
    input  wire [KERNELS-1:0] busy_i            // kernel k is launched and has not ended
);
    `include "words_attr.vh"
    localparam ROW_W = 10 - WORD_W;             // address bits of an entry
    localparam [31:0] N_KERNELS = KERNELS;
    localparam [KERNELS-1:0] ONE = 1;

    wire [ROW_W-1:0]   wr_row  = wr_addr_i[11:WORD_W+2] - ROW, rd_row = rd_addr_i[11:WORD_W+2] - ROW;
    wire [WORD_W-1:0]  wr_word = wr_addr_i[WORD_W+1:2], rd_word = rd_addr_i[WORD_W+1:2];
    wire               wr_in   = wr_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, wr_row} < N_KERNELS
                              && READABLE[wr_word] && wr_addr_i[1:0] == 2'd0;
    wire               rd_in   = rd_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, rd_row} < N_KERNELS
                              && READABLE[rd_word] && rd_addr_i[1:0] == 2'd0;
    wire [KERNELS-1:0] wr_hot  = (ONE << wr_row) & {KERNELS{wr_in}};

    wire [31:0] wr_plain = wr_word == W_CLUSTER || wr_word == W_PREFERRED ? CLUSTER_RESET : 32'd0;
    wire [31:0] rd_plain = rd_word == W_CLUSTER || rd_word == W_PREFERRED ? CLUSTER_RESET : 32'd0;
    assign wr_err_o  = !wr_in || |(wr_hot & busy_i) || wr_data_i != wr_plain;
    assign rd_data_o = rd_plain & {32{rd_in}};
    assign rd_err_o  = !rd_in;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_k;               // any entry
    (* anyconst *) reg [1:0] f_word;            // any word
    wire [11:0] f_at = 12'h100 + {4'd0, f_k, f_word, 2'd0};
    wire        f_there = {28'd0, f_k} < N_KERNELS && f_word != 2'd3;
    wire [31:0] f_value = f_word == 2'd2 ? 32'd0 : 32'h010101;
    wire [15:0] f_busy  = {{16-KERNELS{1'b0}}, busy_i} >> f_k;
    always @* begin
        answers: assert (rd_addr_i != f_at || rd_err_o == !f_there);
        reads:   assert (rd_addr_i != f_at || !f_there || rd_data_o == f_value);
        silent:  assert (!rd_err_o || !(|rd_data_o));
        plain:   assert (wr_addr_i != f_at || wr_err_o == !(f_there && wr_data_i == f_value && !f_busy[0]));
        aligned: assert ((!(|wr_addr_i[1:0]) || wr_err_o) && (!(|rd_addr_i[1:0]) || rd_err_o));
        alone:   assert ((wr_addr_i[11:8] == 4'd1 || wr_err_o) && (rd_addr_i[11:8] == 4'd1 || rd_err_o));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* last: cover (!wr_err_o && wr_addr_i == f_at && f_k == KERNELS - 1 && f_word == 2'd1);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
