package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LocalShellTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private final LocalShell shell = new LocalShell();

  @Test
  void argumentsAreNeverPartOfTheScript() {
    var ended = run("printf '%s\\n' \"$1\"; exit 7", "$(echo no); `echo no` 'x' \"");
    assertThat(ended.output()).isEqualTo("$(echo no); `echo no` 'x' \"\n");
    assertThat(ended.exit()).isEqualTo(7);
  }

  @Test
  void aQuestionIsAnsweredOnStandardInput() {
    var script = script("echo fact; echo '?'; read -r first; rest=$(cat); echo \"$first/$rest\"");
    assertThat(shell.run(script, List.of(), facts -> facts + "go\nmore", LIMIT).output())
        .isEqualTo("fact\nfact/go\nmore\n");
  }

  @Test
  void aSpentLimitEndsTheScriptWithItsChildren() {
    var pid = new AtomicReference<>("");
    Shell.Reply noAnswer =
        question -> {
          pid.set(question.strip());
          return "";
        };
    var script = script("sleep 600 & echo $!; echo '?'; wait");
    assertThatThrownBy(() -> shell.run(script, List.of(), noAnswer, Duration.ofSeconds(1)))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("did not end within 1 s");
    ScratchMember.await(() -> gone(pid.get()));
  }

  @Test
  void whatWasNeverAnsweredDidNothing() {
    assertThatThrownBy(
            () -> shell.run(script("sleep 600"), List.of(), q -> "", Duration.ofSeconds(1)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("nothing was done");
  }

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
                    script("echo $$; echo '?'; read x; sleep 600"), List.of(), refusing, LIMIT))
        .isInstanceOf(Failure.Refused.class);
    ScratchMember.await(() -> gone(pid.get()));
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
    ScratchMember.await(() -> ProcessHandle.allProcesses().noneMatch(each -> names(each, mark)));
  }

  private static boolean names(ProcessHandle process, String mark) {
    return process.isAlive()
        && process.info().arguments().map(all -> List.of(all).contains(mark)).orElse(false);
  }

  @Test
  void anInterruptIsKept() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run("sleep 600")).isInstanceOf(Failure.Transient.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void outputIsBounded() {
    var ended = run("yes 0123456789 | head -c 20000000");
    assertThat(ended.output().length()).isLessThanOrEqualTo(Shell.OUTPUT_LIMIT_BYTES + 20);
  }

  private Shell.Ended run(String text, String... arguments) {
    return shell.run(script(text), List.of(arguments), Shell.Reply.NONE, LIMIT);
  }

  private static Script script(String text) {
    return new Script("test", text);
  }

  /** A zombie is gone: it has no command any more. */
  private static boolean gone(String pid) {
    return ProcessHandle.of(Long.parseLong(pid))
        .map(process -> process.info().command().isEmpty())
        .orElse(true);
  }
}
