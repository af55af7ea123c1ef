package io.quorate.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Cause and log in the words of a stopped operation. */
class StopCauseTest {
  /** The message of a park said the same sentence twice, and five lines of log. */
  @Test
  void theLogsOwnErrorIsInTheLineAndTheLogStandsApart() {
    StopCause cause =
        StopCause.of(
            "stopped at step 7 of 10, Start etcd-1: etcd-1 exited after its start. Its process: pid"
                + " 77 is gone. Its last lines: info: listening | error: cannot listen | fatal:"
                + " discovery failed: listen tcp 10.0.0.2:2380: bind: address already in use");
    assertThat(cause.line())
        .isEqualTo(
            "stopped at step 7 of 10, Start etcd-1: etcd-1 exited after its start: discovery"
                + " failed: listen tcp 10.0.0.2:2380: bind: address already in use");
    assertThat(cause.rest()).isEqualTo("Its process: pid 77 is gone.");
    assertThat(cause.log()).hasSize(3).first().isEqualTo("info: listening");
  }

  @Test
  void aCauseWithoutALogIsItsFirstSentenceAndTheRest() {
    StopCause cause = StopCause.of("stopped at step 3: the host is away. Look at it.\nThen retry.");
    assertThat(cause.line()).isEqualTo("stopped at step 3: the host is away.");
    assertThat(cause.rest()).isEqualTo("Look at it.\nThen retry.");
    assertThat(cause.log()).isEmpty();
  }

  /** The park's message showed no cause where the words before the log were said in another way. */
  @Test
  void theLogThatAStepSaysIsToldApartAgain() {
    List<String> lines = List.of("info: starting", "fatal: bind: address already in use");

    StopCause cause = StopCause.of("etcd-1 exited after its start. " + StopCause.withLog(lines));

    assertThat(cause.log()).isEqualTo(lines);
    assertThat(cause.line())
        .isEqualTo("etcd-1 exited after its start: bind: address already in use");
  }
}
