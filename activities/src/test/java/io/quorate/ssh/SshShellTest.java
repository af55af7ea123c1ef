package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Question;
import io.quorate.shell.Shell;
import io.quorate.shell.ShellContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.sshd.core.CoreModuleProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshShellTest extends ShellContract {
  private static final Duration SHORT = Duration.ofSeconds(2);
  @TempDir private Path folder;
  private EmbeddedHost host;
  private SshHosts hosts;
  private Shell shell;

  @BeforeEach
  void start() {
    host = new EmbeddedHost(folder);
    hosts = new SshHosts(folder, Optional.empty());
    shell = hosts.host(host.target()).shell();
  }

  @AfterEach
  void end() throws Exception {
    hosts.close();
    host.close();
  }

  @Override
  protected Shell shell() {
    return shell;
  }

  @Test
  void textThatALoginPrintsIsNoPartOfTheOutput() {
    host.noise = "echo Welcome; echo '?'; printf 'no newline'; echo careful >&2";
    var ended = run("echo fact; echo trouble >&2");
    assertThat(ended.output()).isEqualTo("fact\n");
    assertThat(ended.errors()).isEqualTo("trouble");
  }

  @Test
  void anEnvironmentOfTheLoginIsNotPassedOn() {
    host.environment.put("ETCD_NAME", "other");
    host.noise = "umask 077; cd /tmp";
    assertThat(run("echo \"${ETCD_NAME-none} $(umask) $PWD\"").output()).isEqualTo("none 0022 /\n");
  }

  /** As OpenSSH says it; the shell is then in a directory that may be gone. */
  @Test
  void aMissingHomeDirectoryIsNoTrouble() {
    String gone = folder.resolve("home").toString();
    host.environment.put("HOME", gone);
    host.noise =
        "echo 'Could not chdir to home directory %1$s: No such file or directory' >&2;"
                .formatted(gone)
            + " mkdir %1$s && cd %1$s && rmdir %1$s".formatted(gone);
    var ended = run("echo fact; pwd; echo trouble >&2");
    assertThat(ended.output()).isEqualTo("fact\n/\n");
    assertThat(ended.errors()).isEqualTo("trouble");
  }

  @Test
  void aBannerBeforeTheLoginIsNoPartOfTheOutput() {
    CoreModuleProperties.WELCOME_BANNER.set(host.server, "AUTHORIZED USE ONLY\r\n?\r\n");
    assertThat(run("echo fact")).isEqualTo(new Shell.Ended(0, "fact\n", ""));
  }

  @Test
  void aLoginThatEndsBeforeTheScriptFailsWithItsText() {
    host.noise = "echo 'use the bastion, please'; exit 1";
    assertThatThrownBy(() -> run("echo fact"))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("nothing was done")
        .hasMessageEndingWith("did not begin (exit 1): use the bastion, please");
  }

  @Test
  void argumentsOfAnyLanguageArrive() {
    assertThat(run("printf '%s\\n' \"$1\"", "Zürich 東京").output()).isEqualTo("Zürich 東京\n");
  }

  @Test
  void aLargeScriptArrivesWhole() {
    assertThat(run("# " + "x".repeat(300_000) + "\necho done").output()).isEqualTo("done\n");
  }

  @Test
  void argumentsThatDoNotFitAreAFault() {
    assertThatThrownBy(() -> run("echo", "x".repeat(130_000))).isInstanceOf(Failure.Fault.class);
  }

  /** A part of a script could be a whole command. */
  @Test
  void aScriptThatWasCutOnItsWayIsNotBegun() throws Exception {
    Path done = folder.resolve("done");
    var script = script("touch '" + done + "'\n# the rest");
    var command = RemoteCommand.of(script, Question.ofThisRun(), List.of(), 20, false);
    for (int cut : List.of(1, 14, command.input().length - 2)) {
      var process = new ProcessBuilder("/bin/sh", "-c", command.line()).start();
      try (var input = process.getOutputStream()) {
        input.write(command.input(), 0, cut);
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isEqualTo(70);
      assertThat(done).doesNotExist();
    }
  }

  @Test
  void aProcessThatAScriptLeavesBehindDoesNotHoldItsEndUp() {
    long begun = System.nanoTime();
    String pid = run("sleep 600 & echo $!").output().strip();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroy);
  }

  @Test
  void aScriptThatWasKilledTellsItsExitCode() {
    assertThat(run("kill -KILL $$").exit()).isEqualTo(137);
  }

  @Test
  void scriptsShareOneConnection() {
    for (int i = 0; i < 5; i++) {
      run(":");
    }
    assertThat(host.logins.get()).isEqualTo(1);
  }

  @Test
  void aSessionThatDiedBetweenTwoScriptsIsReplaced() {
    run(":");
    host.cut();
    // A script that is on its way when the end of the connection is seen is cut off.
    await(this::isThere);
    assertThat(host.logins.get()).isEqualTo(2);
  }

  private boolean isThere() {
    try {
      return run("echo again").output().equals("again\n");
    } catch (Failure.Transient e) {
      return false;
    }
  }

  @Test
  void parallelScriptsShareOneConnection() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<Shell.Ended>>();
      for (int i = 0; i < 20; i++) {
        all.add(threads.submit(() -> run("echo x")));
      }
      for (Future<Shell.Ended> each : all) {
        assertThat(each.get().output()).isEqualTo("x\n");
      }
    }
    assertThat(host.logins.get()).isEqualTo(1);
    assertThat(host.mostAtOnce.get()).isLessThanOrEqualTo(Connection.PLACES);
  }

  @Test
  void aHostWithTooManyScriptsFailsInTime() throws Exception {
    Path go = folder.resolve("go");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Connection.PLACES; i++) {
        threads.execute(() -> run("while [ ! -e \"$1\" ]; do sleep 0.05; done", go.toString()));
      }
      await(() -> host.mostAtOnce.get() == Connection.PLACES);
      assertThatThrownBy(() -> shell.run(script(":"), List.of(), Shell.Reply.NONE, SHORT))
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("6 scripts run on");
      Files.createFile(go);
    }
    assertThat(run("echo free").output()).isEqualTo("free\n");
  }

  @Test
  void aChannelThatTheHostRefusesLeavesTheConnectionAlone() {
    run(":");
    var factories = host.server.getChannelFactories();
    host.server.setChannelFactories(List.of());
    assertThatThrownBy(() -> run(":"))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("opens no further channel")
        .hasMessageContaining("MaxSessions");
    host.server.setChannelFactories(factories);
    assertThat(run("echo free").output()).isEqualTo("free\n");
    assertThat(host.logins.get()).isEqualTo(1);
  }

  @Test
  void aScriptEndsByItselfAfterTheConnectionBreaks() {
    Path pid = folder.resolve("pid");
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    threads.execute(
        () ->
            shell.run(
                script("echo $$ >\"$1\"; sleep 600"), List.of(pid.toString()), q -> "", SHORT));
    await(() -> read(pid).endsWith("\n"));
    host.cut();
    await(() -> gone(read(pid).strip()));
    threads.close();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
