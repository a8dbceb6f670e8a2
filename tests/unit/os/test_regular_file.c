/* A path that must name a regular file opens nothing else. A program may replace the files that it has written itself,
 * but no others. A new file takes the place of the old one only when the new file is complete. */
#include "os/files.h"
#include "support/cmocka_test.h"
#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[FILE_PATH_SIZE], other[FILE_PATH_SIZE];
static const char *reason;

static const char NOT_PLAIN[] = "it is not a regular file";

BEFORE {
    regular_file_init();
}

BEFORE_EACH {
    file_place(path, "file");
    file_place(other, "other");
}

AFTER_EACH {
    files_remove();
}

static void refuses(const char *name, int flags, const char *why) {
    reason = NULL;
    assert_int_equal(regular_file_open(name, flags, &reason), -1);
    assert_string_equal(reason, why);
}

TEST(only_regular_files) {
    refuses("/dev/null", O_RDONLY, NOT_PLAIN);
    refuses("/dev/null", O_RDWR, NOT_PLAIN);
    refuses("/tmp", O_RDONLY, "it is a directory");
    refuses("/tmp", O_RDWR | O_CREAT, "it is a directory");
    refuses("", O_RDONLY, strerror(ENOENT));
    refuses(path, O_RDONLY, strerror(ENOENT));
    assert_int_equal(mkfifo(path, 0600), 0);
    refuses(path, O_RDONLY, NOT_PLAIN);
    refuses(path, O_RDWR, NOT_PLAIN);
    assert_null(regular_file_stream(path, &reason));
    assert_null(file_stream(path, "a", &reason)); /* without waiting for a reader of the pipe */
    assert_string_equal(reason, strerror(ENXIO));
    assert_null(file_stream("/tmp", "r", &reason));
    assert_string_equal(reason, "it is a directory");
}

TEST(reads_all_or_fails) {
    char bytes[5] = "....";
    file_put(path, "abcdef", 6);
    const int file = regular_file_open(path, O_RDONLY, &reason);
    assert_true(regular_file_read(file, bytes, 4, 2));
    assert_string_equal(bytes, "cdef");
    errno = 0;
    assert_false(regular_file_read(file, bytes, 4, 3));
    assert_int_equal(errno, EIO);
    close(file);
    assert_false(regular_file_read(file, bytes, 1, 0));
    assert_int_equal(errno, EBADF);
}

TEST(streams) {
    for (int i = 0; i < 2; i++) {
        FILE *out = file_stream(path, "a", &reason);
        assert_non_null(out);
        fputs("ab", out);
        fclose(out);
    }
    FILE *in = regular_file_stream(path, &reason);
    assert_non_null(in);
    /* cppcheck-suppress IOWithoutPositioning ; the stream is read-only */
    assert_true(fgetc(in) == 'a' && fputs("x", in) == EOF);
    fclose(in);
    assert_true(file_holds(path, "abab"));
}

/* Writes a new file; returns NULL, or why that failed. */
static const char *write_new(const char *text) {
    AtomicWrite *file = atomic_write_begin(path, &reason);
    if (!file)
        return reason;
    fputs(text, atomic_write_stream(file));
    return atomic_write_finish(file, &reason) ? NULL : reason;
}

TEST(whole_or_not_at_all) {
    struct stat status;
    assert_null(write_new("one"));
    assert_true(file_holds(path, "one"));
    assert_int_equal(chmod(path, 0640), 0);
    AtomicWrite *file = atomic_write_begin(path, &reason),
                *second = atomic_write_begin(path, &reason);
    assert_true(file && second);
    fputs("two", atomic_write_stream(file));
    fflush(atomic_write_stream(file));
    assert_true(file_holds(path, "one")); /* the old file stays until the new file is finished */
    fputs("three", atomic_write_stream(second));
    atomic_write_abandon(second);
    atomic_write_abandon(NULL);
    assert_true(atomic_write_finish(file, &reason));
    assert_true(file_holds(path, "two") && file_count() == 1);
    assert_true(stat(path, &status) == 0 && (status.st_mode & 0777) == 0640);
}

