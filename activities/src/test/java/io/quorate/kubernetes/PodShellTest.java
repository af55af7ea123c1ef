package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.port.Failure;
import io.quorate.shell.Shell;
import io.quorate.shell.ShellContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell of a pod, over a connection of the same protocol to this machine. */
class PodShellTest extends ShellContract {
  private static final PodPlace PLACE = new PodPlace("etcd", "keeper", "scripts");

  @TempDir private Path folder;
  private FakeKubelet kubelet;
  private ApiClients clients;
  private Shell shell;

  @BeforeEach
  void start() throws Exception {
    kubelet = new FakeKubelet();
    clients = new ApiClients(Map.of());
    shell = new PodShell(new PodPrograms(clients.client(kubelet.source(folder))), PLACE);
  }

  @AfterEach
  void end() throws Exception {
    clients.close();
    kubelet.close();
  }

  @Override
  protected Shell shell() {
    return shell;
  }

  @Test
  void aLargeScriptArrivesWhole() {
    assertThat(run("# " + "x".repeat(300_000) + "\necho done").output()).isEqualTo("done\n");
  }

  @Test
  void argumentsOfAnyLanguageArrive() {
    assertThat(run("printf '%s\\n' \"$1\"", "Zürich 東京 a+b%20").output())
        .isEqualTo("Zürich 東京 a+b%20\n");
  }

  /** The API server writes requests into its audit log. */
  @Test
  void theRequestTellsNeitherTheScriptNorItsWord() {
    String word = run("echo \"$QUORATE_WORD\"; : a remark").output().strip();
    assertThat(word).hasSize(24);
    assertThat(String.join("", kubelet.requests()))
        .contains("/api/v1/namespaces/etcd/pods/keeper/exec?", "container=scripts")
        .doesNotContain(word, "remark");
  }

  @Test
  void argumentsThatDoNotFitAreAFault() {
    assertThatThrownBy(() -> run("echo", "x".repeat(110_000))).isInstanceOf(Failure.Fault.class);
    assertThatThrownBy(() -> run("echo", "\0")).isInstanceOf(Failure.Fault.class);
  }

  @Test
  void aScriptThatWasKilledTellsItsExitCode() {
    assertThat(run("kill -KILL $$").exit()).isEqualTo(137);
  }

  /** Whether or not it asks, its input ends where the answer ends. */
  @Test
  void theInputOfAScriptEnds() {
    var asking = script("echo \"?$QUORATE_WORD\"; cat; echo end");
    assertThat(shell.run(asking, List.of(), facts -> "", LIMIT).output()).isEqualTo("end\n");
    assertThat(shell.run(asking, List.of(), facts -> "x\n", LIMIT).output()).isEqualTo("x\nend\n");
  }

  @Test
  void aScriptThatWaitsForItsAnswerSeesTheEndWhenTheConnectionBreaks() {
    Path seen = folder.resolve("seen");
    var script =
        script(
            "echo begun >\"$1\"; echo \"?$QUORATE_WORD\"; read -r go && echo answered >\"$1\" ||"
                + " echo end >\"$1\"");
    assertThatThrownBy(
            () ->
                shell.run(
                    script,
                    List.of(seen.toString()),
                    facts -> {
                      kubelet.cut();
                      await(() -> read(seen).equals("end\n"));
                      return "go\n";
                    },
                    LIMIT))
        .isInstanceOf(Failure.Unknown.class);
    assertThat(read(seen)).isEqualTo("end\n");
  }

  @Test
  void aScriptEndsByItselfAfterTheConnectionBreaks() {
    Path pid = folder.resolve("pid");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(
          () ->
              assertThatThrownBy(
                      () ->
                          shell.run(
                              script("echo $$ >\"$1\"; sleep 600"),
                              List.of(pid.toString()),
                              q -> "",
                              Duration.ofSeconds(2)))
                  .isInstanceOf(Failure.Transient.class));
      await(() -> read(pid).endsWith("\n"));
      kubelet.cut();
      await(() -> gone(read(pid).strip()));
    }
  }

  @Test
  void aScriptThatIsCutOffWithoutAQuestionIsLookedAtAgain() {
    assertThatThrownBy(
            () -> {
              try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                threads.execute(
                    () -> {
                      await(() -> read(folder.resolve("begun")).equals("begun\n"));
                      kubelet.cut();
                    });
                run("echo begun >\"$1\"; sleep 10", folder.resolve("begun").toString());
              }
            })
        .isExactlyInstanceOf(Failure.Transient.class)
        .hasMessageContaining("was cut off: the connection ");
  }

  @Test
  void aProgramThatIsNotThereDidNotBegin() {
    var outputs =
        new PodOutputs(
            OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), () -> {}, () -> {});
    var channel =
        new PodPrograms(clients.client(ofKubelet()))
            .start(PLACE, List.of("/none"), outputs, System.nanoTime() + LIMIT.toNanos());
    await(() -> channel.exit() != null);
    assertThat(channel.exit()).isEqualTo(PodChannel.NOT_STARTED);
    assertThat(channel.word()).contains("no such file or directory");
  }

  @Test
  void aMissingRightIsToldWithWhatToGrant() throws Exception {
    try (var server = new FakeApiServer()) {
      var other =
          new PodShell(new PodPrograms(clients.client(server.source(made("other")))), PLACE);
      server.answers(Answer.status(403, "Forbidden", "no", ""));
      assertThatThrownBy(() -> other.run(script(":"), List.of(), Shell.Reply.NONE, LIMIT))
          .isExactlyInstanceOf(Failure.Refused.class)
          .hasMessage(
              "nothing was done: no program was started in the pod etcd/keeper: Quorate has no"
                  + " right to; grant it in a Role of etcd: apiGroups [\"\"], resources"
                  + " [\"pods/exec\"], verbs [\"get\", \"create\"]");
      assertThat(server.requests()).hasSize(1);
      server.answers(Answer.status(404, "NotFound", "pods #keeper# not found", ""));
      assertThatThrownBy(() -> other.run(script(":"), List.of(), Shell.Reply.NONE, LIMIT))
          .isExactlyInstanceOf(Failure.Transient.class)
          .hasMessageEndingWith("in the pod etcd/keeper: the pod is not there");
      server.answers(Answer.DROPPED);
      assertThatThrownBy(() -> other.run(script(":"), List.of(), Shell.Reply.NONE, LIMIT))
          .isExactlyInstanceOf(Failure.Unreached.class);
    }
  }

  @Test
  void aClosedClientStartsNothing() {
    clients.close();
    assertThatThrownBy(() -> run(":")).isExactlyInstanceOf(Failure.Transient.class);
    assertThat(kubelet.requests()).isEmpty();
  }

  private ApiSource ofKubelet() {
    return new ApiSource.Kubeconfig(folder.resolve("kubeconfig"), "fake");
  }

  private Path made(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
