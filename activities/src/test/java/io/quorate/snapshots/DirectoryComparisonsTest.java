package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryComparisonsTest {
  private static final ClusterKey MAIN = new ClusterKey("main");

  @TempDir private Path directory;

  @Test
  void aClusterIsComparedByASingleProcessUntilThatProcessEnds() throws Exception {
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
    comparisons.keep(MAIN, StoreContract.EQUAL);
    Path file = directory.resolve("main").resolve(Comparisons.FILE);
    for (String damaged : new String[] {"", "{", "[]", "{\"comparedAt\": \"today\"}"}) {
      Files.writeString(file, damaged);
      assertThatThrownBy(() -> comparisons.last(MAIN))
          .as(damaged)
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("last-comparison.json cannot be read");
    }
    comparisons.keep(MAIN, StoreContract.ODD);
    assertThat(comparisons.last(MAIN)).hasValue(StoreContract.ODD);
  }

  @Test
  void aResultThatCannotBeWrittenIsKnownAsLongAsTheProcessLives() throws IOException {
    Path file = Files.writeString(directory.resolve("no-directory"), "a file");
    ComparisonResults comparisons = comparisons(file);
    comparisons.keep(MAIN, StoreContract.ODD);
    assertThat(comparisons.last(MAIN)).hasValue(StoreContract.ODD);
  }
}
