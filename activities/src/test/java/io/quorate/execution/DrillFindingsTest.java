package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Revision;
import io.quorate.port.Recovered;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Trial;
import io.quorate.port.Trial.OldWatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a restored snapshot is what was saved, and when it is not. */
class DrillFindingsTest {
  private static final long BUMP = 1_000_000_000;
  private static final KeysOfSource SOURCE = keys(7, 0xabc, 40);

  @Test
  void aSnapshotIsAsRecordedWhereRevisionKeysHashAndOldWatchAre() {
    DrillFindings findings = findings(plain(120, SOURCE), raised(120 + BUMP, OldWatch.COMPACTED));

    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.evidence())
        .isEqualTo(
            "revision 120, 7 keys, the hash of its source, with revisions raised by 1,000,000,000 a"
                + " watch from before is told to list anew");
  }

  @Test
  void anotherRevisionAnotherNumberOfKeysAndAnotherHashAreSaid() {
    Trial good = raised(120 + BUMP, OldWatch.COMPACTED);
    assertThat(findings(plain(119, SOURCE), good).mismatch())
        .contains("restored it has revision 119, and has to have 120");
    assertThat(findings(plain(120, keys(6, 0xabc, 40)), good).mismatch())
        .contains("restored it has 6 keys, and its source had 7");
    assertThat(findings(plain(120, keys(7, 0xabd, 40)), good).mismatch())
        .contains("restored its keys have another hash than those of its source");
  }

  @Test
  void theRaisedRestoreHasToBeRaisedAndToEndOldWatches() {
    assertThat(findings(plain(120, SOURCE), raised(120, OldWatch.COMPACTED)).mismatch())
        .contains(
            "restored with raised revisions it has revision 120, and has to have 1,000,000,120");
    assertThat(findings(plain(120, SOURCE), raised(120 + BUMP, OldWatch.OPEN)).mismatch())
        .contains("a watch from before the raised revisions is not told that it is compacted");
  }

  /** The source compacted between the save and its answer: both hashes are right, and differ. */
  @Test
  void hashesOverOtherRevisionsAreNotComparedAndThatIsSaid() {
    DrillFindings findings =
        findings(plain(120, keys(7, 0xdef, 10)), raised(120 + BUMP, OldWatch.COMPACTED));

    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.evidence()).contains("no hash to compare: its source compacted meanwhile");
  }

  private static DrillFindings findings(Trial plain, Trial raised) {
    SnapshotContent said =
        new SnapshotContent(
            new Revision(120),
            130,
            List.of(),
            List.of(),
            Optional.empty(),
            false,
            List.of("3.6.16"),
            Optional.of(SOURCE));
    return new DrillFindings(said, plain, Optional.of(raised), BUMP);
  }

  private static Trial plain(long revision, KeysOfSource keys) {
    return trial(revision, Optional.of(keys), Optional.empty());
  }

  private static Trial raised(long revision, OldWatch watch) {
    return trial(revision, Optional.empty(), Optional.of(watch));
  }

  private static Trial trial(long revision, Optional<KeysOfSource> keys, Optional<OldWatch> watch) {
    return new Trial(
        new Recovered(
            Optional.empty(), new Revision(revision), keys, List.of(), Optional.empty(), false),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        watch);
  }

  private static KeysOfSource keys(long count, int hash, long compactedAt) {
    return new KeysOfSource(
        count, new HashOfKeys(hash, new Revision(compactedAt), new Revision(120)));
  }
}
