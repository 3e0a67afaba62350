// disp_attr - attributes of a launch: the size of its clusters; of the others this version accepts only a plain launch's.
//
// Contract  Implements block ATTR of rtl/disp/registers.txt. CLUSTER takes a size of 1 to 16 CTAs; with CLUSTERS 0, of one.
//           Every other word reads its reset value, and a write of another value is refused (wr_err_o): the host gets
//           SLVERR when it asks for a dependent launch. Every write to a busy entry is refused.
// Timing    The bus is that of disp_regs; its answers are combinational.
// Size      KERNELS * 17 flops, a multiplier of three sizes; with CLUSTERS 0 no flops.
// Users     disp_host.
`default_nettype none
module disp_attr #(
    parameter KERNELS  = 4,                     // kernel table entries, 1..16
    parameter CLUSTERS = 1                      // 0: every cluster is one CTA
) (
    input  wire               clk_i,
    input  wire               rst_ni,           // synchronous, active low
    input  wire               wr_valid_i,       // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]        wr_addr_i,
    input  wire [31:0]        wr_data_i,
    output wire               wr_err_o,         // the write would be refused
    input  wire [11:0]        rd_addr_i,
    output wire [31:0]        rd_data_o,        // 0 with rd_err_o
    output wire               rd_err_o,
    input  wire [KERNELS-1:0] busy_i,           // kernel k is launched and has not ended
    output wire [KERNELS*17-1:0] cluster_o      // cluster of kernel k: { its CTAs; its sizes less 1: z, y, x }
);
    `include "words_attr.vh"
    localparam ROW_W = 10 - WORD_W;             // address bits of an entry
    localparam [31:0] N_KERNELS = KERNELS;
    localparam [KERNELS-1:0] ONE = 1;
    localparam [16:0] PLAIN = {5'd1, 12'd0};    // one CTA

    wire [ROW_W-1:0]   wr_row  = wr_addr_i[11:WORD_W+2] - ROW, rd_row = rd_addr_i[11:WORD_W+2] - ROW;
    wire [WORD_W-1:0]  wr_word = wr_addr_i[WORD_W+1:2], rd_word = rd_addr_i[WORD_W+1:2];
    wire               wr_in   = wr_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, wr_row} < N_KERNELS
                              && READABLE[wr_word] && wr_addr_i[1:0] == 2'd0;
    wire               rd_in   = rd_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, rd_row} < N_KERNELS
                              && READABLE[rd_word] && rd_addr_i[1:0] == 2'd0;
    wire [KERNELS-1:0] wr_hot  = (ONE << wr_row) & {KERNELS{wr_in}};
    wire [KERNELS-1:0] rd_hot  = (ONE << rd_row) & {KERNELS{rd_in}};
    wire               wr_size = CLUSTERS != 0 && wr_word == W_CLUSTER;

    // Sizes of 0 to 31; the product of three that are not 0 is at most 16 if none is above 16 and it does not overflow.
    wire [4:0]  x = wr_data_i[CLUSTER_X_LSB +: 5], y = wr_data_i[CLUSTER_Y_LSB +: 5], z = wr_data_i[CLUSTER_Z_LSB +: 5];
    wire [14:0] ctas  = {10'd0, x} * {10'd0, y} * {10'd0, z};
    wire        other = |(wr_data_i & ~(32'h1f << CLUSTER_X_LSB | 32'h1f << CLUSTER_Y_LSB | 32'h1f << CLUSTER_Z_LSB));
    wire        sized = |ctas && ctas <= 15'd16 && !other;
    wire [3:0]  x_less = x[3:0] - 4'd1, y_less = y[3:0] - 4'd1, z_less = z[3:0] - 4'd1;

    wire [31:0] wr_plain = wr_word == W_CLUSTER || wr_word == W_PREFERRED ? CLUSTER_RESET : 32'd0;
    wire [31:0] rd_plain = rd_word == W_CLUSTER || rd_word == W_PREFERRED ? CLUSTER_RESET : 32'd0;
    wire [16:0] rd_shape;
    wire [31:0] rd_size  = {11'd0, {1'b0, rd_shape[11:8]} + 5'd1, 3'd0, {1'b0, rd_shape[7:4]} + 5'd1, 3'd0, {1'b0, rd_shape[3:0]} + 5'd1};
    lib_mux1h #(.N(KERNELS), .W(17)) u_rd (.sel_i(rd_hot), .data_i(cluster_o), .data_o(rd_shape));
    assign wr_err_o  = !wr_in || |(wr_hot & busy_i) || !(wr_size ? sized : wr_data_i == wr_plain);
    assign rd_data_o = (CLUSTERS != 0 && rd_word == W_CLUSTER ? rd_size : rd_plain) & {32{rd_in}};
    assign rd_err_o  = !rd_in;

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            if (CLUSTERS != 0) begin : g_sizes
                reg [16:0] shape_q;
                always @(posedge clk_i)
                    if (!rst_ni) shape_q <= PLAIN;
                    else if (wr_valid_i && wr_hot[k] && wr_size) shape_q <= {ctas[4:0], z_less, y_less, x_less};
                assign cluster_o[k*17 +: 17] = shape_q;
            end else begin : g_one
                assign cluster_o[k*17 +: 17] = PLAIN;
            end
        end
    endgenerate

    wire unused = &{1'b0, clk_i, rst_ni, wr_valid_i, ctas, x_less, y_less, z_less, rd_shape[16:12]};      // most of it with CLUSTERS 0

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_k;               // any entry
    (* anyconst *) reg [1:0] f_word;            // any word
    reg f_past_q = 1'b0;
    reg [4:0] f_x_q, f_y_q, f_z_q;              // size of its clusters
    wire [11:0] f_at = 12'h100 + {4'd0, f_k, f_word, 2'd0};
    wire        f_there = {28'd0, f_k} < N_KERNELS && f_word != 2'd3;
    wire [31:0] f_plain = f_word == 2'd2 ? 32'd0 : 32'h010101;
    wire        f_size  = CLUSTERS != 0 && f_word == 2'd0;
    wire [31:0] f_value = f_size ? {11'd0, f_z_q, 3'd0, f_y_q, 3'd0, f_x_q} : f_plain;
    wire [15:0] f_busy  = {{16-KERNELS{1'b0}}, busy_i} >> f_k;
    wire [KERNELS*17-1:0] f_row = cluster_o >> (17*f_k);
    wire [16:0] f_shape = f_row[16:0];
    wire [14:0] f_new = wr_data_i[4:0] * wr_data_i[12:8] * {10'd0, wr_data_i[20:16]};
    wire        f_fits = !(|{wr_data_i[31:21], wr_data_i[15:13], wr_data_i[7:5]}) && |f_new && f_new <= 15'd16;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        if (!rst_ni) {f_x_q, f_y_q, f_z_q} <= {3{5'd1}};
        else if (wr_valid_i && wr_addr_i == 12'h100 + {4'd0, f_k, 4'd0} && CLUSTERS != 0)
            {f_z_q, f_y_q, f_x_q} <= {wr_data_i[20:16], wr_data_i[12:8], wr_data_i[4:0]};
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
    end
    always @* if (f_past_q) in_write: assume (!wr_valid_i || wr_addr_i != 12'h100 + {4'd0, f_k, 4'd0} || f_fits);
    always @* if (f_past_q) begin
        answers: assert (rd_addr_i != f_at || rd_err_o == !f_there);
        reads:   assert (rd_addr_i != f_at || !f_there || rd_data_o == f_value);
        silent:  assert (!rd_err_o || !(|rd_data_o));
        plain:   assert (wr_addr_i != f_at || wr_err_o == !(f_there && !f_busy[0] && (f_size ? f_fits : wr_data_i == f_plain)));
        aligned: assert ((!(|wr_addr_i[1:0]) || wr_err_o) && (!(|rd_addr_i[1:0]) || rd_err_o));
        alone:   assert ((wr_addr_i[11:8] == 4'd1 || wr_err_o) && (rd_addr_i[11:8] == 4'd1 || rd_err_o));
        shape:   assert (!f_there || f_shape[11:0] == {f_z_q[3:0] - 4'd1, f_y_q[3:0] - 4'd1, f_x_q[3:0] - 4'd1});
        product: assert (!f_there || f_shape[16:12] == f_x_q * f_y_q * f_z_q);
        inv_few: assert (|f_x_q && |f_y_q && |f_z_q && f_x_q * f_y_q * {10'd0, f_z_q} <= 15'd16);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                last:  cover (!wr_err_o && wr_addr_i == f_at && f_k == KERNELS - 1 && f_word == 2'd1);
                large: cover (CLUSTERS == 0 || (f_there && f_x_q == 5'd16));
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
