/* infile.c - opens an input without waiting for a FIFO's writer. */
#include "base/infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *infile_open(const char *path)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return NULL;
    const bool folder = fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
    if (!folder && fcntl(fd, F_SETFL, 0) == 0) return fdopen(fd, "rb");
    close(fd);
    errno = EISDIR;
    return NULL;
}
