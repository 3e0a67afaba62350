// disp_axil - AXI4-Lite slave: turns bus transfers into single-cycle register accesses.
//
// Contract  One write and one read at a time, each answered before the next is accepted. AW and W
//           may come in any order. A write takes two cycles: the first presents wr_addr_o and wr_data_o and samples
//           wr_err_i; the second asserts wr_valid_o, unless the word was refused or a strobe is
//           missing: both answer SLVERR. rd_err_i and rd_data_i are sampled in the cycle of AR.
// Timing    AW and W at edge 1: check in the next cycle, B valid after edge 2, register written at edge 3: three
//           clocks per write. AR at edge 1, R valid after it.
// Size      12 + 32 flops of the write, 32 of the answer, 9 more.
// Users     disp_host, sas_unit.   Source  AMBA AXI4-Lite; not modelled: protection bits.
`default_nettype none
module disp_axil (
    input  wire        clk_i,
    input  wire        rst_ni,              // synchronous, active low

    input  wire        s_axil_awvalid_i,
    output wire        s_axil_awready_o,
    input  wire [11:0] s_axil_awaddr_i,     // byte address
    input  wire        s_axil_wvalid_i,
    output wire        s_axil_wready_o,
    input  wire [31:0] s_axil_wdata_i,
    input  wire [3:0]  s_axil_wstrb_i,
    output wire        s_axil_bvalid_o,
    input  wire        s_axil_bready_i,
    output wire [1:0]  s_axil_bresp_o,
    input  wire        s_axil_arvalid_i,
    output wire        s_axil_arready_o,
    input  wire [11:0] s_axil_araddr_i,
    output wire        s_axil_rvalid_o,
    input  wire        s_axil_rready_i,
    output wire [31:0] s_axil_rdata_o,
    output wire [1:0]  s_axil_rresp_o,

    output wire        wr_valid_o,          // write the word now; a cycle ago wr_err_i was low for it
    output wire [11:0] wr_addr_o,
    output wire [31:0] wr_data_o,
    input  wire        wr_err_i,            // the word at wr_addr_o, wr_data_o is refused
    output wire [11:0] rd_addr_o,
    input  wire [31:0] rd_data_i,
    input  wire        rd_err_i,
    output wire        idle_o               // no transfer is in progress
);
    reg        aw_held_q, w_held_q, w_full_q, wr_valid_q;
    reg [11:0] aw_addr_q;
    reg [31:0] w_data_q;
    reg        b_valid_q, b_err_q;
    reg        r_valid_q, r_err_q;
    reg [31:0] r_data_q;

    assign s_axil_awready_o = !aw_held_q && !b_valid_q;
    assign s_axil_wready_o  = !w_held_q && !b_valid_q;
    assign s_axil_arready_o = !r_valid_q;
    assign s_axil_bvalid_o  = b_valid_q;
    assign s_axil_bresp_o   = {b_err_q, 1'b0};
    assign s_axil_rvalid_o  = r_valid_q;
    assign s_axil_rdata_o   = r_data_q;
    assign s_axil_rresp_o   = {r_err_q, 1'b0};
    assign idle_o           = !(aw_held_q || w_held_q || b_valid_q || r_valid_q);

    wire look = aw_held_q && w_held_q;

    assign wr_valid_o = wr_valid_q;
    assign wr_addr_o  = aw_addr_q;
    assign wr_data_o  = w_data_q;
    assign rd_addr_o  = s_axil_araddr_i;

    always @(posedge clk_i)
        if (!rst_ni) begin
            aw_held_q  <= 1'b0;
            w_held_q   <= 1'b0;
            wr_valid_q <= 1'b0;
            b_valid_q  <= 1'b0;
            r_valid_q  <= 1'b0;
        end else begin
            aw_held_q  <= (aw_held_q || (s_axil_awvalid_i && !b_valid_q)) && !look;
            w_held_q   <= (w_held_q || (s_axil_wvalid_i && !b_valid_q)) && !look;
            wr_valid_q <= look && w_full_q && !wr_err_i;
            b_valid_q  <= look || (b_valid_q && !s_axil_bready_i);
            r_valid_q  <= r_valid_q ? !s_axil_rready_i : s_axil_arvalid_i;
        end

    // Payload, guarded by its valid flag: not reset.
    always @(posedge clk_i) begin
        if (s_axil_awready_o)
            aw_addr_q <= s_axil_awaddr_i;
        if (s_axil_wready_o) begin
            w_data_q <= s_axil_wdata_i;
            w_full_q <= &s_axil_wstrb_i;
        end
        if (look)
            b_err_q <= wr_err_i || !w_full_q;
        if (s_axil_arvalid_i && !r_valid_q) begin
            r_data_q <= rd_data_i;
            r_err_q  <= rd_err_i;
        end
    end

`ifdef FORMAL
    parameter F_TOP = 0;                    // 1: this module is the top of the proof
    reg        f_past_q = 1'b0, f_live_q = 1'b0, f_hold_b_q, f_hold_r_q, f_quiet_q;
    reg        f_looked_q, f_wrote_q;       // checked a cycle ago, the same word; written then
    reg [1:0]  f_bresp_q, f_rresp_q;
    reg [31:0] f_rdata_q;
    reg [3:0]  f_aw_q, f_w_q, f_b_q;        // transfers of each channel, modulo 16
    wire aw_xfer = s_axil_awvalid_i && s_axil_awready_o;
    wire w_xfer  = s_axil_wvalid_i && s_axil_wready_o;
    wire b_xfer  = s_axil_bvalid_o && s_axil_bready_i;
    wire f_event = s_axil_awvalid_i || s_axil_wvalid_i || s_axil_arvalid_i;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_live_q   <= rst_ni;
        f_hold_b_q <= rst_ni && s_axil_bvalid_o && !s_axil_bready_i;
        f_hold_r_q <= rst_ni && s_axil_rvalid_o && !s_axil_rready_i;
        f_quiet_q  <= rst_ni && idle_o && !f_event;
        f_looked_q <= rst_ni && !wr_err_i && !s_axil_awready_o && !s_axil_wready_o;
        f_wrote_q  <= rst_ni && wr_valid_o;
        f_bresp_q  <= s_axil_bresp_o;
        f_rresp_q  <= s_axil_rresp_o;
        f_rdata_q  <= s_axil_rdata_o;
        f_aw_q     <= rst_ni ? f_aw_q + aw_xfer : 4'd0;
        f_w_q      <= rst_ni ? f_w_q + w_xfer : 4'd0;
        f_b_q      <= rst_ni ? f_b_q + b_xfer : 4'd0;
    end
    // What the master sent, recorded from its handshakes: a write is pending from its first transfer to B.
    reg [11:0] f_addr_q;
    reg [31:0] f_data_q, f_read_q;
    reg        f_full_q, f_both_q, f_do_q, f_err_q, f_ar_q, f_rerr_q;
    wire f_aw_in  = f_aw_q != f_b_q, f_w_in = f_w_q != f_b_q;
    wire f_look   = f_aw_in && f_w_in && !s_axil_bvalid_o;
    wire f_ar     = s_axil_arvalid_i && s_axil_arready_o;
    always @(posedge clk_i) begin
        if (aw_xfer) f_addr_q <= s_axil_awaddr_i;
        if (w_xfer) begin
            f_data_q <= s_axil_wdata_i;
            f_full_q <= s_axil_wstrb_i == 4'hf;
        end
        if (f_look) f_err_q <= wr_err_i || !f_full_q;
        if (f_ar) begin
            f_read_q <= rd_data_i;
            f_rerr_q <= rd_err_i;
        end
        f_both_q <= rst_ni && f_look;
        f_do_q   <= rst_ni && f_look && f_full_q && !wr_err_i;
        f_ar_q   <= rst_ni && f_ar;
    end
    always @* begin
        assume (f_past_q || !rst_ni);
        if (f_past_q) begin
            inv_one:  assert (!((aw_held_q || w_held_q) && b_valid_q) && (!wr_valid_q || b_valid_q));
            b_after:  assert (f_aw_q == f_b_q + (aw_held_q || b_valid_q)
                              && f_w_q == f_b_q + (w_held_q || b_valid_q));
            partial:  assert (!wr_valid_o || (w_full_q && !b_err_q));
            looked:   assert (!wr_valid_o || f_looked_q);
            once:     assert (!(wr_valid_o && f_wrote_q));
            b_stable: assert (!f_hold_b_q || (s_axil_bvalid_o && s_axil_bresp_o == f_bresp_q));
            r_stable: assert (!f_hold_r_q || (s_axil_rvalid_o && s_axil_rresp_o == f_rresp_q
                                              && s_axil_rdata_o == f_rdata_q));
            ready:    assert (!idle_o || (s_axil_awready_o && s_axil_wready_o
                                          && s_axil_arready_o));
            still:    assert (!f_quiet_q || idle_o);
            taken:    assert (s_axil_awready_o == !f_aw_in && s_axil_wready_o == !f_w_in
                              && s_axil_arready_o == !s_axil_rvalid_o);
            idle:     assert (idle_o == !(f_aw_in || f_w_in || s_axil_rvalid_o));
            word:     assert ((!f_aw_in || wr_addr_o == f_addr_q)
                              && (!f_w_in || (wr_data_o == f_data_q && w_full_q == f_full_q)));
            done:     assert (wr_valid_o == f_do_q && s_axil_bvalid_o == (f_both_q || f_hold_b_q));
            answer:   assert (!s_axil_bvalid_o || s_axil_bresp_o == {f_err_q, 1'b0});
            read:     assert (rd_addr_o == s_axil_araddr_i
                              && s_axil_rvalid_o == (f_ar_q || f_hold_r_q)
                              && (!s_axil_rvalid_o || (s_axil_rdata_o == f_read_q
                                                       && s_axil_rresp_o == {f_rerr_q, 1'b0})));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                apart:  cover (rst_ni && wr_valid_o && f_b_q == 4'd2);
                both:   cover (rst_ni && b_xfer && s_axil_rvalid_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
