/* uci_replay [--slow] BINARY [SCENE]
 *
 * Files for --replay that nobody should trust: they are refused, or do no harm. That a fault is met
 * again is for uci_faults and self_faults.sh.
 */
#include "support/dialogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/panoptes-replay-XXXXXX";

/* Returns the exit status; `line` gets the last line about the replay. */
static int replay(const char *path, char *line) {
    return run_with((const char *const[]){"--replay", path, NULL}, "info string", line, NULL);
}

/* How many lines of another replay of the latest file begin like this. */
static int replay_for(const char *begin, char *line) {
    char path[128];
    int count;
    snprintf(path, sizeof path, "%s/stranger.txt", folder);
    run_with((const char *const[]){"--replay", path, NULL}, begin, line, &count);
    return count;
}

/* The same with a file of this text. */
static int replay_text(const char *text, char *line) {
    char path[128];
    snprintf(path, sizeof path, "%s/stranger.txt", folder);
    FILE *file = fopen(path, "w");
    check(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
    return replay(path, line);
}

static void files_that_are_no_post_mortems(void) {
    char line[LINE];
    check(replay("/no/such/file", line) == 1 && strstr(line, "cannot be read"), "\"%s\"", line);
    check(replay("/dev/zero", line) == 1 && strstr(line, "not a regular file"), "\"%s\"", line);
    static const char *const BAD[] = {
        "",
        "hello\n",
        "Panoptes post-mortem\n",
        "Panoptes post-mortem\ncause: x\nposition: startpos",
        "Panoptes post-mortem\noption: Hash value 1\ncommand: go\n",
        "Panoptes post-mortem\ncause: x\nposition: \t pgn /etc/passwd\ncommand: go\nnodes: 1\n"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        check(replay_text(BAD[i], line) == 1 && strstr(line, "no post-mortem"), "%zu: \"%s\"", i,
              line);
}

/* A file from a stranger may set options that name files, or ask for commands that write some. */
static void hostile_replays(void) {
#define NAMELESS "option: x\n"
#define TEN                                                                                        \
    NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS NAMELESS
    static const char MANY[] =
        "Panoptes post-mortem\ncause: x\n" TEN TEN NAMELESS NAMELESS
        "option: Hash value 1\nposition: startpos\ncommand: go depth 1\nnodes: 1\n";
    char line[LINE], text[1024], target[160], fifo[128], reported[160];
    snprintf(target, sizeof target, "%s/target", folder);
    static const char *const OPTIONS[] = {"Debug Log File",     "debug log file",
                                          "DEBUG LOG FILE",     "Debug  Log  File",
                                          "Post-Mortem Folder", "Book File",
                                          "SyzygyPath",         "Hash value 1 name Debug Log File",
                                          "EvalFile",           "Evaluation"};
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        snprintf(text, sizeof text,
                 "Panoptes post-mortem\ncause: x\noption: %s value %s\noption: Hash value 1\n"
                 "position: startpos\ncommand: go depth 3\nnodes: 1\n",
                 OPTIONS[i], target);
        check(replay_text(text, line) == 0 && strstr(line, "did not happen again"), "\"%s\"", line);
        check(access(target, F_OK) != 0, "option '%s' wrote a file", OPTIONS[i]);
        snprintf(reported, sizeof reported, "info string replay: left out: option '%s value",
                 OPTIONS[i]);
        check(replay_for(reported, line) == 1, "option '%s' is not named", OPTIONS[i]);
    }
    check(replay_text(MANY, line) == 0 &&
              replay_for("info string replay: left out: option", line) == 20 &&
              replay_for("info string replay: left out: 2 more", line) == 1,
          "many options");
    check(replay_text("Panoptes post-mortem\ncause: x\noption: Evaluation value Network\n"
                      "position: startpos\ncommand: go movetime 1 depth 3 infinite\nnodes: 1\n",
                      line) == 0 &&
              replay_for("info string replay: go nodes 100002 depth 3", line) == 1 &&
              replay_for("info string replay: setoption name Evaluation value Network", line) ==
                  1 &&
              replay_for("info string replay: left out", line) == 0,
          "\"%s\"", line);
    static const char *const COMMANDS[] = {"map svg",    "threats json", "explain e2e4 json",
                                           "GO map svg", "foo map svg",  "debug on"};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        snprintf(text, sizeof text,
                 "Panoptes post-mortem\ncause: x\nposition: startpos\ncommand: %s %s\nnodes: 1\n",
                 COMMANDS[i], target);
        check(replay_text(text, line) == 0, "\"%s\"", line);
        check(access(target, F_OK) != 0, "command '%s' wrote a file", COMMANDS[i]);
    }
    /* What is refused does not count as a replay. */
    check(replay_text("Panoptes post-mortem\ncause: x\nposition: fen 8/8/8/8/8/8/8/8 w - - 0 1\n"
                      "command: go depth 3\nnodes: 1\n",
                      line) == 1 &&
              strstr(line, "refused"),
          "\"%s\"", line);
    /* Bytes that a terminal would obey. */
    check(replay_text("Panoptes post-mortem\ncause: \033[2J\nposition: startpos\n"
                      "command: go depth 3 \033]0;x\007\nnodes: 1\n",
                      line) != -1 &&
              !strchr(line, '\033'),
          "\"%s\"", line);
    snprintf(fifo, sizeof fifo, "%s/fifo", folder);
    check(mkfifo(fifo, 0600) == 0, "%s", fifo);
    check(replay(fifo, line) == 1 && strstr(line, "not a regular file"), "\"%s\"", line);
    unlink(fifo);
}

int main(int argc, char **argv) {
    static const Scene SCENES[] = {
        {"files_that_are_no_post_mortems", files_that_are_no_post_mortems},
        {"hostile_replays", hostile_replays},
    };
    char command[128];
    if (!mkdtemp(folder))
        return 2;
    const int status = dialogue_main(argc, argv, SCENES, (int)(sizeof SCENES / sizeof *SCENES));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 2 : status;
}
