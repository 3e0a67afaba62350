/* cmd_launchable.c - `ctadel launchable`: runs a CUDA program, and says which of its grids cannot be resident at once.
 */
#include "app/app.h"
#include "run/program_words.h"

static void help(void)
{
    fputs("usage: ctadel launchable [options] -- PROGRAM [arguments]\n"
          "Runs a CUDA program as ctadel cuda does, and prints a row for each kernel and shape of grid that it\n"
          "launches: how many of its CTAs can be resident at once on the machine under the policies, what bounds\n"
          "them, and whether CTAs wait for one another:\n"
          "  resident  all CTAs can be resident at once\n"
          "  in turns  CTAs begin as others end, and none was seen to wait for another one\n"
          "  waits     not all at once, and a CTA waited for another one, which could be dispatched: it ended\n"
          "  hangs     the resident CTAs wait for ever; the program gets an error, and later launches fail\n"
          "  stopped   it did not end for another reason, as a fault of the program or the limit of cycles\n"
          "  refused   a cooperative launch of more CTAs than the machine holds at once\n\n",
          stdout);
    program_words_help(true, stdout);
    fputs("\nExamples:\n"
          "  ctadel launchable -- ./a 1024\n"
          "  ctadel launchable --machine gtx480 --limit static --ctas 1 --csv a.csv -- ./a\n"
          "Exit code: 1 if a grid hangs, was stopped or refused, or as ctadel cuda says; 2 if an option is wrong,\n"
          "PROGRAM cannot be started or launches nothing. Else the program's own.\n",
          stdout);
}

int cmd_launchable(int argc, char **argv) { return program_run(argc, argv, help); }
