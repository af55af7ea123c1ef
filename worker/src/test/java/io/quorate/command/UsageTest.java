package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How wrong usage, wrong names and faults are told. */
class UsageTest {
  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "playground",
        "serve",
        "worker",
        "gateway",
        "check",
        "clusters",
        "status",
        "plan",
        "start",
        "operations",
        "show",
        "approve",
        "reject",
        "pause",
        "continue",
        "abort",
        "retry",
        "skip",
        "timeline",
        "incidents",
        "report",
        "snapshots",
        "token",
        "runbooks",
        "completion"
      })
  void everyVerbHasHelpWithTheGlobalOptions(String verb) {
    assertThat(desk.type(verb, "--help")).isZero();
    assertThat(desk.out())
        .startsWith("Usage: quorate " + verb)
        .contains("--config", "--output", "--as", "--token-file", "--quiet");
    assertThat(desk.err()).isEmpty();
  }

  @Test
  void theVersionIsOneLineOnStandardOutput() {
    assertThat(desk.type("--version")).isZero();
    assertThat(desk.out()).startsWith("quorate ").hasLineCount(1);
  }

  @Test
  void noVerbAtAllIsWrongUsageWithTheListOfVerbs() {
    assertThat(desk.type()).isEqualTo(2);
    assertThat(desk.err()).contains("runbooks", "status").contains("Usage: quorate");
    assertThat(desk.out()).isEmpty();
  }

  @Test
  void unknownNamesAreWrongUsageWithTheNearOnesAndAll() {
    assertThat(desk.type("statsu", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean status? Verbs: playground, serve");

    assertThat(desk.type("status", "paymnts")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean payments? Clusters: payments");

    assertThat(desk.type("plan", "minorty-replace", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean minority-replace? Runbooks: minority-replace");

    assertThat(desk.type("start", "minority-replace", "payments", "--member", "etcd1"))
        .isEqualTo(2);
    assertThat(desk.err()).contains("did you mean etcd-1?").contains("Members: etcd-0, etcd-1");

    assertThat(desk.type("plan", "minority-replace", "payments", "--membre", "x")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean --member");

    assertThat(desk.type("status", "payments", "-o", "yaml")).isEqualTo(2);
    assertThat(desk.out()).isEmpty();
  }

  @Test
  void anUnknownOptionIsToldWithTheOptionsOfTheRunbookThatIsNamed() {
    assertThat(desk.type("plan", "scale", "payments", "--nonsense")).isEqualTo(2);
    assertThat(desk.err()).contains("--members, --help").doesNotContain("--keep-revisions");
  }

  @Test
  void aRejectionWithoutAReasonIsWrongUsage() {
    assertThat(desk.type("reject", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("--reason");
  }

  @Test
  void aSkipWithoutAReasonOrWithAnEmptyOneIsWrongUsage() {
    assertThat(desk.type("skip", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("--reason");
    assertThat(desk.type("skip", "payments", "--reason", " ")).isEqualTo(2);
    assertThat(desk.err()).contains("only with a reason; say it with --reason TEXT");
  }

  @Test
  void aFaultIsASentenceAndTheStackTraceNeedsQuorateDebug() {
    desk.temporalTrouble = null;

    assertThat(desk.type("check")).isEqualTo(70);
    assertThat(desk.err()).hasLineCount(1).contains("QUORATE_DEBUG=1");
    assertThat(desk.out()).isEmpty();

    desk.with("QUORATE_DEBUG", "1").type("check");
    assertThat(desk.err()).contains("\tat io.quorate.command.");
  }
}
