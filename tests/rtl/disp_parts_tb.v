// disp_parts_tb - disp_parts: partitions of every entry and the SMs that serve a kernel, against sets of SMs, in every cycle.
//
// TEST RATIONALE  Checks and writes of random words, with few SMs, with all, and with those that are enabled; kernels
//   are launched, run out of CTAs and end at random, and any kernel is asked about. The model keeps the sets and what was
//   claimed a cycle ago. Corners: one SM, words that are not full, eight words; one kernel; policies that need all SMs;
//   a build without partitions, which refuses every write.
// params: SMS=1, KERNELS=1; SMS=5, KERNELS=3; SMS=33, KERNELS=4; SMS=64, KERNELS=2; SMS=144, KERNELS=16; SMS=256, KERNELS=4
// params: SMS=33, KERNELS=4, PARTITIONS=0
`default_nettype none
module disp_parts_tb;
    parameter SMS = 28, KERNELS = 4, PARTITIONS = 1, SEED = 1;
    localparam KID_W = KERNELS > 1 ? $clog2(KERNELS) : 1, WORDS = (SMS + 31)/32, CYCLES = SMS > 64 ? 3000 : 8000;

    reg clk = 0, rst_n = 0, wr_valid = 0, all_sms = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] wr_data = 0;
    reg  [SMS-1:0] enable = 0;
    reg  [KERNELS-1:0] busy = 0, live = 0, borrow = 0;
    reg  [KID_W-1:0] kid = 0;
    wire wr_err, rd_err, moves;
    wire [31:0] rd_data;
    wire [KERNELS-1:0] none;
    wire [SMS-1:0] may;
    disp_parts #(.SMS(SMS), .KERNELS(KERNELS), .PARTITIONS(PARTITIONS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .wr_err_o(wr_err),
        .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_err_o(rd_err), .sm_enable_i(enable), .all_sms_i(all_sms),
        .busy_i(busy), .live_i(live), .borrow_i(borrow), .want_kid_i(kid), .none_o(none), .may_o(may), .busy_o(moves));
    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    reg [SMS-1:0] part [0:KERNELS-1];
    reg [SMS-1:0] claimed = 0, expected = 0, after, set;
    reg [31:0] expected_data;
    reg [WORDS*32-1:0] padded;
    integer k, w, e, s, lent = 0, refused = 0, shrunk = 0;
    reg wrote = 0, was_live = 0, sane = 0;
    reg [KERNELS-1:0] live_then = 0;

    function integer entry(input [11:0] addr);  // of a word that exists; -1: none
        entry = (addr >= 12'h600 && addr < 12'h600 + 32*KERNELS && addr % 4 == 0 && addr % 32 < 4*WORDS)
              ? (addr - 12'h600) / 32 : -1;
    endfunction
    function lacks(input [SMS-1:0] of);         // a kernel with this partition must not run
        lacks = !(|(of & enable)) || (all_sms && |(enable & ~of));
    endfunction
    integer run = 0, run_k, run_on;             // words left of an entry that are all cleared or all set, this entry
    task address;                               // of any word, mostly one that exists
        begin
            if (run == 0 && rnd(8*WORDS) == 0) begin
                run = WORDS;
                run_k = rnd(KERNELS);
                run_on = rnd(2);
            end
            wr_addr = 12'h600 + 32*rnd(KERNELS) + 4*rnd(WORDS);
            if (rnd(8) == 0) wr_addr = $random(seed);
            rd_addr = 12'h600 + 32*rnd(KERNELS) + 4*rnd(WORDS);
            if (rnd(8) == 0) rd_addr = $random(seed);
            case (rnd(5))
            0: wr_data = 0;
            1: wr_data = -1;
            2: wr_data = 1 << rnd(32);
            3: wr_data = padded >> (32 * rnd(WORDS));
            default: wr_data = $random(seed) & $random(seed);
            endcase
            if (run > 0) begin
                run = run - 1;
                wr_addr = 12'h600 + 32*run_k + 4*run;
                wr_data = {32{run_on[0]}};
            end
        end
    endtask
    task kernels;                               // one is launched, or ends, or has no CTA left
        begin
            k = rnd(KERNELS);
            if (!busy[k] && rnd(2)) borrow[k] = rnd(2);     // a write of its own, before the launch
            else if (!busy[k] && !lacks(part[k]) && !wr_valid) begin
                busy[k] = 1;
                live[k] = rnd(4) > 0;
            end else if (live[k]) live[k] = 0;
            else busy[k] = 0;
            if (busy == 0) begin
                all_sms = rnd(4) == 0;
                enable = rnd(2) ? {SMS{1'b1}} : {8{$random(seed)}} | {8{$random(seed)}};
                padded = enable;
            end
        end
    endtask
    task compare;
        begin
            e = entry(rd_addr);
            padded = e < 0 ? 0 : part[e];
            expected_data = e < 0 ? 0 : padded >> (32 * (rd_addr % 32 / 4));
            check(rd_err === (e < 0), "read error", rd_err, rd_addr);
            check(rd_data === expected_data, "read data", rd_data, expected_data);
            check(may === expected, "SMs that serve the kernel", may, expected);
            check(moves === (wrote || (live & {KERNELS{|borrow}}) != live_then), "busy", moves, wrote);
            for (k = 0; k < KERNELS; k = k + 1) check(none[k] === lacks(part[k]), "none", none[k], k);
            e = entry(wr_addr);
            if (e >= 0) begin
                w = wr_addr % 32 / 4;
                after = part[e];
                for (s = 0; s < 32; s = s + 1) if (w*32 + s < SMS) after[w*32 + s] = wr_data[s];
            end
            check(wr_err === (e < 0 || !PARTITIONS || (busy[e] && lacks(after))), "write error", wr_err, e);
            refused = refused + (e >= 0 && wr_err);
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) part[k] = {SMS{1'b1}};
        enable = {SMS{1'b1}};
        expected = enable;
        repeat (2) begin #1 clk = 1; #1 clk = 0; end
        rst_n = 1;
        for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
            wr_valid = 0;
            if (rnd(4) == 0) kernels;
            padded = enable;
            address;
            kid = rnd(KERNELS);
            #1 compare;
            wr_valid = e >= 0 && !wr_err && (run > 0 || rnd(2));
            // The edge.
            set = 0;
            for (k = 0; k < KERNELS; k = k + 1) if (live[k] && |borrow) set = set | part[k];
            expected  = enable & (part[kid] | (borrow[kid] ? ~claimed : {SMS{1'b0}}));
            lent      = lent + |(expected & ~part[kid]);
            claimed   = set;
            live_then = live & {KERNELS{|borrow}};
            wrote     = wr_valid;
            if (wr_valid) begin
                shrunk  = shrunk + (busy[e] && |(part[e] & ~after));
                part[e] = after;
            end
            #1 clk = 1;
            #1 clk = 0;
        end
        check(lent > 0 || KERNELS == 1 || !PARTITIONS, "cycles with an SM that was lent", lent, 1);
        check(refused > 0, "writes refused", refused, 1);
        check(shrunk > 0 || SMS == 1 || !PARTITIONS, "partitions of busy kernels that shrank", shrunk, 1);
        finish;
    end
endmodule
`default_nettype wire
