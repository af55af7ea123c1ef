package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The connection breaks in the middle of a script that looks, asks and acts. */
class SshCutTest extends OnEmbeddedHost {
  /** Says where it is, waits until it may go on, and prints when nobody reads any more. */
  private static final String SCRIPT =
      """
      reached() { : >"$1/$2"; while [ ! -e "$1/go-on" ]; do sleep 0.02; done; echo "after $2"; }
      folder=$1
      trap ': >"$folder/ended"' EXIT
      [ "$2" = before ] && reached "$folder" before
      echo "?$QUORATE_WORD"
      read -r answer && [ "$answer" = go ] || exit 76
      [ "$2" = inside ] && reached "$folder" inside
      : >"$folder/done"
      """;

  @Test
  void beforeTheQuestionNothingIsDone() throws Exception {
    var run = running("before", question -> "go\n");
    Waiting.until(() -> Files.exists(folder.resolve("before")));
    host.cut();
    assertThat(failure(run)).isInstanceOf(Failure.Transient.class);
    Files.createFile(folder.resolve("go-on"));
    Waiting.until(() -> Files.exists(folder.resolve("ended")));
    assertThat(folder.resolve("done")).doesNotExist();
  }

  @Test
  void aQuestionThatIsOpenIsNeverAnswered() {
    var run =
        running(
            "nowhere",
            question -> {
              host.cut();
              Waiting.until(() -> Files.exists(folder.resolve("ended")));
              return "go\n";
            });
    assertThat(failure(run)).isInstanceOf(Failure.Unknown.class);
    assertThat(folder.resolve("done")).doesNotExist();
  }

  /** The effect goes on to its end, and its output to nobody does not end it before. */
  @Test
  void insideTheEffectTheOutcomeIsUnknownAndTheNextLookTells() throws Exception {
    var run = running("inside", question -> "go\n");
    Waiting.until(() -> Files.exists(folder.resolve("inside")));
    host.cut();
    assertThat(failure(run))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("it may have done its work");
    Files.createFile(folder.resolve("go-on"));
    Waiting.until(() -> Files.exists(folder.resolve("done")));
    assertThat(shell().run(new Script("look", "ls"), List.of(), Shell.Reply.NONE, limit()).exit())
        .isZero();
  }

  /** As when the worker is killed: its end of the connection is gone. */
  @Test
  void aWorkerThatDiesBeforeItAnswersLeavesNothingBehind() {
    var run =
        running(
            "nowhere",
            question -> {
              hosts.close();
              Waiting.until(() -> Files.exists(folder.resolve("ended")));
              return "go\n";
            });
    assertThat(failure(run)).isInstanceOf(Failure.Unknown.class);
    assertThat(folder.resolve("done")).doesNotExist();
  }

  private CompletableFuture<Shell.Ended> running(String stop, Shell.Reply reply) {
    var script = new Script("cut", SCRIPT);
    return CompletableFuture.supplyAsync(
        () -> shell().run(script, List.of(folder.toString(), stop), reply, limit()),
        command -> Thread.ofVirtual().start(command));
  }

  private Shell shell() {
    return hosts.host(host.target()).shell();
  }

  private static Duration limit() {
    return Duration.ofSeconds(30);
  }

  private static Throwable failure(CompletableFuture<Shell.Ended> run) {
    try {
      return new AssertionError("it ended: " + run.join());
    } catch (CompletionException e) {
      return e.getCause();
    }
  }
}
