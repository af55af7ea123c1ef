package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LastComparison;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
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
    assertThat(new DirectoryComparisons(directory).last(MAIN)).isEmpty();
    new DirectoryComparisons(directory).keep(MAIN, EQUAL);
    assertThat(new DirectoryComparisons(directory).last(MAIN)).hasValue(EQUAL);
    new DirectoryComparisons(directory).keep(MAIN, ODD);
    assertThat(new DirectoryComparisons(directory).last(MAIN)).hasValue(ODD);
    assertThat(new DirectoryComparisons(directory).last(new ClusterKey("other"))).isEmpty();
    assertThat(new DirectoryCatalogue(directory).kept(MAIN)).as("it is no snapshot").isEmpty();
    assertThat(new DirectorySnapshots(directory, Clock.systemUTC()).list(MAIN)).isEmpty();
  }

  @Test
  void aDamagedResultIsSaidAndTheNextComparisonReplacesIt() throws IOException {
    DirectoryComparisons comparisons = new DirectoryComparisons(directory);
    comparisons.keep(MAIN, EQUAL);
    Path file = directory.resolve("main").resolve(DirectoryComparisons.FILE);
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
    DirectoryComparisons comparisons = new DirectoryComparisons(file);
    comparisons.keep(MAIN, ODD);
    assertThat(comparisons.last(MAIN)).hasValue(ODD);
  }
}
