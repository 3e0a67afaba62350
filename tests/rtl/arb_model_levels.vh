// arb_model_levels.vh - the part of arb_model.vh for schedulers of two levels: GPGPU-Sim's active set, and fetch groups.
    integer m_list [0:WARPS-1], m_set;  // active set: all warps, the first m_set active
    integer m_spare [0:WARPS-1];
    integer m_now, m_after [0:WARPS-1]; // fetch groups: the current one; per group, the warp granted last

    // Active set: its waiting warps move to the end of the list, before the places of
    // warps that do not exist. `rank`: the paused state of the competing warps.
    task regroup(input rank);
        integer k, n, size;
        begin
            size = WARPS;
            for (k = WARPS - 1; k >= 0; k = k - 1) if (longlat[k] && !valid[k]) size = k;
            m_set = size < ACTIVE ? size : ACTIVE;
            n = 0;
            for (k = 0; k < size; k = k + 1)
                if (k >= m_set || !waits(m_list[k], rank)) begin m_spare[n] = m_list[k]; n = n + 1; end
            for (k = 0; k < m_set; k = k + 1)
                if (waits(m_list[k], rank)) begin m_spare[n] = m_list[k]; n = n + 1; end
            for (k = 0; k < size; k = k + 1) m_list[k] = m_spare[k];
        end
    endtask

    // Grants the first active warp that competes; the active set rotates until that is its last. -1: none.
    task pick_active(input rank);
        integer k, at;
        begin
            m_pick = -1;
            for (k = m_set - 1; k >= 0; k = k - 1)
                if (able(m_list[k], rank)) begin m_pick = m_list[k]; at = k; end
            if (m_pick >= 0) begin
                for (k = 0; k < m_set; k = k + 1) m_spare[k] = m_list[(at + 1 + k) % m_set];
                for (k = 0; k < m_set; k = k + 1) m_list[k] = m_spare[k];
            end
        end
    endtask

    // Fetch groups: number of warps of a group that do not wait, or that compete.
    function integer members(input integer g, input rank, input compete);
        integer w;
        begin
            members = 0;
            for (w = g * FETCH; w < (g + 1) * FETCH && w < WARPS; w = w + 1)
                if (able(w, rank) || (!compete && !waits(w, rank))) members = members + 1;
        end
    endfunction

    task pick_in_group(input rank);
        integer g, k, w, groups, at;
        begin
            groups = (WARPS + FETCH - 1) / FETCH;
            while (members(m_now, rank, 1'b0) == 0) m_now = (m_now + 1) % groups;
            g = m_now;
            while (members(g, rank, 1'b1) == 0) g = (g + 1) % groups;
            m_pick = -1;
            at = m_after[g] - g * FETCH;
            for (k = FETCH; k >= 1; k = k - 1) begin
                w = g * FETCH + (at + k) % FETCH;
                if (w < WARPS) if (able(w, rank)) m_pick = w;
            end
            m_after[g] = m_pick;
        end
    endtask

    function waits(input integer w, input rank);
        waits = longlat[w] || !valid[w] || able(w, !rank);
    endfunction
