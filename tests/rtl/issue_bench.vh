// issue_bench.vh - tasks of the benches of issue_bits and issue_regs: clock edges, comparison with issue_model.vh, issue of warp 0.
    integer w;
    task compare;
        begin
            #1;
            for (w = 0; w < WARPS; w = w + 1) begin
                h = head[w*HEAD_W +: HEAD_W];
                check(ok[w] === model_ok(w), "ok_o", ok[w], model_ok(w));
                check(idle[w] === model_idle(w), "idle_o", idle[w], model_idle(w));
            end
        end
    endtask
    task pass_edge;
        begin
            #1 model_edge;
            check(under == 0, "events without an instruction", under, 0);
            clk = 1;
            #1 clk = 0;
            gnt = 0; start = 0; hold = 0; read_evt = 0; write_evt = 0;
            cycle = cycle + 1;
        end
    endtask
    task tick;
        begin
            compare;
            pass_edge;
        end
    endtask
    task reset;
        begin
            rst_n = 0;
            gnt = 0; start = 0; hold = 0; read_evt = 0; write_evt = 0; head = 0;
            #1 clk = 1; #1 clk = 0;
            rst_n = 1;
            cycle = 0;
            model_reset;
        end
    endtask
    task expect_ok(input value);
        begin
            #1 check(ok[0] === value, "ok_o of warp 0", ok[0], value);
        end
    endtask
    task issue;
        begin
            expect_ok(1'b1);
            gnt[0] = 1;
            tick;
        end
    endtask
