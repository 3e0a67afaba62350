// issue_regs_table_tb - issue_regs_table: pending writes and counts of consumers against integers, one per warp and register.
//
// TEST RATIONALE  Random vectors of registers, several warps by one event each, up to all read events of a cycle for one
//   register: counts rise to their limit and fall to 0 by more than one at once, and a read and a release meet in a cycle.
//   Heads name the first, the last and random registers; ok_o and idle_o of every warp are compared in every cycle.
// params: WARPS=1, REGS=2, CONSUMERS=1; WARPS=3, REGS=5, CONSUMERS=3; WARPS=1, REGS=12, CONSUMERS=63, READS=3, WRITES=1
// params: WARPS=16, REGS=9, CONSUMERS=7, DESTS=2, SOURCES=3; WARPS=2, REGS=33, CONSUMERS=3, READS=1
`default_nettype none
module issue_regs_table_tb;
    parameter WARPS = 2, READS = 2, WRITES = 2, REGS = 8, CONSUMERS = 3, DESTS = 1, SOURCES = 4, SEED = 1;
    localparam REG_W = $clog2(REGS), FIELD_W = REG_W + 1, FIELDS = DESTS + SOURCES, HEAD_W = FIELDS*FIELD_W;
    reg clk = 0, rst_n = 0;
    reg  [WARPS*HEAD_W-1:0] head = 0;
    reg  [WARPS-1:0] gnt = 0;
    reg  [REGS-1:0] set = 0, uses = 0;
    reg  [READS*WARPS-1:0] read_warp = 0;
    reg  [READS*REGS-1:0] used = 0;
    reg  [WRITES*WARPS-1:0] write_warp = 0;
    reg  [WRITES*REGS-1:0] made = 0;
    wire [WARPS-1:0] ok, idle;
    issue_regs_table #(.WARPS(WARPS), .READS(READS), .WRITES(WRITES), .REGS(REGS), .CONSUMERS(CONSUMERS), .DESTS(DESTS),
                       .SOURCES(SOURCES)) dut (
        .clk_i(clk), .rst_ni(rst_n), .head_i(head), .gnt_i(gnt), .set_i(set), .uses_i(uses), .read_warp_i(read_warp), .used_i(used),
        .write_warp_i(write_warp), .made_i(made), .ok_o(ok), .idle_o(idle)
    );

    `include "check.vh"
    integer seed = SEED, n, w, r, j, f, left, allowed = 0, stopped = 0, limits = 0, falls = 0;
    integer count [0:WARPS*REGS-1];             // consumers of register r of warp w at w*REGS + r
    reg     pend  [0:WARPS*REGS-1];             // a write of it is pending
    reg     stop, busy, named, rises;           // rises: more reads than releases

    function integer pick(input integer most); pick = $unsigned($random(seed)) % most; endfunction

    task look;                                  // compares the outputs for random heads
        begin
            for (w = 0; w < WARPS; w = w + 1)
                for (f = 0; f < FIELDS; f = f + 1) begin
                    r = pick(4) == 0 ? 0 : pick(4) == 0 ? REGS - 1 : pick(REGS);
                    named = pick(FIELDS) == 0;
                    head[w*HEAD_W + f*FIELD_W +: FIELD_W] = {named, r[REG_W-1:0]};
                end
            #1;
            for (w = 0; w < WARPS; w = w + 1) begin
                stop = 0;
                for (f = 0; f < FIELDS; f = f + 1) begin
                    r = w*REGS + head[w*HEAD_W + f*FIELD_W +: REG_W];
                    if (head[w*HEAD_W + f*FIELD_W + REG_W])
                        stop = stop || pend[r] || (f < DESTS ? count[r] != 0 : count[r] == CONSUMERS);
                end
                check(ok[w] == !stop, "ok_o", ok[w], !stop);
                if (stop) stopped = stopped + 1; else allowed = allowed + 1;
                busy = 0;
                for (r = w*REGS; r < (w + 1)*REGS; r = r + 1) busy = busy || pend[r] || count[r] != 0;
                check(idle[w] == !busy, "idle_o", idle[w], !busy);
            end
        end
    endtask

    task events;                                // random ones that a count allows, and what they do
        begin
            {gnt, set, uses, read_warp, used, write_warp, made} = 0;
            w = pick(WARPS);
            gnt[w] = pick(3) != 0;
            for (r = 0; r < REGS; r = r + 1) begin
                set[r] = pick(5) == 0 && !pend[w*REGS + r];
                uses[r] = pick(rises ? 1 : 4) == 0 && count[w*REGS + r] < CONSUMERS;
                if (gnt[w] && uses[r] && count[w*REGS + r] == CONSUMERS - 1) limits = limits + 1;
            end
            for (j = 0; j < READS; j = j + 1) begin
                w = pick(WARPS);
                read_warp[j*WARPS + w] = pick(3) != 0;
                for (r = 0; r < REGS; r = r + 1) begin
                    left = count[w*REGS + r];
                    for (f = 0; f < j; f = f + 1) left = left - (read_warp[f*WARPS + w] && used[f*REGS + r]);
                    used[j*REGS + r] = pick(rises ? 12 : 2) == 0 && left > 0;
                    if (j != 0 && used[j*REGS + r] && left == 1 && count[w*REGS + r] > 1) falls = falls + 1;
                end
            end
            for (j = 0; j < WRITES; j = j + 1) begin
                w = pick(WARPS);
                write_warp[j*WARPS + w] = pick(2) == 0;
                for (r = 0; r < REGS; r = r + 1) made[j*REGS + r] = pick(3) == 0 && !(gnt[w] && set[r]);
            end
            for (w = 0; w < WARPS; w = w + 1)
                for (r = 0; r < REGS; r = r + 1) begin
                    count[w*REGS + r] = count[w*REGS + r] + (gnt[w] && uses[r]);
                    pend[w*REGS + r] = pend[w*REGS + r] || (gnt[w] && set[r]);
                    for (j = 0; j < READS; j = j + 1)
                        count[w*REGS + r] = count[w*REGS + r] - (read_warp[j*WARPS + w] && used[j*REGS + r]);
                    for (j = 0; j < WRITES; j = j + 1)
                        if (write_warp[j*WARPS + w] && made[j*REGS + r]) pend[w*REGS + r] = 0;
                end
            #1 clk = 1;
            #1 clk = 0;
        end
    endtask

    initial begin
        for (r = 0; r < WARPS*REGS; r = r + 1) begin
            count[r] = 0;
            pend[r] = 0;
        end
        #1 clk = 1;
        #1 clk = 0;
        rst_n = 1;
        for (n = 0; n < 4000; n = n + 1) begin
            rises = n / 200 % 2 == 0;
            look;
            events;
        end
        check(allowed > 0 && stopped > 0 && limits > 0 && (falls > 0 || READS == 1 || CONSUMERS == 1),
              "warps allowed and stopped, counts that reach their limit and fall by two", allowed, stopped);
        finish;
    end
endmodule
`default_nettype wire
