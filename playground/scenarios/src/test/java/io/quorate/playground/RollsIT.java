package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rolls of one cluster up and down in quick succession. Each roll meets the entries that the roll
 * before left in the log of raft (docs/etcd.md#v2-requests).
 */
@Order(Turn.FIRST)
class RollsIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final String ACKNOWLEDGED = "acknowledged ";

  /** A roll, with the worker killed at the point where most is in the air. */
  private record Killed(Roll roll, String point) {}

  /** Draws two rolls in a row; the whole matrix plays all four on one cluster. */
  static Stream<Arguments> ways() {
    var from35 = new Killed(Roll.up(), "switch-release:after");
    var from36 = new Killed(Roll.up(), "resume-to-snapshot:after");
    var from37 = new Killed(Roll.down(), "enable-downgrade:after");
    var backTo35 = new Killed(Roll.down(), "await-downgrade-end:before");
    return FaultMatrix.isWhole()
        ? Stream.of(Arguments.of("3.5", List.of(from35, from36, from37, backTo35)))
        : FaultMatrix.oneOf(
            Arguments.of("3.5", List.of(from35, backTo35)),
            Arguments.of("3.6", List.of(from36, from37)),
            Arguments.of("3.5", List.of(from35, from36)));
  }

  @ParameterizedTest(name = "from etcd {0}")
  @MethodSource("ways")
  void aClusterRollsUpAndDownUnderLoadAndLosesNothing(String minor, List<Killed> rolls)
      throws Exception {
    Stage stage = STAGES.forScenario(Roll.up(), minor, "3.7");

    for (Killed roll : rolls) {
      play(stage, roll);
    }

    List<String> written = acknowledged(stage.folder().path());
    ReadBack.Missing missing = ReadBack.through(clientUrls(stage), written);
    assertThat(missing.unread()).isEmpty();
    assertThat(missing.lost()).as("of %d acknowledged writes", written.size()).isEmpty();
    assertThat(written).hasSizeGreaterThan(1_000);
  }

  private static void play(Stage stage, Killed killed) throws IOException, InterruptedException {
    Set<KillPoint> kills = Set.of(KillPoint.parse(killed.point()));
    stage.worker().killAt(kills);
    var script = new Play.Script(killed.roll(), Approve.AUTO, kills, LIMIT, "under test");
    Verdict verdict = STAGES.play(script).verdict();
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.workerKills()).isEqualTo(1);
    assertThat(verdict.writes().lost()).isZero();
    System.out.printf(
        Locale.ROOT,
        "%s to %s, killed at %s: %.1f s, %d acknowledged, %d refused, longest stall %d ms%n",
        killed.roll().name(),
        verdict.members().getFirst().version(),
        killed.point(),
        verdict.seconds(),
        verdict.writes().acknowledged(),
        verdict.writes().failed(),
        verdict.writes().longestStallMillis());
  }

  private static List<URI> clientUrls(Stage stage) {
    return stage.etcd().members().stream().map(EtcdMember::clientUrl).toList();
  }

  /** Of all plays, as their clients wrote it down. */
  private static List<String> acknowledged(Path folder) throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(RollsIT::isLedger).toList()) {
        Files.readAllLines(file).stream()
            .filter(line -> line.startsWith(ACKNOWLEDGED))
            .map(line -> line.substring(ACKNOWLEDGED.length()))
            .forEach(all::add);
      }
    }
    return all;
  }

  private static boolean isLedger(Path file) {
    return file.getFileName().toString().startsWith("writes-");
  }
}
