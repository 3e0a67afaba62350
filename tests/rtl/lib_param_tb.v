// lib_param_tb - lib_param: a parameter register on the bus.
//
// TEST RATIONALE  Every value around MAX and random ones, this address and its neighbours, locked or
//   not, against a copy; as on the bus, a refused write never gets wr_valid_i.
// params: W=1, RESET=0, MAX=1; W=3, RESET=5, MAX=5; W=16, RESET=2048, MAX=65535; W=21, RESET=9, MAX=1048577
// params: W=32, RESET=7, MAX=2147483648; W=32, RESET=7, MAX=4294967295
`default_nettype none
module lib_param_tb;
    parameter W = 3;
    parameter [31:0] RESET = 2, MAX = 5;
    localparam [11:0] ADDR = 12'ha24;
    reg clk = 0, rst_n = 0, lock = 0, valid = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] data = 0;
    wire [31:0] rd_data;
    wire wr_ok, rd_ok;
    wire [W-1:0] value;
    lib_param #(.W(W), .RESET(RESET), .MAX(MAX), .ADDR(ADDR)) dut (
        .clk_i(clk), .rst_ni(rst_n), .lock_i(lock), .wr_valid_i(valid), .wr_addr_i(wr_addr),
        .wr_data_i(data), .wr_ok_o(wr_ok), .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_ok_o(rd_ok),
        .value_o(value)
    );
    always #5 clk = !clk;
    `include "check.vh"
    integer seed = 1;
    reg [31:0] model;
    reg takes;
    function [31:0] any(input integer way);
        case (way)
        0: any = MAX;
        1: any = MAX + 1;
        2: any = MAX - 1;
        3: any = 0;
        4: any = $random(seed);
        default: any = $unsigned($random(seed)) % (MAX == 32'hffffffff ? MAX : MAX + 1);
        endcase
    endfunction
    initial begin
        @(negedge clk) @(negedge clk) rst_n = 1;
        model = RESET;
        for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
            wr_addr = ($random(seed) & 3) ? ADDR : ADDR + 4 * ($random(seed) % 3);
            rd_addr = ($random(seed) & 1) ? ADDR : ADDR ^ (12'd1 << ($unsigned($random(seed)) % 12));
            data    = any($unsigned($random(seed)) % 8);
            lock    = &($random(seed) & 3);
            takes   = wr_addr == ADDR && data <= MAX && !lock;
            #1 check(wr_ok === takes, "wr_ok", wr_ok, takes);
            check(rd_ok === (rd_addr == ADDR), "rd_ok", rd_ok, rd_addr == ADDR);
            check(rd_data === (rd_addr == ADDR ? model : 0), "rd_data", rd_data, model);
            check(value === model[W-1:0], "value", value, model);
            valid = ($random(seed) & 1) && (takes || wr_addr != ADDR);
            @(negedge clk) if (valid && takes) model = data;
            valid = 0;
            if (cycle % 1000 == 999) begin
                rst_n = 0;
                @(negedge clk) rst_n = 1;
                model = RESET;
            end
        end
        finish;
    end
endmodule
`default_nettype wire
