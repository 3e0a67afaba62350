// disp_latency.vh - the events that disp_latency_rig measures, one after the other, each on a dispatcher after reset.

    // A kernel on an empty machine, then one CTA that completes on the full machine, then one on each SM at once.
    task of_place(input integer policy, input [2:0] score, input [16*8-1:0] who);
        begin
            start(policy);
            if (score != 0) put(REG_PLACE_ROOM_SCORE, {29'd0, score}, 0);
            launch(0, MANY);
            measure(ISSUE, who, "launch -> first CTA");
            fill(SMS*FULL);
            record(RATE, 100*span/(taken - 1), who, "CTA on an empty machine -> next CTA");
            if (policy % 256 != PLACE_ENGINES) refill(who);     // there an SM may wait for the turn of its engine
        end
    endtask
    task refill(input [16*8-1:0] who);
        begin
            repeat (40) @(negedge clk);
            complete(SMS/2, 1);
            measure(ISSUE_SM, who, "completion -> next CTA of its SM");
            repeat (40) @(negedge clk);
            for (taken = 0; taken < SMS; taken = taken + 1) done_slot[taken*SLOT_W +: SLOT_W] = 0;
            done_valid = {SMS{1'b1}};
            fork
                accept_all;
                fill(SMS);
            join
            record(RATE, 100*span/(taken - 1), who, "completions on all SMs at once -> next CTA");
        end
    endtask
    task accept_all;                            // reports stand until each is accepted
        reg [SMS-1:0] accepted;
        while (|done_valid) begin
            accepted = done_ready;
            @(posedge clk) #1 done_valid = done_valid & ~accepted;
            @(negedge clk) ;
        end
    endtask
    task places;
        begin
            of_place(PLACE_RR | LIMIT_TMAX, 0, "rr");
            of_place(PLACE_BACKFILL | LIMIT_TMAX, 0, "backfill"); of_place(PLACE_ENGINES | LIMIT_TMAX, 0, "engines");
            of_place(PLACE_BCS | LIMIT_TMAX, 0, "bcs");
            of_place(PLACE_ROOM | LIMIT_TMAX, 0, "room score 0"); of_place(PLACE_ROOM | LIMIT_TMAX, 1, "room score 1");
            of_place(PLACE_MIXED | LIMIT_TMAX, 0, "mixed"); of_place(PLACE_MIXED_BCS | LIMIT_TMAX, 0, "mixed_bcs");
            of_place(PLACE_SPATIAL | LIMIT_TMAX, 0, "spatial"); of_place(PLACE_TILE | LIMIT_TMAX, 0, "tile");
        end
    endtask

    // Kernel 1, launched after kernel 0: behind its last CTA, and beside it.
    task of_two(input integer policy, input [2:0] score, input [16*8-1:0] who);
        begin
            start(policy);
            if (score != 0) put(REG_PLACE_ROOM_SCORE, {29'd0, score}, 0);
            issue_ready = 0;
            launch(0, SMS); launch(1, MANY);
            repeat (2*SMS + 100) @(negedge clk);        // policies are ready
            issue_ready = {SMS{1'b1}};
            while (!(issue_valid && kid == 0 && lid == SMS - 1)) @(negedge clk) ;
            n = 0;
            measure(ISSUE_KID, who, "last CTA -> CTA of the next kernel");
        end
    endtask
    task beside(input integer policy, input [2:0] prio, input [16*8-1:0] who, input [60*8-1:0] what);
        begin
            start(policy | LIMIT_STATIC);               // one CTA of a kernel on each SM
            launch(0, MANY);
            fill(SMS*FULL);
            put(reg_kernel(1, REG_K_PRIORITY), {29'd0, prio}, 0);
            launch(1, MANY);
            measure(ISSUE_KID, who, what);
        end
    endtask
    task kernels;
        begin
            of_two(PLACE_RR | LIMIT_TMAX, 0, "rr"); of_two(PLACE_BCS | LIMIT_TMAX, 0, "bcs");
            of_two(PLACE_BACKFILL | LIMIT_TMAX, 0, "backfill"); of_two(PLACE_ENGINES | LIMIT_TMAX, 0, "engines");
            of_two(PLACE_ROOM | LIMIT_TMAX, 0, "room score 0"); of_two(PLACE_ROOM | LIMIT_TMAX, 1, "room score 1");
            of_two(PLACE_MIXED | LIMIT_TMAX, 0, "mixed"); of_two(PLACE_MIXED_BCS | LIMIT_TMAX, 0, "mixed_bcs");
            of_two(PLACE_SPATIAL | LIMIT_TMAX, 0, "spatial"); of_two(PLACE_TILE | LIMIT_TMAX, 0, "tile");
            beside(PLACE_MIXED, 0, "mixed", "second launch -> its first CTA");
            beside(PLACE_MIXED_BCS, 0, "mixed_bcs", "second launch -> its first CTA");
            beside(PLACE_SPATIAL, 0, "spatial", "second launch -> its first CTA");
            start(PLACE_SPATIAL | LIMIT_TMAX);
            launch(0, MANY);
            repeat (2*SMS) @(negedge clk);
            serves_before = dut.serves[SMS*KERNELS-1 -: KERNELS];
            launch(1, MANY); measure(SERVES, "spatial", "second launch -> last SM assigned");
            beside(PLACE_RR, 1, "rr", "launch of higher priority -> its first CTA");
            beside(PLACE_BACKFILL, 1, "backfill", "launch of higher priority -> its first CTA");
            beside(PLACE_BCS, 1, "bcs", "launch of higher priority -> its first CTA");
            beside(PLACE_ROOM, 1, "room score 0", "launch of higher priority -> its first CTA");
        end
    endtask

    // Limits: from the event that makes a decision on to the first cycle with the new limit.
    task lcs(input integer scope, input [16*8-1:0] who);
        begin
            start(PLACE_RR | LIMIT_LCS);
            put(REG_LIMIT_LCS_SCOPE, scope, 0);
            launch(0, MANY);
            fill(SMS*FULL);
            repeat (40) @(negedge clk);
            complete(0, 1);
            measure(ISSUE_SM, who, "first completion -> next CTA of its SM");
        end
    endtask
    task smc;
        begin
            start(PLACE_MIXED | LIMIT_SMC);
            launch(0, MANY); launch(1, MANY);
            measure(LIMIT_IDLE, "smc", "second launch -> SMs dealt");
            report(0); measure(LIMIT_IDLE, "smc", "end of window -> CTAs per SM");
            report(0);
            repeat (60) @(negedge clk);
            report(0); measure(LIMIT_IDLE, "smc", "end of window -> split of SMs");
        end
    endtask
    task sample(input [6:0] busy);              // on SM 0, whose every CTA completes; both kernels have half of the slots
        begin
            mon_sp_busy_i = {SMS{busy}}; mon_sp_part_i = {SMS{busy >> 1}};
            report(0); report(0);
            for (place = 0; place < FULL; place = place + 1) begin
                repeat (20) @(negedge clk);
                complete(0, place);
            end
        end
    endtask
    task smk;
        begin
            start(PLACE_MIXED | LIMIT_SMK);
            launch(0, MANY); launch(1, MANY);
            measure(LIMIT_IDLE, "smk", "second launch -> Tb of both");
            start(PLACE_MIXED | LIMIT_SMK);
            issue_ready = 0;                    // kernel 0 does not fill SMs alone
            launch(0, MANY); launch(1, MANY);
            repeat (100) @(negedge clk);
            issue_ready = {SMS{1'b1}};
            fill(SMS*FULL);
            sample(64); measure(LIMIT_IDLE, "smk", "end of the first sample -> decision");
            repeat (20) @(negedge clk);
            quota_before = dut.quota_o;
            sample(16); measure(QUOTA, "smk", "end of the second sample -> new Tb");
        end
    endtask
    task limits;
        begin
            lcs(0, "lcs"); lcs(1, "lcs scope 1");
            start(PLACE_RR | LIMIT_DYNCTA);
            launch(0, MANY);
            fill(SMS*FULL);
            report(16); measure(PAUSED, "dyncta", "end of window -> n of every SM");
            smc; smk;
        end
    endtask

    task gates;
        begin
            start(PLACE_RR | LIMIT_TMAX | GATE_CLASO);
            launch(0, MANY); measure(ISSUE, "claso", "launch -> first CTA");
            start(PLACE_RR | LIMIT_TMAX | GATE_DYNCORE);
            report(1); measure(DRAINED, "dyncore", "end of window -> all SMs but one drain");
            report(0); measure(BACK, "dyncore", "end of window -> all SMs are back");
        end
    endtask

    // Commands of the host, and the end of a kernel.
    task host;
        begin
            start(PLACE_RR | LIMIT_TMAX);
            launch(0, MANY); fill(SMS*FULL); launch(1, MANY);
            command(reg_kernel(1, REG_K_CMD), REG_K_CMD_ABORT); measure(ENDED, "host", "abort with no CTA in flight -> interrupt");
            may_before = dut.may;
            command(REG_PART, 1); measure(MAY, "host", "partition write -> SMs that are asked");
            start(PLACE_RR | LIMIT_TMAX);
            put(REG_POOL, 1, 0);
            launch(0, 1); fill(1); launch(1, 1);
            complete(0, 0); measure(ENDED, "host", "last completion -> interrupt");
            measure(ISSUE, "host", "last completion -> CTA of a kernel that waits for the pool");
            repeat (5) @(negedge clk);
            complete(1 % SMS, 0); measure(ASLEEP, "host", "last completion -> sleep");
        end
    endtask
