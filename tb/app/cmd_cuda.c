/* cmd_cuda.c - `ctadel cuda`: runs a CUDA program, and prints the table of the run. */
#include "app/app.h"
#include "run/program_words.h"

static void help(void)
{
    fputs("usage: ctadel cuda [options] -- PROGRAM [arguments]\n"
          "Runs an unmodified CUDA program; its kernels run on the simulated GPU, and a table is printed\n"
          "when it ends. Compile it with nvcc 13 and the shared runtime:\n"
          "  NVCC_PREPEND_FLAGS='-cudart shared' nvcc a.cu -o a\n\n",
          stdout);
    program_words_help(false, stdout);
    fputs("\nExamples:\n"
          "  ctadel cuda -- ./a 1024\n"
          "  ctadel cuda --machine gtx480 --limit lcs --stats a.json -- ./a\n"
          "Exit code: 2 if an option is wrong or PROGRAM cannot be started. Else the program's own,\n"
          "unless that is 0: then 1 if a check failed or a call was refused, 2 if the program launched\n"
          "nothing on the simulated GPU.\n",
          stdout);
}

int cmd_cuda(int argc, char **argv) { return program_run(argc, argv, help); }
