// issue_model.vh - naive models of issue_bits (REGS = 0) and issue_regs in integers, and the instructions in flight, for their
// benches and issue_sub_tb. Reads the bench's parameters WARPS, READS, WRITES, REGS, CONSUMERS, DESTS, SOURCES and its
// check.vh.
    localparam WARP_W  = WARPS > 1 ? $clog2(WARPS) : 1;
    localparam REG_W   = REGS > 0 ? $clog2(REGS) : 1;
    localparam FIELD_W = REG_W + 1;
    localparam HEAD_W  = REGS > 0 ? (DESTS + SOURCES)*FIELD_W : 27;
    localparam READ_W  = REGS > 0 ? SOURCES*FIELD_W : 3;
    localparam WRITE_W = REGS > 0 ? DESTS*FIELD_W : 3;
    localparam ROWS    = REGS > 0 ? WARPS*REGS : 1;     // of the tables of registers
    localparam FLIGHTS = 128;
    localparam POOL    = REGS > 6 ? 6 : REGS;           // registers that random instructions name: few, so that they collide

    reg clk = 0, rst_n = 0;
    reg [WARPS*HEAD_W-1:0]   head = 0;
    reg [WARPS-1:0]          start = 0, gnt = 0;
    reg                      hold = 0;                  // the sub-core stands still
    reg [READS-1:0]          read_evt = 0;
    reg [READS*WARP_W-1:0]   read_warp = 0;
    reg [READS*READ_W-1:0]   read_tag = 0;
    reg [WRITES-1:0]         write_evt = 0;
    reg [WRITES*WARP_W-1:0]  write_warp = 0;
    reg [WRITES*WRITE_W-1:0] write_tag = 0;

    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    integer m_from [0:WARPS-1], m_shun [0:WARPS-1];     // without another hold: first cycle after the stall; the cycle of the yield
    integer m_count [0:WARPS*6-1];                      // dependence counters
    integer m_ctl;                                      // warp in Control, -1: none; its instruction
    reg [26:0] m_ctl_head;
    integer m_users [0:ROWS-1];                         // consumers of a register
    reg     m_open [0:ROWS-1];                          // its write is pending
    integer m_sum [0:WARPS-1];                          // consumers and pending writes of all registers of a warp
    integer under = 0;                                  // events that nothing was waiting for
    integer fulls = 0, twices = 0, odds = 0;            // how often random runs met a full counter, a register in two sources,
                                                        // an odd stall

    integer    fly_warp [0:FLIGHTS-1];                  // instructions in flight: warp, word, what they still have to do
    reg [HEAD_W-1:0] fly_head [0:FLIGHTS-1];
    reg        fly_reads [0:FLIGHTS-1], fly_writes [0:FLIGHTS-1];
    integer    flights;

    integer i, n;
    task model_reset;
        begin
            m_ctl = -1;
            flights = 0;
            for (i = 0; i < WARPS; i = i + 1) begin m_from[i] = 0; m_shun[i] = -1; m_sum[i] = 0; end
            for (i = 0; i < WARPS*6; i = i + 1) m_count[i] = 0;
            for (i = 0; i < ROWS; i = i + 1) begin m_users[i] = 0; m_open[i] = 1'b0; end
            for (i = 0; i < FLIGHTS; i = i + 1) begin fly_reads[i] = 1'b0; fly_writes[i] = 1'b0; end
        end
    endtask

    function integer stall_of(input [3:0] stall, input yield);
        if (stall > 11 && !yield) stall_of = 2;
        else if (stall == 0 && yield) stall_of = 45;
        else stall_of = stall;
    endfunction

    reg [HEAD_W-1:0] h;                                 // the instruction at hand
    function has(input integer field);                  // it names a register there
        has = h[field*FIELD_W + REG_W];
    endfunction
    function integer named(input integer field);
        named = h[field*FIELD_W +: REG_W];
    endfunction
    function names(input integer from, input integer below);   // one of these fields does
        integer s;
        begin
            names = 1'b0;
            for (s = from; s < below; s = s + 1) if (has(s)) names = 1'b1;
        end
    endfunction
    function again(input integer field);                // a source before it names the same register
        integer s;
        begin
            again = 1'b0;
            for (s = DESTS; s < field; s = s + 1) if (has(s) && named(s) == named(field)) again = 1'b1;
        end
    endfunction

    // Whether the instruction at hand, the oldest one of warp w, may issue.
    function model_ok(input integer w);
        integer k;
        begin
            model_ok = 1'b1;
            if (REGS == 0) begin
                if (cycle < m_from[w] || cycle == m_shun[w]) model_ok = 1'b0;
                for (k = 0; k < 6; k = k + 1) begin
                    if (h[11 + k] && m_count[w*6 + k] != 0) model_ok = 1'b0;
                    if (h[17] && h[20:18] == k && m_count[w*6 + k] > h[26:21]) model_ok = 1'b0;
                    if ((h[7:5] == k || h[10:8] == k) && m_count[w*6 + k] >= 60) model_ok = 1'b0;
                end
            end else begin
                for (k = 0; k < DESTS + SOURCES; k = k + 1) if (has(k)) if (m_open[w*REGS + named(k)]) model_ok = 1'b0;
                for (k = 0; k < DESTS; k = k + 1) if (has(k)) if (m_users[w*REGS + named(k)] != 0) model_ok = 1'b0;
                for (k = DESTS; k < DESTS + SOURCES; k = k + 1) if (has(k)) if (m_users[w*REGS + named(k)] == CONSUMERS) model_ok = 1'b0;
            end
        end
    endfunction

    function model_idle(input integer w);
        integer k;
        begin
            model_idle = m_sum[w] == 0 && m_ctl != w;
            for (k = 0; k < 6; k = k + 1) if (m_count[w*6 + k] != 0) model_idle = 1'b0;
        end
    endfunction

    task use_counter(input integer w, input [2:0] k, input integer step);
        if (k < 6) begin
            m_count[w*6 + k] = m_count[w*6 + k] + step;
            if (m_count[w*6 + k] > 63) under = under + 1;
            if (m_count[w*6 + k] == 60) fulls = fulls + 1;
        end
    endtask

    task use_sources(input integer w, input integer step);      // of the instruction at hand
        for (n = DESTS; n < DESTS + SOURCES; n = n + 1)
            if (has(n) && again(n)) twices = twices + 1;
            else if (has(n)) begin
                m_users[w*REGS + named(n)] = m_users[w*REGS + named(n)] + step;
                m_sum[w] = m_sum[w] + step;
                if (m_users[w*REGS + named(n)] < 0) under = under + 1;
                if (m_users[w*REGS + named(n)] == CONSUMERS) fulls = fulls + 1;
            end
    endtask

    task use_dests(input integer w, input value);               // the same: they are pending from now on, or no longer
        for (n = 0; n < DESTS; n = n + 1)
            if (has(n)) if (m_open[w*REGS + named(n)] != value) begin
                m_open[w*REGS + named(n)] = value;
                m_sum[w] = value ? m_sum[w] + 1 : m_sum[w] - 1;
            end
    endtask

    // Applies one clock edge: the issue, Control, the events and the starts that the ports have.
    task model_edge;
        begin
            if (m_ctl >= 0) begin
                use_counter(m_ctl, m_ctl_head[7:5], 1);
                use_counter(m_ctl, m_ctl_head[10:8], 1);
            end
            m_ctl = -1;
            for (i = 0; i < READS; i = i + 1)
                if (read_evt[i] && REGS == 0) use_counter(read_warp[i*WARP_W +: WARP_W], read_tag[i*READ_W +: READ_W], -1);
                else if (read_evt[i]) begin
                    h = read_tag[i*READ_W +: READ_W];
                    h = h << DESTS*FIELD_W;
                    use_sources(read_warp[i*WARP_W +: WARP_W], -1);
                end
            for (i = 0; i < WRITES; i = i + 1)
                if (write_evt[i] && REGS == 0) use_counter(write_warp[i*WARP_W +: WARP_W], write_tag[i*WRITE_W +: WRITE_W], -1);
                else if (write_evt[i]) begin
                    h = write_tag[i*WRITE_W +: WRITE_W];
                    for (n = 0; n < DESTS; n = n + 1)
                        if (has(n)) if (!m_open[write_warp[i*WARP_W +: WARP_W]*REGS + named(n)]) under = under + 1;
                    use_dests(write_warp[i*WARP_W +: WARP_W], 1'b0);
                end
            for (i = 0; i < WARPS*6; i = i + 1) if (m_count[i] < 0) under = under + 1;
            for (i = 0; i < WARPS; i = i + 1) begin
                if (hold && m_from[i] > cycle) m_from[i] = m_from[i] + 1;
                if (hold && m_shun[i] == cycle) m_shun[i] = cycle + 1;
                if (start[i]) begin m_from[i] = 0; m_shun[i] = -1; end
                if (gnt[i]) begin
                    h = head[i*HEAD_W +: HEAD_W];
                    take(i);
                    if (REGS == 0) begin
                        m_from[i] = cycle + stall_of(h[3:0], h[4]);
                        m_shun[i] = h[4] ? cycle + 1 : -1;
                        m_ctl = i;
                        m_ctl_head = h;
                        if (h[3:0] > 11 || h[4:0] == 16) odds = odds + 1;
                    end else begin
                        use_sources(i, 1);
                        use_dests(i, 1'b1);
                    end
                end
            end
        end
    endtask

    // Instruction h of warp w goes into flight, unless nothing of it will be reported.
    integer at;
    task take(input integer w);
        begin
            at = 0;
            while (fly_reads[at] || fly_writes[at]) at = at + 1;
            fly_warp[at] = w;
            fly_head[at] = h;
            fly_reads[at]  = REGS == 0 ? h[10:8] < 6 : names(DESTS, DESTS + SOURCES);
            fly_writes[at] = REGS == 0 ? h[7:5] < 6 : names(0, DESTS);
            if (fly_reads[at] || fly_writes[at]) flights = flights + 1;
        end
    endtask

    // Random events of instructions in flight, each with a chance of one in `of`; fields of absent events are random.
    task random_events(input integer of);
        begin
            for (i = 0; i < READS; i = i + 1) begin
                at = rnd(of) == 0 ? pick(1'b1) : -1;
                read_evt[i] = at >= 0;
                read_warp[i*WARP_W +: WARP_W] = read_evt[i] ? fly_warp[at] : rnd(WARPS);
                read_tag[i*READ_W +: READ_W]  = !read_evt[i] ? {8{$random(seed)}}
                                              : REGS == 0 ? fly_head[at] >> 8 : fly_head[at] >> DESTS*FIELD_W;
                if (read_evt[i]) done(1'b1);
            end
            for (i = 0; i < WRITES; i = i + 1) begin
                at = rnd(of) == 0 ? pick(1'b0) : -1;
                write_evt[i] = at >= 0;
                write_warp[i*WARP_W +: WARP_W]  = write_evt[i] ? fly_warp[at] : rnd(WARPS);
                write_tag[i*WRITE_W +: WRITE_W] = !write_evt[i] ? {8{$random(seed)}} : REGS == 0 ? fly_head[at] >> 5 : fly_head[at];
                if (write_evt[i]) done(1'b0);
            end
        end
    endtask
    function integer pick(input read);                  // an instruction that has not read, or not written; -1: none
        integer j, first;
        begin
            pick = -1;
            first = rnd(FLIGHTS);
            for (j = 0; j < FLIGHTS && flights > 0 && pick < 0; j = j + 1)
                if (read ? fly_reads[(first + j) % FLIGHTS] : fly_writes[(first + j) % FLIGHTS]) pick = (first + j) % FLIGHTS;
        end
    endfunction
    task done(input read);
        begin
            if (read) fly_reads[at] = 1'b0; else fly_writes[at] = 1'b0;
            if (!fly_reads[at] && !fly_writes[at]) flights = flights - 1;
        end
    endtask

    // A random instruction for warp w. hot: it reserves one counter twice, so that it fills up.
    task random_head(input integer w, input hot);
        if (REGS == 0) begin
            h = $random(seed);
            h[3:0]   = rnd(8) == 0 ? rnd(16) : rnd(4);
            h[4]     = rnd(8) == 0 && (h[3:0] != 0 || rnd(8) == 0);
            h[16:11] = hot ? 6'd0 : $random(seed) & $random(seed) & $random(seed);
            h[17]    = rnd(8) == 0;
            h[26:21] = rnd(hot ? 64 : 4);
            if (hot) h[10:0] = {3'd5, 3'd5, 5'd1};
            head[w*HEAD_W +: HEAD_W] = h;
        end else begin
            for (i = 0; i < DESTS + SOURCES; i = i + 1) begin
                head[w*HEAD_W + i*FIELD_W +: REG_W] = rnd(POOL)*(REGS - 1)/(POOL - 1);
                head[w*HEAD_W + i*FIELD_W + REG_W]  = rnd(hot ? 4 : 2) == 0;
            end
            if (hot) head[w*HEAD_W + DESTS*FIELD_W +: FIELD_W] = {1'b1, {REG_W{1'b0}}};
            if (hot) head[w*HEAD_W +: DESTS*FIELD_W] = 0;
        end
    endtask
