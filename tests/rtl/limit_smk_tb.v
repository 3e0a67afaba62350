// limit_smk_tb - samples worked by hand, and who is served.
//
// TEST RATIONALE  tests/unit/data/smk_samples.txt, whose every line says why: the observed SM is filled up to Tb with
//   CTAs of both kernels, a report starts the sample, its counts are spread over reports, then all CTAs leave, some of
//   them replaced by others, which do not count. Then ok_o and shut_o against the slots of each kernel, on all SMs; a third
//   kernel that waits; a kernel that goes in blocks; reports of another SM, and a sample at which an SM is not full.
// params: SMS=3, OBSERVED=1, KERNELS=2; SMS=15, OBSERVED=14; SMS=1, OBSERVED=0, KERNELS=3
`default_nettype none
module limit_smk_tb;
    parameter SMS = 3, KERNELS = 4, OBSERVED = 2;
    localparam SLOTS = 16, CNT_W = 5, SLOT_W = 4, AMT_W = 60, KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam [AMT_W-1:0] GUARD = {1'b1, 5'd0, 1'b1, 17'd0, 1'b1, 14'd0, 1'b1, 12'd0, 1'b1, 7'd0};
    reg clk = 0, rst_n = 0, en = 1, mon = 0;
    reg  [7:0] sm = OBSERVED;
    reg  [AMT_W-1:0] cap = {1'b0, 5'd16, 1'b0, 17'd49152, 1'b0, 14'd2048, 1'b0, 12'd2048, 1'b0, 7'd64};
    reg  [KERNELS-1:0] busy = 0, live = 0, done_khot = 0;
    reg  [KERNELS*KERNELS-1:0] before = 0;
    reg  [KERNELS*AMT_W-1:0] amt = 0;
    reg  [KERNELS*CNT_W-1:0] tmax = 0, block = {KERNELS{5'd1}};
    reg  [KID_W-1:0] want = 0;
    reg  [SMS*KERNELS*SLOTS-1:0] map = 0;
    reg  stand = 0;
    wire [SLOTS-1:0] shut;
    reg  [SMS-1:0] pick = 0, done = 0;
    reg  [KID_W-1:0] pick_kid = 0;
    reg  [SLOT_W-1:0] pick_slot = 0, done_slot = 0;
    reg  [4:0] cycles = 0;
    reg  [SMS*7-1:0] sp = 0, sp_part = 0;
    reg  [SMS*5-1:0] ldst = 0, ldst_part = 0;
    wire [SMS-1:0] ok;
    wire [KERNELS*CNT_W-1:0] quota;
    wire [KID_W-1:0] mon_kid;
    wire moves;
    limit_smk #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(1'b0), .param_sm_i(sm), .cap_i(cap), .guard_i(GUARD),
        .busy_i(busy), .live_i(live), .before_i(before), .amt_i(amt), .tmax_i(tmax), .block_i(block),
        .want_kid_i(want), .map_i(map), .stand_i(stand), .shut_o(shut), .ok_o(ok), .quota_o(quota), .mon_kid_o(mon_kid), .book_sm_i(pick),
        .book_kid_i(pick_kid), .book_slot_i(pick_slot), .done_sm_i(done), .done_khot_i(done_khot),
        .done_slot_i(done_slot), .mon_evt_i(mon), .mon_cycles_i(cycles), .mon_sp_busy_i(sp), .mon_ldst_busy_i(ldst),
        .mon_sp_part_i(sp_part), .mon_ldst_part_i(ldst_part), .busy_o(moves)
    );
    reg [SMS-1:0] full;                         // no slot of its own is free
    integer seed = 1;
    `include "check.vh"
    task edge_of_clock;
        begin
            #1 clk = 1;
            #1 clk = 0;
            #1 cycle = cycle + 1;
            {pick, done, done_khot, mon} = 0;
        end
    endtask
    reg [2*SLOTS-1:0] masks;                    // of both seats
    reg [1:0] since;                            // edges since they changed, at most 3
    reg old;                                    // a CTA that was admitted before that may not be booked yet
    task settle;
        integer left;
        begin
            since = 3;
            old = 0;
            for (left = 1500; (moves || left > 1490) && left > 0; left = left - 1) begin
                stand = $random(seed);
                masks = {dut.shut0, dut.shut1};
                pick_kid = mon_kid;
                old = old && (since == 0 || stand);
                edge_of_clock;
                since = since == 3 ? 3 : since + 1;
                if (masks !== {dut.shut0, dut.shut1} && dut.on_q[0]) begin since = 0; old = 1; end
                check(!old || shut === 0, "slots of a CTA that was admitted before", shut, 0);
            end
            stand = 0;
            repeat (3) edge_of_clock;
            check(left > 0, "at rest", left, 1);
        end
    endtask
    task launch(input integer k, input integer most);
        begin
            before[k*KERNELS +: KERNELS] = busy;
            busy[k] = 1;
            live[k] = 1;
            tmax[k*CNT_W +: CNT_W] = most;
            settle;
        end
    endtask
    task ends(input integer k);
        integer j;
        begin
            busy[k] = 0;
            live[k] = 0;
            for (j = 0; j < KERNELS; j = j + 1) before[j*KERNELS + k] = 0;
            settle;
        end
    endtask
    task takes(input integer k, input integer warps, input integer threads, input integer registers, input integer smem);
        amt[k*AMT_W +: AMT_W] = {1'b0, 5'd1, 1'b0, smem[16:0], 1'b0, registers[13:0], 1'b0, threads[11:0],
                                 1'b0, warps[6:0]};
    endtask
    function [CNT_W-1:0] tb(input integer k);
        tb = quota[k*CNT_W +: CNT_W];
    endfunction
    task enters(input integer k, input integer slot);
        begin
            pick[OBSERVED] = 1;
            pick_kid = k;
            pick_slot = slot;
            edge_of_clock;
        end
    endtask
    task leaves(input integer k, input integer slot);
        begin
            done[OBSERVED] = 1;
            done_khot[k] = 1;
            done_slot = slot;
            edge_of_clock;
        end
    endtask
    task report(input integer n, input integer s, input integer l, input integer s0, input integer l0);
        begin
            sp = {SMS{7'd55}}; sp_part = {SMS{7'd54}}; ldst = {SMS{5'd9}}; ldst_part = {SMS{5'd8}};
            sp[OBSERVED*7 +: 7] = s;         ldst[OBSERVED*5 +: 5] = l;
            sp_part[OBSERVED*7 +: 7] = s0;   ldst_part[OBSERVED*5 +: 5] = l0;
            cycles = n;
            mon = 1;
            edge_of_clock;
        end
    endtask
    integer slot, first, both, at, to, i;
    task sample(input integer n, input integer s, input integer l, input integer s0, input integer l0);
        begin
            first = tb(0);
            both = tb(0) + tb(1);
            slot = 0;
            while (slot < both) begin
                report(16, 1, 1, 1, 1);         // not full: no sample begins
                enters(slot >= first, slot);
                slot = slot + 1;
            end
            report(16, 99, 16, 50, 8);          // begins with it: does not count
            for (at = 0; at < n; at = to) begin
                to = (at + 16 < n) ? at + 16 : n;
                report(to - at, s*to/n - s*at/n, l*to/n - l*at/n, s0*to/n - s0*at/n, l0*to/n - l0*at/n);
            end
            for (i = slot - 1; i >= 0; i = i - 1) begin
                leaves(i >= first, i);
                if (i % 3 == 0) begin           // replaced, and that one leaves as well
                    enters(i >= first, i);
                    if (i > 0) leaves(i >= first, i);
                end
            end
            settle;
            if (slot > 0) leaves(first == 0, 0);
        end
    endtask

    // ok_o and shut_o: each kernel has its slots, of seat 0 the lowest, of seat 1 the highest; a CTA of any kernel fills a slot.
    task answers;
        integer k, n, s, c;
        reg [SLOTS-1:0] own, used;
        for (k = 0; k < KERNELS; k = k + 1) begin
            own = !busy[k] || tb(k) == 0 ? 0 : k == mon_kid && dut.on_q[0] ? ~({SLOTS{1'b1}} << tb(k))
                : ~({SLOTS{1'b1}} >> tb(k));
            pick_kid = k;
            want = k;
            for (n = 0; n < 4; n = n + 1) begin
                for (s = 0; s < SMS; s = s + 1) begin
                    used = $random(seed);
                    if (n == 1) used = own;
                    if (n == 2) used = ~own;
                    if (n == 3) used = used | used >> 1 | (own & ~(own - 1));
                    map[s*KERNELS*SLOTS +: KERNELS*SLOTS] = 0;
                    for (c = 0; c < SLOTS; c = c + 1)
                        map[(s*KERNELS + $unsigned($random(seed)) % KERNELS)*SLOTS + c] = used[c];
                    full[s] = !(|(own & ~used));
                end
                #1 check(ok === ~full, "ok", ok, ~full);
                check(own == 0 || shut === ~own, "slots of others", shut, ~own);
            end
            map = 0;
        end
    endtask

    // The file by characters and numbers: Verilator scans no text with zeros in front, as $fgets leaves it.
    integer file, letter, got, kind, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, rows, number;
    reg [8*256-1:0] line;
    task rows_of_the_table;
        begin
            file = $fopen("tests/unit/data/smk_samples.txt", "r");
            rows = 0;
            number = 1;
            letter = $fgetc(file);
            while (letter >= 0) begin
                if (letter == "#") got = $fgets(line, file);
                else if (letter > " ") begin
                    got  = $ungetc(letter, file);
                    got  = $fscanf(file, "%d %d %d %d %d %d", kind, v1, v2, v3, v4, v5);
                    rows = rows + 1;
                    check(got == 6 && (kind == 0 || kind == 1), "a row of the table", number, got);
                    if (kind == 0) begin
                        got = $fscanf(file, "%d %d %d %d %d %d %d", v6, v7, v8, v9, v10, v11, v12);
                        check(got == 7, "the rest of a row", number, got);
                        ends(0);
                        ends(1);
                        takes(0, v1, v2, v3, v4);
                        takes(1, v6, v7, v8, v9);
                        launch(0, v5);
                        check(tb(0) == v5, "alone: T_max", tb(0), v5);
                        answers;
                        launch(1, v10);
                        v6 = v11;
                        v7 = v12;
                    end else begin
                        got = $fscanf(file, "%d %d", v6, v7);
                        check(got == 2, "the rest of a row", number, got);
                        sample(v1, v2, v3, v4, v5);
                    end
                    if (tb(0) != v6 || tb(1) != v7) $display("smk_samples.txt:%0d", number);
                    check(tb(0) == v6, "Tb_A", tb(0), v6);
                    check(tb(1) == v7, "Tb_B", tb(1), v7);
                    answers;
                end
                if (letter == "#" || letter == 10) number = number + 1;
                letter = $fgetc(file);
            end
            check(rows > 20, "rows of the table", rows, 21);
        end
    endtask
    initial begin
        edge_of_clock;
        rst_n = 1;
        settle;
        rows_of_the_table;
        ends(0);
        check(tb(1) == tmax[CNT_W +: CNT_W], "alone again: T_max", tb(1), tmax[CNT_W +: CNT_W]);
        if (KERNELS > 2) begin
            for (i = 0; i < KERNELS; i = i + 1) takes(i, 1, 32, 1, 1);
            launch(2, 10);
            launch(0, 8);                       // waits
            check(mon_kid == 2, "seat 0", mon_kid, 2);
            check(tb(2) == 5 && tb(0) == 0, "the third waits", tb(0), 0);
            answers;
            ends(1);
            check(tb(2) == 5 && tb(0) == 4, "and takes the place", tb(0), 4);
            answers;
            ends(2);
            check(mon_kid == 0 && tb(0) == 8, "mon_kid without seat 0", mon_kid, 0);
        end
        block = {KERNELS{5'd2}};
        map = {SMS*KERNELS*SLOTS{1'b0}};
        for (i = 0; i < SMS; i = i + 1) map[i*KERNELS*SLOTS +: SLOTS] = 16'hfffe;
        want = KERNELS > 2 ? 0 : 1;
        pick_kid = want;
        #1 check(&ok && !(|shut), "blocks are not limited", ok, {SMS{1'b1}});
        en = 0;
        settle;
        check(!(|ok) && !(|quota), "not in use", ok, 0);
        finish;
    end
endmodule
`default_nettype wire
