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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * One cluster through all minors and back, in quick succession: the second hop meets what the first
 * left in the log of raft (docs/etcd.md#v2-requests).
 */
@Order(Turn.FIRST)
class RollsIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final String ACKNOWLEDGED = "acknowledged ";

  @Test
  void aClusterGoesFrom35To37AndBackUnderLoadAndLosesNothing() throws Exception {
    Stage stage = STAGES.forScenario(Roll.up(), "3.5", "3.7");

    play(stage, Roll.up(), "switch-release:after");
    play(stage, Roll.up(), "resume-to-snapshot:after");
    play(stage, Roll.down(), "enable-downgrade:after");
    play(stage, Roll.down(), "await-downgrade-end:before");

    List<String> written = acknowledged(stage.folder().path());
    ReadBack.Missing missing = ReadBack.through(clientUrls(stage), written);
    assertThat(missing.unread()).isEmpty();
    assertThat(missing.lost()).as("of %d acknowledged writes", written.size()).isEmpty();
    assertThat(written).hasSizeGreaterThan(1_000);
  }

  /** The worker is killed where most is in the air. */
  private static void play(Stage stage, Roll roll, String point)
      throws IOException, InterruptedException {
    Set<KillPoint> kills = Set.of(KillPoint.parse(point));
    stage.worker().killAt(kills);
    var script = new Play.Script(roll, Approve.AUTO, kills, LIMIT, "under test");
    Verdict verdict = STAGES.play(script).verdict();
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.workerKills()).isEqualTo(1);
    assertThat(verdict.writes().lost()).isZero();
    System.out.printf(
        Locale.ROOT,
        "%s to %s, killed at %s: %.1f s, %d acknowledged, %d refused, longest stall %d ms%n",
        roll.name(),
        verdict.members().getFirst().version(),
        point,
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
