package io.quorate.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.hosts.ScratchMember;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every shell has to do, whichever host it is on. */
public abstract class ShellContract {
  protected static final Duration LIMIT = Duration.ofSeconds(20);

  protected abstract Shell shell();

  @Test
  public void argumentsAreNeverPartOfTheScript() {
    var ended =
        run("printf '%s\\n' \"$@\"; exit 7", "$(echo no); `echo no` 'x' \"", "", "-n", "!\n\\");
    assertThat(ended.output()).isEqualTo("$(echo no); `echo no` 'x' \"\n\n-n\n!\n\\\n");
    assertThat(ended.exit()).isEqualTo(7);
  }

  @Test
  public void aScriptRunsUnderTheNameOfItsPurpose() {
    assertThat(run("echo \"$0\"").output()).isEqualTo("test\n");
  }

  @Test
  public void aScriptHasAFixedPathAndSpeaksEnglish() {
    assertThat(run("echo \"$PATH $LC_ALL $HOME\"").output())
        .isEqualTo("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin C \n");
  }

  @Test
  public void outputAndErrorsAreKeptApart() {
    var ended = run("echo out; echo err >&2; printf more >&2; exit 3");
    assertThat(ended.output()).isEqualTo("out\n");
    assertThat(ended.errors()).isEqualTo("err\nmore");
    assertThat(ended.exit()).isEqualTo(3);
  }

  @Test
  public void emptyLinesAreKeptAndTheLastLineIsEnded() {
    assertThat(run("printf 'a\\n\\nb'").output()).isEqualTo("a\n\nb\n");
    assertThat(run("printf 'a\\n\\n'").output()).isEqualTo("a\n\n");
    assertThat(run("printf '\\n'").output()).isEqualTo("\n");
    assertThat(run("printf 'a\\rb\\r\\nc'").output())
        .as("only a newline ends a line")
        .isEqualTo("a\rb\r\nc\n");
    assertThat(run(":").output()).isEmpty();
  }

  @Test
  public void aQuestionIsAnsweredOnStandardInput() {
    var script =
        script(
            "echo fact; echo \"?$QUORATE_WORD\"; read -r first; rest=$(cat); echo"
                + " \"$first/$rest\"");
    assertThat(shell().run(script, List.of(), facts -> facts + "go\nmore", LIMIT).output())
        .isEqualTo("fact\nfact/go\nmore\n");
  }

  @Test
  public void noByteOfAnAnswerIsLost() {
    String all =
        IntStream.range(0, 256).mapToObj(Character::toString).collect(Collectors.joining());
    var script = script("echo \"?$QUORATE_WORD\"; od -An -v -tu1 | tr -s ' \\n' ' '");
    var ended = shell().run(script, List.of(), question -> all.repeat(300), LIMIT);
    var expected = IntStream.range(0, 256).mapToObj(Integer::toString).toList();
    assertThat(ended.output().strip().split(" "))
        .hasSize(256 * 300)
        .startsWith(expected.toArray(String[]::new));
  }

  /** Files travel as answers; a script reads its line first, and then the rest. */
  @Test
  public void anAnswerMayBeAsLargeAsAFile() {
    var script = script("echo \"?$QUORATE_WORD\"; IFS= read -r line; echo \"$line $(wc -c)\"");
    String large = "x".repeat(8 << 20);
    var ended = shell().run(script, List.of(), question -> "go\n" + large, LIMIT);
    assertThat(ended.output()).isEqualTo("go " + (8 << 20) + "\n");
  }

  @Test
  public void aSpentLimitEndsTheScriptWithItsChildren() {
    var pid = new AtomicReference<>("");
    Shell.Reply noAnswer =
        question -> {
          pid.set(question.strip());
          return "";
        };
    // The way to the shell is no part of the limit that is tried.
    run(":");
    var script = script("sleep 600 & echo $!; echo \"?$QUORATE_WORD\"; wait");
    assertThatThrownBy(() -> shell().run(script, List.of(), noAnswer, Duration.ofSeconds(2)))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("did not end within 2 s");
    await(() -> gone(pid.get()));
  }

  @Test
  public void aScriptThatAsksNothingInTimeDidNothing() {
    assertThatThrownBy(
            () -> shell().run(script("sleep 600"), List.of(), q -> "", Duration.ofSeconds(1)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("nothing was done");
  }

  @Test
  public void aReplyThatThrowsLeavesTheQuestionUnanswered() {
    var pid = new AtomicReference<>("");
    Shell.Reply refusing =
        question -> {
          pid.set(question.strip());
          throw new Failure.Refused("no");
        };
    var script = script("echo $$; echo \"?$QUORATE_WORD\"; read -r x || exit 76; sleep 600");
    assertThatThrownBy(() -> shell().run(script, List.of(), refusing, LIMIT))
        .isInstanceOf(Failure.Refused.class);
    await(() -> gone(pid.get()));
  }

  @Test
  public void anInterruptIsKept() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run("sleep 600")).isInstanceOf(Failure.Transient.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  public void outputIsBounded() {
    var ended = run("yes 0123456789 2>/dev/null | head -c 20000000");
    assertThat(ended.output().length()).isLessThanOrEqualTo(Shell.OUTPUT_LIMIT_BYTES + 20);
  }

  protected Shell.Ended run(String text, String... arguments) {
    return shell().run(script(text), List.of(arguments), Shell.Reply.NONE, LIMIT);
  }

  protected static Script script(String text) {
    return new Script("test", text);
  }

  /** A zombie is gone: it has no command any more. */
  protected boolean gone(String pid) {
    return ProcessHandle.of(Long.parseLong(pid))
        .map(process -> process.info().command().isEmpty())
        .orElse(true);
  }

  protected static void await(BooleanSupplier condition) {
    ScratchMember.await(condition);
  }
}
