/* workload_mistakes.h - one wrong line at a time in the good file of test_workload_yaml.c: what
 * stands in line `line` instead, and the sentence it must give. `at`: the line blamed, 0: `line`.
 */
#ifndef CTADEL_TESTS_WORKLOAD_MISTAKES_H
#define CTADEL_TESTS_WORKLOAD_MISTAKES_H

#define LAUNCH(grid, block, rest) "  - {entry: k, grid: " grid ", block: " block ", " rest "}"
#define ARGS(args)                LAUNCH("[ctas]", "[32]", "registers: 8, args: " args)

static const struct {
    unsigned line;
    const char *text, *message;
    unsigned at;
} mistakes[] = {
    /* the file as a whole */
    {2, "titel: x", "workload: unknown key 'titel'; did you mean title? allowed: name, title", 0},
    {2, "title: [x]", "workload: 'title' is a list; a word or number is expected", 0},
    {2, "name: u", "key name is given twice; line 1 has it already", 0},
    {2, "title: {", "not YAML: ", 4},
    {1, "name: 1t", "name '1t'; a letter or _, then letters, digits and _ are expected", 0},
    {3, "ptx: u.ptx", "u.ptx'; the kernels' PTX text is expected", 0},
    /* sizes and derived names */
    {4, "sizes: 3", "workload: 'sizes' is a word or number; a map is expected", 0},
    {4, "sizes: {}", "0 sizes; allowed: 1 to 32", 0},
    {4, "sizes: {tiny: 3}", "size 'tiny' is no map of parameters; {n: 1024} is expected", 0},
    {4, "sizes: {tiny: {n: 1, m: 2}, small: {n: 1}}", "size 'small' lacks 'm'; it needs the same names as size 'tiny'",
     0},
    {4, "sizes: {small: {n: many}}", "\"many\": 'many' is not defined; ", 0},
    {4, "sizes: {small: {n: 1.5}}", "ceil of a real number; allowed: whole numbers", 5},
    {4, "sizes: {small: {n: [1]}}", "found a list or map; a number or an expression is expected", 0},
    {5, "let: {n: 1}", "'n' is defined already; allowed: a new name", 0},
    {5, "let: {x-y: 1}", "'x-y' is no name; allowed: a letter or _, then letters, digits and _, 31 at most", 0},
    {5, "let: {ctas: n / (200 - n)}", "\"n / (200 - n)\": division by zero", 0},
    /* buffers */
    {7, "  a: 3", "buffer 'a' is a word or number; a map is expected", 0},
    {7, "  n: {type: f32, count: 1}", "buffer 'n': the name is malformed or in use", 0},
    {7, "  a: {type: f32}", "buffer 'a': key 'count' is missing", 0},
    {7, "  a: {count: n}", "buffer 'a': key 'type' is missing", 0},
    {7, "  a: {type: int, count: n}", "type 'int'; allowed: f32 f64 u8 s8", 0},
    {7, "  a: {type: f32, count: n - 200}", "buffer 'a' count is 0; allowed: 1 to 1073741824", 0},
    {7, "  a: {type: f32, size: n}", "unknown key 'size'; ", 0},
    {7, "  a: {type: f32, count: 1 << 28}", "buffers of 1073743424 bytes in all; allowed: 1073741824", 0},
    {7, "  a: {type: f32, count: n, init: ones}", "init 'ones'; allowed: zeros, iota, a number, [fill, v]", 0},
    {7, "  a: {type: f32, count: n, init: [uniform, 1]}", "init [uniform ...] of 2 words; allowed: ", 0},
    {7, "  a: {type: f32, count: n, init: [uniform, 1, 0]}", "init from 1 to 0; lo <= hi is expected", 0},
    {7, "  a: {type: u32, count: n, init: [uniform, 0, 1]}",
     "uniform gives real numbers; allowed for u32: [ints, lo, hi]", 0},
    {7, "  a: {type: u8, count: n, init: [ints, 0, 256]}", "init 0 to 256 does not fit u8", 0},
    {7, "  a: {type: u8, count: n, init: [fill, 0.5]}", "with a real number; whole numbers are expected", 0},
    {7, "  a: {type: f32, count: n, init: x.npy}", "x.npy: cannot be opened: No such file", 0},
    {7, "  a: {type: f32, count: 400, init: zeros.npy}", "elements of type '<u4'; '<f4' is expected", 0},
    {7, "  a: {type: f32, count: n, init: c}", "init c needs a built-in reference 't' with an init function", 0},
    /* launches */
    {9, "other:", "workload: unknown key 'other'", 0},
    {10, "  - 3", "a launch is expected: {entry: ..., grid: [...], ...}", 0},
    {10, "  - {entry: kk, grid: [1], block: [1], registers: 8}", "entry: ", 0},
    {10, LAUNCH("[ctas]", "[32]", "args: [a, b, n, 1]"), "launch: key 'registers' is missing", 0},
    {10, LAUNCH("[0]", "[32]", "registers: 8, args: [a, b, n, 1]"), "grid is 0; allowed: 1 to 16777215", 0},
    {10, LAUNCH("[1, 65536]", "[32]", "registers: 8"), "grid is 65536; allowed: 1 to 65535", 0},
    {10, LAUNCH("[1]", "[64, 32]", "registers: 8"), "block [64, 32, 1] has 2048 threads; allowed: up to 1024", 0},
    {10, LAUNCH("[1]", "[1025]", "registers: 8"), "block is 1025; allowed: 1 to 1024", 0},
    {10, LAUNCH("[]", "[32]", "registers: 8"), "grid of 0 extents; allowed: 1 to 3 (x, y, z)", 0},
    {10, LAUNCH("[ceil(n, 4)]", "[32]", "registers: 8"), "\"ceil(n\" ends where ',' is expected (quote an", 0},
    {10, LAUNCH("4", "[32]", "registers: 8"), "launch: 'grid' is a word or number; a list is expected", 0},
    {10, LAUNCH("[4096, 4096, 4096]", "[32]", "registers: 8"), "has 68719476736 CTAs; allowed: up to 2147483647", 0},
    {10, LAUNCH("[4]", "[32]", "cluster: [3], registers: 8"),
     "cluster [3, 1, 1] of a grid [4, 1, 1]; allowed: extents that divide the grid's", 0},
    {10, LAUNCH("[8, 8]", "[32]", "cluster: [4, 8], registers: 8"), "has 32 CTAs; allowed: up to 16", 0},
    {10, LAUNCH("[4]", "[32]", "cluster: [17], registers: 8"), "cluster is 17; allowed: 1 to 16", 0},
    {10, LAUNCH("[4]", "[32]", "cluster: 2, registers: 8"), "launch: 'cluster' is a word or number; a list is exp", 0},
    {10, "  - {entry: pairs, grid: [4], block: [32], cluster: [4], registers: 8}",
     "cluster [4, 1, 1]; allowed: [2, 1, 1], by .reqnctapercluster of the kernel", 0},
    {10, LAUNCH("[1]", "[32]", "registers: 256"), "registers is 256; allowed: 1 to 255", 0},
    {10, LAUNCH("[1]", "[32]", "registers: 8, smem: 4"), "launch: unknown key 'smem'; ", 0},
    {10, LAUNCH("[1]", "[32]", "registers: 8, 2d: 1"), "2d: '1'; allowed: true, false", 0},
    {10, LAUNCH("[1]", "[32]", "registers: 8"), "key 'args' is missing; the kernel has 4 parameters", 0},
    /* arguments */
    {10, ARGS("[a, b, n]"), "3 arguments; the kernel has 4 parameters", 0},
    {10, ARGS("[a, b, b, 1]"), "has 4 bytes; a buffer's address needs a .u64", 0},
    {10, ARGS("[a, b, 1.5, 1]"), "argument 1.5 is real; parameter k_n of 4 bytes takes a whole number", 0},
    {10, ARGS("[a, b, 1 << 32, 1]"), "argument 4294967296 does not fit parameter k_n; allowed: numbers of 4 bytes", 0},
    {10, ARGS("[a, bb, n, 1]"), "there is no buffer and no number 'bb'; did you mean b? allowed: a, b, n", 0},
    {10, ARGS("[a, [b], n, 1]"), "found a list; allowed as an argument: a buffer, a number, {buffer, at}, {pick, by}",
     0},
    {10, ARGS("[a, {buffer: c, at: 0}, n, 1]"), "there is no buffer 'c'; ", 0},
    {10, ARGS("[a, {buffer: b, at: 2 * n}, n, 1]"), "at is 400; allowed: 0 to 399", 0},
    {10, ARGS("[a, {pick: [a, b]}, n, 1]"), "argument: key 'by' is missing", 0},
    {10, ARGS("[a, {pick: [], by: 1}, n, 1]"), "pick from an empty list; expected at least one", 0},
    {10, ARGS("[a, {pick: [{pick: [{pick: [{pick: [{pick: [b], by: 0}], by: 0}], by: 0}], by: 0}], by: 0}, n, 1]"),
     "pick nested more than the 4 levels allowed", 0},
    {10, ARGS("[a, {pick: [b], by: -1}, n, 1]"), "by is -1; allowed: 0 to ", 0},
    /* loops */
    {10, "  - {repeat: {var: i, to: 3}}", "loop: key 'do' is missing", 0},
    {10, "  - {repeat: {var: i}, do: []}", "repeat: key 'to' is missing", 0},
    {10, "  - {repeat: {var: i, to: 3, step: 0}, do: []}", "step is 0; any other number is allowed", 0},
    {10, "  - {repeat: {var: n, to: 3}, do: []}", "'n' is defined already", 0},
    {10, "  - {repeat: {var: a, to: 3}, do: []}", "var 'a' is the name of a buffer; another name is expected", 0},
    {10, "  - {repeat: {var: i, to: 3}, do: []}", "no launches; at least one is expected", 0},
    {10,
     "  - &l {repeat: {var: i, to: 70000}, do: [{entry: none, grid: [1], block: [1], registers: "
     "1}]}",
     "more than the 65536 launches allowed", 0},
    /* outputs */
    {12, "  c: {abs: 1}", "there is no buffer 'c'; allowed: a, b", 0},
    {12, "  b: 1e-5", "output 'b' is no map; {abs: ..., rel: ...} is expected", 0},
    {12, "  b: {tol: 1}", "output: unknown key 'tol'; ", 0},
    {12, "  b: {abs: -1, npy: zeros.npy}", "output 'b': tolerance abs -1, rel 0; allowed: finite numbers from 0 up", 0},
    {12, "  b: {rel: inf, npy: zeros.npy}", "output 'b': tolerance abs 0, rel inf; allowed: finite", 0},
    {12, "  b: {abs: nan, npy: zeros.npy}", "output 'b': tolerance abs nan, rel 0; allowed: finite", 0},
    {12, "  b: {abs: 1}", "output 'b' has no key 'npy', and no C reference 't' is built in", 0},
    {12, "  b: {npy: none.npy}", "none.npy: cannot be opened: No such file", 0},
    {12, "  a: {npy: zeros.npy}", "zeros.npy: has elements of type '<u4'", 0},
};

#endif
