// disp_host.vh - a dispatcher of SMS, SLOTS and KERNELS behind a host that reads and writes its registers:
// include it in a module with these parameters. With the macro MONITORS the module drives the mon_*_i, otherwise no SM
// reports to the monitors.
    localparam SM_W   = (SMS > 1) ? $clog2(SMS) : 1;
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    localparam KID_W  = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam CAP_WARPS = 48, CAP_THREADS = 1536, CAP_REGS = 1024, CAP_SMEM = 49152;

    `include "policy_ids.vh"
    `include "registers.vh"

    reg clk = 0, rst_n = 0;
    `include "check.vh"
    `include "axil_host.vh"
    wire irq, issue_valid, sleep;
    wire [31:0] lid;
    reg  [SMS-1:0] issue_ready = 0, done_valid = 0;
    wire [SMS-1:0] done_ready;
    reg  [SMS*SLOT_W-1:0] done_slot = 0;
    wire [SM_W-1:0] sm;
    wire [SLOT_W-1:0] slot;
    wire [KID_W-1:0] kid;
    wire [23:0] x;
    wire [15:0] y, z;
    wire [SMS*SLOTS-1:0] paused;
    wire [SMS-1:0] drain;
    wire in_block;
    wire [1:0] half;

    disp_top #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n),
        .s_axil_awvalid_i(awvalid), .s_axil_awready_o(awready), .s_axil_awaddr_i(awaddr),
        .s_axil_wvalid_i(wvalid), .s_axil_wready_o(wready), .s_axil_wdata_i(wdata),
        .s_axil_wstrb_i(wstrb), .s_axil_bvalid_o(bvalid), .s_axil_bready_i(bready),
        .s_axil_bresp_o(bresp), .s_axil_arvalid_i(arvalid), .s_axil_arready_o(arready),
        .s_axil_araddr_i(araddr), .s_axil_rvalid_o(rvalid), .s_axil_rready_i(rready),
        .s_axil_rdata_o(rdata), .s_axil_rresp_o(rresp), .irq_o(irq),
        .issue_valid_o(issue_valid), .issue_ready_i(issue_ready), .issue_sm_o(sm),
        .issue_slot_o(slot), .issue_kid_o(kid), .issue_x_o(x), .issue_y_o(y), .issue_z_o(z),
        .issue_lid_o(lid), .issue_block_o(in_block), .issue_half_o(half),
        .done_valid_i(done_valid), .done_slot_i(done_slot), .done_ready_o(done_ready),
`ifdef MONITORS
        `include "monitor_pins.vh"
`else
        `include "monitor_none.vh"
`endif
        .mon_kid_o(), .quota_o(), .paused_o(paused), .drain_o(drain), .sleep_o(sleep), .why_i(1'b0)
    );
    always #5 clk = !clk;

    task init;                                  // capacities, and interrupts of every kernel
        begin
            put(REG_CAP_SLOTS, SLOTS, 0);
            put(REG_CAP_WARPS, CAP_WARPS, 0);
            put(REG_CAP_THREADS, CAP_THREADS, 0);
            put(REG_CAP_REGS, CAP_REGS, 0);
            put(REG_CAP_SMEM, CAP_SMEM, 0);
            put(REG_CTRL, REG_CTRL_INIT, 0);
            put(REG_IRQ_ENABLE, 32'hffffffff, 0);
        end
    endtask
