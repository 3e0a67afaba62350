// axil_host.vh - a host at an AXI4-Lite port of 12 address bits that accepts every answer at once. Include it in a
// module with clk, after check.vh.
    reg awvalid = 0, wvalid = 0, bready = 1, arvalid = 0, rready = 1;
    reg [11:0] awaddr, araddr;
    reg [31:0] wdata;
    reg [3:0]  wstrb = 4'hf;
    wire awready, wready, bvalid, arready, rvalid;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata;
    integer clocks;                             // clocks that the last put took
    task put(input [11:0] addr, input [31:0] data, input [1:0] resp);
        begin
            @(negedge clk) awvalid = 1; awaddr = addr; wvalid = 1; wdata = data;
            clocks = cycle;
            @(posedge clk);
            @(negedge clk) awvalid = 0; wvalid = 0;
            @(negedge clk);                         // check cycle of the write
            check(bvalid && bresp == resp, "write answer at address", {bresp, 8'd0, addr}, resp);
            @(posedge clk) clocks = cycle + 1 - clocks;
            #1;                                     // the caller's next values change after the edge
        end
    endtask
    reg [31:0] got;
    task get(input [11:0] addr, input [1:0] resp);
        begin
            @(negedge clk) arvalid = 1; araddr = addr;
            @(negedge clk) arvalid = 0;
            check(rvalid && rresp == resp, "read answer at address", {rresp, 8'd0, addr}, resp);
            got = rdata;
            @(posedge clk);
            #1;
        end
    endtask
    task expect_reg(input [11:0] addr, input [31:0] value);
        begin
            get(addr, 0);
            check(got == value, "register value", got, value);
        end
    endtask
