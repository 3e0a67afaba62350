// place_mixed_bcs_tb - SMs serve their kernels in turn, in blocks, and nothing starves.
//
// TEST RATIONALE  Against the turn of offers.vh and, per SM, the kernels that have had theirs there (rounds.vh): a kernel
//   that was picked or refused on an SM is passed over while an awake one has had neither. Candidates come as the
//   dispatcher registers them. Then stages that accept one kernel on one SM only: it is picked there within two rounds,
//   and the bench fails if it is not.
// params: SMS=1, SLOTS=1, KERNELS=2; SMS=3, SLOTS=2, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module place_mixed_bcs_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam BLOCKS = 1;
    `include "rounds.vh"
    place_mixed_bcs #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .live_i(live),
        .param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .rest_o(rests), .keep_o(keep), .pick_head_o(head),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .agree_i(agree), .cand_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .book_sm_i(book_sm), .book_khot_i(book_khot),
        .change_i(change), .busy_o(busy)
    );
endmodule
`default_nettype wire