/* If the path is a link, the link stays and its target is replaced. A link without a target is replaced. */
TEST(goals_behind_links) {
    char target[FILE_PATH_SIZE];
    struct stat status;
    file_put(other, "mine", 4);
    assert_int_equal(symlink("other", path), 0);
    assert_null(atomic_write_fault(path, "mine", "foreign"));
    assert_null(write_new("x"));
    assert_true(file_holds(other, "x") && file_count() == 2);
    assert_int_equal(readlink(path, target, sizeof target), strlen("other"));
    unlink(other);
    assert_null(write_new("x"));
    assert_true(lstat(path, &status) == 0 && S_ISREG(status.st_mode) && file_count() == 1);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_string_equal(write_new("x"), "it is a directory");
    assert_string_equal(atomic_write_fault(path, "", NULL), "it is a directory");
    assert_null(atomic_write_begin("", &reason));
    assert_string_equal(reason, strerror(ENOENT));
    assert_null(atomic_write_begin("/no/such/folder/file", &reason));
    assert_string_equal(reason, strerror(ENOENT));
    assert_int_equal(file_count(), 1);
}

/* If the path is a pipe, a device or a descriptor, the data go there directly, without a new file. */
TEST(goals_written_at_once) {
    char bytes[8] = "";
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(atomic_write_fault(path, "ours", "foreign"));
    const int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_null(write_new("pipe"));
    assert_int_equal(read(reader, bytes, sizeof bytes), 4);
    assert_string_equal(bytes, "pipe");
    close(reader);
    assert_int_equal(unlink(path), 0);

    file_put(other, "had", 3);
    const int given = open(other, O_WRONLY | O_APPEND);
    snprintf(path, sizeof path, "/dev/fd/%d", given);
    assert_null(write_new(", got"));
    assert_true(write(given, ".", 1) == 1 && file_holds(other, "had, got."));
    close(given);
    assert_string_equal(write_new("x"), strerror(EBADF));

    assert_null(atomic_write_begin("/dev/full", &reason));
    assert_string_equal(reason, strerror(ENOSPC));
    assert_int_equal(file_count(), 1);
}

TEST(files_of_others_are_known) {
    static const char FOREIGN[] = "foreign";
    static const struct {
        const char *text, *sign;
        bool is_ours;
    } FILES[] = {{"", "ours", true},
                 {"two\nours, too", "ours", true},
                 {"not ours", "ours", false},
                 {"not ours", "", true},
                 {"our", "ours", false}};
    assert_null(atomic_write_fault(path, "ours", FOREIGN));
    assert_int_equal(symlink(path, other), 0);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        file_put(path, FILES[i].text, strlen(FILES[i].text));
        assert_ptr_equal(atomic_write_fault(path, FILES[i].sign, FOREIGN),
                         FILES[i].is_ours ? NULL : FOREIGN);
        assert_ptr_equal(atomic_write_fault(other, FILES[i].sign, FOREIGN),
                         FILES[i].is_ours ? NULL : FOREIGN);
    }
    assert_int_equal(file_count(), 2);
}

/* If a link has the name of the temporary file, which can be guessed, the target of the link stays as it is. */
TEST(planted_links) {
    char name[80], planted[FILE_PATH_SIZE];
    file_put(other, "mine", 4);
    for (int n = 0; n < 3; n++) {
        snprintf(name, sizeof name, "file.%d-%d.new", (int)getpid(), n);
        file_place(planted, name);
        assert_int_equal(n < 2 ? symlink(other, planted) : mkfifo(planted, 0600), 0);
    }
    assert_null(write_new("new"));
    assert_true(file_holds(other, "mine") && file_holds(path, "new"));
    assert_int_equal(file_count(), 5);
}

/* If a write fails, the reason of the first failure is reported, and the old file stays. */
TEST(full_disk) {
    struct rlimit before, small;
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    file_put(path, "old", 3);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 10000;
    setrlimit(RLIMIT_FSIZE, &small);
    const char *fault = write_new(text);
    const bool fits = !write_new("new");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_string_equal(fault, strerror(EFBIG));
    assert_true(fits && file_holds(path, "new") && file_count() == 1);
}

TEST(protected_files) {
    enum { NOBODY = 65534 };
    const uid_t user = geteuid();
    file_put(path, "old", 3);
    chmod(path, 0400);
    if (user == 0) { /* root may write every file */
        file_place(other, "");
        assert_int_equal(chmod(other, 0777) | seteuid(NOBODY), 0);
    }
    assert_string_equal(write_new("new"), strerror(EACCES));
    assert_int_equal(seteuid(user), 0);
    assert_true(file_holds(path, "old"));
}
