// check.vh - what every bench counts and says: include it in the module. `cycle` is the bench's to
// move; an unknown value is a failure. finish ends the bench with the line the runner looks for.
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
            $finish_and_return(failed != 0);
        end
    endtask
