/* A library for LD_PRELOAD that makes writes to chosen files fail. fail_at() chooses the files and the error. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char *kinds[] = {"pwrite", "fsync", "fdatasync", "ftruncate"};
static char part[256];
static long before = -1, left;
static long hit[4];
static int number = EIO, half, halved;

/* After `calls` more calls on files whose path contains `path`, the next `times` calls fail with errno `error`.
   If `calls` is -1, none fails. With `halves`, a failing write first writes its first half, as on a disk that
   becomes full. Resets the counts of hits(). */
void fail_at(const char *path, long calls, long times, int error, int halves) {
    number = error;
    half = halves;
    halved = 0;
    snprintf(part, sizeof part, "%s", path);
    before = calls;
    left = times;
    memset(hit, 0, sizeof hit);
}

/* Returns how many calls of that kind have failed since the last fail_at(); -1 for an unknown kind. */
long hits(const char *kind) {
    for (int at = 0; at < 4; at++)
        if (!strcmp(kinds[at], kind)) return hit[at];
    return -1;
}

static int fails(int file, int kind) {
    char link[64], path[4096];
    if (before < 0 || left <= 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, part) || strstr(path, "-shm")) return 0;
    if (before-- > 0) return 0;
    before = 0;
    left--;
    hit[kind]++;
    errno = number;
    return 1;
}

/* Returns whether this write must write only its first half; the next write, of the rest, fails. */
static int is_halved(int file, size_t count) {
    if (!half || halved || count < 2 || before != 0 || left <= 0) return 0;
    long kept_before = before, kept_left = left, kept_hit = hit[0];
    if (!fails(file, 0)) return 0;
    before = kept_before;
    left = kept_left;
    hit[0] = kept_hit;
    return halved = 1;
}

#define GENUINE(name, ...) \
    static ssize_t (*genuine)(__VA_ARGS__); \
    if (!genuine) genuine = (ssize_t (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    GENUINE("pwrite", int, const void *, size_t, off_t);
    if (is_halved(file, count)) return genuine(file, bytes, count / 2, at);
    halved = 0;
    return fails(file, 0) ? -1 : genuine(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    GENUINE("pwrite64", int, const void *, size_t, off64_t);
    if (is_halved(file, count)) return genuine(file, bytes, count / 2, at);
    halved = 0;
    return fails(file, 0) ? -1 : genuine(file, bytes, count, at);
}

#define WITHOUT_BYTES(name, kind) \
    int name(int file) { \
        static int (*genuine)(int); \
        if (!genuine) genuine = (int (*)(int))dlsym(RTLD_NEXT, #name); \
        return fails(file, kind) ? -1 : genuine(file); \
    }
WITHOUT_BYTES(fsync, 1)
WITHOUT_BYTES(fdatasync, 2)

#define TRUNCATED(name, offset) \
    int name(int file, offset length) { \
        static int (*genuine)(int, offset); \
        if (!genuine) genuine = (int (*)(int, offset))dlsym(RTLD_NEXT, #name); \
        return fails(file, 3) ? -1 : genuine(file, length); \
    }
TRUNCATED(ftruncate, off_t)
TRUNCATED(ftruncate64, off64_t)
