package io.quorate.shell;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LocalShellTest extends ShellContract {
  private final LocalShell shell = new LocalShell();

  @Override
  protected Shell shell() {
    return shell;
  }

  /** At once, whatever the script does after its question. */
  @Test
  void aReplyThatThrowsEndsTheScript() {
    var pid = new AtomicReference<>("");
    Shell.Reply refusing =
        question -> {
          pid.set(question.strip());
          throw new Failure.Refused("no");
        };
    assertThatThrownBy(
            () ->
                shell.run(
                    script("echo $$; echo \"?$QUORATE_WORD\"; read x; sleep 600"),
                    List.of(),
                    refusing,
                    LIMIT))
        .isInstanceOf(Failure.Refused.class);
    await(() -> gone(pid.get()));
  }

  /** Whenever the end comes, before or after the script has forked. */
  @Test
  void noChildOutlivesAScriptThatWasEnded() {
    String mark = "mark-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    var script = script("while :; do sh -c 'sleep 600; :' \"$1\" & sleep 0.01; done");
    for (int millis = 1; millis < 60; millis += 3) {
      var limit = Duration.ofMillis(millis);
      assertThatThrownBy(() -> shell.run(script, List.of(mark), Shell.Reply.NONE, limit))
          .isInstanceOf(Failure.Transient.class);
    }
    await(() -> ProcessHandle.allProcesses().noneMatch(each -> names(each, mark)));
  }

  private static boolean names(ProcessHandle process, String mark) {
    return process.isAlive()
        && process.info().arguments().map(all -> List.of(all).contains(mark)).orElse(false);
  }
}
