package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LastComparison;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryComparisonsTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final Instant NOW = Instant.parse("2026-11-21T03:02:24Z");
  private static final LastComparison EQUAL =
      new LastComparison(
          NOW, new Revision(80), Set.of("a000", "a001"), Optional.empty(), Optional.empty());
  private static final LastComparison ODD =
      new LastComparison(
          NOW.plusSeconds(60),
          new Revision(90),
          Set.of("a000", "a001", "a002"),
          Optional.of("etcd-1 has other data than etcd-0 and etcd-2"),
          Optional.of(new MemberName("etcd-1")));

  @TempDir private Path directory;

  @Test
  void anotherProcessReadsWhatAComparisonFound() {
    assertThat(comparisons(directory).last(MAIN)).isEmpty();
    comparisons(directory).keep(MAIN, EQUAL);
    assertThat(comparisons(directory).last(MAIN)).hasValue(EQUAL);
    comparisons(directory).keep(MAIN, ODD);
    assertThat(comparisons(directory).last(MAIN)).hasValue(ODD);
    assertThat(comparisons(directory).last(new ClusterKey("other"))).isEmpty();
    assertThat(SnapshotPlace.in(directory, Clock.systemUTC()).catalogue().kept(MAIN))
        .as("it is no snapshot")
        .isEmpty();
    assertThat(SnapshotPlace.in(directory, Clock.systemUTC()).store().list(MAIN)).isEmpty();
  }

  @Test
  void oneProcessComparesAtATimeAndAProcessThatEndedNoMore() throws Exception {
    ComparisonResults comparisons = comparisons(directory);
    try (ComparisonResults.Claim mine = comparisons.claim(MAIN).orElseThrow()) {
      assertThat(comparisons.claim(MAIN)).isEmpty();
      assertThat(claimedByAnother()).isEqualTo("false");
      assertThat(comparisons.claim(new ClusterKey("other"))).isPresent();
    }
    assertThat(claimedByAnother()).isEqualTo("true");
    assertThat(comparisons.claim(MAIN)).as("the other one has ended").isPresent();
  }

  private static ComparisonResults comparisons(Path directory) {
    return SnapshotPlace.in(directory, Clock.systemUTC()).comparisons();
  }

  private String claimedByAnother() throws IOException, InterruptedException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Claimant.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return said.strip();
  }

  /** Another process, which claims, says whether it could, and ends without giving it back. */
  static final class Claimant {
    private Claimant() {}

    public static void main(String[] args) {
      System.out.println(comparisons(Path.of(args[0])).claim(MAIN).isPresent());
    }
  }

  @Test
  void aDamagedResultIsSaidAndTheNextComparisonReplacesIt() throws IOException {
    ComparisonResults comparisons = comparisons(directory);
    comparisons.keep(MAIN, EQUAL);
    Path file = directory.resolve("main").resolve(Comparisons.FILE);
    for (String damaged : new String[] {"", "{", "[]", "{\"comparedAt\": \"today\"}"}) {
      Files.writeString(file, damaged);
      assertThatThrownBy(() -> comparisons.last(MAIN))
          .as(damaged)
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("last-comparison.json cannot be read");
    }
    comparisons.keep(MAIN, ODD);
    assertThat(comparisons.last(MAIN)).hasValue(ODD);
  }

  @Test
  void aResultThatCannotBeWrittenIsKnownAsLongAsTheProcessLives() throws IOException {
    Path file = Files.writeString(directory.resolve("no-directory"), "a file");
    ComparisonResults comparisons = comparisons(file);
    comparisons.keep(MAIN, ODD);
    assertThat(comparisons.last(MAIN)).hasValue(ODD);
  }
}
