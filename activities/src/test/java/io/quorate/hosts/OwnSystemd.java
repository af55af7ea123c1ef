package io.quorate.hosts;

import io.quorate.shell.LocalShell;
import io.quorate.shell.Question;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * A real systemd for one test: a user's manager in namespaces of its own, in which the directories
 * of units are empty and {@code systemctl} and {@code busctl} speak to it. It has no journal: a
 * file stands in for that. All that it started ends with it.
 */
final class OwnSystemd implements AutoCloseable {
  private static final String MANAGER = "/lib/systemd/systemd";

  /** The first word is the folder for logs and control groups, the second names the latter. */
  private static final String BOOT =
      """
      set -e
      groups=$1/groups
      mkdir -p "$groups"
      mount -t cgroup2 cgroup2 "$groups"
      mkdir "$groups/$2"
      echo $$ >"$groups/$2/cgroup.procs"
      umount "$groups"
      umount -l /sys/fs/cgroup
      exec unshare --cgroup --pid --fork --mount-proc --kill-child sh -c '
        set -e
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
        mount -t tmpfs tmpfs /run
        mkdir -p -m 700 /run/user/test /run/systemd/system
        mount -t tmpfs tmpfs /etc/systemd/system
        mount -t tmpfs tmpfs /usr/local/sbin
        for program in systemctl busctl systemd-run; do
          printf "#!/bin/sh\\nexport XDG_RUNTIME_DIR=/run/user/test\\nexec %s --user \\"\\$@\\"\\n" \
            "/usr/bin/$program" >/usr/local/sbin/$program
        done
        printf "#!/bin/sh\\ncat %s/journal\\n" "$1" >/usr/local/sbin/journalctl
        chmod 755 /usr/local/sbin/*
        : >"$1/journal"
        export XDG_RUNTIME_DIR=/run/user/test HOME="$1" PATH=/usr/local/sbin:/usr/bin:/bin
        export SYSTEMD_UNIT_PATH=/etc/systemd/system:/run/systemd/system:/usr/lib/systemd/user
        /lib/systemd/systemd --user >"$1/systemd.log" 2>&1 &
        left=100
        until systemctl show >/dev/null 2>&1 && busctl list >/dev/null 2>&1; do
          left=$((left - 1))
          [ "$left" -gt 0 ] || { echo "systemd does not answer: $(tail -n 1 "$1/systemd.log")"; exit 1; }
          sleep 0.1
        done
        echo ready
        wait' sh "$1"
      """;

  /** Its processes end a moment after it, and a control group stays until they have. */
  private static final String SWEEP =
      """
      mount -t cgroup2 cgroup2 "$1" || exit
      left=200
      while [ -d "$1/$2" ] && [ "$left" -gt 0 ]; do
        find "$1/$2" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.05
        left=$((left - 1))
      done
      """;

  private final Path folder;
  private final String name;
  private final Process process;
  private final String first;

  private OwnSystemd(Path folder, String name, Process process, String first) {
    this.folder = folder;
    this.name = name;
    this.process = process;
    this.first = first;
  }

  /** Starts one, or says why that cannot be done here and skips the test. */
  static OwnSystemd start(Path folder) throws IOException {
    whyNot().ifPresent(OwnSystemd::skip);
    String name = "quorate-" + Integer.toUnsignedString(folder.hashCode(), 36);
    Process process =
        new ProcessBuilder(
                "unshare",
                "--mount",
                "--propagation",
                "private",
                "sh",
                "-c",
                BOOT,
                "sh",
                folder.toString(),
                name)
            .redirectErrorStream(true)
            .start();
    var said = new ArrayList<String>();
    var lines = process.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("ready")) {
        String first = process.children().findFirst().map(each -> "" + each.pid()).orElse("");
        return new OwnSystemd(folder, name, process, first);
      }
      said.add(line);
    }
    skip("a systemd of its own does not start here: " + String.join("; ", said));
    throw new AssertionError("not reached");
  }

  private static Optional<String> whyNot() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("a systemd of its own needs root");
    }
    return List.of(MANAGER, "/usr/bin/systemctl", "/usr/bin/busctl", "/usr/bin/nsenter").stream()
        .filter(program -> !Files.isExecutable(Path.of(program)))
        .findFirst()
        .map(program -> "there is no " + program);
  }

  private static void skip(String why) {
    System.err.println("skipped: real systemd: " + why);
    Assumptions.abort(why);
  }

  /** The shell of the machine that this is the systemd of. */
  Shell shell() {
    return (script, arguments, reply, limit) -> {
      var question = Question.ofThisRun();
      var command =
          new ArrayList<>(
              List.of(
                  "nsenter",
                  "-t",
                  first,
                  "-m",
                  "-p",
                  "-C",
                  "env",
                  "-i",
                  "LC_ALL=C",
                  Question.VARIABLE + "=" + question.word(),
                  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                  "setsid",
                  "--wait",
                  "/bin/sh",
                  "-c",
                  script.text(),
                  script.name()));
      command.addAll(arguments);
      return LocalShell.follow(new ProcessBuilder(command), script.name(), question, reply, limit);
    };
  }

  /** Runs a line of shell there as a person does, and returns what it prints, also as errors. */
  String on(String line) {
    var ended =
        shell()
            .run(
                new Script("person", line + " 2>&1"),
                List.of(),
                Shell.Reply.NONE,
                Duration.ofSeconds(20));
    return ended.output().strip();
  }

  /** Writes the file of a unit, which systemd reads when it is told. */
  void write(String unit, String text) {
    on("printf '%s' '" + text + "' >/etc/systemd/system/" + unit);
  }

  /** One property of a unit. */
  String show(String property, String unit) {
    return on("systemctl show -P " + property + " " + unit);
  }

  /** What the member and systemd logged. */
  Path journal() {
    return folder.resolve("journal");
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      process.waitFor();
      new ProcessBuilder(
              "unshare",
              "--mount",
              "--propagation",
              "private",
              "sh",
              "-c",
              SWEEP,
              "sh",
              folder.resolve("groups").toString(),
              name)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
