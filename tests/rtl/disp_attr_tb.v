// disp_attr_tb - disp_attr: every word of every entry, and every other address; sizes of clusters; busy entries.
//
// TEST RATIONALE  All 4096 addresses, each written with the value of a plain launch, with others near it, with sizes of
//   clusters of every product up to 31 x 31 x 31 in CLUSTER, and with drawn values, for drawn busy entries; what was taken
//   is read back, and is at the output. Corners: one entry, 16 entries, no clusters.
// params: KERNELS=1; KERNELS=3; KERNELS=16, SEED=2; KERNELS=3, CLUSTERS=0
`default_nettype none
module disp_attr_tb;
    parameter KERNELS = 4, CLUSTERS = 1, SEED = 1;
    reg clk = 0, rst_n = 0, wr_valid = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] data = 0;
    reg  [KERNELS-1:0] busy = 0;
    wire [31:0] got;
    wire wr_err, rd_err;
    wire [KERNELS*17-1:0] cluster;
    disp_attr #(.KERNELS(KERNELS), .CLUSTERS(CLUSTERS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .wr_valid_i(wr_valid), .cluster_o(cluster),
        .wr_addr_i(wr_addr), .wr_data_i(data), .wr_err_o(wr_err), .rd_addr_i(rd_addr), .rd_data_o(got), .rd_err_o(rd_err),
        .busy_i(busy)
    );

    `include "check.vh"
    integer seed = SEED, a, v, k, w, x, y, z, taken = 0, shut = 0, sizes = 0;
    reg there, good;
    reg [31:0] plain, value, kept [0:15];
    task write;                                 // `value` to address a, and what becomes of it
        begin
            busy = $random(seed);
            data = value;
            x = value[4:0]; y = value[12:8]; z = value[20:16];
            good = (w == 0 && CLUSTERS != 0)
                 ? x*y*z >= 1 && x*y*z <= 16 && value[31:21] == 0 && value[15:13] == 0 && value[7:5] == 0 : value == plain;
            #1;
            check(wr_err == !(there && good && !busy[k % KERNELS]), "a write: error", wr_err, !wr_err);
            if (there && good && busy[k % KERNELS]) shut = shut + 1;
            if (!wr_err) begin
                taken = taken + 1;
                if (w == 0) kept[k] = value;
                if (w == 0 && value != plain) sizes = sizes + 1;
            end
            wr_valid = !wr_err;
            #1 clk = 1;
            #1 clk = 0;
            wr_valid = 0;
            #1 check(rd_err == !there, "a read: error", rd_err, !there);
            check(got == (!there ? 32'd0 : w == 0 ? kept[k] : plain), "a read: value", got, there ? plain : 0);
        end
    endtask
    initial begin
        for (k = 0; k < 16; k = k + 1) kept[k] = 32'h0001_0101;
        #1 clk = 1;
        #1 clk = 0;
        rst_n = 1;
        for (a = 0; a < 4096; a = a + 1) begin
            k = (a - 256) / 16;
            w = a / 4 % 4;
            there = a >= 256 && a < 512 && k < KERNELS && a % 4 == 0 && w < 3;
            if (!there) k = 0;
            plain = w == 2 ? 32'd0 : 32'h0001_0101;
            rd_addr = a;
            wr_addr = a;
            for (v = 0; v < 40; v = v + 1) begin
                value = plain;
                if (v > 3 && v < 36) value = plain ^ (32'd1 << (v - 4));
                if (v == 36) value = 32'h0001_0101;
                if (v == 37) value = 32'd0;
                if (v > 37) value = $random(seed);
                write;
            end
            if (there && w == 0)
                for (v = 0; v < 4000; v = v + 1) begin
                    value = $random(seed) & (v % 2 ? 32'h0003_0507 : 32'h001f_1f1f);
                    write;
                end
        end
        for (k = 0; k < KERNELS; k = k + 1) begin
            x = kept[k][4:0]; y = kept[k][12:8]; z = kept[k][20:16];
            check(cluster[k*17 +: 17] == {x[4:0]*y[4:0]*z[4:0], z[3:0] - 4'd1, y[3:0] - 4'd1, x[3:0] - 4'd1}, "cluster",
                  cluster[k*17 +: 17], kept[k]);
        end
        check(taken > 0 && shut > 0 && (sizes > 0 || CLUSTERS == 0), "writes taken, and refused by a busy entry", taken, shut);
        finish;
    end
endmodule
`default_nettype wire
