// disp_axil_tb - disp_axil: the AXI4-Lite slave against masters with gaps and stalls.
//
// TEST RATIONALE  All four combinations of gaps on requests and stalls on answers, AW and
//   W in any order; a memory behind the slave keeps what was written, so a lost, doubled or mixed-up access
//   shows as a wrong word. Partial strobes and refused addresses must leave the words unchanged.
`default_nettype none
module disp_axil_tb;
    reg clk = 0, rst_n = 0;
    reg aw_v = 0, w_v = 0, b_r = 0, ar_v = 0, r_r = 0;
    reg [11:0] aw_a, ar_a;
    reg [31:0] w_d;
    reg [3:0]  w_s;
    wire aw_r, w_r, b_v, ar_r, r_v, wr, idle;
    wire [1:0] b_p, r_p;
    wire [31:0] r_d, wr_data;
    wire [11:0] wr_addr, rd_addr;
    reg [31:0] mem [0:15], want [0:15];         // behind the front; what it should hold
    disp_axil dut (
        .clk_i(clk), .rst_ni(rst_n),
        .s_axil_awvalid_i(aw_v), .s_axil_awready_o(aw_r), .s_axil_awaddr_i(aw_a),
        .s_axil_wvalid_i(w_v), .s_axil_wready_o(w_r), .s_axil_wdata_i(w_d),
        .s_axil_wstrb_i(w_s), .s_axil_bvalid_o(b_v), .s_axil_bready_i(b_r),
        .s_axil_bresp_o(b_p), .s_axil_arvalid_i(ar_v), .s_axil_arready_o(ar_r),
        .s_axil_araddr_i(ar_a), .s_axil_rvalid_o(r_v), .s_axil_rready_i(r_r),
        .s_axil_rdata_o(r_d), .s_axil_rresp_o(r_p),
        .wr_valid_o(wr), .wr_addr_o(wr_addr), .wr_data_o(wr_data),
        .wr_err_i(wr_addr >= 64), .rd_addr_o(rd_addr),
        .rd_data_i(rd_addr >= 64 ? 32'd0 : mem[rd_addr[5:2]]), .rd_err_i(rd_addr >= 64),
        .idle_o(idle)
    );
    always #5 clk = !clk;
    always @(posedge clk) if (wr && wr_addr < 64) mem[wr_addr[5:2]] <= wr_data;
    `include "check.vh"
    integer seed = 1;
    integer n, gaps, stalls;
    function [31:0] some(input integer on, input integer most);
        some = on ? $unsigned($random(seed)) % most : 0;
    endfunction
    always @(posedge clk) cycle = cycle + 1;

    // Each channel on its own: wait, offer, withdraw when taken.
    task send_aw; begin
        repeat (some(gaps, 4)) @(negedge clk);
        aw_v = 1; @(posedge clk); while (!aw_r) @(posedge clk);
        @(negedge clk) aw_v = 0;
    end endtask
    task send_w; begin
        repeat (some(gaps, 4)) @(negedge clk);
        w_v = 1; @(posedge clk); while (!w_r) @(posedge clk);
        @(negedge clk) w_v = 0;
    end endtask
    task take_b; begin
        @(posedge clk); while (!b_v) @(posedge clk);
        repeat (some(stalls, 4)) @(posedge clk);
        @(negedge clk) b_r = 1;
        check(b_v && b_p == ((aw_a < 64 && &w_s) ? 0 : 2), "write answer", b_p, 0);
        @(posedge clk); @(negedge clk) b_r = 0;
        check(!b_v, "answer taken", b_v, 0);
    end endtask
    initial begin
        for (n = 0; n < 16; n = n + 1) begin mem[n] = n; want[n] = n; end
        repeat (2) @(negedge clk);
        rst_n = 1;
        for (n = 0; n < 400; n = n + 1) begin
            gaps = n & 1; stalls = n & 2;
            @(negedge clk);
            aw_a = ($unsigned($random(seed)) % 20) * 4;
            w_d  = $random(seed);
            w_s  = ($random(seed) % 4) ? 4'hf : $random(seed);
            fork send_aw; send_w; take_b; join
            if (aw_a < 64 && &w_s) want[aw_a[5:2]] = w_d;
            ar_a = ($unsigned($random(seed)) % 20) * 4;
            repeat (some(gaps, 4)) @(negedge clk);
            ar_v = 1; @(posedge clk); while (!ar_r) @(posedge clk);
            @(negedge clk) ar_v = 0;
            repeat (some(stalls, 4)) @(negedge clk);
            check(r_v && r_p == (ar_a < 64 ? 0 : 2), "read answer", r_p, 0);
            check(r_d === (ar_a < 64 ? want[ar_a[5:2]] : 0), "read word", r_d, want[ar_a[5:2]]);
            r_r = 1; @(negedge clk) r_r = 0;
            check(!r_v && idle, "idle", idle, 1);
        end
        finish;
    end
endmodule
`default_nettype wire
