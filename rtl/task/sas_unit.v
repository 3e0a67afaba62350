// sas_unit - the task unit: sas_top behind an AXI4-Lite port by which the host programs a parallel loop.
//
// Contract  The host writes loop and mode, then CTRL.START; SLVERR answers a write that sas_regs refuses. At
//           START, FIRST is the lower bound of a tile on each level. No context asks before the first START, nor
//           while MODE changes. Context c of SM s is bit s*CONTEXTS + c; a context that is not enabled gets no work.
// Timing    The loop starts in the cycle after B. Outputs to contexts as in sas_top.
// Size      sas_regs, sas_top and disp_axil; no flops of its own.
// Users     the model's task engine (tb/engine/engine_task.c).
// Source    [SAS §IV].
`default_nettype none
module sas_unit #(
    parameter SMS      = 4,                         // 1..32
    parameter CONTEXTS = 16,                        // thread contexts of an SM, 1..32
    parameter GROUP    = 8,                         // contexts of a SIMT group, a power of two, 1..32
    parameter DEPTH    = 4,                         // indices that a context's queue holds, 2..16
    parameter LEVELS   = 3,                         // nested loops, 1..4
    parameter W        = 16,                        // bits of a bound, 1..16
    parameter TASKS_W  = 16                         // bits of the pieces per trial, 1..16
) (
    input  wire                             clk_i,
    input  wire                             rst_ni, // synchronous, active low

    input  wire                             s_axil_awvalid_i,
    output wire                             s_axil_awready_o,
    input  wire [11:0]                      s_axil_awaddr_i,    // byte address
    input  wire                             s_axil_wvalid_i,
    output wire                             s_axil_wready_o,
    input  wire [31:0]                      s_axil_wdata_i,
    input  wire [3:0]                       s_axil_wstrb_i,
    output wire                             s_axil_bvalid_o,
    input  wire                             s_axil_bready_i,
    output wire [1:0]                       s_axil_bresp_o,
    input  wire                             s_axil_arvalid_i,
    output wire                             s_axil_arready_o,
    input  wire [11:0]                      s_axil_araddr_i,
    output wire                             s_axil_rvalid_o,
    input  wire                             s_axil_rready_i,
    output wire [31:0]                      s_axil_rdata_o,
    output wire [1:0]                       s_axil_rresp_o,

    input  wire [SMS*CONTEXTS-1:0]          want_i,             // context waits for a piece of work
    output wire [SMS*CONTEXTS-1:0]          piece_valid_o,
    output wire [SMS*CONTEXTS-1:0]          piece_none_o,
    output wire [SMS*CONTEXTS-1:0]          piece_off_o,
    output wire [SMS*CONTEXTS*LEVELS*W-1:0] piece_lower_o,
    output wire [SMS*CONTEXTS*LEVELS*W-1:0] piece_upper_o
);
    localparam V = LEVELS*W;
    wire                    wr_valid, wr_err, rd_err, start, whole, busy, idle;
    wire [11:0]             wr_addr, rd_addr;
    wire [31:0]             wr_data, rd_data;
    wire [TASKS_W-1:0]      tasks;
    wire [V-1:0]            lower, upper, stride, size, first;
    wire [SMS*CONTEXTS-1:0] live;

    disp_axil u_axil (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .s_axil_awvalid_i(s_axil_awvalid_i), .s_axil_awready_o(s_axil_awready_o), .s_axil_awaddr_i(s_axil_awaddr_i),
        .s_axil_wvalid_i(s_axil_wvalid_i), .s_axil_wready_o(s_axil_wready_o), .s_axil_wdata_i(s_axil_wdata_i),
        .s_axil_wstrb_i(s_axil_wstrb_i), .s_axil_bvalid_o(s_axil_bvalid_o), .s_axil_bready_i(s_axil_bready_i),
        .s_axil_bresp_o(s_axil_bresp_o), .s_axil_arvalid_i(s_axil_arvalid_i), .s_axil_arready_o(s_axil_arready_o),
        .s_axil_araddr_i(s_axil_araddr_i), .s_axil_rvalid_o(s_axil_rvalid_o), .s_axil_rready_i(s_axil_rready_i),
        .s_axil_rdata_o(s_axil_rdata_o), .s_axil_rresp_o(s_axil_rresp_o),
        .wr_valid_o(wr_valid), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_err_i(wr_err),
        .rd_addr_o(rd_addr), .rd_data_i(rd_data), .rd_err_i(rd_err), .idle_o(idle)
    );
    wire unused = &{1'b0, idle, busy};              // the host reads STATUS

    sas_regs #(
        .SMS(SMS), .CONTEXTS(CONTEXTS), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W), .TASKS_W(TASKS_W)
    ) u_regs (
        .clk_i(clk_i), .rst_ni(rst_ni), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(wr_err), .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_err_o(rd_err), .start_o(start),
        .param_whole_o(whole), .param_tasks_o(tasks), .loop_lower_o(lower), .loop_upper_o(upper),
        .loop_stride_o(stride), .loop_edge_o(size), .loop_first_o(first), .live_o(live), .rest_i(&piece_none_o),
        .busy_o(busy)
    );

    sas_top #(
        .SMS(SMS), .CONTEXTS(CONTEXTS), .GROUP(GROUP), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W), .TASKS_W(TASKS_W)
    ) u_top (
        .clk_i(clk_i), .rst_ni(rst_ni), .param_whole_i(whole), .param_tasks_i(tasks), .start_i(start),
        .loop_lower_i(lower), .loop_upper_i(upper), .loop_stride_i(stride), .loop_edge_i(size), .loop_first_i(first),
        .live_i(live), .want_i(want_i), .piece_valid_o(piece_valid_o), .piece_none_o(piece_none_o),
        .piece_off_o(piece_off_o), .piece_lower_o(piece_lower_o), .piece_upper_o(piece_upper_o)
    );

`ifdef FORMAL
    // The parts' assumptions about each other are assertions in this proof.
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_whole_q, f_busy_q, f_none_q;
    (* hierconn *) wire \u_top.f_run_q ;            // a loop has started
    wire [LEVELS-1:0] f_on;
    genvar f;
    generate
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [2*W-1:0] f_lo = lower[f*W +: W], f_e = size[f*W +: W], f_f = first[f*W +: W];
            assign f_on[f] = (f_f - f_lo) % f_e == 0;
        end
    endgenerate
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_whole_q <= whole;
        f_busy_q  <= busy;
        f_none_q  <= rst_ni && &piece_none_o;
    end
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        if (f_past_q) begin
            in_early: assume (\u_top.f_run_q || start || !(|want_i));
            in_first: assume (!start || &f_on);
            in_mode:  assume (whole == f_whole_q || !(|want_i));
            // A started loop is busy until each context has had piece_none_o.
            inv_run:  assert (!start || busy);
            inv_on:   assert (!busy || &f_on);
            ended:    assert (busy || !\u_top.f_run_q || (&piece_none_o && f_none_q));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni) begin
                ends: cover (f_busy_q && !busy);
                work: cover (|piece_valid_o && !whole && s_axil_bvalid_o && s_axil_bresp_o[1]);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
