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

  private static boolean gone(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).map(process -> !process.isAlive()).orElse(true);
  }
}
