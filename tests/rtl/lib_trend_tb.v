// lib_trend_tb - whom a decision raises and what it remembers, against division.
//
// TEST RATIONALE  Random samples, one after the other, some all idle, some full, some of one pipeline, some
//   as the one before so that nothing changes, some longer than what counts; the answer, the cycle in which it comes and all four
//   histories of each decision, against a model that divides and multiplies. New pairs and aborted decisions
//   in between.
`default_nettype none
module lib_trend_tb;
    reg clk = 0, anew = 1, clear = 1, add = 0, go = 0, earlier = 0;
    reg  [4:0] cycles = 0, ldst = 0, ldst_part = 0;
    reg  [6:0] sp = 0, sp_part = 0;
    wire empty, full, busy, done, raise, who;
    lib_trend dut (
        .clk_i(clk), .anew_i(anew), .clear_i(clear), .add_i(add), .cycles_i(cycles), .sp_i(sp),
        .sp_part_i(sp_part), .ldst_i(ldst), .ldst_part_i(ldst_part), .empty_o(empty), .full_o(full), .go_i(go),
        .earlier_i(earlier), .busy_o(busy), .done_o(done), .raise_o(raise), .who_o(who)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    task edge_of_clock;
        begin
            clk = 1;
            #1 clk = 0;
            #1 cycle = cycle + 1;
        end
    endtask

    // --- model: [0] SP, [1] LD/ST ---------------------------------------------------------------------
    integer sum_cycles, sum [0:1], part [0:1], u [0:1], own [0:1];
    integer his [0:1], his0 [0:1], his1 [0:1], known, good, best, p, x, y;
    function integer of(input integer n, input integer units);
        begin
            of = (n * 1024) / (units * sum_cycles);
            if (of > 1023) of = 1023;
        end
    endfunction
    function integer mean(input integer old, input integer now);
        mean = known ? (old + now) / 2 : now;
    endfunction
    task decide;                                // good: someone is raised, best: who
        begin
            for (p = 0; p < 2; p = p + 1) begin
                u[p]   = of(sum[p], p ? 1 : 8);
                own[p] = of(part[p], p ? 1 : 8);
            end
            good = known && (u[0] < his[0] || u[1] < his[1]);
            p = u[0] >= his[0] ? 1 : u[1] >= his[1] ? 0 : u[0]*his[1] > u[1]*his[0];
            x = his0[0]*his1[1];
            y = his1[0]*his0[1];
            if ((his0[1] == 0) != (his1[1] == 0)) best = (his0[1] != 0) != p;
            else if (x == y) best = earlier;
            else best = (x < y) != p;
            for (p = 0; p < 2; p = p + 1) begin
                his[p]  = mean(his[p], u[p]);
                his0[p] = mean(his0[p], own[p]);
                his1[p] = his[p] - his0[p];     // the rest
            end
            known = 1;
        end
    endtask

    integer t, r, reports, kind, sp_most, ldst_most, share, waited;
    task sample;
        begin
            clear = 1;
            edge_of_clock;
            clear = 0;
            if (rnd(4)) begin                   // else as the one before
                kind = rnd(7);
                reports = kind == 0 ? 1 : kind == 1 ? 4200 : 1 + rnd(60);
                sp_most = kind == 2 ? 0 : rnd(9);
                ldst_most = kind == 3 ? 0 : rnd(17);
                share = kind == 4 ? 0 : kind == 5 ? 16 : rnd(17);
            end
            sum_cycles = 0;
            for (p = 0; p < 2; p = p + 1) begin sum[p] = 0; part[p] = 0; end
            for (r = 0; r < reports; r = r + 1) begin
                cycles = r == 0 ? 16 : 1 + rnd(16);
                sp = cycles * sp_most > 127 ? 127 : cycles * sp_most;
                ldst = kind == 6 ? cycles : cycles * ldst_most / 16;
                sp_part = sp * share / 16;
                ldst_part = ldst * share / 16;
                check(full === (sum_cycles > 65503), "full", full, sum_cycles);
                if (sum_cycles > 65503) {sp, sp_part, ldst, ldst_part, cycles} = 0;
                else begin
                    sum_cycles = sum_cycles + cycles;
                    sum[0] = sum[0] + sp;       part[0] = part[0] + sp_part;
                    sum[1] = sum[1] + ldst;     part[1] = part[1] + ldst_part;
                end
                add = !full;
                edge_of_clock;
                {add, sp, sp_part, ldst, ldst_part} = 0;
                if (rnd(4) == 0) edge_of_clock;
            end
            check(!empty, "not empty", empty, 0);
        end
    endtask
    task forget;
        begin
            anew = 1;
            edge_of_clock;
            anew = 0;
            known = 0;
            check(!busy, "at rest", busy, 0);
        end
    endtask
    initial begin
        kind = 2; reports = 1; sp_most = 0; ldst_most = 0; share = 0;
        for (p = 0; p < 2; p = p + 1) begin his[p] = 0; his0[p] = 0; his1[p] = 0; end
        edge_of_clock;
        forget;
        clear = 1;
        edge_of_clock;
        check(empty, "empty", empty, 1);
        for (t = 0; t < 900; t = t + 1) begin
            sample;
            earlier = rnd(2);
            go = 1;
            edge_of_clock;
            go = 0;
            if (rnd(20) == 0) begin
                repeat (rnd(114)) edge_of_clock;
                forget;
            end else begin
                decide;
                for (waited = 1; !done && waited < 200; waited = waited + 1) edge_of_clock;
                check(waited == 114, "the cycle of done", waited, 114);
                check(raise === good[0], "raise", raise, good);
                if (good) check(who === best[0], "who", who, best);
                edge_of_clock;
                check(!busy, "over", busy, 0);
                check(dut.his_sp_q === his[0], "history of SP", dut.his_sp_q, his[0]);
                check(dut.his_ldst_q === his[1], "history of LD/ST", dut.his_ldst_q, his[1]);
                check(dut.sp0_q === his0[0], "SP of kernel 0", dut.sp0_q, his0[0]);
                check(dut.ldst0_q === his0[1], "LD/ST of kernel 0", dut.ldst0_q, his0[1]);
            end
            if (rnd(12) == 0) forget;
        end
        finish;
    end
endmodule
`default_nettype wire
