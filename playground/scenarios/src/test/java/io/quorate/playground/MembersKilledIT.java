package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A member that nobody reckoned with dies by kill -9 in the middle of a runbook: it is noticed,
 * nobody else is taken out, people read what the operation waits for, and once the member is back
 * the operation goes on to its end.
 */
class MembersKilledIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  /** The state of an operation that ended, with the moved member at its old place again. */
  private static final String UNDONE = "stopped";

  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final Duration A_WHILE = Duration.ofSeconds(15);

  /** Who dies, besides the one that the runbook is about. */
  enum Role {
    LEADER,
    FOLLOWER
  }

  @ParameterizedTest(name = "{0} on etcd {1}, the {3} dies at {2}")
  @MethodSource("plays")
  void aMemberThatDiesInTheMiddleIsNoticedAndNobodyElseIsTouched(
      String name, String minor, KillPoint point, Role role) throws Exception {
    Scenario scenario = Scenarios.named(name);
    Stage stage = STAGES.forScenario(scenario, minor);
    stage.worker().awaitPolling(LIMIT);
    var stands = stage.worker().stopAt(point);
    try (Underway underway = STAGES.underway(scenario)) {
      underway.until("the worker to stand at " + point, stands::isDone);
      EtcdMember victim = victim(stage, scenario, role);
      victim.kill();
      Set<String> others = new HashSet<>(underway.running());
      stage.worker().goOn().get(LIMIT.toSeconds(), TimeUnit.SECONDS);

      ShowJson noticed =
          underway.awaitOperation("the operation to say what it waits for", this::isNoticed);
      assertThat(underway.running()).as("nobody else was taken out").containsAll(others);
      if (scenario instanceof Restart) {
        quorumIsBack(stage);
      }

      victim.start();
      victim.awaitServing(LIMIT);
      if (noticed.state().equals("parked")) {
        retry(stage, noticed.operation());
      } else if (noticed.state().equals(UNDONE)) {
        underway.start(scenario.start().orElseThrow());
      }
      var writes = underway.endsWell();
      System.out.printf(
          Locale.ROOT,
          "%s on etcd %s, the %s dies at %s: \"%s\"; longest stall %d ms%n",
          name,
          minor,
          role,
          point,
          waitsFor(noticed).orElse(noticed.because()),
          writes.longestStall().toMillis());
    }
  }

  /** The member that was stopped for its restart is there again, before the dead one is. */
  private static void quorumIsBack(Stage stage) throws Exception {
    for (EtcdMember member : stage.etcd().members()) {
      if (member.isRunning()) {
        member.awaitServing(LIMIT);
      }
    }
  }

  /**
   * The operation waits for the member, asks people, or has started the member where it was and
   * says why. An end without a word is the failure.
   */
  private boolean isNoticed(ShowJson now) {
    assertThat(now.state()).as(now.because()).isNotEqualTo("completed");
    return now.state().equals("parked")
        || (now.state().equals(UNDONE) && now.because().contains("started where it was"))
        || waitsFor(now).isPresent();
  }

  /** What the step that is under way waits for, longer than for a moment. */
  private static Optional<String> waitsFor(ShowJson now) {
    return now.steps().stream()
        .filter(step -> step.state().equals("running"))
        .filter(step -> step.startedAt().filter(MembersKilledIT::isAWhileAgo).isPresent())
        .flatMap(step -> step.evidence().stream())
        .filter(words -> words.startsWith("waits since"))
        .findFirst();
  }

  private static boolean isAWhileAgo(Instant at) {
    return Duration.between(at, Instant.now()).compareTo(A_WHILE) > 0;
  }

  private static void retry(Stage stage, String operation)
      throws IOException, InterruptedException {
    var retried =
        new ChildJvm(stage.folder().configuration()).run("retry", operation, "--as", "robin");
    assertThat(retried.exitCode()).as(retried.out() + retried.err()).isZero();
  }

  /** A voter that runs; not the one that is lost in the scenario, for that does not run. */
  private static EtcdMember victim(Stage stage, Scenario scenario, Role role)
      throws IOException, InterruptedException {
    Inspection now = Inspection.of(stage.etcd(), scenario.size());
    return stage.etcd().members().stream()
        .filter(EtcdMember::isRunning)
        .filter(member -> now.isVoter(member.name()))
        .filter(member -> now.leads(member.name()) == (role == Role.LEADER))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  static Stream<Arguments> plays() {
    return "all".equals(System.getProperty("quorate.faultMatrix"))
        ? Stream.concat(some(), more())
        : some();
  }

  private static Stream<Arguments> some() {
    return Stream.of(play("lost-member", "3.5", "add-learner:after", Role.LEADER));
  }

  private static Stream<Arguments> more() {
    return Stream.of(
        play("restart", "3.6", "stop-member:after", Role.FOLLOWER),
        play("restart", "3.5", "move-leader:before", Role.LEADER),
        play("scale-up", "3.6", "promote-learner:before", Role.FOLLOWER),
        play("scale-down", "3.5", "retire-member:before", Role.LEADER),
        play("defragment", "3.7", "defragment:after", Role.FOLLOWER),
        play("stopped-member", "3.4", "resume-member:before", Role.FOLLOWER),
        play("wrong-address", "3.6", "update-peer-url:before", Role.FOLLOWER),
        play("phantom-member", "3.7", "remove-member:before", Role.LEADER),
        play("migrate", "3.7", "promote-learner:before", Role.LEADER),
        play("migrate-data", "3.6", "copy-member:before", Role.FOLLOWER),
        play("upgrade", "3.5", "resume-member:before", Role.FOLLOWER),
        play("downgrade", "3.7", "switch-release:after", Role.LEADER),
        play("no-space", "3.6", "defragment:before", Role.FOLLOWER),
        play("corrupt-member", "3.5", "start-member:after", Role.FOLLOWER));
  }

  private static Arguments play(String scenario, String minor, String point, Role role) {
    return Arguments.of(scenario, minor, KillPoint.parse(point), role);
  }
}
