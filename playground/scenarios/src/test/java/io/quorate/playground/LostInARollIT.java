package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.Kv;
import io.quorate.lab.load.Pages;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.SeenMember;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A member is lost for good while versions are mixed, and the operation that mixed them is dead:
 * the member is replaced, and the roll goes on.
 */
@Order(Turn.FIRST)
@InTurn(8)
class LostInARollIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final StartJson REPLACE = new StartJson("minority-replace", Map.of(), "alice");

  @ParameterizedTest(name = "from etcd {0}, one that was switched already: {1}")
  @MethodSource("upgrades")
  void aMemberLostInAnUpgradeReturnsWithTheOlderEtcdAndTheUpgradeContinues(
      String minor, boolean switched) throws Exception {
    Stage stage = STAGES.forScenario(Roll.up(), minor);
    try (Underway underway = STAGES.underway(Roll.up())) {
      underway.diesAt(KillPoint.parse("await-release:before"));
      Set<String> mixed = underway.versions();
      assertThat(mixed).hasSize(2);
      String lost = loses(stage, seen -> isOf(seen, minor) != switched && !seen.leader());

      underway.start(REPLACE);
      underway.ends("completed");

      assertThat(member(stage, lost).version()).startsWith(minor);
      assertThat(underway.versions()).hasSize(switched ? 1 : 2);
      String target = newest(mixed);
      underway.start(upgrade(target));
      underway.ends("completed");
      underway.nothingIsLost(3);
      assertThat(underway.versions()).containsExactly(target);
    }
  }

  /** Two have come down, and etcd waits for the third: nobody can join before it is taken out. */
  @ParameterizedTest(name = "from etcd {0}")
  @MethodSource("downgrades")
  void theLastMemberLostInADowngradeReturnsWithTheOlderEtcd(String minor) throws Exception {
    Stage stage = STAGES.forScenario(Roll.down(), minor);
    try (Underway underway = STAGES.underway(Roll.down())) {
      underway.diesAt(KillPoint.parse("move-leader:before"));
      assertThat(underway.versions()).hasSize(2);
      String lost = loses(stage, member -> isOf(member, minor));

      underway.start(REPLACE);
      underway.ends("completed");

      underway.nothingIsLost(3);
      assertThat(underway.versions()).hasSize(1);
      assertThat(member(stage, lost).version()).doesNotStartWith(minor);
      noDowngradeIsEnabled(stage);
    }
  }

  @Test
  void aMemberLostInADowngradeReturnsOnceTheDowngradeIsCancelled() throws Exception {
    Stage stage = STAGES.forScenario(Roll.down(), "3.7");
    try (Underway underway = STAGES.underway(Roll.down())) {
      underway.diesAt(KillPoint.parse("await-release:before"));
      Set<String> mixed = underway.versions();
      loses(stage, member -> isOf(member, "3.7") && !member.leader());

      underway.start(new StartJson("rolling-downgrade", Map.of("cancel", List.of()), "alice"));
      underway.ends("stopped");
      underway.start(REPLACE);
      underway.ends("completed");

      assertThat(underway.versions()).isEqualTo(mixed);
      noDowngradeIsEnabled(stage);
      underway.start(upgrade(newest(mixed)));
      underway.ends("completed");
      underway.nothingIsLost(3);
      assertThat(underway.versions()).containsExactly(newest(mixed));
    }
  }

  static Stream<Arguments> upgrades() {
    return Stream.of(Arguments.of("3.6", true), Arguments.of("3.5", false));
  }

  /** Where members do not tell of a downgrade themselves; both in the fault matrix. */
  static Stream<String> downgrades() {
    return FaultMatrix.oneOf("3.6", "3.7");
  }

  private static StartJson upgrade(String to) {
    Map<String, List<String>> options = Map.of("to", List.of(to), "soak", List.of("0s"));
    return new StartJson("rolling-upgrade", options, "alice");
  }

  /** One of these is killed, and its write-ahead log destroyed. */
  private static String loses(Stage stage, Predicate<SeenMember> which)
      throws IOException, InterruptedException {
    String name =
        Inspection.of(stage.etcd(), 3).members().stream()
            .filter(which)
            .map(SeenMember::name)
            .findFirst()
            .orElseThrow();
    EtcdMember lost = stage.etcd().member(name);
    lost.kill();
    Folders.delete(lost.dataDirectory().resolve("member").resolve("wal"));
    return name;
  }

  private static boolean isOf(SeenMember member, String minor) {
    return Optional.ofNullable(member.version()).filter(v -> v.startsWith(minor + ".")).isPresent();
  }

  private static SeenMember member(Stage stage, String name) throws InterruptedException {
    return Inspection.of(stage.etcd(), 3).members().stream()
        .filter(member -> member.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void noDowngradeIsEnabled(Stage stage) throws IOException, InterruptedException {
    try (HttpClient http = Kv.client()) {
      for (EtcdMember member : stage.etcd().members()) {
        assertThat(new Pages(member, http).isDowngradeEnabled()).as(member.name()).isFalse();
      }
    }
  }

  private static String newest(Set<String> versions) {
    return versions.stream().max(String::compareTo).orElseThrow();
  }
}
