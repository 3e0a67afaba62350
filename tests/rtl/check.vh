// check.vh - counts checks and reports failures: include it in a bench. The bench advances `cycle`;
// an unknown value is a failure. `finish` ends the bench with the line that the runner looks for.
    integer passed = 0, failed = 0, cycle = 0;
    task check(input good, input [40*8-1:0] what, input [63:0] found, input [63:0] expected);
        if (good === 1'b1) passed = passed + 1;
        else begin
            failed = failed + 1;
            if (failed < 20)
                $display("cycle %0d: %0s: found %0d, expected %0d", cycle, what, found, expected);
        end
    endtask
    task finish;
        begin
            $display("%0d passed, %0d failed", passed, failed);
`ifdef VERILATOR
            $finish;                            // it has no exit code
`else
            $finish_and_return(failed != 0);
`endif
        end
    endtask
