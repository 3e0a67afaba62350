// sas_unit_tb - sas_unit: a host programs parallel loops through the port, contexts work on them.
//
// TEST RATIONALE  Loops of any shape as a host writes them, each index exactly once; disabled contexts
//   get nothing. Before each loop invalid ones: a stride or an edge of 0, an empty level, a first tile
//   outside; all answer SLVERR and leave the words unchanged. While a loop is busy every write is refused, and STATUS
//   goes from BUSY to DONE by itself. sas_regs_tb tests every word, sas_top_tb the pieces that contexts receive.
// params: SMS=4, CONTEXTS=4; SMS=1, CONTEXTS=3, GROUP=2, SEED=2; SMS=3, CONTEXTS=8, GROUP=8, LEVELS=3, SEED=3
`default_nettype none
module sas_unit_tb;
    parameter SMS = 4, CONTEXTS = 4, GROUP = 4, LEVELS = 2, SEED = 1;
    localparam W = 8, V = LEVELS*W, ALL = SMS*CONTEXTS, SIDE = 16, LOOPS = 60, SLVERR = 2;
    `include "registers_sas.vh"
    reg clk = 0, rst_n = 0;
    `include "check.vh"
    `include "axil_host.vh"
    reg  [ALL-1:0] want = 0, want_d;
    wire [ALL-1:0] valid, none, off;
    wire [ALL*V-1:0] low, high;
    sas_unit #(.SMS(SMS), .CONTEXTS(CONTEXTS), .GROUP(GROUP), .LEVELS(LEVELS), .W(W), .TASKS_W(8)) dut (
        .clk_i(clk), .rst_ni(rst_n),
        .s_axil_awvalid_i(awvalid), .s_axil_awready_o(awready), .s_axil_awaddr_i(awaddr),
        .s_axil_wvalid_i(wvalid), .s_axil_wready_o(wready), .s_axil_wdata_i(wdata),
        .s_axil_wstrb_i(wstrb), .s_axil_bvalid_o(bvalid), .s_axil_bready_i(bready),
        .s_axil_bresp_o(bresp), .s_axil_arvalid_i(arvalid), .s_axil_arready_o(arready),
        .s_axil_araddr_i(araddr), .s_axil_rvalid_o(rvalid), .s_axil_rready_i(rready),
        .s_axil_rdata_o(rdata), .s_axil_rresp_o(rresp), .want_i(want), .piece_valid_o(valid),
        .piece_none_o(none), .piece_off_o(off), .piece_lower_o(low), .piece_upper_o(high)
    );
    always #5 clk = !clk;
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    integer lo [0:2], count [0:2], step [0:2], edge_of [0:2], first [0:2], busy [0:ALL-1];
    integer seen [0:SIDE*SIDE*SIDE-1];
    integer l, c, i, j, k, n, t, done, all, whole, took, contexts;
    reg ended, started = 0;
    task program_loop;
        begin
            for (l = 0; l < LEVELS; l = l + 1) begin
                lo[l] = rnd(20); count[l] = 1 + rnd(LEVELS > 2 ? 7 : SIDE); step[l] = 1 + rnd(4);
                n = 1 + rnd(5);                         // tiles, at most
                edge_of[l] = (count[l] + n - 1) / n * step[l];
                first[l] = lo[l] + rnd((count[l]*step[l] + edge_of[l] - 1) / edge_of[l]) * edge_of[l];
                put(REG_SAS_LOWER + 4*l, lo[l], 0);
                put(REG_SAS_UPPER + 4*l, lo[l] + (count[l] - 1)*step[l] + 1, 0);
                put(REG_SAS_STRIDE + 4*l, step[l], 0);
                put(REG_SAS_EDGE + 4*l, edge_of[l], 0);
                put(REG_SAS_FIRST + 4*l, first[l], 0);
            end
            check(!(|want), "in_mode: contexts that ask", want, 0);
            whole = rnd(3) == 0;
            contexts = 1 + rnd((1 << CONTEXTS) - 1);
            put(REG_SAS_MODE, whole, 0);
            put(REG_SAS_TRIAL, rnd(2) * rnd(20), 0);
            put(REG_SAS_CONTEXT_ENABLE, contexts, 0);
        end
    endtask
    task wrong_loops;
        begin
            l = rnd(LEVELS);
            put(REG_SAS_STRIDE + 4*l, 0, SLVERR);
            put(REG_SAS_EDGE + 4*l, 256, SLVERR);       // 0 in a field of W bits
            expect_reg(REG_SAS_STRIDE + 4*l, step[l]);
            expect_reg(REG_SAS_EDGE + 4*l, edge_of[l]);
            put(REG_SAS_LOWER + 4*LEVELS, 1, LEVELS < 4 ? SLVERR : 0);
            put(REG_SAS_STATUS, 0, SLVERR);
            get(REG_SAS_STATUS, 0);
            check((got & REG_SAS_STATUS_ERROR) == 0, "no error", got, 0);
            if (rnd(2)) put(REG_SAS_UPPER + 4*l, lo[l], 0);
            else        put(REG_SAS_FIRST + 4*l, rnd(2) && lo[l] > 0 ? lo[l] - 1 : 255, 0);
            get(REG_SAS_STATUS, 0);
            check((got & REG_SAS_STATUS_ERROR) != 0, "an error", got, REG_SAS_STATUS_ERROR);
            put(REG_SAS_CTRL, REG_SAS_CTRL_START, SLVERR);
            get(REG_SAS_STATUS, 0);
            check((got & REG_SAS_STATUS_BUSY) == 0, "not started", got, 0);
            put(REG_SAS_UPPER + 4*l, lo[l] + (count[l] - 1)*step[l] + 1, 0);
            put(REG_SAS_FIRST + 4*l, first[l], 0);
        end
    endtask
    function integer bound(input [ALL*V-1:0] from, input integer of, input integer level,
                           input integer last);
        bound = (level < LEVELS) ? from[of*V + level*W +: W] : last;
    endfunction
    task take(input integer of);
        begin
            check(contexts >> (of % CONTEXTS) & 1, "a context that is enabled", of, contexts);
            n = 0;
            for (i = bound(low, of, 0, 0); i < bound(high, of, 0, 1); i = i + step[0])
                for (j = bound(low, of, 1, 0); j < bound(high, of, 1, 1); j = j + step[1])
                    for (k = bound(low, of, 2, 0); k < bound(high, of, 2, 1); k = k + step[2]) begin
                        c = ((i - lo[0]) / step[0] * SIDE + (j - lo[1]) / step[1]) * SIDE + (k - lo[2]) / step[2];
                        seen[c] = seen[c] + 1;
                        check(seen[c] == 1, "once", c, of);
                        n = n + 1;
                    end
            check(whole ? n > 0 : n == 1, "a piece", n, 1);
            done = done + n;
            busy[of] = rnd(2) * n;
        end
    endtask
    task look;                                          // a cycle of all contexts
        begin
            for (t = 0; t < ALL; t = t + 1) want_d[t] = busy[t] == 0;
            want = want_d;
            check(started, "in_early: a context asks before a loop", want, 0);
            #1 ended = 1;
            for (t = 0; t < ALL; t = t + 1) begin
                if (busy[t] > 0) busy[t] = busy[t] - 1;
                else if (want[t] && valid[t]) take(t);
                else if (want[t] && none[t]) busy[t] = -1;
                if (busy[t] >= 0) ended = 0;
            end
            @(negedge clk) ;
        end
    endtask
    initial begin
        {step[2], lo[2], count[2]} = {32'd1, 32'd0, 32'd1};
        repeat (2) @(negedge clk) ;
        rst_n = 1;
        expect_reg(REG_SAS_ID, REG_SAS_ID_RESET);
        get(REG_SAS_SHAPE, 0);
        check(got == {8'd4, LEVELS[7:0], CONTEXTS[7:0], SMS[7:0]}, "shape", got, 0);
        for (cycle = 0; cycle < LOOPS; cycle = cycle + 1) begin
            program_loop;
            wrong_loops;
            for (c = 0; c < SIDE*SIDE*SIDE; c = c + 1) seen[c] = 0;
            for (c = 0; c < ALL; c = c + 1) busy[c] = 0;
            all = 1; done = 0; took = 0; ended = 0;
            for (l = 0; l < LEVELS; l = l + 1) all = all * count[l];
            for (l = 0; l < LEVELS; l = l + 1)
                check((first[l] - lo[l]) % edge_of[l] == 0, "in_first: the first tile is one of the grid", first[l], lo[l]);
            put(REG_SAS_CTRL, REG_SAS_CTRL_START, 0);
            started = 1;
            expect_reg(REG_SAS_STATUS, REG_SAS_STATUS_BUSY);
            put(4*(REG_SAS_CTRL/4 + 2 + rnd(4)), 1, SLVERR);
            put(REG_SAS_LOWER + 4*rnd(LEVELS), 1, SLVERR);
            put(REG_SAS_CTRL, 0, SLVERR);
            @(negedge clk) ;
            while (!ended && took < 20000) begin
                look;
                took = took + 1;
            end
            want = 0;
            check(done == all, "every index", done, all);
            repeat (2) @(negedge clk) ;
            expect_reg(REG_SAS_STATUS, REG_SAS_STATUS_DONE);
        end
        finish;
    end
endmodule
`default_nettype wire
