/* The .npy format of the workload reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload/elem.h"
#include "workload/npy.h"

static char npy_path[64];

/* Version major.minor, one-byte-length header text, then `data_bytes` of zeros. */
static void write_raw(int major, int minor, const char *header, size_t data_bytes)
{
    FILE *file = fopen(npy_path, "wb");
    size_t n = strlen(header);
    fprintf(file, "\x93NUMPY%c%c%c%c", major, minor, (int)n, 0);
    if (major == 2) fprintf(file, "%c%c", 0, 0);
    fputs(header, file);
    for (size_t i = 0; i < data_bytes; i++) fputc(0, file);
    fclose(file);
}

static void npy_refuses_what_it_cannot_read(void **state)
{
    static const struct {
        int major, minor;
        const char *header;
        size_t data_bytes;
        const char *message; /* NULL: reads */
    } cases[] = {
        {1, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", 24, NULL},
        {2, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }\n", 24, NULL},
        {3, 0, "{}", 24, "is of format version 3.0; allowed: 1.0, 2.0"},
        {1, 1, "{}", 24, "is of format version 1.1"},
        {1, 0, "{}", 24, "has no descr, fortran_order and shape in its header"},
        {1, 0, "{'descr': [('x','<f4')], 'fortran_order': False, 'shape': (6,)}", 24,
         "has elements of type [('x','<f4')]; '<f4' is expected"},
        {1, 0, "{'descr': '>f4', 'fortran_order': False, 'shape': (6,), }", 24,
         "is big endian; little endian is expected"},
        {1, 0, "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }", 48,
         "has elements of type '<f8'; '<f4' is expected"},
        {1, 0, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 24,
         "is in Fortran order; C order is expected"},
        {1, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }", 32, "has 8 elements; 6 are expected"},
        {1, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': 6, }", 24, "has a shape that cannot be read"},
        {1, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }", 23,
         "ends after 5 elements; 6 are expected by its header"},
        {1, 0, "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }", 25,
         "has bytes behind the 6 elements that are expected by its header"},
    };
    float data[6];
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        err_t err = {""};
        write_raw(cases[k].major, cases[k].minor, cases[k].header, cases[k].data_bytes);
        bool ok = npy_read(npy_path, npy_type(ELEM_F32), 6, data, &err);
        if (ok != !cases[k].message || (!ok && !strstr(err.text, cases[k].message)))
            fail_msg("case %zu\n  found    %s\n  expected %s", k, err.text, cases[k].message);
    }
    err_t err = {""}, missing = {""};
    FILE *file = fopen(npy_path, "wb");
    fputs("PK", file);
    fclose(file);
    assert_false(npy_read(npy_path, npy_type(ELEM_F32), 6, data, &err));
    assert_non_null(strstr(err.text, "does not begin like a .npy file"));
    unlink(npy_path);
    assert_false(npy_read(npy_path, npy_type(ELEM_F32), 6, data, &missing));
    assert_non_null(strstr(missing.text, "cannot be opened: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_refuses_what_it_cannot_read),
    };
    snprintf(npy_path, sizeof npy_path, "/tmp/test_workload_%ld.npy", (long)getpid());
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(npy_path);
    return failed;
}
